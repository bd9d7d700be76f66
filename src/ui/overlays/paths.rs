//! The proposed ways: a line from each start to each end, and the inches.

use bevy_egui::egui::{Align2, Color32, Pos2, Shape, Stroke};

use super::lens::Lens;
use crate::rules::ids::ModelId;
use crate::ui::input::draft::{Draft, Purpose};
use crate::ui::input::drafted::Drafted;
use crate::ui::input::verdict::Judged;

/// Of what is allowed.
pub(super) const ALLOWED: Color32 = Color32::from_rgb(126, 231, 135);
/// Of what is refused.
pub(super) const REFUSED: Color32 = Color32::from_rgb(255, 123, 114);

/// Paints every way and the measure of the longest.
pub(super) fn paint(lens: &Lens, draft: &Draft, judged: Option<&Judged>) {
    let allowed = judged.is_some_and(|judged| judged.answer.is_ok());
    let culprit = judged.and_then(|judged| judged.answer.as_ref().err()).and_then(|refusal| refusal.model);
    if draft.purpose == Purpose::Advance {
        for model in &draft.models {
            way(lens, model, allowed, culprit);
        }
    }
    if let Some(judged) = judged
        && draft.purpose == Purpose::Advance
    {
        measure(lens, draft, judged);
    }
}

/// One model's way: unbroken where allowed, dashed where refused.
fn way(lens: &Lens, model: &Drafted, allowed: bool, culprit: Option<ModelId>) {
    let height = model.start.z.inches() + 0.05;
    let corners =
        std::iter::once(model.start.ground()).chain(model.corners.iter().copied()).chain([model.at]);
    let points: Vec<Pos2> = corners.filter_map(|corner| lens.point(corner, height)).collect();
    let worst = culprit == Some(model.model);
    let ink = if allowed { ALLOWED } else { REFUSED };
    let width = if worst { 3.0 } else { 1.8 };
    let stroke = Stroke::new(width, ink);
    for leg in points.windows(2) {
        if leg[0].distance(leg[1]) < 1.0 {
            continue;
        }
        if allowed {
            lens.painter.line_segment([leg[0], leg[1]], stroke);
        } else {
            lens.painter.extend(Shape::dashed_line(leg, stroke, 7.0, 5.0));
        }
    }
    if let Some(start) = points.first() {
        lens.painter.circle_filled(*start, 2.6, ink);
    }
    for corner in points.iter().skip(1).take(model.corners.len()) {
        lens.painter.circle_stroke(*corner, 4.0, Stroke::new(1.5_f32, ink));
    }
}

/// Inches used and left, under the ghosts.
fn measure(lens: &Lens, draft: &Draft, judged: &Judged) {
    let feet: Vec<Pos2> = draft.models.iter().filter_map(|model| lens.point(model.at, 0.0)).collect();
    let Some(lowest) = feet.iter().map(|foot| foot.y).reduce(f32::max) else { return };
    let across = feet.iter().map(|foot| foot.x).sum::<f32>() / feet.len() as f32;
    let left = judged.movement - judged.longest;
    let (text, ink) = if left >= -0.0051 {
        (format!("{:.1}\" used · {:.1}\" left", judged.longest, left.max(0.0)), Color32::WHITE)
    } else {
        (format!("{:.1}\" used · {:.1}\" too far", judged.longest, -left), REFUSED)
    };
    lens.words(Pos2::new(across, lowest + 16.0), Align2::CENTER_TOP, &text, ink, None);
}
