//! The proposed ways, coloured by their going, the paragraphs where it changes, and the
//! inches.

use bevy::math::Vec3;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, vec2};

use super::lens::OverlayPainter;
use crate::rules::ids::ModelId;
use crate::ui::axes;
use crate::ui::going_look;
use crate::ui::input::draft::Draft;
use crate::ui::input::draft_check::{CheckedDraft, CheckedPath, Halved, PathLegality};
use crate::ui::trail::{Sign, Trail, trail};

/// Of what is refused.
pub(super) const REFUSED: Color32 = Color32::from_rgb(255, 123, 114);

/// How far over the ground ways are drawn, inches.
const LIFT: f32 = 0.06;

/// Paints every way, the paragraphs on them, and the measure of the tightest.
pub(super) fn paint(lens: &OverlayPainter, draft: &Draft, judged: &CheckedDraft) {
    let culprit = judged.answer.as_ref().err().and_then(|refusal| refusal.model);
    let trails: Vec<(&CheckedPath, Trail)> =
        judged.paths.iter().filter_map(|way| Some((way, trail(way.walk.as_ref()?)))).collect();
    for (way, trail) in &trails {
        pieces(lens, way, trail, culprit);
    }
    corners(lens, draft);
    let mut taken = vec![measure(lens, draft, judged)];
    let mut told: Vec<Sign> = Vec::new();
    for sign in trails.iter().flat_map(|(_, trail)| &trail.signs) {
        let known = told.iter().any(|one| one.piece == sign.piece && one.rule == sign.rule);
        if !known && tell(lens, sign, &mut taken) {
            told.push(*sign);
        }
    }
}

/// One model's way: unbroken where it is allowed, dashed where not.
fn pieces(lens: &OverlayPainter, way: &CheckedPath, trail: &Trail, culprit: Option<ModelId>) {
    let refused = way.legality == PathLegality::Illegal || culprit == Some(way.model);
    let width = if culprit == Some(way.model) { 3.4 } else { 2.4 };
    let seen = |point: Vec3| lens.scene(point + Vec3::Y * LIFT);
    for piece in &trail.segments {
        let (Some(from), Some(to)) = (seen(piece.from), seen(piece.to)) else { continue };
        let (casing, stroke) = (
            Stroke::new(width + 2.4_f32, Color32::from_black_alpha(130)),
            Stroke::new(width, going_look::ink(piece.going)),
        );
        if refused {
            lens.painter.extend(Shape::dashed_line(&[from, to], casing, 8.0, 5.0));
            lens.painter.extend(Shape::dashed_line(&[from, to], stroke, 8.0, 5.0));
        } else {
            lens.painter.line_segment([from, to], casing);
            lens.painter.line_segment([from, to], stroke);
        }
    }
    if let Some(start) = trail.segments.first().and_then(|piece| seen(piece.from)) {
        lens.painter.circle(start, 3.2, Color32::WHITE, Stroke::new(1.2_f32, Color32::from_black_alpha(160)));
    }
}

/// A ring at every corner the player has fixed.
fn corners(lens: &OverlayPainter, draft: &Draft) {
    for corner in draft.models.iter().flat_map(|model| &model.corners) {
        if let Some(at) = lens.scene(axes::place_in_scene(*corner) + Vec3::Y * LIFT) {
            lens.painter.circle(
                at,
                4.2,
                Color32::from_black_alpha(120),
                Stroke::new(1.6_f32, Color32::WHITE),
            );
        }
    }
}

/// The paragraph where a way meets something; whether there was room for it.
fn tell(lens: &OverlayPainter, sign: &Sign, taken: &mut Vec<Rect>) -> bool {
    let Some(at) = lens.scene(sign.at + Vec3::Y * LIFT) else { return false };
    if !lens.painter.clip_rect().contains(at) {
        return false;
    }
    let ink = going_look::ink(sign.going);
    let rim = Stroke::new(1.2_f32, Color32::from_black_alpha(200));
    lens.painter.circle(at, 3.6, ink, rim);
    let room = Rect::from_min_size(at + vec2(7.0, -22.0), vec2(58.0, 18.0));
    if taken.iter().any(|other| other.intersects(room)) {
        return false;
    }
    let plate = lens.small(at + vec2(7.0, -4.0), Align2::LEFT_BOTTOM, sign.rule, ink);
    taken.push(plate);
    true
}

/// Inches used and left, under the ghosts.
fn measure(lens: &OverlayPainter, draft: &Draft, judged: &CheckedDraft) -> Rect {
    let feet: Vec<Pos2> =
        draft.models.iter().filter_map(|model| lens.point(model.at, model.height.inches())).collect();
    let lowest = feet.iter().map(|foot| foot.y).reduce(f32::max);
    let (Some(lowest), Some(way), Some(action)) = (lowest, judged.tightest(), draft.action()) else {
        return Rect::NOTHING;
    };
    let across = feet.iter().map(|foot| foot.x).sum::<f32>() / feet.len() as f32;
    let (text, ink) = inches(way);
    let text = format!("{}: {text}", action.name());
    lens.words(Pos2::new(across, lowest + 16.0), Align2::CENTER_TOP, &text, ink, None)
}

/// A way's inches in words, and the colour of good or bad news.
fn inches(way: &CheckedPath) -> (String, Color32) {
    let (length, limit, left) = (way.length, way.limit, way.left());
    let of = match way.halved {
        Halved::Yes => format!("of {limit}\", halved by difficult going (GO-3)"),
        Halved::No => format!("of {limit}\""),
    };
    // What the rules forgive is not worth a word: the battle has the last one.
    if way.legality == PathLegality::Legal || left >= 0.0 {
        (format!("{length:.1}\" used, {:.1}\" left {of}", left.max(0.0)), Color32::WHITE)
    } else {
        (format!("{length:.1}\" used, {:.1}\" too far {of}", -left), REFUSED)
    }
}
