//! The pile on which the pointer rests is fanned out, until the pointer leaves it.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use tabletop::game::Game;
use tabletop_hexes::hex::Hex;

use super::counters::Counters;
use super::fanned::Fan;
use crate::map_ui::session::{Hands, Pointed};

/// Rest of the pointer after which a pile opens, and absence after which it closes; seconds.
const OPENS: f32 = 0.22;
const CLOSES: f32 = 0.15;

/// What the pointer does to a pile, and for how long.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rest {
    on: Option<Hex>,
    seconds: f32,
}

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.init_resource::<Fan>().init_resource::<Hands>().add_systems(
        Update,
        follow_pointer::<G>.before(super::stage::build::<G>).run_if(resource_exists::<Counters<G>>),
    );
}

fn follow_pointer<G: Game>(
    (pointed, counters, hands): (Res<Pointed<G>>, Res<Counters<G>>, Res<Hands>),
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    time: Res<Time<Real>>,
    (mut fan, mut rest): (ResMut<Fan>, Local<Rest>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let drags = buttons.is_some_and(|buttons| buttons.get_pressed().next().is_some());
    let counter = pointed.counter.and_then(|id| {
        counters.piles.iter().find(|(_, pile)| pile.len() > 1 && pile.contains(&id)).map(|(hex, _)| *hex)
    });
    let on = if hands.lifted { None } else { counter.or(fan.0.filter(|hex| pointed.hex == Some(*hex))) };
    // While something is dragged, nothing opens under it and nothing closes.
    let next = if drags { fan.0 } else { rest.next(fan.0, on, time.delta_secs().min(0.1)) };
    if next != on {
        redraw.write(RequestRedraw);
    }
    fan.set_if_neq(Fan(next));
}

impl Rest {
    /// The open pile after some seconds with the pointer on another, or on none.
    fn next(&mut self, open: Option<Hex>, on: Option<Hex>, seconds: f32) -> Option<Hex> {
        if self.on != on {
            *self = Self { on, seconds: 0.0 };
        }
        self.seconds += seconds;
        let wait = if on.is_some() { OPENS } else { CLOSES };
        if self.seconds >= wait { on } else { open }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pile opens under a pointer that rests, not under one that passes, and closes when it has left.
    #[test]
    fn a_pile_opens_under_a_pointer_that_rests() {
        let [one, other] = ["0101", "0202"].map(|id| id.parse::<Hex>().ok());
        let mut rest = Rest::default();
        let mut open = None;
        for (on, frames, expected, reason) in [
            (one, 5, None, "passing"),
            (other, 5, None, "on to the next"),
            (other, 10, other, "resting"),
            (None, 4, other, "a slip"),
            (other, 1, other, "back"),
            (None, 12, None, "left"),
            (one, 15, one, "another"),
        ] {
            for _ in 0..frames {
                open = rest.next(open, on, 0.02);
            }
            assert_eq!(open, expected, "{reason}");
        }
    }
}
