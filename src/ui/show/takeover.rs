//! Input gives the table over to whoever made it, at the position shown: the first says so, the second does it, so that nobody takes
//! part by a stray click. After a while without input the show goes on with the next battle. Where there is a start screen, Esc
//! leads back to it, and the pointer may move without taking part.

use bevy::prelude::*;

use super::conductor::raise_curtain;
use super::{Show, ShowPhase, ShowRole};
use crate::game::narration::words;
use crate::rules::ids::Side;
use crate::ui::camera::GoToView;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::input::joining::{Answer, Inputs, Joining, Touch};
use crate::ui::playback::show_card::{ShowCard, ShowHint};
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::questions::retreat::RetreatPreview;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameSystems, Notice, OpenGame, Recording};
use crate::ui::session::stage::{Stage, StartPage};
use crate::ui::turn_flow::computer_players::{ComputerPlayers, Conductor, note_commanders};

pub(super) fn plugin(app: &mut App) {
    let changes = (take_over, go_on_when_idle).chain();
    app.add_systems(PreUpdate, changes.before(note_commanders).before(GameSystems));
}

/// Resources that a show has to itself while it is on, and gives up or takes when it ends or begins.
#[derive(bevy::ecs::system::SystemParam)]
pub(in crate::ui) struct Curtain<'w> {
    show: Option<ResMut<'w, Show>>,
    /// Players of the sides.
    pub computers: ResMut<'w, ComputerPlayers>,
    layout: ResMut<'w, WindowLayout>,
    card: ResMut<'w, ShowCard>,
    hint: ResMut<'w, ShowHint>,
    subtitle: ResMut<'w, Subtitle>,
    previews: ResMut<'w, RetreatPreview>,
    time: Res<'w, Time<Real>>,
}

impl Curtain<'_> {
    /// Stops the show: the table is there to be played, by these styles; `None` for a side that a person plays.
    pub fn fall(&mut self, sides: [Option<String>; 2]) {
        if let Some(show) = &mut self.show {
            show.enter(ShowPhase::TakenOver, self.time.elapsed());
        }
        *self.layout = WindowLayout::WithPanels;
        *self.card = ShowCard(None);
        *self.hint = ShowHint(None);
        *self.subtitle = Subtitle(None);
        *self.previews = RetreatPreview::default();
        self.computers.conductor = Conductor::Pace;
        self.computers.is_paused = false;
        self.computers.sides = sides;
    }

    /// Shows the next battle behind the start screen.
    pub fn rise(&mut self, opened: &mut OpenGame) {
        let Some(show) = &mut self.show else { return };
        show.role = ShowRole::Backdrop;
        *self.layout = WindowLayout::Show;
        *self.subtitle = Subtitle(None);
        *self.previews = RetreatPreview::default();
        if show.is_on() {
            return;
        }
        show.programme.prepare();
        show.enter(ShowPhase::Opening, self.time.elapsed());
        self.computers.is_paused = false;
        self.computers.conductor = Conductor::Show;
        self.computers.sides = show.styles.clone().map(Some);
        opened.recording = Recording::Off;
        opened.notice = None;
    }

    /// Shows the battle to be watched: a viewer who comes into the middle of it first reads what it is.
    pub fn open(&mut self) {
        if let Some(show) = &mut self.show {
            show.role = ShowRole::Stage;
            if show.stage() == ShowPhase::Battle {
                show.enter(ShowPhase::Title, self.time.elapsed());
            }
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "everything that a show had to itself")]
fn take_over(
    mut show: ResMut<Show>,
    mut inputs: Inputs,
    mut stage: ResMut<Stage>,
    mut computers: ResMut<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
    mut layout: ResMut<WindowLayout>,
    (mut card, mut hint, mut subtitle, mut previews): (
        ResMut<ShowCard>,
        ResMut<ShowHint>,
        ResMut<Subtitle>,
        ResMut<RetreatPreview>,
    ),
    time: Res<Time<Real>>,
    mut joining: Local<Joining>,
) {
    let now = time.elapsed();
    let touch = inputs.touch(now);
    let touched = touch != Touch::Nothing;
    joining.note(now, touch);
    show.bypass_change_detection().untouched = joining.untouched(now);
    if hint.0.is_some() && !joining.is_offered(now) {
        *hint = ShowHint(None);
    }
    if !touched || !show.is_on() || show.role == ShowRole::Backdrop {
        return;
    }
    if opened.leads_to_start && touch != Touch::Pressed {
        if touch == Touch::Escape {
            *stage = Stage::Start(StartPage::Demo);
            *hint = ShowHint(None);
            joining.withdraw();
        }
        return;
    }
    // Who touches the table plays the side that is to decide.
    let decides = opened.game.battle().decision().map(|decision| decision.player);
    let side = decides.unwrap_or(Side::A);
    match joining.answer(now, touch) {
        Answer::Offer => {
            let force = words::force(opened.game.setup(), side);
            let back = if opened.leads_to_start { " · Esc goes back" } else { "" };
            *hint = ShowHint(Some(format!("Click or press a key again to play {force}{back}")));
            emit(&UiEvent::TakeOverOffered { side });
            return;
        }
        Answer::Wait => return,
        Answer::TakeOver => *hint = ShowHint(None),
    }
    show.enter(ShowPhase::TakenOver, now);
    *layout = WindowLayout::WithPanels;
    *card = ShowCard(None);
    *subtitle = Subtitle(None);
    *previews = RetreatPreview::default();
    computers.conductor = Conductor::Pace;
    computers.sides[side.index()] = None;
    opened.recording = Recording::On;
    // What nobody has played a part in need not be kept.
    opened.is_as_loaded();
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
    if show.is_on() || show.untouched < show.idle || opened.leads_to_start {
        return;
    }
    opened.notice = None;
    show.programme.prepare();
    show.enter(ShowPhase::Opening, time.elapsed());
    views.write(GoToView::Home);
    emit(&UiEvent::ShowGoesOn);
    raise_curtain(show.into(), layout, computers, opened);
}
