//! The banner across the table: a phase in which something happened, or the turn that begins.

use std::sync::Arc;

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Pos2, Rect, Stroke, Vec2, pos2, vec2,
};

use super::overlay::{Audience, Overlay, OverlayFrame};
use crate::ui::looks::pips::pips;
use crate::ui::looks::side_look;
use crate::ui::playback::{Caption, CaptionKind, CaptionLine, Playback};

/// The banner.
pub(super) struct CaptionBanner;

/// Distance from the text to the rim of the banner, and between its lines, pixels.
const BANNER_MARGIN_PX: f32 = 16.0;
const LINE_GAP_PX: f32 = 5.0;

/// Its upper edge, as a share of the height of the table's picture: below a question.
const TOP: f32 = 0.33;

/// Heights of its title and lines, pixels.
const TITLE_SIZE: [f32; 2] = [24.0, 34.0];
const LINE_SIZE: f32 = 16.0;

impl Overlay for CaptionBanner {
    const FOR: Audience = Audience::Players;
    type Inputs = Res<'static, Playback>;

    fn is_shown(playback: &SystemParamItem<Self::Inputs>) -> bool {
        playback.caption().is_some()
    }

    fn paint(frame: &mut OverlayFrame, playback: &SystemParamItem<Self::Inputs>) {
        if let Some((caption, elapsed)) = playback.caption() {
            banner(frame.painter.egui, caption, elapsed);
        }
    }
}

/// Side of a die, pixels.
const DIE: f32 = 19.0;

fn dice_width(line: &CaptionLine) -> f32 {
    if line.faces.is_empty() { 0.0 } else { 10.0 + (DIE + 4.0) * line.faces.len() as f32 }
}

/// A die that was rolled: ivory if it succeeded, else dark.
pub(super) fn die(egui: &Painter, middle: Pos2, side: f32, (face, succeeded): (u8, bool)) {
    let (fill, ink) = match succeeded {
        true => (Color32::from_rgb(243, 236, 216), Color32::from_rgb(30, 30, 34)),
        false => (Color32::from_rgb(74, 78, 86), Color32::from_rgb(190, 194, 200)),
    };
    egui.rect_filled(Rect::from_center_size(middle, Vec2::splat(side)), CornerRadius::same(4), fill);
    for [x, y] in pips(face) {
        egui.circle_filled(middle + vec2(*x, *y) * side * 0.27, side * 0.1, ink);
    }
}

/// The part of the picture that a caption takes.
pub(super) fn plate(egui: &Painter, caption: &Caption) -> Rect {
    Banner::of(egui, caption).plate
}

/// A caption, laid out.
struct Banner {
    plate: Rect,
    title: Arc<Galley>,
    lines: Vec<Arc<Galley>>,
}

impl Banner {
    /// It has room for all lines from the start.
    fn of(egui: &Painter, caption: &Caption) -> Self {
        let room = egui.clip_rect();
        let title_size = match caption.kind {
            CaptionKind::Phase => TITLE_SIZE[0],
            CaptionKind::Handover => TITLE_SIZE[1],
        };
        let wrap = room.width() - 160.0;
        let title =
            egui.layout(caption.title.clone(), FontId::proportional(title_size), Color32::WHITE, wrap);
        let layout = |line: &CaptionLine| {
            let (font, ink) = (FontId::proportional(LINE_SIZE), Color32::from_rgb(232, 235, 240));
            egui.layout(line.text.clone(), font, ink, wrap - dice_width(line))
        };
        let lines: Vec<_> = caption.lines.iter().map(layout).collect();
        let text = title.size().y + lines.iter().map(|line| LINE_GAP_PX + line.size().y).sum::<f32>();
        let height = text + 2.0 * BANNER_MARGIN_PX + 16.0;
        let top = room.top() + (room.height() * TOP).min(room.height() - height).max(0.0);
        let plate = Rect::from_min_size(pos2(room.left(), top), vec2(room.width(), height));
        Self { plate, title, lines }
    }
}

/// Paints the banner with the lines that have appeared.
fn banner(egui: &Painter, caption: &Caption, elapsed: f32) {
    let Banner { plate, title, lines } = Banner::of(egui, caption);
    let ink = side_look::ink(caption.side);
    let round = CornerRadius::ZERO;
    egui.rect_filled(plate, round, Color32::from_rgba_unmultiplied(14, 16, 20, 247));
    let [r, g, b, _] = ink.to_array();
    egui.rect_filled(plate, round, Color32::from_rgba_unmultiplied(r, g, b, 46));
    for y in [plate.top(), plate.bottom()] {
        egui.hline(plate.x_range(), y, Stroke::new(4.0_f32, ink));
    }
    let middle = plate.center().x;
    let mut at = pos2(middle, plate.top() + BANNER_MARGIN_PX);
    let badge = title.size().y * 0.42;
    let left = middle - title.size().x / 2.0;
    side_look::badge(egui, pos2(left - badge - 14.0, at.y + title.size().y / 2.0), badge, caption.side);
    let size = title.size();
    egui.galley(at - vec2(size.x / 2.0, 0.0), title, Color32::WHITE);
    at.y += size.y + LINE_GAP_PX;
    for (line, galley) in caption.lines_at(elapsed).iter().zip(lines) {
        let size: Vec2 = galley.size();
        let left = at - vec2((size.x + dice_width(line)) / 2.0, 0.0);
        egui.galley(left, galley, Color32::WHITE);
        for (index, face) in line.faces.iter().enumerate() {
            let middle = left + vec2(size.x + 10.0 + (DIE + 4.0) * (index as f32 + 0.5), size.y / 2.0);
            die(egui, middle, DIE, *face);
        }
        at.y += size.y + LINE_GAP_PX;
    }
    let hint = pos2(middle, plate.bottom() - 6.0);
    let faint = Color32::from_rgb(176, 184, 196);
    egui.text(hint, Align2::CENTER_BOTTOM, "any key or click to go on", FontId::proportional(11.5), faint);
    // How much of its time is left.
    let left = plate.width() * (1.0 - caption.share(elapsed));
    egui.hline(
        middle - left / 2.0..=middle + left / 2.0,
        plate.bottom() - 3.0,
        Stroke::new(2.0_f32, Color32::WHITE),
    );
}
