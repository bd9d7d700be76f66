//! Random games: legal and illegal commands on every level, and after each of
//! them everything that must hold.
//!
//! A failure names level, seed and command, so that it can be played again.

mod falling_back;
mod fire;
mod invariants;
mod mistakes;
mod orders;

use std::collections::BTreeMap;
use std::sync::Arc;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::play::{DiceChoice, Game, GameError};
use warstrike::game::engine::record::save::parse_save;
use warstrike::game::engine::refusal::Reason;
use warstrike::game::phases::deployment;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::get_down;
use warstrike::game::phases::moving;
use warstrike::game::phases::shooting;
use warstrike::game::phases::turn;
use warstrike::rules::ids::Side;

use self::falling_back::check_retreat;
use self::invariants::{check_as_ordered, check_facts, check_invariants, check_salvos};
use self::mistakes::mistaken;
use self::orders::sensible;
use super::chance::Chance;
use super::support::{LEVELS, end_phase, setup_under};

/// What the battery has seen.
#[derive(Default)]
struct Tally {
    tried: BTreeMap<&'static str, usize>,
    accepted: BTreeMap<&'static str, usize>,
    refused: BTreeMap<Reason, usize>,
}

/// Every kind of order.
const KINDS: [&str; 12] = [
    "DeployUnit",
    "AdvanceUnit",
    "AtTheDouble",
    "OpenFire",
    "GetDown",
    "AnnounceDouble",
    "OnMyTarget",
    "FallBack",
    "FireAfterRunning",
    "SnapFire",
    "HoldFire",
    "EndPhase",
];

fn kind(order: &Order) -> &'static str {
    match order {
        Order::Deployment(deployment::kinds::Order::DeployUnit(_)) => "DeployUnit",
        Order::Moving(moving::kinds::Order::AdvanceUnit(_)) => "AdvanceUnit",
        Order::Moving(moving::kinds::Order::AtTheDouble(_)) => "AtTheDouble",
        Order::Moving(moving::kinds::Order::OpenFire(_)) => "OpenFire",
        Order::GetDown(get_down::kinds::Order::GetDown(_)) => "GetDown",
        Order::Moving(moving::kinds::Order::AnnounceDouble(_)) => "AnnounceDouble",
        Order::Shooting(shooting::kinds::Order::OnMyTarget(_)) => "OnMyTarget",
        Order::FallBack(fall_back::kinds::Order::FallBack(_)) => "FallBack",
        Order::Shooting(shooting::kinds::Order::FireAfterRunning(_)) => "FireAfterRunning",
        Order::Shooting(shooting::kinds::Order::SnapFire(_)) => "SnapFire",
        Order::Shooting(shooting::kinds::Order::HoldFire) => "HoldFire",
        Order::Turn(turn::kinds::Order::EndPhase) => "EndPhase",
    }
}

/// Plays one command and checks all that must hold after it.
fn play(game: &mut Game, command: Command, tally: &mut Tally) {
    let kind = kind(&command.order);
    *tally.tried.entry(kind).or_default() += 1;
    let before = game.battle().snapshot();
    let entries = game.history().entries().len();
    let foreseen = game.battle().check(&command);
    let (mut clone, before_it) = (clone_of(game), clone_of(game));
    match game.submit(command.clone()) {
        Ok(_) => {
            assert_eq!(foreseen, Ok(()), "check refused what was then accepted");
            *tally.accepted.entry(kind).or_default() += 1;
            let outcome = clone.submit(&command).unwrap();
            assert_eq!(outcome, game.history().present().outcome, "a clone went another way");
            assert_eq!(clone.snapshot(), game.battle().snapshot());
            check_undo(game);
            check_invariants(game);
            check_facts(&before, &outcome.facts, &game.battle().snapshot());
            check_salvos(game);
            check_as_ordered(game, &command, &outcome.facts);
            check_retreat(&before_it, &command, &outcome.facts);
            // Loading plays again all that was played; the whole game is loaded at its end.
            if entries.is_multiple_of(5) {
                check_save(game);
            }
        }
        Err(GameError::Refused(refusal)) => {
            assert_eq!(foreseen.as_ref(), Err(&*refusal), "check and submit disagree");
            assert_eq!(game.battle().snapshot(), before, "a refused command changed something");
            assert_eq!(game.history().entries().len(), entries, "a refused command was logged");
            *tally.refused.entry(refusal.reason).or_default() += 1;
        }
        Err(error) => panic!("{error}"),
    }
}

/// A fresh battle brought to where the game stands: all it knows of it is a snapshot.
fn clone_of(game: &Game) -> Battle {
    let (mut clone, _) = Battle::new(game.setup().clone(), Dice::seeded(game.seed())).unwrap();
    clone.restore(&game.battle().snapshot()).unwrap();
    assert_eq!(clone.decision(), game.battle().decision());
    clone
}

/// Undone and redone, the battle is the same; undone, it is what it was before.
fn check_undo(game: &mut Game) {
    let after = game.battle().snapshot();
    let line = game.history().line();
    let earlier = line[line.len() - 2].outcome.hash;
    assert!(game.undo().unwrap());
    assert_eq!(game.battle().snapshot().hash().unwrap(), earlier, "undo");
    assert!(game.redo().unwrap());
    assert_eq!(game.battle().snapshot(), after, "redo");
}

/// Saved and loaded, the game is the same.
fn check_save(game: &Game) {
    let bytes = game.save_bytes().unwrap();
    let loaded = Game::from_save(parse_save(&bytes).unwrap()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(loaded.damage, None);
    assert_eq!(loaded.game.battle().snapshot(), game.battle().snapshot());
    assert_eq!(loaded.game.save_bytes().unwrap(), bytes, "saved again it is the same file");
}

/// Plays a random game; `length` commands, a third of them meant to be refused.
fn random_game((level, ruleset): (&str, Option<&str>), seed: u64, length: usize, tally: &mut Tally) {
    let setup = Arc::clone(&setup_under(level, ruleset));
    let mut game = Game::start(setup, DiceChoice::Seed(seed)).unwrap();
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
    check_save(&game);
    assert_eq!(game.verify().unwrap(), game.history().entries().len(), "{level}, seed {seed}: re-rolled");
}

#[test]
fn random_games_hold_together_command_by_command() {
    let mut tally = Tally::default();
    for (level, ruleset, games, length) in [
        ("street", None, 16, 60),
        ("duel", None, 50, 40),
        ("muster", None, 30, 60),
        ("mid-battle", None, 10, 40),
        ("crossroads", None, 6, 50),
        ("movement-gallery", None, 6, 60),
        ("sight-gallery", None, 2, 60),
        ("stress", None, 2, 30),
        ("firing-line", None, 20, 60),
        ("runners", None, 80, 50),
        ("assault", None, 36, 50),
        ("range", Some("v0.52"), 10, 40),
        ("assault", Some("split-by-test"), 10, 40),
        ("firing-line", Some("every-hit"), 4, 50),
        ("firing-line", Some("salvo-3"), 4, 50),
        ("runners", Some("outline-2012"), 4, 40),
        ("mid-battle", Some("outline-2012"), 4, 40),
    ] {
        for seed in 0..games {
            random_game((level, ruleset), seed, length, &mut tally);
        }
    }
    let [tried, accepted] = [&tally.tried, &tally.accepted].map(|kinds| kinds.values().sum::<usize>());
    println!(
        "{tried} commands tried, {accepted} accepted: {:?} tried, {:?} accepted, {:?}",
        tally.tried, tally.accepted, tally.refused
    );
    assert!(3 * accepted >= tried, "only {accepted} of {tried} commands were accepted");
    for kind in KINDS {
        let times = tally.tried.get(kind).copied().unwrap_or_default();
        assert!(times >= 500, "{kind} was tried only {times} times");
        let times = tally.accepted.get(kind).copied().unwrap_or_default();
        assert!(times >= 50, "{kind} was accepted only {times} times");
    }
    for reason in Reason::all() {
        assert!(tally.refused.contains_key(&reason), "no command was refused as {reason:?}");
    }
}

/// Games by the outline of 2012 alone, on a small table: markers, tests to act, falling back after them.
///
/// Rule: ACT-7, OFB-1, OFB-2, OFB-7.
#[test]
fn random_games_by_the_outline_hold_together() {
    let mut tally = Tally::default();
    for seed in 0..12 {
        random_game(("marked", None), seed, 40, &mut tally);
    }
    let answered = tally.accepted.get("FallBack").copied().unwrap_or_default();
    assert!(answered >= 10, "a failed test was answered only {answered} times");
}

/// The battery plays every level that is shipped, so a new one cannot be forgotten.
#[test]
fn every_shipped_level_is_played() {
    for level in super::support::data().levels() {
        assert!(LEVELS.contains(&level.as_str()), "{level} is missing in the tests' list of levels");
    }
}
