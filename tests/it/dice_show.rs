//! The show of dice and falls does not touch the battle: however they are shown, and whatever interrupts them.

use std::path::Path;

use warstrike::game::engine::battle::Outcome;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::fact::{Fact, UnitFact};
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::record::claim::Existing;
use warstrike::game::engine::view::View;
use warstrike::level::generator::{STRESS_SEED, StressSize, stress_level_of};
use warstrike::rules::ids::{Side, UnitId};
use warstrike::ui::output::headless::{DiceShow, Headless};

use super::golden::{games, names, open, play, rulesets};
use super::support::{scratch, setup, shift};

/// Plays an orders file by the window's requests; the hash of the state it ends in, and how many dice were thrown.
fn played(orders: &str, ruleset: Option<&str>, saves: &Path, show: DiceShow) -> (String, usize) {
    let mut table = Headless::new(open(orders, ruleset), saves, show);
    let mut thrown = 0;
    for line in orders.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("//")) {
        match line {
            "\"undo\"" => table.undo(),
            "\"redo\"" => table.redo(),
            line => table.submit(serde_json::from_str(line).unwrap()),
        }
        thrown += table.thrown().iter().map(Vec::len).sum::<usize>();
    }
    (table.game().history().present().outcome.hash.to_string(), thrown)
}

/// Every golden game ends in the same state with dice rolling, skipped and off.
#[test]
fn the_show_does_not_touch_the_battle() {
    let mut thrown = [0; 3];
    for name in names() {
        let orders = std::fs::read_to_string(games().join(format!("{name}.orders"))).unwrap();
        let (_, expected) = play(&name);
        for (index, show) in [DiceShow::Rolling, DiceShow::Skipped, DiceShow::Off].into_iter().enumerate() {
            let (_folder, saves) = scratch();
            let played = rulesets(&orders).into_iter().map(|ruleset| played(&orders, ruleset, &saves, show));
            let (hashes, dice): (Vec<String>, Vec<usize>) = played.unzip();
            assert_eq!(hashes.join(" "), expected, "{name}, {show:?}");
            thrown[index] += dice.iter().sum::<usize>();
        }
    }
    assert!(thrown[0] > 100 && thrown[2] == 0, "{thrown:?}");
}

/// A golden game up to the first command that brings about what is wanted, and that command.
fn before(wanted: impl Fn(&Outcome) -> bool) -> (Match, Command) {
    let orders = std::fs::read_to_string(games().join("whole-chapel.orders")).unwrap();
    let ruleset = rulesets(&orders)[0];
    let [mut game, mut ahead] = [0; 2].map(|_| open(&orders, ruleset));
    for line in orders.lines().filter(|line| line.starts_with('{')) {
        let command: Command = serde_json::from_str(line).unwrap();
        if ahead.submit(command.clone()).is_ok_and(|entry| wanted(&entry.outcome)) {
            return (game, command);
        }
        let _refused = game.submit(command);
    }
    panic!("no such command");
}

/// Undo, redo, loading a save and closing the window in the middle of a throw: the dice go, and the battle is where it
/// belongs.
#[test]
fn a_throw_can_be_interrupted() {
    let (_folder, saves) = scratch();
    let (game, command) = before(|outcome| outcome.draws.len() >= 4);
    let before = game.history().present().outcome.hash;
    let save = saves.join("before.jsonl");
    game.save(&save, Existing::Kept).unwrap();
    let mut table = Headless::new(game, &saves, DiceShow::Rolling);
    let hash = |table: &Headless| table.game().history().present().outcome.hash;

    // While the throw is still being simulated, and while the dice are in the air.
    for waits in [false, true] {
        table.submit(command.clone());
        let after = hash(&table);
        assert_ne!(after, before);
        assert!(!table.thrown().is_empty());
        if waits {
            assert!(table.wait_for_dice() >= 4);
        }
        table.undo();
        assert_eq!((hash(&table), table.dice(), table.thrown()), (before, 0, vec![]), "undone");
        table.redo();
        assert_eq!(hash(&table), after, "redone");
        table.undo();
    }
    table.load(&save);
    table.submit(command.clone());
    let after = hash(&table);
    assert!(table.wait_for_dice() >= 4);
    table.load(&save);
    assert_eq!((hash(&table), table.dice(), table.thrown()), (before, 0, vec![]), "another game");
    table.submit(command);
    table.wait_for_dice();
    let recorded = table.game().recorded_to().unwrap().to_owned();
    drop(table);
    let loaded = Match::load(&recorded).unwrap();
    assert_eq!(loaded.game.history().present().outcome.hash, after, "closed");
}

/// Undo, redo, loading a save and closing the window while a model falls: it stands again, or lies where it belongs.
#[test]
fn a_fall_can_be_interrupted() {
    let is_fall = |fact: &Fact| matches!(fact, Fact::Unit(UnitFact::ModelLost { .. }));
    let (_folder, saves) = scratch();
    let (game, command) = before(|outcome| outcome.facts.iter().any(is_fall));
    let before = game.history().present().outcome.hash;
    let save = saves.join("before.jsonl");
    game.save(&save, Existing::Kept).unwrap();
    let mut table = Headless::new(game, &saves, DiceShow::Off);
    let hash = |table: &Headless| table.game().history().present().outcome.hash;
    let standing = |table: &Headless| {
        let count = |view: View| Side::BOTH.map(|side| view.standing_of(side).count());
        (count(table.shown()), count(table.game().battle().view()))
    };
    let (all, _) = standing(&table);

    table.submit(command.clone());
    let after = hash(&table);
    assert_eq!(standing(&table).0, all, "nobody has fallen yet in what is shown");
    assert!(table.wait_for_fall() > 0);
    table.undo();
    assert_eq!((hash(&table), table.falling(), standing(&table)), (before, 0, (all, all)), "undone");
    table.redo();
    let (shown, left) = standing(&table);
    assert_eq!((hash(&table), table.falling()), (after, 0), "redone");
    assert!(shown == left && left != all);
    table.undo();

    table.submit(command.clone());
    assert!(table.wait_for_fall() > 0);
    table.load(&save);
    assert_eq!((hash(&table), table.falling(), standing(&table)), (before, 0, (all, all)), "another game");
    table.submit(command);
    assert!(table.wait_for_fall() > 0);
    let recorded = table.game().recorded_to().unwrap().to_owned();
    drop(table);
    let loaded = Match::load(&recorded).unwrap();
    assert_eq!(loaded.game.history().present().outcome.hash, after, "closed");
}

/// A level of 300 pieces and 400 models opens and plays: units move, fire and fall, and the game is undone to its beginning.
#[test]
fn a_crowded_table_opens_and_plays() {
    let (_folder, saves) = scratch();
    let level = saves.join("crowded.ron");
    let size = StressSize { rows: 30, units: 20 };
    std::fs::write(&level, stress_level_of(size, STRESS_SEED)).unwrap();
    let game = Match::start(setup(&level.display().to_string()), DiceChoice::Seed(1)).unwrap();
    let view = game.battle().view();
    assert_eq!(view.terrain().pieces.len(), 300);
    assert_eq!(view.units().map(|unit| view.standing(unit.id).count()).sum::<usize>(), 400);
    let (begun, first) = (game.history().present().outcome.hash, game.history().present().id);
    let mut table = Headless::new(game, &saves, DiceShow::Skipped);
    let mut played = 0;
    for unit in own_units(&table) {
        for (x, y) in [(0, 3000), (0, -3000), (0, 0)] {
            table.submit(shift(table.game(), unit, x, y));
        }
        if table.game().battle().decision().is_some_and(|decision| decision.player != unit.side) {
            break;
        }
    }
    while table.game().history().present().id != first {
        table.undo();
        played += 1;
    }
    assert!(played > 10, "{played} commands were accepted");
    assert_eq!(table.game().history().present().outcome.hash, begun);
}

/// The units of the side that decides.
fn own_units(table: &Headless) -> Vec<UnitId> {
    let battle = table.game().battle();
    let side = battle.decision().unwrap().player;
    battle.view().units().map(|unit| unit.id).filter(|unit| unit.side == side).collect()
}
