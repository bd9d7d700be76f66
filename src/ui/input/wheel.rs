//! The mouse wheel: turns the models that are dragged; otherwise zooms.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy_panorbit_camera::PanOrbitCamera;

use super::draft::{Drafting, Hold};
use super::picker::Picker;
use crate::ui::axes;

/// How far one notch turns.
const NOTCH_DEGREES: f64 = 15.0;

/// How far a touch pad scrolls for one notch.
const PIXELS_PER_NOTCH: f32 = 30.0;

/// Turns each dragged model on the spot; with Shift, wheels the formation.
pub(super) fn turn_by_wheel(
    mut wheel: MessageReader<MouseWheel>,
    keys: Res<ButtonInput<KeyCode>>,
    mut drafting: ResMut<Drafting>,
    mut remainder: Local<f32>,
) {
    let in_hand =
        |drafting: &Drafting| drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)));
    if !in_hand(&drafting) {
        wheel.clear();
        *remainder = 0.0;
        return;
    }
    for scrolled in wheel.read() {
        // With Shift, some systems report horizontal scrolling.
        let amount = scrolled.y + scrolled.x;
        *remainder += match scrolled.unit {
            MouseScrollUnit::Line => amount,
            MouseScrollUnit::Pixel => amount / PIXELS_PER_NOTCH,
        };
    }
    let notches = remainder.trunc();
    if notches == 0.0 {
        return;
    }
    *remainder -= notches;
    let degrees = f64::from(notches) * NOTCH_DEGREES;
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    if let Some(draft) = &mut drafting.0 {
        if shift { draft.wheel(degrees) } else { draft.turn(degrees) }
    }
}

/// The factor by which one notch changes the distance of the camera.
const ZOOM_PER_NOTCH: f32 = 0.88;

/// Zooms unless models are dragged. The focus of the camera moves toward the pointer, so that the spot under the
/// pointer stays there.
pub(super) fn zoom_to_pointer(
    mut wheel: MessageReader<MouseWheel>,
    picker: Picker,
    drafting: Res<Drafting>,
    mut camera: Single<&mut PanOrbitCamera>,
) {
    let notches: f32 = wheel
        .read()
        .map(|scrolled| match scrolled.unit {
            MouseScrollUnit::Line => scrolled.y,
            MouseScrollUnit::Pixel => scrolled.y / PIXELS_PER_NOTCH,
        })
        .sum();
    let in_hand = drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)));
    if notches == 0.0 || !camera.enabled || in_hand {
        return;
    }
    let max_radius = camera.zoom_upper_limit.unwrap_or(f32::INFINITY);
    let wanted = camera.target_radius * bevy::math::ops::powf(ZOOM_PER_NOTCH, notches);
    let radius = wanted.clamp(camera.zoom_lower_limit, max_radius);
    if let Some(spot) = picker.cursor().and_then(|pixel| picker.table_at(pixel)) {
        let share = 1.0 - radius / camera.target_radius;
        let shift = (axes::in_scene(spot, 0.0) - camera.target_focus) * share;
        camera.target_focus += shift;
    }
    camera.target_radius = radius;
}
