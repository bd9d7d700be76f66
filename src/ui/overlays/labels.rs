//! The name of the unit that is selected or under the pointer, and its state.

use bevy::ecs::system::{SystemParam, SystemParamItem};
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Color32, Pos2, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::reach;
use crate::game::engine::view::{UnitView, View};
use crate::game::narration::words;
use crate::game::unit_summary::{UnitCondition, condition};
use crate::rules::ids::UnitId;
use crate::ui::axes;
use crate::ui::input::Selection;
use crate::ui::input::draft::Drafting;
use crate::ui::open_game::OpenGame;
use crate::ui::playback::Playback;
use crate::ui::retreat_preview::RetreatPreviewQuery;
use crate::ui::side_look;
use crate::ui::sight_overlay::SightQuery;

/// The name of the unit under the pointer, and of the selected unit where it hides nothing.
pub(super) struct UnitLabels;

/// What these names depend on.
#[derive(SystemParam)]
pub(super) struct UnitLabelInputs<'w> {
    opened: Res<'w, OpenGame>,
    selection: Res<'w, Selection>,
    drafting: Res<'w, Drafting>,
    playback: Res<'w, Playback>,
    reach: reach::Inputs<'w>,
    sight_query: Res<'w, SightQuery>,
    previews: Res<'w, RetreatPreviewQuery>,
}

impl Overlay for UnitLabels {
    type Inputs = UnitLabelInputs<'static>;

    fn is_shown(inputs: &SystemParamItem<Self::Inputs>) -> bool {
        !inputs.playback.plays()
    }

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        let view = inputs.opened.game.battle().view();
        // The name would hide the area within reach, lines of sight, or the preview.
        let is_free = inputs.reach.shown().is_none()
            && inputs.sight_query.shown().is_none()
            && inputs.previews.of_one().is_none();
        let selected = inputs.selection.unit.filter(|_| is_free);
        let hovered = inputs.selection.hovered.map(|model| model.unit);
        let mut named: Vec<UnitId> = selected.into_iter().chain(hovered).collect();
        named.dedup();
        for id in named {
            let is_drafted = inputs.drafting.0.as_ref().is_some_and(|draft| draft.unit == id);
            if let Some(unit) = view.unit(id).filter(|_| !is_drafted) {
                unit_name(&frame.painter, &view, unit);
            }
        }
    }
}

/// The name of a unit with its state, strength and markers.
fn unit_name(painter: &OverlayPainter, view: &View, unit: UnitView) {
    let Some(at) = top_of(painter, view, unit) else { return };
    let text = format!("      {} · {}", unit.start.name, state_and_markers(view, unit));
    let plate =
        painter.text(at, Align2::CENTER_BOTTOM, &text, Color32::WHITE, Some(side_look::ink(unit.id.side)));
    side_look::badge(painter.egui, plate.left_center() + vec2(16.0, 0.0), 8.0, unit.id.side);
}

/// The pixel above the middle of a unit, clear of its highest model; `None` outside the picture.
pub(super) fn top_of(painter: &OverlayPainter, view: &View, unit: UnitView) -> Option<Pos2> {
    let tops = view.standing(unit.id).filter_map(|model| {
        let height = model.card.base.height.inches();
        painter.scene(axes::place_in_scene(model.pose.at) + bevy::math::Vec3::Y * height as f32)
    });
    let points: Vec<Pos2> = tops.collect();
    let is_visible = points.iter().any(|point| painter.egui.clip_rect().contains(*point));
    let highest = points.iter().map(|point| point.y).reduce(f32::min).filter(|_| is_visible)?;
    let across = points.iter().map(|point| point.x).sum::<f32>() / points.len() as f32;
    Some(Pos2::new(across, highest - 10.0))
}

/// The state of the unit, how many models are left, and its markers.
fn state_and_markers(view: &View, unit: UnitView) -> String {
    let left = view.standing(unit.id).count();
    let state = match condition(*view, unit) {
        UnitCondition::Clear => String::new(),
        state => format!("{} · ", state.word()),
    };
    let mut text = format!("{state}{left} of {}", unit.start.models.len());
    if unit.morale.hit_die > 0 {
        text += &format!(" · {}", words::counted(usize::from(unit.morale.hit_die), "hit"));
    }
    if unit.morale.nerve_markers > 0 {
        text += &format!(" · nerve −{}", unit.morale.nerve_markers);
    }
    text
}
