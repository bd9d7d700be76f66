//! Computer players: every decision is answered with a command that the battle accepts, each game ends, the same seed
//! plays the same game, and each style finds the plain answer to a plain position.

use std::sync::Arc;

use warstrike::ai::{Chosen, ComputerPlayer};
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::game::phases::moving::kinds::Order as MovingOrder;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::Side;

use super::chance::Chance;
use super::support::{root, scratch};
use super::whole_games::tables::{EDITIONS, MISSIONS, drawn, texts};

/// More commands than this are a game that does not end.
const MAX_COMMANDS: usize = 3000;

/// Games of each style.
const GAMES: u64 = if cfg!(debug_assertions) { 1 } else { 9 };

fn data() -> DataFolder {
    DataFolder::at(root()).unwrap()
}

fn player(setup: &Arc<Setup>, style: &str, seed: u64) -> ComputerPlayer {
    ComputerPlayer::new(setup, Styles::load(style, &data()).unwrap(), seed).unwrap()
}

/// Plays a game to its end; the hash of each state.
fn play(setup: &Arc<Setup>, styles: [&str; 2], seed: u64) -> Vec<StateHash> {
    let (mut battle, opening) = Battle::new(Arc::clone(setup), Dice::seeded(seed)).unwrap();
    let mut players = [0, 1].map(|side| player(setup, styles[side], seed + side as u64));
    let mut hashes = vec![opening.hash];
    while let Some(decision) = battle.decision() {
        let chosen = players[decision.player.index()].choose(&battle);
        let Chosen { command, .. } =
            chosen.unwrap_or_else(|| panic!("{styles:?}, seed {seed}: {decision:?}"));
        let outcome = battle.submit(&command);
        let outcome = outcome.unwrap_or_else(|error| panic!("{styles:?}, seed {seed}: {command:?}: {error}"));
        hashes.push(outcome.hash);
        assert!(hashes.len() < MAX_COMMANDS, "{styles:?}, seed {seed} does not end");
    }
    assert!(battle.view().result().is_some());
    hashes
}

/// A small table drawn from a seed, of each mission and edition in turn.
fn table(seed: u64) -> Arc<Setup> {
    let index = seed as usize;
    let texts = texts(EDITIONS[index / 3 % 3]);
    drawn(MISSIONS[index % 3], &texts, &mut Chance::new(seed))
}

#[test]
fn every_style_plays_whole_games() {
    for style in ["random", "cautious", "aggressive", "objective-minded", "quick"] {
        for seed in 0..GAMES {
            play(&table(seed + 20), [style, "quick"], seed);
        }
    }
}

#[test]
fn a_style_that_searches_plays_whole_games() {
    let text = "Style(name: \"S\", about: \"S\", player: Search(portfolio: [\"quick\", \"aggressive\"], plays_on: \"quick\", samples: 1))";
    let (_folder, path) = scratch();
    let file = path.join("searcher.ron");
    std::fs::write(&file, text).unwrap();
    play(&table(29), [&file.display().to_string(), "quick"], 5);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let table = table(22);
    let one = play(&table, ["objective-minded", "cautious"], 4);
    assert_eq!(one, play(&table, ["objective-minded", "cautious"], 4));
    assert_ne!(one, play(&table, ["objective-minded", "cautious"], 5));
}

/// What a style does in a position.
fn chosen(level: &str, style: &str) -> Chosen {
    let setup = Arc::new(load_level(level, &data(), None).unwrap_or_else(|faults| panic!("{faults}")));
    let (battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
    player(&setup, style, 1).choose(&battle).unwrap()
}

fn position(name: &str, text: &str) -> (tempfile::TempDir, String) {
    let (folder, path) = scratch();
    let file = path.join(name);
    std::fs::write(&file, text).unwrap();
    (folder, file.display().to_string())
}

const WEIGHERS: [&str; 3] = ["cautious", "aggressive", "objective-minded"];

/// Ten rifles, an enemy in the open at ten inches, nothing else on the table: fire.
#[test]
fn an_enemy_in_the_open_is_fired_at() {
    let (_folder, level) = position(
        "fire.ron",
        "Level(name: \"Fire\", table: (width: 48.0, depth: 36.0), mission: Skirmish(rounds: 4), opening: InPlay(round: 2, side: A, first: A, phase: Action), \
         forces: (A: (name: \"A\", units: [(id: \"A1\", card: \"laansguard-rifles\", models: Block(at: (0.0, -5.0), facing: 90.0, files: 5))]), \
                  B: (name: \"B\", units: [(id: \"B1\", card: \"militia\", models: Block(at: (0.0, 7.0), facing: 270.0, files: 5))])))",
    );
    for style in WEIGHERS {
        let chosen = chosen(&level, style);
        let fires = match &chosen.command.order {
            Order::Moving(MovingOrder::OpenFire(order)) => !order.fire.is_empty(),
            Order::Moving(MovingOrder::AdvanceUnit(order)) => !order.fire.is_empty(),
            _ => false,
        };
        assert!(fires, "{style}: {}", chosen.does);
        assert!(chosen.why.contains("expected at B1"), "{}", chosen.why);
        assert!(!chosen.alternatives.is_empty());
        assert!(chosen.alternatives.iter().all(|other| other.less >= 0.0));
    }
}

/// A wall hides the enemy, and an objective lies free twenty inches away: it is gone for.
#[test]
fn a_free_objective_is_gone_for() {
    let (_folder, level) = position(
        "go.ron",
        "Level(name: \"Go\", table: (width: 48.0, depth: 36.0), mission: Skirmish(rounds: 4), opening: InPlay(round: 2, side: A, first: A, phase: Action), \
         terrain: [(id: \"wall\", kind: Linear, height: 4.0, thickness: 0.5, line: [(-24.0, 5.0), (24.0, 5.0)])], objectives: [(id: \"mill\", at: (12.0, -14.0))], \
         forces: (A: (name: \"A\", units: [(id: \"A1\", card: \"laansguard-rifles\", models: Block(at: (-8.0, -14.0), facing: 90.0, files: 5))]), \
                  B: (name: \"B\", units: [(id: \"B1\", card: \"militia\", models: Block(at: (0.0, 17.0), facing: 90.0, files: 12))])))",
    );
    for style in ["cautious", "objective-minded"] {
        let chosen = chosen(&level, style);
        assert!(chosen.does.contains("mill"), "{style}: {} ({})", chosen.does, chosen.why);
        assert_eq!(chosen.command.player, Side::A);
    }
}

#[test]
fn every_shipped_style_is_whole_and_a_broken_one_is_located() {
    let data = data();
    let styles = data.styles();
    assert_eq!(styles.len(), 6, "{styles:?}");
    for style in styles {
        assert_eq!(Styles::load(&style, &data).unwrap().chosen.id, style);
    }
    let faults = |name: &str, text: &str| {
        let (_folder, path) = scratch();
        std::fs::write(path.join(name), text).unwrap();
        Styles::load(&path.join(name).display().to_string(), &data).unwrap_err().to_string()
    };
    let search = |portfolio: &str| {
        format!(
            "Style(name: \"S\", about: \"S\", player: Search(portfolio: [{portfolio}], plays_on: \"quick\", samples: 2))"
        )
    };
    assert!(faults("own.ron", &search("\"own\"")).contains("own.ron:1:"));
    assert!(faults("own.ron", &search("\"own\"")).contains("names itself"));
    assert!(faults("own.ron", &search("\"strong\"")).contains("looks ahead itself"));
    assert!(faults("own.ron", &search("\"cautius\"")).contains("cautious"));
    assert!(Styles::load("nobody", &data).unwrap_err().to_string().contains("there is no style \"nobody\""));
    assert!(root().join("assets/styles").is_dir());
}
