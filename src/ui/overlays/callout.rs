//! Why a proposal is refused, in words, at the spot it is about.

use bevy_egui::egui::{Align2, Color32, Pos2, Stroke, Vec2, vec2};

use super::lens::Lens;
use super::paths::REFUSED;
use crate::game::refusal::Refusal;
use crate::ui::input::draft::Draft;
use crate::ui::input::verdict::Judged;

/// Paints a cross on the spot and the reason beside it.
pub(super) fn paint(lens: &Lens, draft: &Draft, judged: Option<&Judged>) {
    let Some(Err(refusal)) = judged.map(|judged| &judged.answer) else { return };
    let Some(spot) = spot_of(draft, refusal).and_then(|spot| lens.point(spot, 0.1)) else { return };
    cross(lens, spot);
    let above = spot - vec2(0.0, 58.0);
    let plate = lens.words(above, Align2::CENTER_BOTTOM, &words(refusal), Color32::WHITE, Some(REFUSED));
    let from = Pos2::new(spot.x.clamp(plate.min.x + 8.0, plate.max.x - 8.0), plate.max.y);
    if from.y < spot.y - 14.0 {
        lens.painter.line_segment([from, spot - vec2(0.0, 13.0)], Stroke::new(1.2_f32, REFUSED));
    }
}

/// The rule first, then what it says here.
fn words(refusal: &Refusal) -> String {
    format!("{}: {}", refusal.rule, sentence(&refusal.text))
}

/// Begins with a capital, ends with a full stop.
pub(in crate::ui) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str().trim_end_matches('.'))
}

/// The spot of a refusal: its own, else its model's proposed place, else the
/// middle of the draft.
fn spot_of(draft: &Draft, refusal: &Refusal) -> Option<[f64; 2]> {
    let of_model = || {
        let model = draft.models.iter().find(|model| Some(model.model) == refusal.model)?;
        Some(model.at)
    };
    refusal.at.map(|spot| spot.0).or_else(of_model).or_else(|| Some(draft.middle()))
}

/// A cross in a ring, dark under bright, so that it is seen on any ground.
fn cross(lens: &Lens, at: Pos2) {
    let arm = 6.0;
    for (width, ink) in [(5.5_f32, Color32::from_black_alpha(190)), (2.6, REFUSED)] {
        let stroke = Stroke::new(width, ink);
        lens.painter.circle_stroke(at, 11.0, stroke);
        for turn in [1.0, -1.0] {
            let reach = Vec2::new(arm, arm * turn);
            lens.painter.line_segment([at - reach, at + reach], stroke);
        }
    }
}
