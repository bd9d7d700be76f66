//! Any input gives the table over to whoever made it, at the position shown; after a while without input the show goes on with
//! the next battle.

use std::time::Duration;

use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::input::touch::TouchInput;
use bevy::prelude::*;
use bevy::window::CursorMoved;

use super::conductor::raise_curtain;
use super::{Show, ShowPhase};
use crate::game::narration::words;
use crate::rules::ids::Side;
use crate::ui::camera::GoToView;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::playback::show_card::ShowCard;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::questions::retreat::RetreatPreview;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameSystems, Notice, OpenGame, Recording};
use crate::ui::turn_flow::computer_players::{ComputerPlayers, Conductor};

/// The pointer has been moved by a hand once it has come so far, pixels: tables are knocked against.
const KNOCK: f32 = 25.0;
/// A window that opens hears where the pointer is; so long that is no input.
const SETTLING: Duration = Duration::from_millis(1500);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, (take_over, go_on_when_idle).chain().before(GameSystems));
}

/// What somebody does at the table.
#[derive(bevy::ecs::system::SystemParam)]
pub(super) struct Inputs<'w, 's> {
    keys: MessageReader<'w, 's, KeyboardInput>,
    buttons: MessageReader<'w, 's, MouseButtonInput>,
    wheel: MessageReader<'w, 's, MouseWheel>,
    touch: MessageReader<'w, 's, TouchInput>,
    pointer: MessageReader<'w, 's, CursorMoved>,
    /// Where the pointer rested.
    rested: Local<'s, Option<Vec2>>,
}

impl Inputs<'_, '_> {
    /// Whether somebody has touched anything since the last call.
    fn any(&mut self) -> bool {
        let pressed = self.keys.read().filter(|key| key.state == ButtonState::Pressed).count()
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
        pressed > 0 || moved
    }
}

#[allow(clippy::too_many_arguments, reason = "everything that a show had to itself")]
fn take_over(
    mut show: ResMut<Show>,
    mut inputs: Inputs,
    mut computers: ResMut<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
    mut layout: ResMut<WindowLayout>,
    (mut card, mut subtitle, mut previews): (ResMut<ShowCard>, ResMut<Subtitle>, ResMut<RetreatPreview>),
    time: Res<Time<Real>>,
    mut last: Local<Duration>,
) {
    let now = time.elapsed();
    let touched = inputs.any() && now > SETTLING;
    if touched {
        *last = now;
    }
    show.bypass_change_detection().untouched = now.saturating_sub(*last);
    if !touched || !show.is_on() {
        return;
    }
    show.enter(ShowPhase::TakenOver, now);
    *layout = WindowLayout::WithPanels;
    *card = ShowCard(None);
    *subtitle = Subtitle(None);
    *previews = RetreatPreview::default();
    computers.conductor = Conductor::Pace;
    // Who touches the table plays the side that is to decide.
    let decides = opened.game.battle().decision().map(|decision| decision.player);
    let side = decides.unwrap_or(Side::A);
    computers.sides[side.index()] = None;
    opened.recording = Recording::On;
    let (mine, other) =
        (words::force(opened.game.setup(), side), words::force(opened.game.setup(), side.other()));
    let text =
        format!("You play {mine}; the computer plays {other}. Y shows who plays each side, F1 all keys.");
    opened.notice = Some(Notice::Done(text));
    emit(&UiEvent::TakenOver { side });
}

/// Without input for a while the show goes on with the next battle.
fn go_on_when_idle(
    mut show: ResMut<Show>,
    layout: ResMut<WindowLayout>,
    computers: ResMut<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
    time: Res<Time<Real>>,
    mut views: MessageWriter<GoToView>,
) {
    if show.is_on() || show.untouched < show.idle {
        return;
    }
    opened.notice = None;
    show.programme.prepare();
    show.enter(ShowPhase::Opening, time.elapsed());
    views.write(GoToView::Home);
    emit(&UiEvent::ShowGoesOn);
    raise_curtain(show.into(), layout, computers, opened);
}
