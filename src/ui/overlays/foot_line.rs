//! Line at the foot of a show's picture, and the arrow from whoever acts to the target: the same for every game.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    Align, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2,
};

use super::caption::die;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;

/// Size of its text in a show, in a window of this height, pixels.
const SHOW_SIZE: f32 = 21.0;
const SHOW_HEIGHT: f32 = 800.0;

/// Ground of what a show writes over the picture.
pub(crate) const PLATE: Color32 = Color32::from_rgb(12, 14, 18);
/// Ink of what matters less.
pub(crate) const FAINT: Color32 = Color32::from_rgb(186, 194, 205);

/// Size of the text in a show, pixels.
pub(crate) fn show_size(egui: &Painter) -> f32 {
    SHOW_SIZE * (egui.clip_rect().height() / SHOW_HEIGHT).clamp(0.6, 2.0)
}

/// Format of its text.
pub(crate) fn format(size: f32, color: Color32) -> TextFormat {
    TextFormat { font_id: FontId::proportional(size), color, valign: Align::Center, ..TextFormat::default() }
}

/// The line, laid out in the middle of the foot of the picture.
pub(crate) struct FootLine {
    /// Its ground.
    pub plate: Rect,
    text: Arc<Galley>,
    /// Of its text, pixels.
    size: f32,
}

impl FootLine {
    /// Lays out a text and room for so many dice; `job` is given the width at which the text wraps.
    pub fn of(egui: &Painter, size: f32, dice: usize, job: impl FnOnce(f32) -> LayoutJob) -> Self {
        let room = egui.clip_rect();
        let dice = (Self::die_side(size) + 4.0) * dice as f32;
        let wrap = (room.width() * 0.86 - 2.0 * size - dice).max(120.0);
        let text = egui.layout_job(job(wrap));
        let inner = vec2(text.size().x + if dice > 0.0 { dice + size * 0.6 } else { 0.0 }, text.size().y);
        let padding = Self::padding(size);
        let middle = pos2(room.center().x, room.bottom() - size * 0.9 - inner.y / 2.0 - padding.y);
        Self { plate: Rect::from_center_size(middle, inner + 2.0 * padding), text, size }
    }

    fn die_side(size: f32) -> f32 {
        size * 1.2
    }

    fn padding(size: f32) -> Vec2 {
        vec2(size * 1.1, size * 0.55)
    }

    /// Paints it with an edge in the colour of a side, and its dice: faces, each with whether it succeeded.
    pub fn paint(self, egui: &Painter, side: Side, faces: &[(u8, bool)]) {
        let Self { plate, text, size } = self;
        let (die_side, padding) = (Self::die_side(size), Self::padding(size));
        egui.rect_filled(plate, CornerRadius::same(7), PLATE);
        let edge = Rect::from_min_size(plate.min, vec2(size * 0.32, plate.height()));
        egui.rect_filled(edge, CornerRadius { nw: 7, sw: 7, ne: 0, se: 0 }, side_look::ink(side));
        let text_width = text.size().x;
        egui.galley(plate.min + padding, text, Color32::WHITE);
        for (index, face) in faces.iter().enumerate() {
            let x =
                plate.min.x + padding.x + text_width + size * 0.6 + (die_side + 4.0) * (index as f32 + 0.5);
            die(egui, pos2(x, plate.center().y), die_side, *face);
        }
    }
}

/// An arrow between two points, unless they lie close together.
pub(crate) fn arrow_between(egui: &Painter, [start, end]: [Pos2; 2], ink: Color32) {
    let way = end - start;
    if way.length() < 30.0 {
        return;
    }
    let along = way.normalized();
    let (start, end) = (start + along * 14.0, end - along * 16.0);
    for (width, colour) in [(6.5_f32, Color32::from_black_alpha(140)), (3.0, ink)] {
        let stroke = Stroke::new(width, colour);
        egui.line_segment([start, end], stroke);
        for side in [1.0, -1.0] {
            egui.line_segment([end, end - turned(along, side * 0.5) * 15.0], stroke);
        }
    }
}

/// A vector turned by an angle.
pub(crate) fn turned(along: Vec2, radians: f32) -> Vec2 {
    let (sine, cosine) = (bevy::math::ops::sin(radians), bevy::math::ops::cos(radians));
    vec2(along.x * cosine - along.y * sine, along.x * sine + along.y * cosine)
}
