//! Whole random games, from deployment to result, of every mission by every edition: none panics or stalls, everything
//! that must hold does after each command, and each ends within its rounds for a reason that the facts bear out.
//!
//! `WARSTRIKE_GAMES=10000 cargo test --release --no-default-features --test it whole_games -- --nocapture` plays so many,
//! from the seed `WARSTRIKE_FIRST_GAME` on. A failure names mission, edition, seed and command.

mod endings;
pub mod tables;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use warstrike::ai::random::RandomPlayer;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::rules::ids::Side;

use self::endings::{EVENTS, EventCounts, check_end, count, name};
use self::tables::{EDITIONS, MISSIONS, Mission, drawn, shipped, texts};
use super::battery::invariants::{check_facts, check_invariants, check_salvos};
use super::chance::Chance;
use tabletop::testing::check_save;

/// How many games are played if nobody says how many.
const GAMES: usize = if cfg!(debug_assertions) { 9 } else { 360 };

/// From so many on every reason must be reached and every event happen.
const MANY: usize = 300;

/// One game in so many is played on a shipped table with 1000 points a side; the others on tables drawn from the seed.
const SHIPPED: u64 = 12;

/// One game in so many is rolled again at its end, saved and loaded.
const REPLAYED: u64 = 20;

/// More commands than this are a game that does not end.
const MAX_COMMANDS: usize = 4000;

fn number(variable: &str) -> Option<usize> {
    Some(std::env::var(variable).ok()?.parse().unwrap_or_else(|error| panic!("{variable}: {error}")))
}

/// Games of one mission by one edition.
struct Part {
    mission: Mission,
    edition: &'static str,
    tally: OnceLock<Tally>,
}

/// What came of some games.
#[derive(Default)]
struct Tally {
    games: usize,
    commands: usize,
    refused: usize,
    reasons: BTreeMap<&'static str, usize>,
    won: [usize; 2],
    events: EventCounts,
}

impl Part {
    const fn new(mission: usize, edition: usize) -> Self {
        Self { mission: MISSIONS[mission], edition: EDITIONS[edition], tally: OnceLock::new() }
    }

    /// Plays the games unless they have been played, or waits for whoever is playing them.
    fn tally(&self) -> &Tally {
        self.tally.get_or_init(|| {
            let games = number("WARSTRIKE_GAMES").unwrap_or(GAMES).div_ceil(PARTS.len());
            let first = number("WARSTRIKE_FIRST_GAME").unwrap_or_default() as u64;
            let (texts, shipped) = (texts(self.edition), shipped(self.mission, self.edition));
            let mut tally = Tally::default();
            for seed in first..first + games as u64 {
                let setup = match seed % SHIPPED {
                    0 if games > 1 => shipped.clone(),
                    _ => drawn(self.mission, &texts, &mut Chance::new(seed)),
                };
                let game = Match::start(setup, DiceChoice::Seed(seed)).unwrap();
                self.play(game, seed, &mut tally);
            }
            tally
        })
    }

    /// Plays a game to its end.
    fn play(&self, mut game: Match, seed: u64, tally: &mut Tally) {
        let place = format!("{} by {}, seed {seed}", self.mission.name, self.edition);
        let mut player = RandomPlayer::new(seed);
        let mut commands = 0;
        loop {
            let next = catch_unwind(AssertUnwindSafe(|| player.command(game.battle())));
            let next = next.unwrap_or_else(|_| panic!("in {place}, after {commands} commands"));
            let Some(command) = next else { break };
            let before = game.battle().snapshot();
            let command_text = format!("{command:?}");
            let played = catch_unwind(AssertUnwindSafe(|| {
                let facts =
                    game.submit(command).unwrap_or_else(|error| panic!("{error}")).outcome.facts.clone();
                check_facts(&before, &facts, &game.battle().snapshot());
                check_invariants(&game);
                check_salvos(&game);
                count(&facts, &mut tally.events);
            }));
            assert!(played.is_ok(), "in {place}, command {commands}: {command_text}");
            commands += 1;
            assert!(commands < MAX_COMMANDS, "{place} does not end");
        }
        assert!(game.battle().decision().is_none(), "{place} stalls at {:?}", game.battle().decision());
        let result = catch_unwind(AssertUnwindSafe(|| {
            if seed.is_multiple_of(REPLAYED) {
                check_save(&game);
                assert_eq!(game.verify().unwrap(), game.history().entries().len(), "rolled again");
            }
            check_end(&game)
        }));
        let result = result.unwrap_or_else(|_| panic!("at the end of {place}"));
        *tally.reasons.entry(name(&result.reason)).or_default() += 1;
        tally.games += 1;
        tally.commands += commands;
        tally.refused += player.refused;
        if let Some(winner) = result.winner {
            tally.won[winner.index()] += 1;
        }
    }
}

static PARTS: [Part; 9] = [
    Part::new(0, 0),
    Part::new(0, 1),
    Part::new(0, 2),
    Part::new(1, 0),
    Part::new(1, 1),
    Part::new(1, 2),
    Part::new(2, 0),
    Part::new(2, 1),
    Part::new(2, 2),
];

macro_rules! parts {
    ($($name:ident: $index:literal;)*) => {
        mod games {
            $(
                #[test]
                fn $name() {
                    super::PARTS[$index].tally();
                }
            )*
        }
    };
}

parts! {
    meeting_engagement_combined: 0;
    meeting_engagement_v0_52: 1;
    meeting_engagement_outline_2012: 2;
    broken_arrow_combined: 3;
    broken_arrow_v0_52: 4;
    broken_arrow_outline_2012: 5;
    skirmish_combined: 6;
    skirmish_v0_52: 7;
    skirmish_outline_2012: 8;
}

/// Its name is the last of this module: when it begins, every part has been played or is being played.
#[test]
fn together_whole_games_end_for_every_reason_and_see_every_event() {
    let (mut reasons, mut events, mut games) = (EventCounts::new(), EventCounts::new(), 0);
    for part in &PARTS {
        let tally = part.tally();
        println!(
            "{:<18} {:<13} {:>6} games, {:>8} commands, {:>7} tries refused, A won {}, B {}: {:?}",
            part.mission.name,
            part.edition,
            tally.games,
            tally.commands,
            tally.refused,
            tally.won[Side::A.index()],
            tally.won[Side::B.index()],
            tally.reasons
        );
        games += tally.games;
        tally.reasons.iter().for_each(|(reason, count)| *reasons.entry(*reason).or_default() += count);
        tally.events.iter().for_each(|(event, count)| *events.entry(*event).or_default() += count);
    }
    println!("{games} games: {reasons:?}\n{events:?}");
    if games < MANY {
        return;
    }
    for reason in ["objective", "morale", "objectives", "points", "draw"] {
        assert!(reasons.contains_key(reason), "no game ended by {reason}: {reasons:?}");
    }
    for event in EVENTS {
        assert!(events.contains_key(event), "in no game there was: {event}");
    }
}
