//! The line of a card in a column, folded or open: the same in every window.

use bevy_egui::egui::{
    self, Color32, FontId, Rect, RichText, Shape, Stroke, TextWrapMode, Ui, WidgetText, pos2, vec2,
};

use super::style;
use crate::rules::ids::Side;
use crate::ui::looks::side_look;

/// A triangle, the side of the card, its title; of a folded one, its sentence as far as there is room.
pub(crate) struct CardLine<'a> {
    pub side: Option<Side>,
    pub title: &'a str,
    pub says: &'a str,
}

impl CardLine<'_> {
    /// Paints it into a bar; `right` is the room for a button at its end, pixels.
    pub(crate) fn paint(&self, ui: &Ui, bar: Rect, is_open: bool, right: f32) {
        let painter = ui.painter();
        let middle = pos2(bar.left() + 12.0, bar.center().y);
        let corners = match is_open {
            true => vec![middle + vec2(-4.0, -2.5), middle + vec2(4.0, -2.5), middle + vec2(0.0, 3.5)],
            false => vec![middle + vec2(-2.5, -4.0), middle + vec2(3.5, 0.0), middle + vec2(-2.5, 4.0)],
        };
        painter.add(Shape::convex_polygon(corners, style::FAINT, Stroke::NONE));
        let mut left = bar.left() + 22.0;
        if let Some(side) = self.side {
            side_look::badge(painter, pos2(left + 7.0, bar.center().y), 7.0, side);
            left += 19.0;
        }
        let room = bar.right() - 8.0 - right;
        let line = |text: RichText, left: f32| {
            let width = (room - left).max(0.0);
            let text = WidgetText::from(text);
            text.into_galley(ui, Some(TextWrapMode::Truncate), width, FontId::proportional(13.0))
        };
        let title = line(RichText::new(self.title).size(13.0).strong().color(Color32::WHITE), left);
        let at = |galley: &egui::Galley, left: f32| pos2(left, bar.center().y - galley.size().y / 2.0);
        let title_right = left + title.size().x;
        painter.galley(at(&title, left), title, Color32::WHITE);
        let left = title_right + 8.0;
        if !is_open && !self.says.is_empty() && room - left > 30.0 {
            let says = line(RichText::new(self.says).size(12.0).color(style::FAINT), left);
            painter.galley(at(&says, left), says, style::FAINT);
        }
    }
}
