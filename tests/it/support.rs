//! What several subjects need: opening levels, writing commands.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warstrike::game::dispatch;
use warstrike::game::engine::agenda::{Choice, Decision};
use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::refusal::{General, Reason};
use warstrike::game::engine::view::ModelView;
use warstrike::game::phases::deployment;
use warstrike::game::phases::deployment::kinds::DeployUnit;
use warstrike::game::phases::deployment::kinds::ModelPlace;
use warstrike::game::phases::fall_back;
use warstrike::game::phases::fall_back::kinds::FallBack;
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::phases::turn;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::Setup;
use warstrike::rules::action::Action;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Facing, Place, Thou};

use super::chance::Chance;

/// The project's own folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The shipped data.
pub fn data() -> DataFolder {
    DataFolder::find(Some(root())).unwrap()
}

/// A shipped level, or one of `tests/games/`.
pub fn setup(level: &str) -> Arc<Setup> {
    setup_under(level, None)
}

/// The same by another ruleset than the level's own.
pub fn setup_under(level: &str, ruleset: Option<&str>) -> Arc<Setup> {
    let own = root().join("tests/games").join(format!("{level}.ron"));
    let name = if own.exists() { own.display().to_string() } else { level.to_owned() };
    Arc::new(load_level(&name, &data(), ruleset).unwrap_or_else(|faults| panic!("{faults}")))
}

/// A game on a level, rolled from a seed.
pub fn game(level: &str, seed: u64) -> Match {
    Match::start(setup(level), DiceChoice::Seed(seed)).unwrap()
}

/// A game on a level both sides of which have been deployed at random.
pub fn deployed(level: &str, seed: u64) -> Match {
    let mut game = game(level, seed);
    let mut chance = Chance::new(seed);
    for _ in 0..20_000 {
        match game.battle().decision() {
            Some(Decision { player, choice: Choice::Deployment(choice) }) => {
                let command = match choice {
                    deployment::kinds::Choice::PlaceUnit { .. } => deployment(&game, player, &mut chance),
                    _ => first_answer(&game).unwrap(),
                };
                let _refused = game.submit(command);
            }
            _ => return game,
        }
    }
    panic!("{level}, seed {seed}: no room to deploy");
}

/// The first answer that is listed for what the battle asks.
pub fn first_answer(game: &Match) -> Option<Command> {
    let decision = game.battle().decision()?;
    let answer = dispatch::answers(game.battle().view(), decision).into_iter().next()?;
    Some(Command { player: decision.player, order: answer.order })
}

/// Places a waiting unit in a block somewhere in its zone; often there is no room.
pub fn deployment(game: &Match, player: Side, chance: &mut Chance) -> Command {
    let view = game.battle().view();
    let waiting: Vec<UnitId> = view
        .units()
        .filter(|unit| unit.id.side == player && view.waits(unit.id))
        .map(|unit| unit.id)
        .collect();
    let unit = chance.pick(&waiting).unwrap();
    let table = game.setup().level.table;
    let [low, high] = view.zone(player).bounds();
    let south = low[1] + high[1] < 0.0;
    let depth = if south { -table.depth.0 / 2 + 1000 } else { table.depth.0 / 2 - 10_000 };
    let corner = Place::flat(chance.around(table.width.0 / 2 - 5000), depth + chance.below(5000) as i32);
    let wide = |model: &ModelView| (2000.0 * model.card.base.radius()) as i32;
    let models = (0..).zip(view.models(unit)).map(|(nth, model)| ModelPlace {
        model: model.id,
        at: in_block(corner, nth, wide(&model)),
        facing: Facing::default(),
    });
    Command {
        player,
        order: Order::Deployment(deployment::kinds::Order::DeployUnit(DeployUnit {
            unit,
            models: models.collect(),
        })),
    }
}

/// A place in a side's zone on a rough grid, for the nth model of a block of bases so wide,
/// thousandths.
pub fn in_block(corner: Place, nth: usize, wide: i32) -> Place {
    moved(corner, (wide + 600) * (nth % 5) as i32, (wide + 600) * (nth / 5) as i32)
}

/// Every level the battery and the benchmarks play on.
pub const LEVELS: [&str; 12] = [
    "street",
    "terrain-gallery",
    "watermill",
    "crash-site",
    "chapel",
    "crossroads",
    "mid-battle",
    "movement-gallery",
    "sight-gallery",
    "stress",
    "duel",
    "muster",
];

/// A place moved by some thousandths.
pub fn moved(at: Place, x: i32, y: i32) -> Place {
    Place { x: Thou(at.x.0 + x), y: Thou(at.y.0 + y), z: at.z }
}

/// An order to move a model straight to a place, its facing kept.
pub fn straight(model: ModelView, to: Place) -> ModelMove {
    ModelMove { model: model.id, path: vec![to], facing: model.facing() }
}

/// The place at which a model that walks straight to a point of the table comes to
/// stand there, on whatever level it arrives.
pub fn arriving(game: &Match, model: ModelView, to: Place) -> Place {
    let terrain = game.battle().view().terrain();
    Place { z: terrain.arrival_height(model.pose.at, to.ground()).unwrap(), ..to }
}

/// An Advance of a whole unit by some thousandths, formation kept, over whatever
/// lies on its way.
pub fn shift(game: &Match, unit: UnitId, x: i32, y: i32) -> Command {
    let models = game.battle().view().standing(unit);
    let moves =
        models.map(|model| straight(model, arriving(game, model, moved(model.pose.at, x, y)))).collect();
    Command { player: unit.side, order: Order::of_move(Action::Advance, unit, moves).unwrap() }
}

/// The same moves by another action.
pub fn by(action: Action, command: Command) -> Command {
    let order =
        command.order.drafted_action().and_then(|one| Order::of_move(action, one.unit, one.moves.to_vec()));
    Command { order: order.unwrap_or(command.order), ..command }
}

/// An Advance that leaves everyone where he is.
pub fn stay(unit: UnitId) -> Command {
    Command { player: unit.side, order: Order::of_move(Action::Advance, unit, vec![]).unwrap() }
}

/// The activation of a suppressed unit.
pub fn fall_back(unit: UnitId) -> Command {
    Command {
        player: unit.side,
        order: Order::FallBack(fall_back::kinds::Order::FallBack(FallBack::of(unit))),
    }
}

/// Whether a unit may not Open Fire in this turn, wherever it moves.
pub fn is_barred(game: &Match, unit: UnitId) -> bool {
    let checked = game.battle().check(&by(Action::OpenFire, stay(unit)));
    checked.is_err_and(|refusal| refusal.reason() == Reason::General(General::FireBarred))
}

/// The end of a player's Action phase.
pub fn end_phase(player: Side) -> Command {
    Command { player, order: Order::Turn(turn::kinds::Order::EndPhase) }
}

/// A folder that goes away with the test.
pub fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    (folder, path)
}

/// A save with the checksums of its present content.
pub fn with_checksums(text: &str) -> String {
    let mut sum = 0;
    let mut lines = String::new();
    for line in text.lines() {
        let body = line.split_once(r#","line":"#).unwrap().1.strip_suffix('}').unwrap();
        sum = xxhash_rust::xxh3::xxh3_64_with_seed(body.as_bytes(), sum);
        lines += &format!("{{\"sum\":\"{sum:016x}\",\"line\":{body}}}\n");
    }
    lines
}
