//! A game of one number, for the tests of this crate: quick, and its truth is known.

mod files;
mod truth;

use tabletop::ids::Side;
use xxhash_rust::xxh3::xxh3_64;

use crate::bench::{Bench, Column, End, Formula, GameOrder, Measure, Played, Way};
use crate::experiment::{Bet, Expected, Games};
use crate::plan::{Arm, FORMAT, Plan};

/// What the toy does under its second ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// One more in three games of ten.
    More,
    /// It never ends in one game of ten.
    Stalls,
    /// It fails in one game of ten.
    Fails,
}

/// The toy.
pub(crate) struct Toy(pub(crate) Change);

/// A number from 0 to 9 that depends on a seed and on what it is for.
fn digit(seed: u64, purpose: &str) -> i64 {
    (xxh3_64(format!("{seed} {purpose}").as_bytes()) % 10) as i64
}

impl Bench for Toy {
    /// How many games were played: it must not matter.
    type Worker = u64;

    fn worker(&self) -> u64 {
        0
    }

    fn play(&self, worker: &mut u64, order: &GameOrder) -> Played {
        *worker += 1;
        let changed = order.arm > 0 && digit(order.seed, "change") < 3;
        let rare = order.arm > 0 && digit(order.seed, "rare") == 0;
        assert!(!(rare && self.0 == Change::Fails), "the toy fails");
        let more = i64::from(changed && self.0 == Change::More);
        let way = format!("{:?}{}{}", order.way, order.table, order.players);
        let end = match digit(order.seed, &format!("winner{way}")) {
            _ if rare && self.0 == Change::Stalls => End::Stalled,
            0 => End::Drawn,
            low if low < 5 => End::Won(Side::A),
            _ => End::Won(Side::B),
        };
        let value = digit(order.seed, &way) + more;
        Played { end, commands: 3, state: order.seed * 100 + value as u64, values: vec![value] }
    }
}

/// A plan of the toy with so many seeds, two tables and two pairs of players.
pub(crate) fn plan(seeds: u64) -> Plan {
    let measure = |name: &str, from| Measure { name: name.to_owned(), words: name.to_lowercase(), from };
    let arm = |name: &str, differs: &[&str]| Arm {
        name: name.to_owned(),
        differs: differs.iter().map(|line| (*line).to_owned()).collect(),
    };
    Plan {
        format: FORMAT,
        identity: 0x0123_4567_89ab_cdef,
        name: "toy".to_owned(),
        question: "Is there more?".to_owned(),
        arms: vec![arm("plain", &[]), arm("other", &["more 0 → 1"])],
        tables: vec!["east".to_owned(), "west".to_owned()],
        players: vec![["one".to_owned(), "one".to_owned()], ["one".to_owned(), "two".to_owned()]],
        ways: (0..4)
            .map(|stratum| match stratum % 2 {
                0 => vec![Way::AsWritten],
                _ => vec![Way::AsWritten, Way::PlayersSwapped],
            })
            .collect(),
        games: Games { from_seed: 1, at_least: seeds, at_most: seeds, until: None, minutes: None },
        columns: vec![Column { name: "value".to_owned(), words: "the number".to_owned() }],
        measures: vec![
            measure("Wins(A)", Formula::Wins(Side::A)),
            measure("Value", Formula::Sum(vec![(0, 1)])),
        ],
        watch: vec![0, 1],
        bets: vec![
            Bet { measure: 0, says: Expected::Same { within: 0.05 } },
            Bet { measure: 1, says: Expected::Fewer },
        ],
        changed_late: false,
    }
}
