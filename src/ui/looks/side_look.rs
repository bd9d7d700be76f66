//! The look of the two sides: a colour, and for the colour-blind a shape.

use bevy::prelude::Color;
use bevy_egui::egui::{Align2, Color32, FontId, Painter, Pos2, Shape, Stroke, Vec2};

use crate::rules::ids::Side;

/// The number of corners of a side's bases and badge: A's are round, B's six-sided.
pub fn corners(side: Side) -> u32 {
    match side {
        Side::A => 40,
        Side::B => 6,
    }
}

/// The shape as text.
pub fn shape_word(side: Side) -> &'static str {
    match side {
        Side::A => "round",
        Side::B => "six-sided",
    }
}

/// The colour as text.
pub fn colour_word(side: Side) -> &'static str {
    match side {
        Side::A => "blue",
        Side::B => "orange",
    }
}

/// Red, green, blue, 0 to 255, of a side's clothes and badge.
const fn rgb(side: Side) -> [u8; 3] {
    match side {
        Side::A => [58, 122, 214],
        Side::B => [232, 130, 38],
    }
}

/// The side's colour in the scene.
pub fn colour(side: Side) -> Color {
    let [r, g, b] = rgb(side);
    Color::srgb_u8(r, g, b)
}

/// The side's colour in panels.
pub fn ink(side: Side) -> Color32 {
    let [r, g, b] = rgb(side);
    Color32::from_rgb(r, g, b)
}

/// The side's colour in panels, light enough for small text on a dark background.
pub fn light_ink(side: Side) -> Color32 {
    match side {
        Side::A => Color32::from_rgb(136, 184, 250),
        Side::B => Color32::from_rgb(248, 176, 110),
    }
}

/// Draws a side's badge: a filled shape with as many corners as its bases.
pub(crate) fn badge(painter: &Painter, centre: Pos2, radius: f32, side: Side) {
    let count = corners(side);
    let points = (0..count).map(|index| {
        let angle = std::f32::consts::TAU * (index as f32 + 0.5) / count as f32;
        centre + radius * Vec2::angled(angle)
    });
    let outline = Stroke::new(1.0_f32, Color32::from_white_alpha(150));
    painter.add(Shape::convex_polygon(points.collect(), ink(side), outline));
    let letter = FontId::proportional(radius * 1.35);
    painter.text(centre, Align2::CENTER_CENTER, side.to_string(), letter, Color32::WHITE);
}
