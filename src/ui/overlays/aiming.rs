//! Aiming while fire is split: rings round picked models, the line or box that is dragged, the blast of a throw.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::{ButtonInput, KeyCode};
use bevy_egui::egui::{Color32, CornerRadius, Pos2, Rect, Stroke, StrokeKind};

use super::overlay::{Depth, Overlay, OverlayFrame};
use super::overlay_painter::OverlayPainter;
use super::teardrop::ring;
use crate::game::engine::view::View;
use crate::rules::measures::Thou;
use crate::table::shape::Point;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::drafts::ruler::UnderPointer;
use crate::ui::frame::inputs::inputs;
use crate::ui::input::pointer_input::Gesture;
use crate::ui::session::open_game::OpenGame;

const PICKED: Color32 = Color32::from_rgb(255, 255, 255);
const BLAST: Color32 = Color32::from_rgb(255, 150, 90);

/// The marks of aiming.
pub(super) struct Aiming;

inputs! {
    /// Inputs of the overlay.
    pub(super) struct Inputs {
        opened: OpenGame, drafting: Drafting, gesture: Gesture, pointed: UnderPointer,
        keys: ButtonInput<KeyCode>,
    }
}

impl Overlay for Aiming {
    const DEPTH: Depth = Depth::OverCards;

    type Inputs = Inputs<'static>;

    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>) {
        if let Some(draft) = &inputs.drafting.0 {
            let is_throwing = inputs.keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]);
            let throw_at = inputs.pointed.spot.filter(|_| is_throwing && !draft.fire.picked.is_empty());
            paint_draft(&frame.painter, &inputs.opened.game.battle().view(), draft, throw_at);
        }
        paint_gesture(&frame.painter, &inputs.gesture, frame.pointer);
    }
}

/// Rings round picked models, and round the points that are thrown at.
fn paint_draft(painter: &OverlayPainter, view: &View, draft: &Draft, throw_at: Option<(Point, Thou)>) {
    for model in draft.models.iter().filter(|model| draft.fire.picked.contains(&model.model)) {
        let radius = view.model(model.model).map_or(0.5, |model| model.card.base.radius());
        ring(painter, model.at, model.height.inches(), radius + 0.22, PICKED);
    }
    let blast = view.setup().ruleset.shooting.blast_radius;
    let ordered = draft.fire.overrides().filter_map(|(_, fire)| fire.throw_at);
    let ordered = ordered.map(|point| (point.ground(), point.z));
    for (at, height) in ordered.chain(throw_at) {
        ring(painter, at, height.inches(), blast, BLAST);
    }
}

/// The box or the line that is dragged.
fn paint_gesture(painter: &OverlayPainter, gesture: &Gesture, pointer: Option<Pos2>) {
    let Some(pointer) = pointer else { return };
    match gesture {
        Gesture::Boxing { from } => {
            let room = Rect::from_two_pos(Pos2::new(from.x, from.y), pointer);
            painter.egui.rect_filled(room, CornerRadius::ZERO, PICKED.gamma_multiply(0.08));
            let stroke = Stroke::new(1.4_f32, PICKED);
            painter.egui.rect_stroke(room, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
        Gesture::Aiming { from } => {
            let from = Pos2::new(from.x, from.y);
            for (width, ink) in [(5.0_f32, Color32::from_black_alpha(150)), (2.2, PICKED)] {
                painter.egui.line_segment([from, pointer], Stroke::new(width, ink));
            }
        }
        _ => {}
    }
}
