//! The safe position of a retreat preview: a flag, and lines from the enemies that watch it.

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, vec2};

use super::{LINE_LIFT_INCHES, LOST, SAFE};
use crate::game::phases::fall_back::retreat::{Edge, Leaves, Reachability, RetreatOutcome, SafePosition};
use crate::rules::sight::SightState;
use crate::ui::looks::sight_look;
use crate::ui::overlays::overlay_painter::OverlayPainter;
use crate::ui::questions::retreat::Preview;

/// Paints lines from the enemies that watch it, and reserves room for its mark.
pub(super) fn paint_watchers(painter: &OverlayPainter, preview: &Preview, taken: &mut Vec<Rect>) {
    let Some((safe_position, [at, top])) = mast(painter, preview) else { return };
    let eyes = painter.point(safe_position.at.ground(), safe_position.at.z.inches() + 1.0).unwrap_or(at);
    for (watcher, [x, y, up]) in &preview.watchers {
        if let Some(from) = painter.point([*x, *y], *up) {
            paint_sight_line(painter.egui, [from, eyes], watcher.state);
        }
    }
    taken.push(Rect::from_two_pos(at, top).expand(11.0));
    taken.push(Align2::CENTER_BOTTOM.anchor_size(top - vec2(0.0, 13.0), vec2(150.0, 18.0)));
}

/// Paints its flag over everything else.
pub(super) fn paint_mark(painter: &OverlayPainter, preview: &Preview) {
    let Some((safe_position, [at, top])) = mast(painter, preview) else { return };
    flag(painter, at, top);
    let is_cover = matches!(preview.retreat.outcome, RetreatOutcome::RunForCover { .. });
    let word = match (safe_position.reachability, is_cover) {
        (Reachability::InRange | Reachability::TooNear, false) => "safe here",
        (Reachability::Here, false) => "safe where it is",
        (Reachability::TooFar, false) => "safe, out of reach",
        (Reachability::InRange | Reachability::TooNear, true) => "cover",
        (Reachability::Here, true) => "in cover where it is",
        (Reachability::TooFar, true) => "cover, out of reach",
    };
    let text = format!("{word} · {:.1}\"", safe_position.length.0);
    painter.small_text(top - vec2(0.0, 13.0), Align2::CENTER_BOTTOM, &text, SAFE);
}

/// Marks the spot of its own table edge that the leader runs for.
pub(super) fn paint_edge(painter: &OverlayPainter, preview: &Preview) {
    let RetreatOutcome::RunForEdge { edge: Edge::At { at, length, .. }, leaves, .. } =
        &preview.retreat.outcome
    else {
        return;
    };
    let Some(spot) = painter.point(at.ground(), at.z.inches() + f64::from(LINE_LIFT_INCHES)) else { return };
    for (width, ink) in [(5.0_f32, Color32::from_black_alpha(190)), (2.2, LOST)] {
        painter.egui.circle_stroke(spot, 11.0, Stroke::new(width, ink));
    }
    let word = if *leaves == Leaves::Table { "leaves the table" } else { "its own table edge" };
    let text = format!("{word} · {:.1}\"", length.0);
    painter.small_text(spot - vec2(0.0, 15.0), Align2::CENTER_BOTTOM, &text, LOST);
}

/// The safe position, and the pixels of the foot and the top of its mast: in a view from above the top is moved aside,
/// so that it does not hide the place.
fn mast<'a>(painter: &OverlayPainter, preview: &'a Preview) -> Option<(&'a SafePosition, [Pos2; 2])> {
    let safe_position = preview.retreat.outcome.safe_position()?;
    let height = safe_position.at.z.inches();
    let at = painter.point(safe_position.at.ground(), height + f64::from(LINE_LIFT_INCHES))?;
    let top = painter.point(safe_position.at.ground(), height + 3.2)?;
    Some((safe_position, [at, Pos2::new(top.x, top.y.min(at.y - 42.0))]))
}

/// The line of a watcher, by the state in which it sees the position; faint if it sees nothing.
pub(super) fn paint_sight_line(egui: &Painter, ends: [Pos2; 2], state: SightState) {
    if state == SightState::Hidden {
        let faint = Stroke::new(1.5_f32, sight_look::ink(state));
        egui.extend(Shape::dashed_line(&ends, faint, 2.0, 6.0));
    } else {
        sight_look::line(egui, ends, state, 1.4);
    }
}

/// A shield on a mast with a ring round its foot, visible from above and from the side.
fn flag(painter: &OverlayPainter, at: Pos2, top: Pos2) {
    let dark = Color32::from_black_alpha(190);
    for (width, ink) in [(5.0_f32, dark), (2.2, SAFE)] {
        painter.egui.circle_stroke(at, 11.0, Stroke::new(width, ink));
        painter.egui.line_segment([at, top], Stroke::new(width, ink));
    }
    painter.egui.circle_filled(at, 3.4, SAFE);
    let corner = |x: f32, y: f32| top + vec2(x, y);
    let shield = vec![
        corner(-9.0, -10.0),
        corner(9.0, -10.0),
        corner(9.0, 1.0),
        corner(5.5, 7.5),
        corner(0.0, 11.5),
        corner(-5.5, 7.5),
        corner(-9.0, 1.0),
    ];
    painter.egui.add(Shape::convex_polygon(shield, SAFE, Stroke::new(2.0_f32, dark)));
    let tick = vec![corner(-4.5, -0.5), corner(-1.0, 4.0), corner(5.0, -5.0)];
    painter.egui.add(Shape::line(tick, Stroke::new(2.4_f32, Color32::from_rgb(12, 44, 40))));
}
