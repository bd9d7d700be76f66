//! At The Double: the place nobody may look back to, and who does.

use bevy::math::Vec3;
use bevy_egui::egui::{Align2, Color32, Shape, Stroke, vec2};

use super::lens::OverlayPainter;
use super::paths::REFUSED;
use crate::game::engine::view::View;
use crate::rules::action::Action;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::arcs::looks_back;
use crate::ui::axes;
use crate::ui::input::draft::Draft;
use crate::ui::input::draft_model::DraftModel;

/// Marks where the leader began, and a line from everyone who would look back to it.
pub(super) fn paint(lens: &OverlayPainter, view: &View, draft: &Draft) {
    if draft.action() != Some(Action::AtTheDouble) || !draft.moves() {
        return;
    }
    let Some(leader) = view.leader(draft.unit) else { return };
    let start = leader.pose.at;
    let Some(at) = seen(lens, start) else { return };
    let ink = Color32::from_rgb(250, 210, 120);
    for drafted in &draft.models {
        let end = drafted.end().ok().and_then(|end| seen(lens, end));
        if let (Some(end), true) = (end, looks_to(view, drafted, start)) {
            lens.painter.extend(Shape::dashed_line(&[end, at], Stroke::new(2.0_f32, REFUSED), 4.0, 4.0));
        }
    }
    lens.painter.circle(at, 5.0, Color32::from_black_alpha(120), Stroke::new(2.0_f32, ink));
    let text = "FAC-4: nobody looks back here";
    lens.small(at + vec2(9.0, 0.0), Align2::LEFT_CENTER, text, ink);
}

fn seen(lens: &OverlayPainter, at: Place) -> Option<bevy_egui::egui::Pos2> {
    lens.scene(axes::place_in_scene(at) + Vec3::Y * 0.06)
}

/// Whether a model would look back to a place.
fn looks_to(view: &View, drafted: &DraftModel, start: Place) -> bool {
    let (Some(model), Ok(end)) = (view.model(drafted.model), drafted.end()) else { return false };
    Facing::from_degrees(drafted.facing.rem_euclid(360.0))
        .is_ok_and(|facing| looks_back(model.disc_at(end), facing, start, view.allowance()))
}
