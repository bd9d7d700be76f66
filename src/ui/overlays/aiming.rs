//! The player's hand while he splits fire: rings round picked models, the line or the box he drags,
//! where a thrown weapon would come down.

use bevy_egui::egui::{Color32, CornerRadius, Pos2, Rect, Stroke, StrokeKind};

use super::lens::OverlayPainter;
use super::teardrop::ring;
use crate::game::engine::view::View;
use crate::ui::input::draft::Draft;
use crate::ui::input::pointer_input::Gesture;
use crate::ui::input::ruler::UnderPointer;

const PICKED: Color32 = Color32::from_rgb(255, 255, 255);
const BLAST: Color32 = Color32::from_rgb(255, 150, 90);

/// Whether a point for a thrown weapon is being chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Throw {
    /// Alt is held.
    Chosen,
    /// It is not.
    No,
}

pub(super) fn paint(
    lens: &OverlayPainter,
    view: &View,
    draft: Option<&Draft>,
    (gesture, cursor): (&Gesture, Option<Pos2>),
    (pointed, throw): (&UnderPointer, Throw),
) {
    let blast = view.setup().ruleset.shooting.blast_radius;
    if let Some(draft) = draft {
        for model in draft.models.iter().filter(|model| draft.fire.picked.contains(&model.model)) {
            let radius = view.model(model.model).map_or(0.5, |model| model.card.base.radius());
            ring(lens, model.at, model.height.inches(), radius + 0.22, PICKED);
        }
        for point in draft.fire.overrides().filter_map(|(_, fire)| fire.throw_at) {
            ring(lens, point.ground(), point.z.inches(), blast, BLAST);
        }
        if let (Throw::Chosen, Some((at, height)), false) =
            (throw, pointed.spot, draft.fire.picked.is_empty())
        {
            ring(lens, at, height.inches(), blast, BLAST);
        }
    }
    let Some(cursor) = cursor else { return };
    match gesture {
        Gesture::Boxing { from } => {
            let room = Rect::from_two_pos(Pos2::new(from.x, from.y), cursor);
            lens.painter.rect_filled(room, CornerRadius::ZERO, PICKED.gamma_multiply(0.08));
            let stroke = Stroke::new(1.4_f32, PICKED);
            lens.painter.rect_stroke(room, CornerRadius::ZERO, stroke, StrokeKind::Inside);
        }
        Gesture::Aiming { from } => {
            let from = Pos2::new(from.x, from.y);
            for (width, ink) in [(5.0_f32, Color32::from_black_alpha(150)), (2.2, PICKED)] {
                lens.painter.line_segment([from, cursor], Stroke::new(width, ink));
            }
        }
        _ => {}
    }
}
