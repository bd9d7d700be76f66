//! A die, face up.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Rect, Response, Sense, Stroke, StrokeKind, Ui, vec2,
};

use super::style;
use crate::rules::ids::Side;
use crate::ui::looks::pips::pips;
use crate::ui::looks::side_look;

/// The size of a die in text, points.
const SMALL: f32 = 22.0;

/// The size of a die that is entered or chosen.
const LARGE: f32 = 34.0;

/// A die in a side's colour.
pub(crate) fn die_ui(ui: &mut Ui, side: Side, face: u8) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(SMALL, SMALL), Sense::hover());
    paint(ui.painter(), rect, side_look::ink(side), face);
    response
}

/// A die that was entered.
pub(super) fn entered_ui(ui: &mut Ui, side: Side, face: u8) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(LARGE, LARGE), Sense::hover());
    paint(ui.painter(), rect, side_look::ink(side), face);
    response
}

/// The place of a die that is still to be entered.
pub(super) fn empty_ui(ui: &mut Ui, side: Side) {
    let (rect, _) = ui.allocate_exact_size(vec2(LARGE, LARGE), Sense::hover());
    let rim = Stroke::new(1.5_f32, side_look::ink(side).gamma_multiply(0.6));
    ui.painter().rect_stroke(rect.shrink(1.0), CornerRadius::same(5), rim, StrokeKind::Inside);
}

/// A face to choose; its number is its key.
pub(super) fn choice_ui(ui: &mut Ui, face: u8) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(LARGE, LARGE), Sense::click());
    let rim = if response.hovered() { style::ACCENT } else { style::LINE };
    paint(ui.painter(), rect, rim, face);
    if !ui.is_enabled() {
        ui.painter().rect_filled(rect, CornerRadius::same(5), style::GROUND.gamma_multiply(0.6));
    }
    response
}

fn paint(painter: &Painter, rect: Rect, rim: Color32, face: u8) {
    let scale = rect.width() / SMALL;
    let corner = CornerRadius::same(if scale > 1.2 { 6 } else { 4 });
    painter.rect_filled(rect, corner, Color32::from_rgb(240, 236, 224));
    painter.rect_stroke(rect, corner, Stroke::new(1.5 * scale, rim), StrokeKind::Inside);
    if face > 6 {
        // Dice with more sides have numerals.
        let font = FontId::proportional(0.6 * rect.height());
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            face.to_string(),
            font,
            Color32::from_rgb(40, 36, 30),
        );
        return;
    }
    for &[x, y] in pips(face) {
        let at = rect.center() + vec2(x, y) * 5.8 * scale;
        painter.circle_filled(at, 2.0 * scale, Color32::from_rgb(40, 36, 30));
    }
}
