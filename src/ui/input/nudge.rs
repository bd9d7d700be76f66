//! Moves the draft by small steps, in the direction that the player sees.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::bindings::{self, Direction, KeyAction, Mode, StepSize};
use crate::ui::camera::CameraRig;
use crate::ui::drafts::draft::{Drafting, Hold};
use crate::ui::drafts::orders::draft_of;
use crate::ui::drafts::placing::Placing;
use crate::ui::drafts::selection::Selection;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::screen::Screen;

const COARSE_STEP_INCHES: f64 = 0.1;
const FINE_STEP_INCHES: f64 = 0.01;

/// Seconds until a key that is held repeats, and steps a second from then on.
const DELAY: f32 = 0.35;
const STEPS_PER_SECOND: f32 = 30.0;

/// Longest time of a frame that counts, seconds: models do not leap over what a slow machine could not show.
const LONGEST_FRAME: f32 = 0.1;

/// What arrow keys move.
#[derive(SystemParam)]
pub(super) struct Nudged<'w> {
    opened: Res<'w, OpenGame>,
    selection: Res<'w, Selection>,
    drafting: ResMut<'w, Drafting>,
    placing: ResMut<'w, Placing>,
}

/// Arrow keys move the held models, or what is to be placed; without a draft, the selected unit. Held, they go on.
pub(super) fn nudge(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<Screen>,
    time: Res<Time<Real>>,
    camera: Single<&CameraRig>,
    mut held_for: Local<f32>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut nudged: Nudged,
) {
    // On a slow machine a whole chord can lie between two frames.
    let held = |pair: [KeyCode; 2]| keys.any_pressed(pair) || keys.any_just_released(pair);
    // With Ctrl the arrows move the view.
    let ctrl = held([KeyCode::ControlLeft, KeyCode::ControlRight]);
    if screen.typing || screen.dialog.is_some() || ctrl {
        *held_for = 0.0;
        return;
    }
    let shift = held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    let sum = |steps: Vec<[f64; 2]>| steps.iter().fold([0.0, 0.0], |[x, y], [dx, dy]| [x + dx, y + dy]);
    let pressed = sum(keys.get_just_pressed().filter_map(|key| step(*key, shift)).collect());
    let kept: Vec<[f64; 2]> = keys.get_pressed().filter_map(|key| step(*key, shift)).collect();
    let before = *held_for;
    *held_for = if kept.is_empty() { 0.0 } else { before + time.delta_secs().min(LONGEST_FRAME) };
    if !kept.is_empty() {
        redraw.write(RequestRedraw);
    }
    let (more, kept) = (repeats(before, *held_for), sum(kept));
    let step = [pressed[0] + more * kept[0], pressed[1] + more * kept[1]];
    if step != [0.0, 0.0] {
        nudged.shift(on_table(step, camera.yaw()));
    }
}

impl Nudged<'_> {
    fn shift(&mut self, [dx, dy]: [f64; 2]) {
        if self.drafting.0.is_none()
            && let Some(token) = &self.placing.token
        {
            let [x, y] = token.at.unwrap_or_default();
            return self.placing.put([x + dx, y + dy]);
        }
        if self.drafting.0.is_none() {
            let Some(unit) = self.selection.unit else { return };
            self.drafting.0 = draft_of(&self.opened, unit, self.selection.action);
        }
        if let Some(draft) = &mut self.drafting.0 {
            draft.shift([dx, dy]);
            if let Hold::InHand(Some(_)) = draft.hold {
                draft.hold = Hold::InHand(Some(draft.middle()));
            }
        }
    }
}

/// How often a key repeats between two times, seconds since it was pressed.
fn repeats(before: f32, now: f32) -> f64 {
    let until = |time: f32| ((time - DELAY).max(0.0) * STEPS_PER_SECOND).floor();
    f64::from((until(now) - until(before)).max(0.0))
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

    /// A key that is tapped moves by one step; one that is held goes on after a moment, as far at any frame rate; of a frame longer than [`LONGEST_FRAME`] the rest is left out before.
    #[test]
    fn a_held_key_goes_on() {
        let total = |frames: u32, seconds: f32| -> f64 {
            let time = |frame: u32| seconds * frame as f32 / frames as f32;
            (0..frames).map(|frame| repeats(time(frame), time(frame + 1))).sum()
        };
        for (frames, seconds, expected, case) in [
            (20, 0.3, 0.0, "tapped"),
            (90, 1.5, 34.0, "held for a second and a half"),
            (6, 1.5, 34.0, "the same at four frames a second"),
        ] {
            assert_eq!(total(frames, seconds), expected, "{case}");
        }
    }
}
