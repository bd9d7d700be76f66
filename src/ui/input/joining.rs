//! Taking part in a show: the first input says so, the second does it, so that nobody takes part by a stray click.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::input::touch::TouchInput;
use bevy::prelude::*;
use bevy::window::CursorMoved;

/// The pointer has been moved by a hand once it has come so far, pixels: tables are knocked against.
const KNOCK: f32 = 25.0;
/// A window that opens hears where the pointer is; so long that is no input.
const SETTLING: Duration = Duration::from_millis(1500);

/// Time for which a second input takes over, and time before which it is still the first one: a double click, a hand on the keys.
const OFFERED: Duration = Duration::from_secs(8);
const SAME: Duration = Duration::from_millis(450);

/// Effect of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// It is said that the next one takes over.
    Offer,
    /// Nothing new: it is of the same hand.
    Wait,
    TakeOver,
}

/// Effect of an input, by the time since the table was offered; `None` if it was not.
fn answer(offered: Option<Duration>, touch: Touch) -> Answer {
    match offered.filter(|ago| *ago < OFFERED) {
        None => Answer::Offer,
        Some(ago) if ago < SAME || touch != Touch::Pressed => Answer::Wait,
        Some(_) => Answer::TakeOver,
    }
}

/// Inputs of a person at the table.
#[derive(bevy::ecs::system::SystemParam)]
pub(crate) struct Inputs<'w, 's> {
    keys: MessageReader<'w, 's, KeyboardInput>,
    buttons: MessageReader<'w, 's, MouseButtonInput>,
    wheel: MessageReader<'w, 's, MouseWheel>,
    touch: MessageReader<'w, 's, TouchInput>,
    pointer: MessageReader<'w, 's, CursorMoved>,
    /// Last resting place of the pointer.
    rested: Local<'s, Option<Vec2>>,
}

/// Kind of touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Nothing,
    /// The mouse has been moved, no more.
    Moved,
    /// A key, a button, the wheel, the screen.
    Pressed,
    Escape,
}

impl Inputs<'_, '_> {
    /// Kind of touch since the last call, by the time since the program began.
    pub fn touch(&mut self, now: Duration) -> Touch {
        Some(self.since_last()).filter(|_| now > SETTLING).unwrap_or(Touch::Nothing)
    }

    fn since_last(&mut self) -> Touch {
        let mut escapes = false;
        let keys = self.keys.read().filter(|key| key.state == ButtonState::Pressed);
        let keys = keys.inspect(|key| escapes |= key.key_code == KeyCode::Escape).count();
        let pressed = keys
            + self.buttons.read().filter(|button| button.state == ButtonState::Pressed).count()
            + self.wheel.read().count()
            + self.touch.read().count();
        let mut moved = false;
        for CursorMoved { position, .. } in self.pointer.read() {
            let rested = *self.rested.get_or_insert(*position);
            if rested.distance(*position) > KNOCK {
                *self.rested = Some(*position);
                moved = true;
            }
        }
        match (pressed, moved) {
            _ if escapes => Touch::Escape,
            (0, false) => Touch::Nothing,
            (0, true) => Touch::Moved,
            _ => Touch::Pressed,
        }
    }
}

/// A show that is offered to whoever touches it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Joining {
    /// Time of the last touch.
    last: Duration,
    /// Time at which it was said that the next input takes over.
    offered: Option<Duration>,
}

impl Joining {
    /// Notes a touch.
    pub fn note(&mut self, now: Duration, touch: Touch) {
        if touch != Touch::Nothing {
            self.last = now;
        }
    }

    /// Time since the last touch.
    pub fn untouched(&self, now: Duration) -> Duration {
        now.saturating_sub(self.last)
    }

    /// Whether the next input takes over.
    pub fn is_offered(&self, now: Duration) -> bool {
        self.offered.is_some_and(|at| now.saturating_sub(at) < OFFERED)
    }

    /// It is offered no more.
    pub fn withdraw(&mut self) {
        self.offered = None;
    }

    /// Effect of an input; an offer and its end are noted.
    pub fn answer(&mut self, now: Duration, touch: Touch) -> Answer {
        let answer = answer(self.offered.map(|at| now.saturating_sub(at)), touch);
        match answer {
            Answer::Offer => self.offered = Some(now),
            Answer::Wait => {}
            Answer::TakeOver => self.offered = None,
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_input_takes_over() {
        let ago = |milliseconds| Some(Duration::from_millis(milliseconds));
        for (offered, touch, expected, reason) in [
            (None, Touch::Pressed, Answer::Offer, "the first"),
            (None, Touch::Moved, Answer::Offer, "a hand on the mouse"),
            (ago(200), Touch::Pressed, Answer::Wait, "a double click"),
            (ago(2000), Touch::Moved, Answer::Wait, "the mouse alone takes nothing"),
            (ago(2000), Touch::Pressed, Answer::TakeOver, "the second"),
            (ago(9000), Touch::Pressed, Answer::Offer, "the offer has lapsed"),
        ] {
            assert_eq!(answer(offered, touch), expected, "{reason}");
        }
    }
}
