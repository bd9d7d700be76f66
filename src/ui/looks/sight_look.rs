//! The look of the states of sight: a colour, and for the colour-blind a line pattern.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke};

pub(in crate::ui) use crate::game::narration::sight::{STATES, state as word};
use crate::rules::sight::SightState;

/// Red, green, blue, 0 to 255.
const fn rgb(state: SightState) -> [u8; 3] {
    match state {
        SightState::Clear => [255, 245, 150],
        SightState::Obscured => [255, 176, 66],
        SightState::Concealed => [240, 104, 150],
        SightState::Hidden => [170, 150, 214],
    }
}

/// The colour of lines and text.
pub(in crate::ui) fn ink(state: SightState) -> Color32 {
    let [r, g, b] = rgb(state);
    Color32::from_rgb(r, g, b)
}

/// How a line is drawn.
pub(in crate::ui) fn pattern(state: SightState) -> &'static str {
    match state {
        SightState::Clear => "solid line",
        SightState::Obscured => "long dashes",
        SightState::Concealed => "dots",
        SightState::Hidden => "ends at what blocks it",
    }
}

/// Draws a line of sight, light with a dark border, so that it is visible on any ground.
pub(in crate::ui) fn line(painter: &Painter, [from, to]: [Pos2; 2], state: SightState, width: f32) {
    for (width, ink) in [(width + 2.2, Color32::from_black_alpha(150)), (width, ink(state))] {
        let stroke = Stroke::new(width, ink);
        match state {
            SightState::Clear | SightState::Hidden => drop(painter.line_segment([from, to], stroke)),
            SightState::Obscured => painter.extend(Shape::dashed_line(&[from, to], stroke, 13.0, 7.0)),
            SightState::Concealed => {
                painter.extend(Shape::dotted_line(&[from, to], ink, 7.0, width * 0.72));
            }
        }
    }
}
