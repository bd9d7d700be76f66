//! The facings of models in a draft that the player has not turned.

use super::draft::{Draft, Purpose};
use super::draft_model::{DraftModel, FacingSource};
use crate::game::engine::view::{ModelView, View};
use crate::rules::action::Action;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::arcs::looks_back;

/// They keep their facing; after a run they face along their path, and never back to where their leader began.
pub(in crate::ui) fn update_facings(draft: &mut Draft, view: &View) {
    let runs = draft.purpose == Purpose::Move(Action::AtTheDouble) && draft.moves();
    let from = view.leader(draft.unit).filter(|_| runs).map(|leader| leader.pose.at);
    for drafted in draft.models.iter_mut().filter(|model| model.facing_source == FacingSource::Free) {
        let model = view.model(drafted.model);
        drafted.facing = match (from, model) {
            (Some(from), Some(model)) => facing_after_run(drafted, view, model, from),
            _ => drafted.start_facing,
        };
    }
}

/// Rule: FAC-4.
fn facing_after_run(drafted: &DraftModel, view: &View, model: ModelView, from: Place) -> f64 {
    let Ok(end) = drafted.end() else { return drafted.start_facing };
    let along = Facing::toward(drafted.last_corner(), end);
    let fits = |facing: &Facing| !looks_back(model.disc_at(end), *facing, from, view.allowance());
    let candidates = along.into_iter().chain([model.facing()]);
    let best = candidates.into_iter().find(fits).or_else(|| Facing::toward(from, end));
    best.map_or(drafted.start_facing, Facing::degrees)
}
