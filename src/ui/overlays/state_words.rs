//! Words over units whose state has just changed: "suppressed!".

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Color32, FontId, Rect, Vec2, vec2};

use super::overlay::{Overlay, OverlayFrame};
use super::overlay_painter::{OverlayPainter, PaintedText};
use super::subtitle::plate as plate_of;
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;
use crate::ui::axes;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::playback::{Playback, Tone};
use crate::ui::session::open_game::OpenGame;

/// Pixels that a word rises while it is shown.
const RISE: f32 = 14.0;

/// The share of its time after which a word fades.
const FADES: f32 = 0.75;

/// Every word.
pub(super) struct StateWords;

impl Overlay for StateWords {
    type Inputs =
        (Res<'static, OpenGame>, Res<'static, Playback>, Res<'static, Subtitle>, Res<'static, WindowLayout>);

    fn paint(frame: &mut OverlayFrame, (opened, playback, subtitle, layout): &SystemParamItem<Self::Inputs>) {
        let view = opened.game.battle().view();
        // Clear of dice, of what is written beside them, and of the line at the foot.
        let mut taken: Vec<Rect> = frame.signs.taken_besides(None);
        taken.extend(plate_of(frame.painter.egui, subtitle, **layout));
        // A show tells one thing at a time.
        let line = subtitle.0.as_ref().filter(|_| **layout == WindowLayout::Show);
        let words = playback.words().filter(|(word, _)| line.is_none_or(|line| line.is_about(word.unit)));
        for (word, share) in words {
            let Some(top) = anchor(&frame.painter, &view, word.unit) else { continue };
            let ink = match word.tone {
                Tone::Good => Color32::from_rgb(150, 240, 160),
                Tone::Bad => Color32::from_rgb(255, 214, 96),
                Tone::Worst => Color32::from_rgb(255, 120, 104),
            };
            let fade = 1.0 - ((share - FADES) / (1.0 - FADES)).max(0.0);
            // Above the unit's tag.
            let at = top - vec2(0.0, 48.0 + RISE * share);
            let mut plate = Align2::CENTER_BOTTOM.anchor_size(at, vec2(13.0 * word.text.len() as f32, 30.0));
            while taken.iter().any(|other| other.intersects(plate)) {
                plate = plate.translate(vec2(0.0, -32.0));
            }
            taken.push(plate);
            // It rises, and other signs do not move with it.
            let risen = plate.translate(vec2(0.0, RISE * share));
            frame
                .signs
                .note(PaintedText { words: word.text.clone(), at: risen.with_min_y(risen.top() - RISE) });
            outlined(&frame.painter, plate, &word.text, ink.gamma_multiply(fade), fade);
        }
    }
}

/// Text that can be read on any ground.
fn outlined(painter: &OverlayPainter, plate: Rect, text: &str, ink: Color32, fade: f32) {
    let font = FontId::proportional(23.0);
    let shade = Color32::from_black_alpha(220).gamma_multiply(fade);
    for offset in [vec2(-1.5, 0.0), vec2(1.5, 0.0), vec2(0.0, -1.5), vec2(0.0, 1.5), vec2(1.5, 1.5)] {
        let at = plate.center() + offset;
        painter.egui.text(at, Align2::CENTER_CENTER, text, font.clone(), shade);
    }
    painter.egui.text(plate.center(), Align2::CENTER_CENTER, text, font, ink);
}

/// The pixel over a unit, also over where it fell.
fn anchor(painter: &OverlayPainter, view: &View, unit: UnitId) -> Option<bevy_egui::egui::Pos2> {
    let mut models: Vec<_> = view.standing(unit).collect();
    if models.is_empty() {
        models = view.models(unit).collect();
    }
    let tops = models.iter().filter_map(|model| {
        let height = bevy::math::Vec3::Y * model.card.base.height.inches() as f32;
        painter.scene(axes::place_in_scene(model.pose.at) + height)
    });
    let points: Vec<_> = tops.collect();
    let highest = points.iter().map(|point| point.y).reduce(f32::min)?;
    let sum = points.iter().fold(Vec2::ZERO, |sum, point| sum + point.to_vec2());
    Some(bevy_egui::egui::pos2(sum.x / points.len() as f32, highest))
}
