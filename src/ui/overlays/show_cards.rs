//! Cards of a show: the title of the battle, and its result; and the hint to anyone who touches it.

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Color32, CornerRadius, FontId, Painter, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::overlay::{Overlay, OverlayFrame};
use crate::rules::ids::Side;
use crate::ui::looks::side_look;
use crate::ui::playback::show_card::{Card, ShowCard, ShowHint};

/// The card.
pub(super) struct ShowCards;

const PLATE: Color32 = Color32::from_rgba_premultiplied(13, 13, 15, 226);
const RIM: Color32 = Color32::from_rgb(170, 134, 62);
const TEXT: Color32 = Color32::from_rgb(222, 226, 232);
const FAINT: Color32 = Color32::from_rgb(168, 176, 188);

/// The height of a picture for which the sizes of the text are meant, pixels.
const DESIGN_HEIGHT_PX: f32 = 800.0;

impl Overlay for ShowCards {
    type Inputs = (Res<'static, ShowCard>, Res<'static, ShowHint>);

    fn is_shown((card, hint): &SystemParamItem<Self::Inputs>) -> bool {
        card.0.is_some() || hint.0.is_some()
    }

    fn paint(frame: &mut OverlayFrame, (card, hint): &SystemParamItem<Self::Inputs>) {
        if let Some(card) = &card.0 {
            paint_card(frame.painter.egui, card);
        }
        if let Some(hint) = &hint.0 {
            paint_hint(frame.painter.egui, hint);
        }
    }
}

/// Paints a hint into the upper third of the picture, below the score.
pub(crate) fn paint_hint(egui: &Painter, hint: &str) {
    let room = egui.clip_rect();
    let scale = (room.height() / DESIGN_HEIGHT_PX).clamp(0.6, 2.5);
    let font = FontId::proportional(22.0 * scale);
    let text = egui.layout(hint.to_owned(), font, Color32::WHITE, room.width() * 0.8);
    let middle = pos2(room.center().x, room.top() + room.height() * 0.2);
    let plate = Rect::from_center_size(middle, text.size() + vec2(44.0, 26.0) * scale);
    egui.rect_filled(plate, CornerRadius::same(8), PLATE);
    egui.rect_stroke(plate, CornerRadius::same(8), Stroke::new(2.0_f32 * scale, RIM), StrokeKind::Inside);
    egui.galley(middle - text.size() / 2.0, text, Color32::WHITE);
}

/// Paints the card into the lower part of the picture: what it is about stays in sight above it.
pub(crate) fn paint_card(egui: &Painter, card: &Card) {
    let room = egui.clip_rect();
    let scale = (room.height() / DESIGN_HEIGHT_PX).min(room.width() / 1000.0).clamp(0.5, 2.5);
    let width = (room.width() * 0.84).min(1040.0 * scale);
    let inner = width - 72.0 * scale;
    let text = |text: &str, size: f32, ink: Color32, wrap: f32| {
        egui.layout(text.to_owned(), FontId::proportional(size * scale), ink, wrap)
    };
    let title_ink = card.winner.map_or(Color32::WHITE, side_look::light_ink);
    let title = text(&card.title, 40.0, title_ink, inner);
    let subtitle = text(&card.subtitle, 19.0, RIM, inner);
    let half = (inner - 24.0 * scale) / 2.0;
    let badge = 13.0 * scale;
    let sides: Vec<_> = card
        .sides
        .iter()
        .flatten()
        .zip(Side::BOTH)
        .map(|([name, about], side)| {
            let wrap = half - 3.0 * badge;
            let name = text(name, 20.0, side_look::light_ink(side), wrap);
            (side, name, text(about, 15.0, TEXT, wrap))
        })
        .collect();
    let lines: Vec<_> = card.lines.iter().map(|line| text(line, 16.0, TEXT, inner)).collect();
    let foot = text(&card.foot, 14.0, FAINT, inner);
    let gap = 9.0 * scale;
    let sides_height =
        sides.iter().map(|(_, name, about)| name.size().y + about.size().y).fold(0.0, f32::max);
    let mut height = title.size().y + gap + subtitle.size().y;
    if !sides.is_empty() {
        height += 2.0 * gap + sides_height;
    }
    height += lines.iter().map(|line| gap + line.size().y).sum::<f32>();
    if !card.foot.is_empty() {
        height += 2.0 * gap + foot.size().y;
    }
    let padding = vec2(36.0, 22.0) * scale;
    let size = vec2(width, height + 2.0 * padding.y);
    let bottom = (room.bottom() - 34.0 * scale).max(room.top() + size.y);
    let plate = Rect::from_min_size(pos2(room.center().x - width / 2.0, bottom - size.y), size);
    egui.rect_filled(plate, CornerRadius::same(10), PLATE);
    egui.rect_stroke(plate, CornerRadius::same(10), Stroke::new(1.6_f32 * scale, RIM), StrokeKind::Inside);
    let centred = |galley: std::sync::Arc<bevy_egui::egui::Galley>, y: f32| {
        let (x, below) = (plate.center().x - galley.size().x / 2.0, y + galley.size().y);
        egui.galley(pos2(x, y), galley, Color32::WHITE);
        below
    };
    let mut y = centred(title, plate.top() + padding.y) + gap;
    y = centred(subtitle, y);
    if !sides.is_empty() {
        y += 2.0 * gap;
        for (index, (side, name, about)) in sides.into_iter().enumerate() {
            let left = plate.left() + padding.x + index as f32 * (half + 24.0 * scale);
            side_look::badge(egui, pos2(left + badge, y + name.size().y / 2.0), badge, side);
            let at = pos2(left + 3.0 * badge, y);
            let below = at + Vec2::Y * name.size().y;
            egui.galley(at, name, Color32::WHITE);
            egui.galley(below, about, Color32::WHITE);
        }
        y += sides_height;
    }
    for line in lines {
        y = centred(line, y + gap);
    }
    if !card.foot.is_empty() {
        centred(foot, y + 2.0 * gap);
    }
}
