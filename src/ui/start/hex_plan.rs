//! Paints the plan of a level of a game on hexes.

use bevy_egui::egui::{Color32, CornerRadius, Painter, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::ui::looks::side_look;
use crate::ui::session::hex_plan::HexPlan;

/// Size of a stack of counters, and of the ring of a place to be held, as shares of a hex's width.
const STACK: f32 = 0.62;
const GOAL: f32 = 0.44;

/// Paints a plan as large as fits into a rectangle, in its middle.
pub(super) fn paint(painter: &Painter, room: Rect, plan: &HexPlan) {
    painter.rect_filled(room, CornerRadius::same(4), Color32::from_rgb(40, 42, 34));
    if plan.hexes.is_empty() {
        return;
    }
    let inner = room.shrink(room.width() * 0.03);
    let width = inner.width().min(inner.height() / plan.height);
    let corner = inner.center() - vec2(width, width * plan.height) / 2.0;
    let at = |[x, y]: [f32; 2]| pos2(corner.x + x * width, corner.y + y * width);
    let hex_width =
        plan.hexes[0].0.iter().fold(0.0_f32, |width, one| width.max(one[0] - plan.hexes[0].0[3][0]));
    let hex_width = hex_width * width;
    let line = Stroke::new((hex_width * 0.05).max(0.5), Color32::from_black_alpha(110));
    for (corners, [red, green, blue]) in &plan.hexes {
        let fill = Color32::from_rgb(*red, *green, *blue);
        painter.add(Shape::convex_polygon(corners.map(at).to_vec(), fill, line));
    }
    let road = Stroke::new(hex_width * 0.16, Color32::from_rgb(188, 166, 126));
    for ends in &plan.roads {
        painter.line_segment(ends.map(at), road);
    }
    for (place, side) in &plan.counters {
        let counter = Rect::from_center_size(at(*place), vec2(hex_width, hex_width) * STACK);
        let ink = side_look::light_ink(*side);
        painter.rect_filled(counter, CornerRadius::same(1), ink);
        let edge = Stroke::new((hex_width * 0.06).max(0.5), Color32::from_black_alpha(170));
        painter.rect_stroke(counter, CornerRadius::same(1), edge, StrokeKind::Inside);
    }
    for goal in &plan.goals {
        let ring = Stroke::new((hex_width * 0.10).max(1.0), Color32::from_rgb(255, 236, 150));
        painter.circle_stroke(at(*goal), hex_width * GOAL, ring);
    }
}
