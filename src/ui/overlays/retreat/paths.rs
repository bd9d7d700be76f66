//! The paths of a retreat preview over its ribbon: the going of the leader's, the ways of a rout, losses.

use bevy::math::Vec3;
use bevy_egui::egui::{Color32, Pos2, Shape, Stroke};

use super::ribbon::points;
use super::{LINE_LIFT_INCHES, LOST, arrowhead, cross, ink, line};
use crate::game::engine::view::View;
use crate::game::phases::fall_back::retreat::{ModelEnd, ModelRetreat, RetreatOutcome};
use crate::rules::movement::going::Going;
use crate::ui::axes;
use crate::ui::looks::drawn_path::Segment;
use crate::ui::looks::going_look;
use crate::ui::overlays::overlay::OverlayFrame;
use crate::ui::overlays::overlay_painter::OverlayPainter;
use crate::ui::overlays::signs::{Face, Sign, Usual};
use crate::ui::questions::retreat::{Preview, Track};

/// Arm of the cross over a model that is lost, pixels.
const CROSS_ARM_PX: f32 = 8.0;

/// Paints what ribbon and ghosts do not show. Followers have no lines of their own: their ghosts stand where they end. In a rout
/// every model has its own way.
pub(super) fn paint(painter: &OverlayPainter, view: &View, preview: &Preview) {
    let is_rout = matches!(preview.retreat.outcome, RetreatOutcome::Rout { .. });
    let retreats = preview.retreat.outcome.retreats();
    for (index, (run, track)) in retreats.iter().zip(&preview.tracks).enumerate() {
        if index == 0 || is_rout {
            paint_path(painter, run, track, (index == 0, is_rout));
        }
        paint_end(painter, preview, run, track);
    }
    if preview.retreat.outcome == RetreatOutcome::Destroyed {
        for model in view.standing(preview.retreat.unit) {
            let half = Vec3::Y * (model.card.base.height.inches() as f32 / 2.0);
            if let Some(at) = painter.scene(axes::place_in_scene(model.pose.at) + half) {
                cross(painter, at, CROSS_ARM_PX);
            }
        }
    }
}

fn seen(painter: &OverlayPainter, point: Vec3) -> Option<Pos2> {
    painter.scene(point + Vec3::Y * LINE_LIFT_INCHES)
}

/// One path: thin, coloured by its going. The leader has its ribbon already, so that it needs a line only where the going is not
/// clear, and in a rout.
fn paint_path(painter: &OverlayPainter, run: &ModelRetreat, track: &Track, (leads, is_rout): (bool, bool)) {
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
    let last = track.trail.segments.last();
    let ends = last.and_then(|piece| Some([seen(painter, piece.from)?, seen(painter, piece.to)?]));
    if let (Some([from, to]), true) = (ends, is_rout) {
        arrowhead(painter, from, to, if leads { 15.0 } else { 11.0 }, ink(track.model.unit.side));
    }
}

/// The end of a model that no ghost shows: a cross if it is lost, a ring if it is out of coherency, an arrow off the table.
fn paint_end(painter: &OverlayPainter, preview: &Preview, run: &ModelRetreat, track: &Track) {
    let [start, end] = [track.start, track.end].map(|at| seen(painter, axes::place_in_scene(at)));
    let Some(end) = end else { return };
    match run.end {
        ModelEnd::Lost { .. } => {
            cross(painter, end, CROSS_ARM_PX);
            if let (Some(start), true) = (start, track.end != track.start) {
                arrowhead(painter, start, end, 11.0, LOST);
            }
        }
        ModelEnd::Apart { .. } => ring(painter, track, preview.width / 2.0, 2.0, LOST),
        ModelEnd::Leaves => {
            if let Some(start) = start {
                arrowhead(painter, start, end, 13.0, ink(track.model.unit.side));
            }
        }
        ModelEnd::Stands { .. } => {}
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

/// A preview to compare with: paths and ends only, in its own colour.
pub(super) fn paint_other(frame: &mut OverlayFrame, preview: &Preview, ink: Color32, name: &str) {
    let painter = &frame.painter;
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
        frame.signs.add(Sign::at(end, 12.0, Usual::Above, Face::small(painter, &text, ink)));
    }
}
