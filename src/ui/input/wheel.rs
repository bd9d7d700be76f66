//! The mouse wheel: turns the models that are dragged; otherwise zooms.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;

use super::picker::Picker;
use crate::ui::camera::Steer;
use crate::ui::drafts::draft::{Drafting, Hold};
use crate::ui::session::screen::Screen;

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

/// Zooms to what is under the pointer, unless models are dragged.
pub(super) fn zoom_to_pointer(
    mut wheel: MessageReader<MouseWheel>,
    picker: Picker,
    screen: Res<Screen>,
    drafting: Res<Drafting>,
    mut steers: MessageWriter<Steer>,
) {
    let scrolled = wheel.read().map(|scrolled| match scrolled.unit {
        MouseScrollUnit::Line => scrolled.y,
        MouseScrollUnit::Pixel => scrolled.y / PIXELS_PER_NOTCH,
    });
    let notches: f32 = scrolled.sum();
    let in_hand = drafting.0.as_ref().is_some_and(|draft| matches!(draft.hold, Hold::InHand(_)));
    if notches == 0.0 || in_hand || screen.dialog.is_some() {
        return;
    }
    if let Some(at) = picker.cursor().filter(|pixel| picker.is_free(*pixel)) {
        steers.write(Steer::Zoom { notches, at: Some(at) });
    }
}
