//! Keys that move, turn and zoom the view: one step for each press, and on as long as they are held.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::bindings::{self, Direction, KeyAction};
use super::keyboard::Keyboard;
use crate::ui::camera::Steer;
use crate::ui::drafts::draft::Drafting;
use crate::ui::drafts::order_keys::Turn;
use crate::ui::drafts::placing::Placing;
use crate::ui::drafts::selection::Selection;
use crate::ui::playback::Playback;
use crate::ui::session::screen::Screen;

/// What one press does: a share of the height of the picture, radians, notches of the wheel.
const PAN_STEP_SHARE: f32 = 0.08;
const TURN: f32 = 0.13;
const NOTCHES: f32 = 1.5;

/// Seconds until a key that is held repeats, and steps a second from then on.
const DELAY: f32 = 0.3;
const STEPS_PER_SECOND: f32 = 6.0;

/// Longest time of a frame that counts, seconds: the view does not leap over what a slow machine could not show.
const LONGEST_FRAME: f32 = 0.1;

/// The view keys of a frame, by the keyboard at hand.
#[derive(SystemParam)]
pub(crate) struct ViewKeys<'w, 's> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    keyboard: Res<'w, Keyboard>,
    time: Res<'w, Time<Real>>,
    held_for: Local<'s, f32>,
    steers: MessageWriter<'w, Steer>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

impl ViewKeys<'_, '_> {
    /// Steers by what is pressed and held; while something is `typing`, keys write words. With `arrows` the arrow keys move the view
    /// alone, else with Ctrl.
    pub(crate) fn steer(&mut self, typing: bool, arrows: bool) {
        let Self { keys, keyboard, time, held_for, steers, redraw } = self;
        if typing || keys.get_pressed().next().is_none() && keys.get_just_pressed().next().is_none() {
            **held_for = 0.0;
            return;
        }
        // On a slow machine a whole chord can lie between two frames.
        let held = |pair: [KeyCode; 2]| keys.any_pressed(pair) || keys.any_just_released(pair);
        let ctrl = held([KeyCode::ControlLeft, KeyCode::ControlRight]);
        let shift = held([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let arrows = ctrl || arrows;
        let meaning = |place: &KeyCode| bindings::view_step(keyboard.key_at(*place), [ctrl, shift], arrows);
        let pressed: Vec<KeyAction> = keys.get_just_pressed().filter_map(meaning).collect();
        let kept: Vec<KeyAction> = keys.get_pressed().filter_map(meaning).collect();
        let before = **held_for;
        **held_for = if kept.is_empty() { 0.0 } else { before + time.delta_secs().min(LONGEST_FRAME) };
        for action in pressed {
            steers.write_batch(steer(action, 1.0));
        }
        if !kept.is_empty() {
            redraw.write(RequestRedraw);
        }
        let steps = (**held_for - before.max(DELAY)).max(0.0) * STEPS_PER_SECOND;
        if steps > 0.0 {
            for action in kept {
                steers.write_batch(steer(action, steps));
            }
        }
    }
}

pub(super) fn steer_by_keys(
    mut keys: ViewKeys,
    screen: Res<Screen>,
    selection: Res<Selection>,
    drafting: Res<Drafting>,
    placing: Res<Placing>,
    playback: Res<Playback>,
) {
    let typing = screen.typing || screen.dialog.is_some() || playback.shows_fight();
    // Without a unit to move, arrows alone move the view.
    let arrows = selection.unit.is_none() && drafting.0.is_none() && placing.token.is_none();
    keys.steer(typing, arrows);
}

/// What some steps of a key do.
fn steer(action: KeyAction, steps: f32) -> Option<Steer> {
    let way = |x: f32, y: f32| Steer::Move(Vec2::new(x, y) * PAN_STEP_SHARE * steps);
    Some(match action {
        KeyAction::MoveView(Direction::Left) => way(-1.0, 0.0),
        KeyAction::MoveView(Direction::Right) => way(1.0, 0.0),
        KeyAction::MoveView(Direction::Up) => way(0.0, 1.0),
        KeyAction::MoveView(Direction::Down) => way(0.0, -1.0),
        KeyAction::TurnView(Turn::Left) => Steer::TurnBy([TURN * steps, 0.0]),
        KeyAction::TurnView(Turn::Right) => Steer::TurnBy([-TURN * steps, 0.0]),
        KeyAction::ZoomIn => Steer::Zoom { notches: NOTCHES * steps, at: None },
        KeyAction::ZoomOut => Steer::Zoom { notches: -NOTCHES * steps, at: None },
        _ => return None,
    })
}
