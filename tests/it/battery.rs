//! Random games: legal and illegal commands on every level, and after each of
//! them everything that must hold.
//!
//! A failure names level, seed and command, so that it can be played again.

mod close_combat;
mod deploying;
mod falling_back;
mod fire;
pub mod invariants;
mod mistakes;
mod orders;
mod words;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use tabletop::testing::{check_command, check_save, copy_of};
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::refusal::Reason;
use warstrike::level::setup::Setup;
use warstrike::rules::ids::Side;

use self::falling_back::check_retreat;
use self::invariants::{check_as_ordered, check_facts, check_invariants, check_salvos};
use self::mistakes::mistaken;
use self::orders::sensible;
use self::words::{end_of_battle, word};
use super::chance::Chance;
use super::refusals::is_worded;
use super::support::{LEVELS, end_phase, setup_under};

/// What the battery has seen.
#[derive(Default)]
struct Tally {
    tried: BTreeMap<&'static str, usize>,
    accepted: BTreeMap<&'static str, usize>,
    refused: BTreeMap<Reason, usize>,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        fn add<K: Ord + Copy>(counts: &mut BTreeMap<K, usize>, other: &BTreeMap<K, usize>) {
            other.iter().for_each(|(key, count)| *counts.entry(*key).or_default() += count);
        }
        add(&mut self.tried, &other.tried);
        add(&mut self.accepted, &other.accepted);
        add(&mut self.refused, &other.refused);
    }
}

/// The order's name in JSON.
fn kind(order: &Order) -> &'static str {
    let name = match serde_json::to_value(order).unwrap() {
        serde_json::Value::Object(object) => object.keys().next().unwrap().clone(),
        name => name.as_str().unwrap().to_owned(),
    };
    Order::NAMES.into_iter().find(|known| *known == name).unwrap()
}

/// Plays one command and checks all that must hold after it.
fn play(game: &mut Match, command: Command, tally: &mut Tally) {
    let kind = kind(&command.order);
    *tally.tried.entry(kind).or_default() += 1;
    let before = game.battle().snapshot();
    let before_it = copy_of(game);
    match check_command(game, &command) {
        Ok(()) => {
            *tally.accepted.entry(kind).or_default() += 1;
            let facts = game.history().present().outcome.facts.clone();
            check_invariants(game);
            check_facts(&before, &facts, &game.battle().snapshot());
            check_salvos(game);
            check_as_ordered(game, &command, &facts);
            check_retreat(&before_it, &command, &facts);
            // Loading plays again all that was played; the whole game is loaded at its end.
            if game.history().entries().len().is_multiple_of(5) {
                check_save(game);
            }
        }
        Err(refusal) => {
            assert!(is_worded(&refusal), "{refusal}");
            *tally.refused.entry(refusal.reason()).or_default() += 1;
        }
    }
}

/// Before the name of a level whose games are recorded at a real table.
const RECORDED: &str = "recorded ";

/// Plays a random game; `length` commands, a third of them meant to be refused.
fn random_game((level, ruleset): (&str, Option<&str>), seed: u64, length: usize, tally: &mut Tally) {
    let setup = match level.strip_prefix(RECORDED) {
        Some(level) => {
            let setup = setup_under(level, ruleset);
            Arc::new(Setup::clone(&setup).recorded())
        }
        None => setup_under(level, ruleset),
    };
    let mut game = Match::start(setup, DiceChoice::Seed(seed)).unwrap();
    let mut chance = Chance::new(seed);
    for nth in 0..length {
        let command = match chance.below(3) {
            0 => mistaken(&game, &mut chance),
            _ => sensible(&game, &mut chance),
        };
        let Some(command) = command else {
            play(&mut game, end_phase(Side::A), tally);
            break;
        };
        let told = format!("{level} by {ruleset:?}, seed {seed}, command {nth}: {command:?}");
        let played =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(&mut game, command, tally)));
        assert!(played.is_ok(), "in {told}");
    }
    // Words are taken in a game that is recorded, and in no other.
    if !game.setup().is_recorded()
        && let Some(word) = word(&game, Side::A, &mut chance)
    {
        play(&mut game, word, tally);
    }
    play(&mut game, end_of_battle(Side::A), tally);
    check_save(&game);
    assert_eq!(game.verify().unwrap(), game.history().entries().len(), "{level}, seed {seed}: re-rolled");
}

/// Games of one level by one ruleset.
struct Part {
    level: &'static str,
    ruleset: Option<&'static str>,
    seeds: Range<u64>,
    length: usize,
    tally: OnceLock<Tally>,
}

impl Part {
    /// Plays the games unless they have been played, or waits for whoever is playing them.
    fn tally(&self) -> &Tally {
        self.tally.get_or_init(|| {
            let mut tally = Tally::default();
            for seed in self.seeds.clone().step_by(STEP) {
                random_game((self.level, self.ruleset), seed, self.length, &mut tally);
            }
            tally
        })
    }
}

/// Release builds play every game, debug builds every tenth.
const STEP: usize = if ALL_GAMES { 1 } else { 10 };
const ALL_GAMES: bool = !cfg!(debug_assertions);

/// Makes a test of each part, so that they run side by side: no part takes much longer than the others.
macro_rules! parts {
    ($($name:ident: $level:literal, $ruleset:expr, $seeds:expr, $length:literal;)*) => {
        static PARTS: [Part; [$($length),*].len()] = [$(
            Part { level: $level, ruleset: $ruleset, seeds: $seeds, length: $length, tally: OnceLock::new() },
        )*];

        mod games {
            #[allow(non_camel_case_types)]
            enum Name { $($name),* }
            $(
                #[test]
                fn $name() {
                    super::PARTS[Name::$name as usize].tally();
                }
            )*
        }
    };
}

parts! {
    street: "street", None, 0..16, 60;
    duel_from_0: "duel", None, 0..10, 40;
    duel_from_10: "duel", None, 10..20, 40;
    duel_from_20: "duel", None, 20..30, 40;
    duel_from_30: "duel", None, 30..40, 40;
    duel_from_40: "duel", None, 40..50, 40;
    muster: "muster", None, 0..30, 60;
    mid_battle: "mid-battle", None, 0..10, 40;
    crossroads: "crossroads", None, 0..6, 50;
    meeting: "meeting", None, 0..60, 50;
    broken_arrow: "broken-arrow", None, 0..100, 60;
    skirmish: "skirmish", None, 0..20, 30;
    cramped: "cramped", None, 0..60, 60;
    morale: "morale", None, 0..20, 30;
    movement_gallery: "movement-gallery", None, 0..6, 60;
    sight_gallery: "sight-gallery", None, 0..2, 60;
    stress: "stress", None, 0..2, 30;
    firing_line: "firing-line", None, 0..20, 60;
    runners_from_0: "runners", None, 0..40, 50;
    runners_from_40: "runners", None, 40..80, 50;
    assault: "assault", None, 0..36, 50;
    fall_back: "fall-back", None, 0..30, 30;
    brawl_from_0: "brawl", None, 0..60, 40;
    brawl_from_60: "brawl", None, 60..120, 40;
    brawl_prepared: "brawl", Some("defensive-fire-2012"), 0..20, 40;
    brawl_short_combats: "brawl", Some("short-combats"), 0..280, 40;
    brawl_outline_2012: "brawl", Some("outline-2012"), 0..20, 40;
    range_v0_52: "range", Some("v0.52"), 0..10, 40;
    assault_split_by_test: "assault", Some("split-by-test"), 0..10, 40;
    brawl_other_readings: "brawl", Some("other-readings"), 0..280, 40;
    assault_other_readings: "assault", Some("other-readings"), 0..16, 50;
    fall_back_other_readings: "fall-back", Some("other-readings"), 0..12, 30;
    runners_other_readings: "runners", Some("other-readings"), 0..20, 50;
    meeting_other_readings: "meeting", Some("other-readings"), 0..20, 50;
    recorded_brawl_other_readings: "recorded brawl", Some("other-readings"), 0..20, 40;
    firing_line_every_hit: "firing-line", Some("every-hit"), 0..4, 50;
    firing_line_salvo_3: "firing-line", Some("salvo-3"), 0..4, 50;
    runners_outline_2012: "runners", Some("outline-2012"), 0..4, 40;
    mid_battle_outline_2012: "mid-battle", Some("outline-2012"), 0..4, 40;
    recorded_street: "recorded street", None, 0..60, 60;
    recorded_brawl: "recorded brawl", None, 0..120, 40;
    recorded_runners: "recorded runners", None, 0..60, 40;
    recorded_meeting: "recorded meeting", None, 0..60, 50;
    recorded_broken_arrow: "recorded broken-arrow", None, 0..100, 60;
    recorded_outline_2012: "recorded mid-battle", Some("outline-2012"), 0..40, 40;
}

/// Its name is the last of this module: when it begins, every part has been played or is being played.
#[test]
fn together_the_games_reach_every_reason_and_try_every_order() {
    let mut tally = Tally::default();
    PARTS.iter().for_each(|part| tally.add(part.tally()));
    let [tried, accepted] = [&tally.tried, &tally.accepted].map(|kinds| kinds.values().sum::<usize>());
    println!(
        "{tried} commands tried, {accepted} accepted: {:?} tried, {:?} accepted, {:?}",
        tally.tried, tally.accepted, tally.refused
    );
    assert!(3 * accepted >= tried, "only {accepted} of {tried} commands were accepted");
    if !ALL_GAMES {
        return;
    }
    for kind in Order::NAMES {
        let times = tally.tried.get(kind).copied().unwrap_or_default();
        assert!(times >= 500, "{kind} was tried only {times} times");
        let times = tally.accepted.get(kind).copied().unwrap_or_default();
        assert!(times >= 50, "{kind} was accepted only {times} times");
    }
    let missing: Vec<Reason> = Reason::all().filter(|reason| !tally.refused.contains_key(reason)).collect();
    assert!(missing.is_empty(), "no command was refused for {missing:?}");
}

/// Games by the outline of 2012 alone, on a small table: markers, tests to act, falling back after them.
///
/// Rule: ACT-7, OFB-1, OFB-2, OFB-7.
#[test]
fn random_games_by_the_outline_hold_together() {
    let mut tally = Tally::default();
    for seed in (0..12).step_by(STEP) {
        random_game(("marked", None), seed, 40, &mut tally);
    }
    let answered = tally.accepted.get("FallBack").copied().unwrap_or_default();
    assert!(!ALL_GAMES || answered >= 10, "a failed test was answered only {answered} times");
}

/// The battery plays every level that is shipped, so a new one cannot be forgotten.
#[test]
fn every_shipped_level_is_played() {
    for level in super::support::data().levels() {
        assert!(LEVELS.contains(&level.as_str()), "{level} is missing in the tests' list of levels");
    }
}
