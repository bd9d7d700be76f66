//! The mouse wheel turns what is in hand, and zooms where nothing is.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::draft::{Drafting, Hold};
use super::picker::Picker;
use crate::ui::axes;

/// Degrees of one notch.
const NOTCH: f64 = 15.0;

/// Pixels of a touch pad that count as a notch.
const PIXELS: f32 = 30.0;

/// The wheel turns each model in hand on the spot; with Shift it wheels the
/// formation.
pub(super) fn turn_by_wheel(
    mut wheel: MessageReader<MouseWheel>,
    keys: Res<ButtonInput<KeyCode>>,
    mut drafting: ResMut<Drafting>,
    mut left_over: Local<f32>,
) {
    let in_hand =
        |drafting: &Drafting| drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)));
    if !in_hand(&drafting) {
        wheel.clear();
        *left_over = 0.0;
        return;
    }
    for scrolled in wheel.read() {
        // With Shift some systems report the wheel as sideways.
        let amount = scrolled.y + scrolled.x;
        *left_over += match scrolled.unit {
            MouseScrollUnit::Line => amount,
            MouseScrollUnit::Pixel => amount / PIXELS,
        };
    }
    let notches = left_over.trunc();
    if notches == 0.0 {
        return;
    }
    *left_over -= notches;
    let degrees = f64::from(notches) * NOTCH;
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if let Some(draft) = &mut drafting.0 {
        if shift { draft.wheel(degrees) } else { draft.turn(degrees) }
    }
}

/// What one notch leaves of the distance to what the camera looks at.
const NEARER: f32 = 0.88;

/// Zooms where nothing is in hand. What the camera looks at moves toward the
/// mouse, so that the spot under it stays there.
pub(super) fn zoom_to_mouse(
    mut wheel: MessageReader<MouseWheel>,
    sight: Picker,
    drafting: Res<Drafting>,
    mut camera: Single<&mut PanOrbitCamera>,
) {
    let notches: f32 = wheel
        .read()
        .map(|scrolled| match scrolled.unit {
            MouseScrollUnit::Line => scrolled.y,
            MouseScrollUnit::Pixel => scrolled.y / PIXELS,
        })
        .sum();
    let in_hand = drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)));
    if notches == 0.0 || !camera.enabled || in_hand {
        return;
    }
    let farthest = camera.zoom_upper_limit.unwrap_or(f32::INFINITY);
    let wanted = camera.target_radius * bevy::math::ops::powf(NEARER, notches);
    let radius = wanted.clamp(camera.zoom_lower_limit, farthest);
    if let Some(spot) = sight.cursor().and_then(|pixel| sight.table_at(pixel)) {
        let share = 1.0 - radius / camera.target_radius;
        let shift = (axes::in_scene(spot, 0.0) - camera.target_focus) * share;
        camera.target_focus += shift;
    }
    camera.target_radius = radius;
}
