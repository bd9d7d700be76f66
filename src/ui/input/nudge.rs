//! Moves the draft by small steps, in the direction that the player sees.

use bevy::prelude::*;

use super::bindings::{self, Direction, KeyAction, Mode, StepSize};
use crate::ui::camera::CameraRig;
use crate::ui::drafts::draft::{Drafting, Hold};
use crate::ui::drafts::orders::draft_of;
use crate::ui::drafts::selection::Selection;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::screen::Screen;

const COARSE_STEP_INCHES: f64 = 0.1;
const FINE_STEP_INCHES: f64 = 0.01;

/// Arrow keys move the held models; without a draft, the selected unit.
pub(super) fn nudge(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<Screen>,
    selection: Res<Selection>,
    opened: Res<OpenGame>,
    camera: Single<&CameraRig>,
    mut drafting: ResMut<Drafting>,
) {
    // With Ctrl the arrows move the view.
    let ctrl = keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if screen.typing || screen.dialog.is_some() || ctrl {
        return;
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let steps = keys.get_just_pressed().filter_map(|key| step(*key, shift));
    let [right, up] = steps.fold([0.0, 0.0], |[x, y], [dx, dy]| [x + dx, y + dy]);
    if right == 0.0 && up == 0.0 {
        return;
    }
    if drafting.0.is_none() {
        let Some(unit) = selection.unit else { return };
        drafting.0 = draft_of(&opened, unit, selection.action);
    }
    if let Some(draft) = &mut drafting.0 {
        draft.shift(on_table([right, up], camera.yaw()));
        if let Hold::InHand(Some(_)) = draft.hold {
            draft.hold = Hold::InHand(Some(draft.middle()));
        }
    }
}

/// The step of a key as the player sees it: inches to the right, and up.
fn step(key: KeyCode, shift: bool) -> Option<[f64; 2]> {
    let Some(KeyAction::Nudge(direction, size)) = bindings::action(Mode::Play, key, shift) else {
        return None;
    };
    let inches = match size {
        StepSize::Coarse => COARSE_STEP_INCHES,
        StepSize::Fine => FINE_STEP_INCHES,
    };
    Some(match direction {
        Direction::Right => [inches, 0.0],
        Direction::Left => [-inches, 0.0],
        Direction::Up => [0.0, inches],
        Direction::Down => [0.0, -inches],
    })
}

/// Turns a step as the player sees it to the nearest axes of the table.
fn on_table([right, up]: [f64; 2], yaw: f32) -> [f64; 2] {
    let quarters = (f64::from(yaw) / std::f64::consts::FRAC_PI_2).round() as i64;
    match quarters.rem_euclid(4) {
        0 => [right, up],
        1 => [-up, right],
        2 => [-right, -up],
        _ => [up, -right],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seen from the right edge of the table, up points to its left.
    #[test]
    fn arrows_move_models_as_the_player_sees_it() {
        use std::f32::consts::FRAC_PI_2;
        for (yaw, expected, reason) in [
            (0.0, [0.0, 1.0], "from the near edge"),
            (FRAC_PI_2, [-1.0, 0.0], "from the right"),
            (2.1 * FRAC_PI_2, [0.0, -1.0], "nearly from the far edge"),
            (-FRAC_PI_2, [1.0, 0.0], "from the left"),
            (0.4 * FRAC_PI_2, [0.0, 1.0], "a little turned"),
        ] {
            let [x, y] = on_table([0.0, 1.0], yaw);
            assert_eq!([x + 0.0, y + 0.0], expected, "{reason}");
        }
    }
}
