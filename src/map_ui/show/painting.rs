//! What a show paints over the picture: the score at its head, the line at its foot, arrows, cards.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, LayerId, Painter, Pos2, Rect as Area, Stroke, pos2, vec2,
};
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_counters::{OnHexes, Scene};

use super::captions::Caption;
use super::cards;
use super::evening::{Phase, Show};
use crate::map_ui::scene::MapProjector;
use crate::map_ui::session::{Shown, Table};
use crate::map_ui::spotlight::Spotlight;
use crate::ui::looks::side_look;
use crate::ui::overlays::foot_line::{FAINT, FootLine, PLATE, format, show_size};
use crate::ui::overlays::show_cards::{paint_card, paint_hint};

/// Height of the head, as a share of the picture's.
pub(super) const HEAD: f32 = 0.075;

/// Paints everything.
pub(super) fn paint<G: OnHexes>(
    mut contexts: EguiContexts,
    (table, show, shown): (Res<Table<G>>, Res<Show<G>>, Res<Shown<G>>),
    spotlight: Res<Spotlight<G>>,
    projector: MapProjector<G>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let layer = LayerId::new(egui::Order::Background, "show".into());
    let painter = context.layer_painter(layer);
    spotlight.paint(&painter, &projector);
    match (&show.card, show.phase) {
        (Some(card), _) => paint_card(&painter, card),
        (None, Phase::Battle) => {
            head(&painter, &table, &shown.scene);
            if let Some(caption) = &show.caption {
                line(&painter, caption);
            }
        }
        (None, Phase::Title | Phase::End | Phase::Opening | Phase::Over) => {}
    }
    if let Some(hint) = &show.hint {
        paint_hint(&painter, hint);
    }
    Ok(())
}

/// The line at the foot.
fn line(painter: &Painter, caption: &Caption) {
    let size = show_size(painter);
    let job = |wrap: f32| {
        let mut job = LayoutJob::default();
        job.wrap.max_width = wrap;
        let size = if caption.is_heading { size * 1.25 } else { size };
        for (text, side) in &caption.text {
            let ink = side.map_or(Color32::WHITE, side_look::light_ink);
            job.append(text, 0.0, format(size, ink));
        }
        if !caption.odds.is_empty() {
            job.append(&format!("   {}", caption.odds), 0.0, format(size * 0.9, FAINT));
        }
        job
    };
    FootLine::of(painter, size, caption.faces.len(), job).paint(painter, caption.side, &caption.faces);
}

/// The score at the head: the forces, what each has left, the turn, and whose it is.
fn head<G: OnHexes>(painter: &Painter, table: &Table<G>, scene: &Scene<G>) {
    let room = painter.clip_rect();
    let height = room.height() * HEAD;
    let size = vec2((room.width() * 0.86).min(height * 22.0), height - 6.0);
    let plate = Area::from_center_size(pos2(room.center().x, room.top() + 2.0 + size.y / 2.0), size);
    painter.rect_filled(plate, CornerRadius::same(7), PLATE);
    let [large, small] = [0.36, 0.28].map(|share| FontId::proportional((height * share).max(10.0)));
    let two = |at: Pos2, align: [Align2; 2], words: [&str; 2], ink: Color32| {
        painter.text(at, align[0], words[0], large.clone(), ink);
        painter.text(at, align[1], words[1], small.clone(), FAINT);
    };
    let whose = scene.active.map_or(String::new(), |side| table.game().setup().force_name(side).to_owned());
    let middle = [Align2::CENTER_BOTTOM, Align2::CENTER_TOP];
    two(plate.center(), middle, [&scene.turn, &whose], Color32::WHITE);
    let badge = height * 0.24;
    for side in Side::BOTH {
        let (rim, inward, align) = match side {
            Side::A => (plate.left(), 1.0, [Align2::LEFT_BOTTOM, Align2::LEFT_TOP]),
            Side::B => (plate.right(), -1.0, [Align2::RIGHT_BOTTOM, Align2::RIGHT_TOP]),
        };
        side_look::badge(painter, pos2(rim + inward * badge * 1.9, plate.center().y), badge, side);
        let at = pos2(rim + inward * badge * 3.8, plate.center().y);
        let name = table.game().setup().force_name(side);
        two(at, align, [name, &cards::standing(scene, side)], side_look::light_ink(side));
        if scene.active == Some(side) {
            let stroke = Stroke::new((plate.height() * 0.06).max(2.0), side_look::ink(side));
            let ends = [rim + inward * 8.0, rim + inward * plate.width() * 0.3];
            let y = plate.bottom() - stroke.width / 2.0;
            painter.line_segment(ends.map(|x| pos2(x, y)), stroke);
        }
    }
}
