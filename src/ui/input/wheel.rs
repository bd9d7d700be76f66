//! The mouse wheel turns what is in hand.

use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;

use super::draft::{Drafting, Hold};

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
