//! View through a model's own eyes: every enemy of which anything is in view is tinted by its state, as much of it as is in view.

use bevy_egui::egui::{Color32, Rect, Shape, Stroke, vec2};

use super::legend::Row;
use super::overlay::OverlayFrame;
use super::overlay_painter::OverlayPainter;
use super::signs::{Face, Rank, Sign, Usual};
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::game::sight::Observation;
use crate::rules::ids::ModelId;
use crate::table::sight::{BodyPart, Light};
use crate::ui::looks::sight_look;
use crate::ui::questions::sight::text::{per_cent, tally};
use crate::ui::questions::sight::{SightReport, Sightline};

/// Paints what a model sees.
///
/// Rule: VIS-1, VIS-2.
pub(super) fn through_eyes(frame: &mut OverlayFrame, view: &View, model: ModelId, found: &SightReport) {
    let seen: Vec<&Sightline> = found.lines.iter().filter(|line| line.seen.is_seen_alone()).collect();
    let states = sight_look::STATES.into_iter();
    let shown = states.filter(|state| seen.iter().any(|line| line.seen.judged.state == *state));
    frame.legend.extend(shown.map(|state| {
        let text = format!("{}: the part of it in view", sight_look::word(state));
        Row::line(text, move |painter, rect| {
            painter.egui.rect_filled(rect.shrink(2.0), 2.0, sight_look::ink(state).gamma_multiply(TINT));
        })
    }));
    let painter = &frame.painter;
    for line in &seen {
        tint(painter, line);
    }
    for line in &seen {
        label(frame, &line.seen);
    }
    banner(frame, view, model, found, seen.len());
}

/// Reach of a label from the head of its model, pixels.
const LABEL_REACH_PX: f32 = 31.0;

/// Strength of the tint.
const TINT: f32 = 0.45;

/// The parts of an enemy that are in view.
fn tint(painter: &OverlayPainter, line: &Sightline) {
    let ink = sight_look::ink(line.seen.judged.state);
    for part in line.body.parts.iter().filter(|part| part.light == Light::Open) {
        let point = |[left, up]: [f64; 2]| {
            let [x, y, z] = line.body.point(left, up);
            painter.point([x, y], z)
        };
        let corners: Option<Vec<_>> = BodyPart::corners(part).into_iter().map(point).collect();
        if let Some(corners) = corners {
            let rim = Stroke::new(1.0_f32, ink);
            painter.egui.add(Shape::convex_polygon(corners, ink.gamma_multiply(TINT), rim));
        }
    }
}

/// Labels a model with its id, its state and the share in view, over it where there is room.
fn label(frame: &mut OverlayFrame, seen: &Observation) {
    let painter = &frame.painter;
    let over = seen.target.foot.z.inches() + seen.target.height.inches() + 0.15;
    let Some(at) = painter.point(seen.target.foot.ground(), over) else { return };
    let state = seen.judged.state;
    let ink = sight_look::ink(state);
    let share = per_cent(seen.sighting.in_view);
    let long = format!("{}  {} {share}", seen.to, sight_look::word(state));
    let short = Face::small(painter, &format!("{} {share}", seen.to), ink);
    let sign = Sign::at(at, 0.0, Usual::Above, Face::small(painter, &long, ink)).or(short);
    frame.signs.add(sign.within(LABEL_REACH_PX));
}

/// Names the observer, and the number of enemy models that it sees.
fn banner(frame: &mut OverlayFrame, view: &View, model: ModelId, found: &SightReport, seen: usize) {
    let unit = words::unit(view.setup(), model.unit);
    let tally = if seen > 0 { format!(" ({})", tally(found)) } else { String::new() };
    let text = format!(
        "Through the eyes of {model}, {unit}: it sees {seen} of {} enemy models{tally}.\nDrag to look round; the wheel zooms; \
         U or Esc goes back.",
        found.enemies
    );
    let top = frame.painter.egui.clip_rect().center_top() + vec2(0.0, 8.0);
    let face = Face::text(&frame.painter, &text, Color32::WHITE, None);
    let line = Rect::from_min_max(top, top);
    frame.signs.add(Sign::about(line, Usual::Below, face).rank(Rank::Order).anywhere());
}
