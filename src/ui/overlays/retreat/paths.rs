//! The path of each model in a retreat preview: going, length, heading of a rout, losses.

use bevy::math::Vec3;
use bevy_egui::egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, vec2};

use super::ribbon::{at, length_of, points};
use super::{Followers, LINE_LIFT_INCHES, LOST, arrowhead, cross, ink, line, text_where_free};
use crate::game::engine::view::View;
use crate::game::phases::fall_back::retreat::{ModelEnd, ModelRetreat, RetreatOutcome};
use crate::rules::falling_back::{LostFor, MoveLimit};
use crate::rules::movement::going::Going;
use crate::ui::axes;
use crate::ui::looks::drawn_path::Segment;
use crate::ui::looks::going_look;
use crate::ui::overlays::overlay_painter::OverlayPainter;
use crate::ui::questions::retreat::text::short_loss;
use crate::ui::questions::retreat::{Preview, Track};

/// Paints the path, end and length of every model, and the limits along the leader's path.
pub(super) fn paint(
    painter: &OverlayPainter,
    view: &View,
    preview: &Preview,
    followers: Followers,
    taken: &mut Vec<Rect>,
) {
    let retreats = preview.retreat.outcome.retreats();
    limits(painter, preview, taken);
    let is_drawn = |index: usize, run: &ModelRetreat| {
        index == 0 || followers == Followers::Foreseen || matches!(run.end, ModelEnd::Lost { .. })
    };
    for (index, (run, track)) in retreats.iter().zip(&preview.tracks).enumerate() {
        if !is_drawn(index, run) {
            continue;
        }
        paint_heading(painter, preview, run, track);
        paint_path(painter, preview, run, track, index == 0);
    }
    if preview.retreat.outcome == RetreatOutcome::Destroyed {
        destroyed(painter, view, preview, taken);
    }
    // The leader's text comes first, then those of models that are lost, then the rest.
    let rank = |(index, run): &(usize, &ModelRetreat)| match run.end {
        _ if *index == 0 => 0,
        ModelEnd::Lost { .. } => 1,
        ModelEnd::Apart { .. } => 2,
        ModelEnd::Stands { .. } | ModelEnd::Leaves => 3,
    };
    let mut order: Vec<(usize, &ModelRetreat)> = retreats.iter().enumerate().collect();
    order.sort_by_key(rank);
    for (index, run) in order.into_iter().filter(|(index, run)| is_drawn(*index, run)) {
        if let Some(track) = preview.tracks.get(index) {
            paint_text(painter, preview, run, track, taken);
        }
    }
}

fn seen(painter: &OverlayPainter, point: Vec3) -> Option<Pos2> {
    painter.scene(point + Vec3::Y * LINE_LIFT_INCHES)
}

/// One path: thin, coloured by its going; the leader has its ribbon already. A ring or a cross at its end.
fn paint_path(painter: &OverlayPainter, preview: &Preview, run: &ModelRetreat, track: &Track, leads: bool) {
    let is_rout = matches!(preview.retreat.outcome, RetreatOutcome::Rout { .. });
    // The leader's ribbon needs a line only where the going is not clear, and in a rout.
    let plain = |piece: &&Segment| !leads || is_rout || piece.going != Going::Clear;
    let width = if leads { 2.4 } else { 1.3 };
    for piece in track.trail.segments.iter().filter(plain) {
        let (Some(from), Some(to)) = (seen(painter, piece.from), seen(painter, piece.to)) else { continue };
        let ink = match run.end {
            ModelEnd::Lost { .. } => LOST,
            _ if leads => going_look::ink(piece.going),
            _ => going_look::ink(piece.going).gamma_multiply(0.85),
        };
        line(painter, &[from, to], width, ink);
    }
    let Some(end) = seen(painter, axes::place_in_scene(track.end)) else { return };
    let radius = radius(painter, track, preview.width / 2.0);
    match run.end {
        ModelEnd::Lost { .. } => {
            cross(painter, end, (radius * 0.8).clamp(6.0, 16.0));
            if let (Some(start), true) =
                (seen(painter, axes::place_in_scene(track.start)), track.end != track.start)
            {
                arrowhead(painter, start, end, 11.0, LOST);
            }
        }
        ModelEnd::Stands { .. } | ModelEnd::Apart { .. } | ModelEnd::Leaves => {
            let ink =
                if matches!(run.end, ModelEnd::Apart { .. }) { LOST } else { ink(track.model.unit.side) };
            ring(painter, track, preview.width / 2.0, if leads { 2.6 } else { 1.5 }, ink);
            let last = track.trail.segments.last().and_then(|piece| seen(painter, piece.from));
            if let (Some(from), true) = (last, is_rout || run.end == ModelEnd::Leaves) {
                arrowhead(painter, from, end, if leads { 15.0 } else { 11.0 }, ink);
            }
        }
    }
}

/// A base on the table, in perspective.
fn ring(painter: &OverlayPainter, track: &Track, radius: f64, width: f32, ink: Color32) {
    let middle = axes::place_in_scene(track.end);
    let corners = (0..28).filter_map(|index| {
        let angle = std::f32::consts::TAU * index as f32 / 28.0;
        let (x, z) = (libm::cosf(angle), libm::sinf(angle));
        seen(painter, middle + Vec3::new(x, 0.0, z) * radius as f32)
    });
    let corners: Vec<Pos2> = corners.collect();
    for (width, ink) in [(width + 1.6, Color32::from_black_alpha(150)), (width, ink)] {
        painter.egui.add(Shape::closed_line(corners.clone(), Stroke::new(width, ink)));
    }
}

/// The radius of a base in the picture, pixels.
fn radius(painter: &OverlayPainter, track: &Track, radius: f64) -> f32 {
    let middle = axes::place_in_scene(track.end);
    let ends = [middle, middle + Vec3::X * radius as f32].map(|at| seen(painter, at));
    if let [Some(from), Some(to)] = ends { from.distance(to) } else { 8.0 }
}

/// Straight away from the enemies it sees, if its path leads elsewhere: as far as it would go, thin and dashed.
fn paint_heading(painter: &OverlayPainter, preview: &Preview, run: &ModelRetreat, track: &Track) {
    let Some(rout_heading) = run.rout_heading.as_ref() else { return };
    let off = (rout_heading.away - rout_heading.heading + 540.0).rem_euclid(360.0) - 180.0;
    let lost = matches!(run.end, ModelEnd::Lost { .. });
    if off.abs() < 0.5 && !(lost && run.path.is_empty()) {
        return;
    }
    let [_, max] = preview.limits.of(run.limit);
    let (turn, [x, y]) = (rout_heading.away.to_radians(), track.start.ground());
    let end = [x + max * libm::cos(turn), y + max * libm::sin(turn)];
    let height = track.start.z.inches() + f64::from(LINE_LIFT_INCHES);
    if let (Some(from), Some(to)) = (painter.point([x, y], height), painter.point(end, height)) {
        let faint = Stroke::new(1.2_f32, Color32::from_white_alpha(150));
        painter.egui.extend(Shape::dashed_line(&[from, to], faint, 5.0, 5.0));
        arrowhead(painter, from, to, 7.0, Color32::from_white_alpha(150));
    }
}

/// The limits, at the bars across the leader's path.
fn limits(painter: &OverlayPainter, preview: &Preview, taken: &mut Vec<Rect>) {
    let Some(track) = preview.tracks.first() else { return };
    let whole: Vec<Vec3> = points(&track.trail).into_iter().chain(points(&preview.beyond)).collect();
    for (limit, name) in preview.marks() {
        // If the leader ends at a limit, its own length says so.
        if limit as f32 > length_of(&whole) - 0.3 {
            continue;
        }
        let Some((middle, along)) = at(&whole, limit as f32) else { continue };
        let aside = Vec3::new(along.z, 0.0, -along.x) * (preview.width as f32 * 0.9);
        if let Some(spot) = painter.scene(middle + aside) {
            let text = format!("{name} {limit}\"");
            taken.push(painter.small_text(spot, Align2::LEFT_CENTER, &text, Color32::WHITE));
        }
    }
}

/// The text at the end of a path.
fn paint_text(
    painter: &OverlayPainter,
    preview: &Preview,
    run: &ModelRetreat,
    track: &Track,
    taken: &mut Vec<Rect>,
) {
    let Some(end) = seen(painter, axes::place_in_scene(track.end)) else { return };
    let leads = run.model == preview.retreat.leader;
    let name = if leads { format!("leader {}", run.model) } else { run.model.number.to_string() };
    let halved = match run.limit {
        MoveLimit::Halved if leads => " over difficult ground",
        MoveLimit::Halved => " ½",
        MoveLimit::Full => "",
    };
    let (text, ink) = match run.end {
        ModelEnd::Lost { why } => (format!("{name}: {}", short_loss(why)), LOST),
        ModelEnd::Apart { .. } => (format!("{name}: {:.1}\"{halved}, out of coherency", run.length.0), LOST),
        ModelEnd::Leaves => {
            (format!("{name}: {:.1}\"{halved}, leaves", run.length.0), ink(run.model.unit.side))
        }
        ModelEnd::Stands { .. } if run.path.is_empty() => {
            (format!("{name}: stays"), ink(run.model.unit.side))
        }
        ModelEnd::Stands { .. } if halved.is_empty() => {
            (format!("{name}: {:.1}\"", run.length.0), ink(run.model.unit.side))
        }
        ModelEnd::Stands { .. } => {
            let ink = going_look::ink(Going::Difficult);
            (format!("{name}: {:.1}\"{halved}", run.length.0), ink)
        }
    };
    // Clear of the base.
    let below = end + vec2(0.0, (radius(painter, track, preview.width / 2.0) * 0.5).min(14.0) - 6.0);
    if !text_where_free(painter, below, &text, ink, taken) && leads {
        taken.push(painter.small_text(below + vec2(0.0, 12.0), Align2::CENTER_TOP, &text, ink));
    }
}

/// A unit that is destroyed where it stands: every model crossed out.
fn destroyed(painter: &OverlayPainter, view: &View, preview: &Preview, taken: &mut Vec<Rect>) {
    for model in view.standing(preview.retreat.unit) {
        let middle =
            axes::place_in_scene(model.pose.at) + Vec3::Y * (model.card.base.height.inches() as f32 / 2.0);
        let Some(at) = painter.scene(middle) else { continue };
        cross(painter, at, 9.0);
        text_where_free(painter, at, short_loss(LostFor::Weakness), LOST, taken);
    }
}

/// A preview to compare with: paths and ends only, in its own colour.
pub(super) fn paint_other(painter: &OverlayPainter, preview: &Preview, ink: Color32, name: &str) {
    for (index, (run, track)) in preview.retreat.outcome.retreats().iter().zip(&preview.tracks).enumerate() {
        let path: Vec<Pos2> =
            points(&track.trail).into_iter().filter_map(|point| painter.scene(point)).collect();
        let stroke = Stroke::new(if index == 0 { 2.4_f32 } else { 1.2 }, ink);
        painter.egui.extend(Shape::dashed_line(&path, stroke, 7.0, 5.0));
        match run.end {
            ModelEnd::Lost { .. } => {
                if let Some(end) = seen(painter, axes::place_in_scene(track.end)) {
                    cross(painter, end, 6.0);
                }
            }
            _ => ring(painter, track, preview.width / 2.0, if index == 0 { 2.4 } else { 1.2 }, ink),
        }
    }
    let end = preview.tracks.first().and_then(|track| seen(painter, axes::place_in_scene(track.end)));
    if let Some(end) = end {
        let text = format!("{} {name}", preview.retreat.unit);
        painter.small_text(end - vec2(0.0, 16.0), Align2::CENTER_BOTTOM, &text, ink);
    }
}
