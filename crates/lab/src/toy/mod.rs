//! A game of one number, for the tests of this crate: quick, and its truth is known.

mod even;
mod files;
mod truth;

use tabletop::ids::Side;
use xxhash_rust::xxh3::xxh3_64;

use crate::bench::{Bench, Column, End, Formula, GameOrder, Measure, Played, Way};
use crate::experiment::{Bet, Expected, Games};
use crate::instruments::{Chart, Control, Gauge, Ground, Instruments, RowColumn, RowKind};
use crate::plan::{Arm, FORMAT, Plan};

/// Effect of the toy's second ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// One more in three games of ten.
    More,
    /// One more in every game, among dice that fall as they will and have most of the say.
    AmongDice,
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
    /// Number of games played: it must not matter.
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
        // Dice of the arm's own: the mean of the luck is 0.
        let dice = ["first", "second"].map(|die| digit(order.seed, &format!("{die}{way}{}", order.arm)));
        let luck = dice.map(|die| 2 * die - 9);
        let noise = digit(order.seed, &format!("noise{way}{}", order.arm));
        let value = match self.0 {
            Change::AmongDice => value + noise + 2 * luck[0] - luck[1] + i64::from(order.arm > 0),
            Change::Nothing | Change::More | Change::Stalls | Change::Fails => value,
        };
        let square = digit(order.seed, "square") % 6;
        let rows =
            vec![vec![1, value.abs(), 2, 1], vec![digit(order.seed, "name") % 2, 3], vec![square, 2, 1]];
        let state = order.seed * 100 + value.unsigned_abs();
        Played { end, commands: 3, state, values: vec![value, luck[0], luck[1]], rows }
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
        forces: Vec::new(),
        games: Games { from_seed: 1, at_least: seeds, at_most: seeds, until: None, minutes: None },
        columns: ["value", "first", "second"]
            .map(|name| Column { name: name.to_owned(), words: format!("the {name}") })
            .to_vec(),
        measures: vec![
            measure("Wins(A)", Formula::Wins(Side::A)),
            measure("Value", Formula::Sum(vec![(0, 1)])),
        ],
        watch: vec![0, 1],
        bets: vec![
            Bet { measure: 0, says: Expected::Same { within: 0.05 } },
            Bet { measure: 1, says: Expected::Fewer },
        ],
        instruments: instruments(),
        file: "toy.ron".to_owned(),
        stage: None,
        left_out: Vec::new(),
        changed_late: false,
    }
}

/// Every kind of instrument: the course by two rounds, names of which one never comes up, luck, and a table of six squares.
fn instruments() -> Instruments {
    let column = |name: &str, names: &[&str]| RowColumn {
        name: name.to_owned(),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
    };
    let kind = |name: &str, columns: Vec<RowColumn>| RowKind { name: name.to_owned(), columns };
    let control =
        |number: usize| Control { words: format!("die {number}"), terms: vec![(number, 1)], divided_by: 2.0 };
    Instruments {
        rows: vec![
            kind("rounds", vec![column("round", &[]), column("sum", &[])]),
            kind("names", vec![column("name", &["one", "two", "never"]), column("uses", &[])]),
            kind("places", vec![column("square", &[]), column("stood", &[]), column("fell", &[])]),
        ],
        margin: Some(1),
        luck: vec![control(1), control(2)],
        gauges: vec![Gauge {
            words: "share of first".to_owned(),
            means: "The first of both.".to_owned(),
            top: vec![(1, 1)],
            per: vec![(0, 1)],
            parts: 1.0,
            is_share: true,
        }],
        charts: vec![
            Chart::Course { title: "Course".to_owned(), rows: 0, by: 0, sums: vec![(1, "sum".to_owned())] },
            Chart::Uses { title: "Uses".to_owned(), rows: 1, by: 0, sums: vec![1] },
            Chart::Places {
                title: "Places".to_owned(),
                rows: 2,
                square: 0,
                shades: vec![(1, "stood".to_owned())],
                dots: vec![(2, "fell".to_owned())],
            },
        ],
        grounds: vec![
            Ground {
                size: [6.0, 4.0],
                square: 2.0,
                outlines: vec![vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]]
            };
            2
        ],
    }
}
