//! What `show --say` prints: the answers in sentences, by the words that the window uses.

mod chances;
mod ground;
mod seen;

pub(super) use chances::{say_combats, say_fire, say_luck, say_ordered_fire, say_retreat};
pub(super) use ground::{say_distance, say_move, say_path, say_reach};
pub(super) use seen::{say_exposure, say_exposure_at, say_sight};

use warstrike::game::measure::Mark;
use warstrike::game::narration::words::{force, objective, unit};
use warstrike::level::setup::Setup;

/// A mark by the name of what it is.
fn name(setup: &Setup, mark: &Mark) -> String {
    match mark {
        Mark::Unit(id) => unit(setup, *id),
        Mark::Side(side) => force(setup, *side),
        Mark::Objective(id) => objective(setup, id),
        Mark::Model(_) | Mark::Point(_) => mark.to_string(),
    }
}

/// So many inches, to a thousandth: `6"`, `19.718"`.
fn inches(length: f64) -> String {
    let text = format!("{length:.3}");
    format!("{}\"", text.trim_end_matches('0').trim_end_matches('.'))
}
