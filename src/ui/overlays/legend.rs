//! What the shading on the table means, in its upper corner.

use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Rect, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::lens::{Lens, PLATE};
use super::reach::{Led, Shades};
use crate::game::moving::terms_of;
use crate::game::view::View;
use crate::rules::action::Action;
use crate::ui::counsel::Counsel;

/// Side of a sample of the shading, pixels.
const SAMPLE: f32 = 14.0;

/// Height of a line.
const LINE: f32 = 20.0;

/// Names the shades that are shown for a move by an action.
pub(super) fn paint(lens: &Lens, view: &View, counsel: &Counsel, shades: &Shades, action: Action) {
    let Some((model, _)) = counsel.reach() else { return };
    let Some(unit) = view.unit(model.unit) else { return };
    let Some(terms) = terms_of(*view, unit, action) else { return };
    if shades.0.is_empty() {
        return;
    }
    let text = |led| match led {
        Led::Round => format!("{}: within reach of {model}, {}\"", unit.start.name, terms.allowance),
        Led::Through => format!("only over difficult ground, {}\" (GO-3)", terms.on_difficult),
    };
    let font = FontId::proportional(12.5);
    let laid = |led: &Led| (*led, lens.painter.layout_no_wrap(text(*led), font.clone(), Color32::WHITE));
    let words: Vec<_> = shades.0.iter().map(laid).collect();
    let widest = words.iter().map(|(_, words)| words.size().x).fold(0.0, f32::max);
    let corner = lens.painter.clip_rect().left_top() + vec2(8.0, 8.0);
    let size = vec2(widest + SAMPLE + 24.0, LINE * words.len() as f32 + 8.0);
    lens.painter.rect_filled(Rect::from_min_size(corner, size), CornerRadius::same(5), PLATE);
    for (nth, (led, words)) in words.into_iter().enumerate() {
        let row = corner + vec2(8.0, 4.0 + LINE * nth as f32);
        sample(lens, Rect::from_min_size(row + vec2(0.0, (LINE - SAMPLE) / 2.0), Vec2::splat(SAMPLE)), led);
        let at = row + vec2(SAMPLE + 8.0, LINE / 2.0);
        let at = Align2::LEFT_CENTER.anchor_size(at, words.size()).min;
        lens.painter.galley(at, words, Color32::WHITE);
    }
}

/// The shade as on the table: plain, or in stripes.
fn sample(lens: &Lens, room: Rect, led: Led) {
    let ink = led.ink();
    match led {
        Led::Round => drop(lens.painter.rect_filled(room, CornerRadius::ZERO, ink.gamma_multiply(0.45))),
        Led::Through => {
            for row in [0.15, 0.5, 0.85] {
                let y = room.top() + row * room.height();
                let stroke = Stroke::new(2.4_f32, ink.gamma_multiply(0.8));
                lens.painter.line_segment([pos2(room.left(), y), pos2(room.right(), y)], stroke);
            }
        }
    }
    lens.painter.rect_stroke(room, CornerRadius::ZERO, Stroke::new(1.0_f32, ink), StrokeKind::Inside);
}
