//! Computer players: every decision is answered with a command that the battle accepts, each game ends, the same seed
//! plays the same game, and each style finds the plain answer to a plain position.

use std::sync::Arc;

use warstrike::ai::random::RandomPlayer;
use warstrike::ai::{Chosen, ComputerPlayer};
use warstrike::game::engine::agenda::Choice;
use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::dice::Dice;
use warstrike::game::engine::snapshot::StateHash;
use warstrike::game::phases::moving::kinds::{Choice as MovingChoice, Order as MovingOrder};
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::Setup;
use warstrike::level::styles::Styles;
use warstrike::rules::ids::{Side, UnitId};

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
    for style in ["random", "cautious", "aggressive", "objective-minded", "quick", "swift"] {
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
        assert!(chosen.why.contains("hits on B1 on average"), "{}", chosen.why);
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

/// Whoever announces a run, and is left alone, goes somewhere: otherwise the action is lost.
#[test]
fn an_announced_run_is_made() {
    let setup = Arc::new(load_level("crash-site", &data(), None).unwrap_or_else(|faults| panic!("{faults}")));
    let (mut battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(3)).unwrap();
    let mut players = [0, 1].map(|seed| player(&setup, "swift", seed));
    let (mut announced, mut runs) = (None, 0);
    while let Some(decision) = battle.decision().filter(|_| runs < 10) {
        let chosen = players[decision.player.index()].choose(&battle).unwrap();
        let order = &chosen.command.order;
        if announced.take().is_some_and(|unit| decision.choice == run_of(unit)) {
            let moved = order.drafted_action();
            assert!(moved.is_some_and(|moved| !moved.moves.is_empty()), "{}: {order:?}", chosen.does);
            runs += 1;
        }
        if let Order::Moving(MovingOrder::AnnounceDouble(order)) = order {
            announced = Some(order.unit);
        }
        battle.submit(&chosen.command).unwrap();
    }
    assert_eq!(runs, 10);
}

fn run_of(unit: UnitId) -> Choice {
    Choice::Moving(MovingChoice::Run { unit })
}

const ALL: [&str; 6] = ["random", "quick", "cautious", "aggressive", "objective-minded", "strong"];

/// A field with high walls round a unit: it can go nowhere, and plays on all the same.
#[test]
fn a_unit_that_cannot_move_has_an_answer() {
    let (_folder, level) = position(
        "walled.ron",
        "Level(name: \"Walled\", table: (width: 24.0, depth: 24.0), mission: Skirmish(rounds: 2), opening: InPlay(round: 1, side: A, first: A, phase: Action), \
         terrain: [(id: \"s\", kind: Linear, height: 6.0, at: (0.0, -9.5), size: (6.0, 0.5)), (id: \"n\", kind: Linear, height: 6.0, at: (0.0, -6.5), size: (6.0, 0.5)), \
                   (id: \"w\", kind: Linear, height: 6.0, at: (-2.5, -8.0), size: (0.5, 2.4)), (id: \"e\", kind: Linear, height: 6.0, at: (2.5, -8.0), size: (0.5, 2.4))], \
         forces: (A: (name: \"A\", units: [(id: \"A1\", card: \"officer\", models: [(at: (0.0, -8.0), facing: 90.0)])]), \
                  B: (name: \"B\", units: [(id: \"B1\", card: \"officer\", models: [(at: (0.0, 8.0), facing: 270.0)])])))",
    );
    to_the_end(&level);
}

/// One suppressed unit is all that a side has left: it falls back, rallies or is lost, and the game ends.
#[test]
fn a_side_with_one_suppressed_unit_plays_on() {
    let (_folder, level) = position(
        "last.ron",
        "Level(name: \"Last\", table: (width: 36.0, depth: 36.0), mission: Skirmish(rounds: 4), opening: InPlay(round: 2, side: A, first: A, phase: Action), \
         forces: (A: (name: \"A\", units: [(id: \"A1\", card: \"laansguard-rifles\", hit_die: 6, nerve_markers: 3, models: Block(at: (0.0, -5.0), facing: 90.0, files: 5, lost: [7, 8, 9, 10]))]), \
                  B: (name: \"B\", units: [(id: \"B1\", card: \"militia\", models: Block(at: (0.0, 7.0), facing: 270.0, files: 5))])))",
    );
    to_the_end(&level);
}

/// Every style plays a level to its end; each command is accepted.
fn to_the_end(level: &str) {
    let setup = Arc::new(load_level(level, &data(), None).unwrap_or_else(|faults| panic!("{faults}")));
    for style in ALL {
        play(&setup, [style, style], 3);
    }
}

/// Under a quarter of its strength a suppressed unit has one thing to do: it is done, and said so.
#[test]
fn a_decision_with_one_answer_is_answered() {
    let (_folder, level) = position(
        "one.ron",
        "Level(name: \"One\", table: (width: 36.0, depth: 36.0), mission: Skirmish(rounds: 4), opening: InPlay(round: 2, side: A, first: A, phase: Action), \
         forces: (A: (name: \"A\", units: [(id: \"A1\", card: \"laansguard-rifles\", hit_die: 6, models: Block(at: (0.0, -5.0), facing: 90.0, files: 5, lost: [3, 4, 5, 6, 7, 8, 9, 10]))]), \
                  B: (name: \"B\", units: [(id: \"B1\", card: \"militia\", models: Block(at: (0.0, 7.0), facing: 270.0, files: 5))])))",
    );
    for style in ALL {
        let chosen = chosen(&level, style);
        assert!(matches!(chosen.command.order, Order::FallBack(_)), "{style}: {chosen:?}");
        assert!(style == "random" || chosen.why.contains("destroyed"), "{style}: {}", chosen.why);
    }
}

/// The random player, who alone tries again, tries a bounded number of times for each decision.
#[test]
fn refusals_in_a_row_are_bounded() {
    let setup = table(20);
    let (mut battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
    let (mut random, mut before, mut most) = (RandomPlayer::new(1), 0, 0);
    while battle.decision().is_some() {
        let command = random.command(&battle).unwrap();
        battle.submit(&command).unwrap();
        most = most.max(random.refused - before);
        before = random.refused;
    }
    assert!(most <= 200, "{most}");
}

#[test]
fn every_shipped_style_is_whole_and_a_broken_one_is_located() {
    let data = data();
    let styles = data.styles();
    assert_eq!(styles.len(), 7, "{styles:?}");
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
    let ahead = faults("own.ron", &search("\"quick\", \"strong\""));
    assert!(ahead.contains("looks ahead itself") && ahead.contains("own.ron:1:66"), "{ahead}");
    let misspelt = faults("own.ron", &search("\"cautius\""));
    assert!(misspelt.contains("cautious") && misspelt.contains("own.ron:1:57"), "{misspelt}");
    assert!(Styles::load("nobody", &data).unwrap_err().to_string().contains("there is no style \"nobody\""));
    assert!(root().join("assets/styles").is_dir());
}
