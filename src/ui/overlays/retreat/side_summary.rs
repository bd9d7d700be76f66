//! Previews of all units of a side at once: thin paths, ends, and a short text for each unit.

use bevy_egui::egui::{Pos2, Stroke};

use super::ribbon::points;
use super::{LINE_LIFT_INCHES, LOST, arrowhead, cross, ink, line};
use crate::game::engine::view::View;
use crate::game::phases::fall_back::retreat::{ModelEnd, RetreatOutcome};
use crate::ui::axes;
use crate::ui::overlays::overlay::OverlayFrame;
use crate::ui::overlays::signs::{Face, Sign, Usual};
use crate::ui::questions::retreat::Preview;
use crate::ui::questions::retreat::text::{lost, verdict};

/// Paints the previews.
pub(super) fn paint(frame: &mut OverlayFrame, view: &View, previews: &[Preview]) {
    let painter = &frame.painter;
    for preview in previews {
        let side = ink(preview.retreat.unit.side);
        for (index, (run, track)) in
            preview.retreat.outcome.retreats().iter().zip(&preview.tracks).enumerate().rev()
        {
            let path: Vec<Pos2> =
                points(&track.trail).into_iter().filter_map(|at| painter.scene(at)).collect();
            let is_lost = matches!(run.end, ModelEnd::Lost { .. });
            let ink = if is_lost { LOST } else { side };
            let (width, size) = if index == 0 { (3.0, 15.0) } else { (1.1, 7.0) };
            if path.len() > 1 {
                line(painter, &path, width, if index == 0 { ink } else { ink.gamma_multiply(0.8) });
                arrowhead(painter, path[path.len() - 2], path[path.len() - 1], size, ink);
            }
            let up = bevy::math::Vec3::Y * LINE_LIFT_INCHES;
            let Some(end) = painter.scene(axes::place_in_scene(track.end) + up) else { continue };
            if is_lost {
                cross(painter, end, 5.0);
            } else if index > 0 || path.len() < 2 {
                painter.egui.circle(end, 2.6, ink, Stroke::new(1.0_f32, bevy_egui::egui::Color32::BLACK));
            }
        }
    }
    for preview in previews {
        name(frame, view, preview);
    }
}

/// At the leader's end: the unit, and what it would do.
fn name(frame: &mut OverlayFrame, view: &View, preview: &Preview) {
    let painter = &frame.painter;
    let unit = preview.retreat.unit;
    let end = preview.tracks.first().map(|track| track.end);
    let Some(end) = end.or(view.model(preview.retreat.leader).map(|leader| leader.pose.at)) else { return };
    let Some(at) = painter.scene(axes::place_in_scene(end)) else { return };
    let retreats = preview.retreat.outcome.retreats();
    let length = retreats.first().map_or(0.0, |run| run.length.0);
    let short = format!("{unit} {}", verdict(preview));
    let mut text = short.clone();
    if length > 0.0 {
        text += &format!(", {length:.1}\"");
    }
    if lost(retreats) > 0 {
        text += &format!(", {} lost", lost(retreats));
    }
    let bad = lost(retreats) > 0
        || matches!(
            preview.retreat.outcome,
            RetreatOutcome::Destroyed | RetreatOutcome::Rout { .. } | RetreatOutcome::RunForEdge { .. }
        );
    let ink = if bad { LOST } else { ink(unit.side) };
    let [long, short, id] = [text, short, unit.to_string()].map(|text| Face::small(painter, &text, ink));
    frame.signs.add(Sign::at(at, 6.0, Usual::Below, long).or(short).or(id).with_line(at, ink));
}
