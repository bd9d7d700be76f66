//! A demo is given over to whoever touches mouse or keys, at the position shown, and goes on with the next evening once nobody has
//! touched anything for a while.

use std::time::Duration;

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use tabletop_counters::OnHexes;

use super::evening::{Phase, Show};
use crate::map_ui::choosing::Choosing;
use crate::map_ui::panels::{Panels, Sheet};
use crate::map_ui::scene::LookAt;
use crate::map_ui::session::{Free, Hands, Lit, Margins, Notice, Table};
use crate::ui::input::joining::{Answer, Inputs, Joining, Touch};
use crate::ui::session::events::{UiEvent, emit};

/// After so long without input a demo goes on.
#[derive(Resource, Clone, Copy, Debug)]
pub(super) struct Idle(pub Duration);

/// What people at the window have in hand.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct InHand<'w, G: OnHexes> {
    choosing: ResMut<'w, Choosing<G>>,
    panels: ResMut<'w, Panels>,
    lit: ResMut<'w, Lit<G>>,
    hands: ResMut<'w, Hands>,
    free: ResMut<'w, Free>,
    margins: ResMut<'w, Margins>,
}

impl<G: OnHexes> InHand<'_, G> {
    fn put_down(&mut self) {
        *self.choosing = Choosing::default();
        (self.panels.sheet, self.panels.seats) = (Sheet::None, None);
        (*self.lit, *self.hands, *self.free) = (Lit::default(), Hands::default(), Free::default());
        *self.margins = Margins::default();
    }
}

/// The key that takes a demo over is not obeyed besides.
pub(super) fn disregard_keys<G: OnHexes>(
    table: Res<Table<G>>,
    mut keys: ResMut<Messages<KeyboardInput>>,
    mut was_watched: Local<bool>,
) {
    if std::mem::replace(&mut *was_watched, table.is_watched()) && !*was_watched {
        keys.clear();
    }
}

/// The first input of somebody who watches says what the second does.
pub(super) fn join<G: OnHexes>(
    (mut show, mut table): (ResMut<Show<G>>, ResMut<Table<G>>),
    (mut inputs, mut joining): (Inputs, Local<Joining>),
    mut in_hand: InHand<G>,
    (time, idle): (Res<Time<Real>>, Res<Idle>),
    mut views: MessageWriter<LookAt>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed();
    let touch = inputs.touch(now);
    joining.note(now, touch);
    if !table.is_watched() {
        if joining.untouched(now) >= idle.0 {
            in_hand.put_down();
            table.watch(show.options.viewer);
            show.leave(now);
            emit(&UiEvent::ShowGoesOn);
        } else {
            // The time without input goes on where nothing is drawn.
            redraw.write(RequestRedraw);
        }
        return;
    }
    if show.hint.is_some() && !joining.is_offered(now) {
        show.hint = None;
    }
    let is_open = matches!(show.phase, Phase::Title | Phase::Battle);
    let decides = table.game().battle().decision().filter(|_| is_open);
    let Some(side) = decides.map(|decision| decision.player) else { return };
    if matches!(touch, Touch::Nothing | Touch::Escape) {
        return;
    }
    match joining.answer(now, touch) {
        Answer::Offer => {
            let name = table.name(side);
            show.hint = Some(format!("Click or press a key again to take over ({name}) · Esc closes"));
            emit(&UiEvent::TakeOverOffered { side });
        }
        Answer::Wait => {}
        Answer::TakeOver => {
            (show.hint, show.caption, show.card) = (None, None, None);
            in_hand.put_down();
            table.take_over(side);
            let [own, other] = [side, side.other()].map(|side| table.name(side));
            let text =
                format!("You have taken over ({own}); the computer plays on ({other}). F1 shows all keys.");
            if table.notice.is_none() {
                table.notice = Some(Notice::done(text));
            }
            views.write(LookAt::Battle);
            emit(&UiEvent::TakenOver { side });
        }
    }
}
