//! Facing limits of At The Double: the spot that no model may end facing, and lines from models that would.

use bevy::ecs::system::SystemParamItem;
use bevy::math::Vec3;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, Shape, Stroke};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::paths::REFUSED;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::View;
use crate::rules::action::Action;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::arcs::looks_back;
use crate::ui::axes;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::drafts::draft_model::DraftModel;
use crate::ui::session::open_game::OpenGame;

/// The limits of the draft.
pub(super) struct RunLimits;

impl Overlay for RunLimits {
    type Inputs = (Res<'static, OpenGame>, Res<'static, Drafting>);

    fn paint(frame: &mut OverlayFrame, (opened, drafting): &SystemParamItem<Self::Inputs>) {
        if let Some(draft) = &drafting.0 {
            paint(frame, &opened.game.battle().view(), draft);
        }
    }
}

/// Marks where the leader started, with a line from each model that would end facing it.
///
/// Rule: FAC-4.
fn paint(frame: &mut OverlayFrame, view: &View, draft: &Draft) {
    let painter = &frame.painter;
    if draft.action() != Some(Action::AtTheDouble) || !draft.moves() {
        return;
    }
    let Some(leader) = view.leader(draft.unit) else { return };
    let start = leader.pose.at;
    let Some(at) = seen(painter, start) else { return };
    let ink = Color32::from_rgb(250, 210, 120);
    for drafted in &draft.models {
        let end = drafted.end().ok().and_then(|end| seen(painter, end));
        if let (Some(end), true) = (end, ends_facing(view, drafted, start)) {
            painter.egui.extend(Shape::dashed_line(&[end, at], Stroke::new(2.0_f32, REFUSED), 4.0, 4.0));
        }
    }
    painter.egui.circle(at, 5.0, Color32::from_black_alpha(120), Stroke::new(2.0_f32, ink));
    let face = Face::small(painter, "No model may end facing this spot (FAC-4)", ink);
    frame.signs.add(Sign::at(at, 6.0, Usual::Right, face).rank(Rank::Detail));
}

fn seen(painter: &OverlayPainter, at: Place) -> Option<bevy_egui::egui::Pos2> {
    painter.scene(axes::place_in_scene(at) + Vec3::Y * 0.06)
}

/// Whether a model would end facing a place.
fn ends_facing(view: &View, drafted: &DraftModel, start: Place) -> bool {
    let (Some(model), Ok(end)) = (view.model(drafted.model), drafted.end()) else { return false };
    Facing::from_degrees(drafted.facing.rem_euclid(360.0))
        .is_ok_and(|facing| looks_back(model.disc_at(end), facing, start, view.allowance()))
}
