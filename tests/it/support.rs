//! What several subjects need: opening levels, writing commands.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use warstrike::game::command::{AdvanceUnit, Command, ModelMove, Order};
use warstrike::game::play::{DiceChoice, Game};
use warstrike::game::view::ModelView;
use warstrike::level::data_folder::{DataFolder, load_level};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::{Side, UnitId};
use warstrike::rules::measures::{Place, Thou};

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
    let own = root().join("tests/games").join(format!("{level}.ron"));
    let name = if own.exists() { own.display().to_string() } else { level.to_owned() };
    Arc::new(load_level(&name, &data(), None).unwrap_or_else(|faults| panic!("{faults}")))
}

/// A game on a level, rolled from a seed.
pub fn game(level: &str, seed: u64) -> Game {
    Game::start(setup(level), DiceChoice::Seed(seed)).unwrap()
}

/// Every level the battery and the benchmarks play on.
pub const LEVELS: [&str; 7] =
    ["street", "crossroads", "mid-battle", "movement-gallery", "stress", "duel", "muster"];

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
pub fn arriving(game: &Game, model: ModelView, to: Place) -> Place {
    let terrain = game.battle().view().terrain();
    let arrives = |height: &Thou| {
        let end = Place { z: *height, ..to };
        let walk = terrain.walk(model.mover(), model.pose.at, &[end]);
        walk.is_ok_and(|walk| walk.legs[0].stretches.last().is_none_or(|last| last.surface.height == *height))
    };
    let heights = terrain.heights_at(to.ground());
    Place { z: heights.iter().copied().find(arrives).unwrap_or(heights[0]), ..to }
}

/// An Advance of a whole unit by some thousandths, formation kept, over whatever
/// lies on its way.
pub fn shift(game: &Game, unit: UnitId, x: i32, y: i32) -> Command {
    let models = game.battle().view().standing(unit);
    let moves =
        models.map(|model| straight(model, arriving(game, model, moved(model.pose.at, x, y)))).collect();
    Command { player: unit.side, order: Order::AdvanceUnit(AdvanceUnit { unit, moves }) }
}

/// An Advance that leaves everyone where he is.
pub fn stay(unit: UnitId) -> Command {
    Command { player: unit.side, order: Order::AdvanceUnit(AdvanceUnit { unit, moves: vec![] }) }
}

/// The end of a player's Action phase.
pub fn end_phase(player: Side) -> Command {
    Command { player, order: Order::EndPhase }
}

/// A folder that goes away with the test.
pub fn scratch() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    (folder, path)
}
