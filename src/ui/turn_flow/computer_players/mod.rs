//! Sides that the computer plays, and its advice to the sides that people play.
//!
//! A computer player thinks on a thread of its own (`seat.rs`), while what came before is still being shown. Then its command
//! is announced, with its odds, for as long as its pace says (`computer_pace.rs`), and submitted like any other; why it was given is
//! kept with it in the history. An answer about a battle that has moved on is dropped.

mod player_thread;

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use crate::game::adviser::{Advice, Advisers, StyleName, shown_name};
use crate::game::engine::WarStrike;
use crate::game::narration::names::Ids;
use crate::rules::ids::Side;
use crate::ui::background::computing::{Computing, Task, note_waiting};
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::playback::Playback;
use crate::ui::playback::subtitle::{Subtitle, SubtitleLine};
use crate::ui::session::computer_pace::ComputerPace;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{
    BattleState, Commander, GameChanged, GameRequest, GameSystems, Notice, OpenGame,
};
use crate::ui::session::screen::{BriefSheet, Screen};
use crate::ui::session::settings::Settings;
use crate::ui::session::window_options::ComputerOptions;

pub(in crate::ui) use player_thread::PlannedCommand;
use player_thread::{Answer, Forecast, PlayerThread};

/// Who plays the sides, and what was asked of the computer.
#[derive(Resource, Default)]
pub(in crate::ui) struct ComputerPlayers {
    advisers: Option<Arc<dyn Advisers<WarStrike>>>,
    /// The styles there are.
    pub styles: Vec<StyleName>,
    /// The style by which the computer plays A and B; `None` for a side that a person plays.
    pub sides: [Option<String>; 2],
    /// Whether the computer waits until it is told to go on.
    pub is_paused: bool,
    /// The style whose advice is asked.
    pub adviser: Option<String>,
    /// The advice, and the state of the battle that it is about.
    pub advice: Option<(BattleState, Result<Advice, String>)>,
    /// Who lets announced commands be carried out.
    pub conductor: Conductor,
    threads: [Option<PlayerThread>; 3],
    /// The command that is announced.
    announced: Option<Announced>,
    /// Whether that command is to be carried out at once.
    hurried: bool,
    /// Why the computer has given a side up.
    gave_up: Option<String>,
}

/// A command that is about to be carried out.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Announced {
    /// The state of the battle in which it is given.
    pub state: BattleState,
    /// Whose command it is.
    pub side: Side,
    /// The command, and all that is known of it beforehand.
    pub thought: Box<PlannedCommand>,
    /// Since when it is shown, by the clock of the window; `None` before.
    pub since: Option<Duration>,
}

/// Who lets announced commands be carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ui) enum Conductor {
    /// The pace that the player has chosen.
    #[default]
    Pace,
    /// A show.
    Show,
}

/// The adviser's seat, after those of both sides.
const ADVISER: usize = 2;

impl ComputerPlayers {
    pub fn new(options: &ComputerOptions) -> Self {
        let advisers = options.advisers.clone();
        let styles = advisers.as_ref().map_or_else(Vec::new, |advisers| advisers.styles());
        let adviser = styles.iter().find(|style| style.id == "objective-minded").or(styles.first());
        Self {
            advisers,
            sides: options.styles.clone(),
            adviser: adviser.map(|style| style.id.clone()),
            styles,
            ..Self::default()
        }
    }

    /// The side that the computer is to decide for now.
    pub fn decides(&self, opened: &OpenGame) -> Option<Side> {
        let player = opened.game.battle().decision().filter(|_| !opened.is_looking())?.player;
        self.sides[player.index()].is_some().then_some(player)
    }

    /// The shown name of a style; its id, where it is a file of one's own; `None` for none.
    pub fn style_name<'a>(&'a self, id: Option<&'a str>) -> Option<&'a str> {
        let id = id?;
        Some(self.styles.iter().find(|style| style.id == id).map_or(id, shown_name))
    }

    /// The command that is announced, if it is given in the battle as it stands.
    pub fn announced(&self, opened: &OpenGame) -> Option<&Announced> {
        self.announced.as_ref().filter(|announced| announced.state == opened.state())
    }

    /// The announced command is carried out now: the next one, where the computer has paused.
    pub fn go_on(&mut self) {
        self.hurried = true;
    }

    /// Why the computer has given a side up, if it has; told once.
    pub fn take_failure(&mut self) -> Option<String> {
        self.gave_up.take()
    }

    /// Asks for advice about the battle as it is.
    pub fn ask_advice(&mut self, opened: &OpenGame, proxy: Option<&EventLoopProxyWrapper>) {
        self.advice = None;
        if let Some(style) = self.adviser.clone() {
            self.ask(ADVISER, &style, Forecast::Command, opened, proxy);
        }
    }

    /// Whether advice was asked for and has not come.
    pub fn is_advising(&self, opened: &OpenGame) -> bool {
        let asked = self.threads[ADVISER].as_ref().and_then(PlayerThread::asked);
        asked == Some(opened.state()) && self.advice.is_none()
    }

    /// Whether an answer about the battle as it stands is still awaited.
    pub fn is_thinking(&self, opened: &OpenGame) -> bool {
        self.decides(opened).is_some() && self.announced(opened).is_none() && self.advisers.is_some()
    }

    fn ask(
        &mut self,
        index: usize,
        style: &str,
        outlook: Forecast,
        opened: &OpenGame,
        proxy: Option<&EventLoopProxyWrapper>,
    ) {
        let seat = self.threads[index].take().filter(|seat| seat.is_for(style, opened.state().game));
        let seat = seat.or_else(|| {
            let seed = opened.game.seed().wrapping_add(index as u64);
            PlayerThread::new(Arc::clone(self.advisers.as_ref()?), style, seed, opened, proxy)
        });
        if let Some(mut seat) = seat {
            seat.ask(opened, outlook);
            self.threads[index] = Some(seat);
        }
    }

    /// The answer of a seat about the battle as it is, if it has come.
    fn receive(&mut self, index: usize, state: BattleState) -> Option<Answer> {
        self.threads[index].as_mut()?.receive(state)
    }

    /// How long the oldest question about the battle as it stands has waited: nobody waits for an answer about another.
    fn waited(&self, opened: &OpenGame) -> Option<Duration> {
        let threads = self.threads.iter().flatten().filter(|thread| thread.asked() == Some(opened.state()));
        threads.filter_map(PlayerThread::waited).max()
    }

    /// Whether the announced command is due at a time.
    fn is_due(&self, pace: ComputerPace, now: Duration) -> bool {
        let Some(Announced { since, thought, .. }) = &self.announced else { return false };
        let text = &thought.announcement.text;
        match (self.conductor, since) {
            (Conductor::Show, _) => self.hurried,
            (Conductor::Pace, None) => false,
            (Conductor::Pace, Some(since)) => {
                self.hurried || (!self.is_paused && now.saturating_sub(*since) >= pace.time(text))
            }
        }
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, note_commanders.before(GameSystems))
        .add_systems(Update, (think, announce, carry_out, take_advice, note).chain().after(InputSystems))
        .add_systems(PostUpdate, say)
        .add_observer(on_computer_key);
}

/// Keys of the computer players.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum ComputerKey {
    /// The computer waits, or plays on.
    Pause,
    /// The computer does at once what it has announced.
    Hurry,
}

fn on_computer_key(
    key: On<ComputerKey>,
    mut computers: ResMut<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
) {
    match *key {
        ComputerKey::Pause if computers.sides.iter().all(Option::is_none) => {
            opened.ignore_key("The computer plays no side: Y shows who plays.");
        }
        ComputerKey::Pause => {
            computers.is_paused = !computers.is_paused;
            emit(&UiEvent::ComputerPaused { paused: computers.is_paused });
        }
        ComputerKey::Hurry => match computers.decides(&opened) {
            Some(_) => computers.go_on(),
            None => opened.ignore_key("The computer has nothing to decide now."),
        },
    }
}

/// The battle takes the commands of a side from whoever plays it. A side that is taken over in the middle of a question is
/// asked again. Whatever changes who plays a side, or opens a battle, comes before it: no frame shows a battle under the
/// commanders of another.
pub(in crate::ui) fn note_commanders(
    computers: Res<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
    mut changes: MessageWriter<GameChanged>,
) {
    // What happened at a real table is for people to say.
    let people_play = opened.game.setup().is_recorded();
    let of = |style: &Option<String>| match style {
        Some(_) if !people_play => Commander::Computer,
        _ => Commander::Person,
    };
    let commanders = [of(&computers.sides[0]), of(&computers.sides[1])];
    if opened.commanders != commanders {
        let asked_before = opened.prompt().is_some();
        opened.commanders = commanders;
        if opened.prompt().is_some() != asked_before {
            changes.write(GameChanged::Jumped);
        }
    }
}

/// Asks the computer player whose turn it is to decide, also while what came before is still being shown.
fn think(
    mut computers: ResMut<ComputerPlayers>,
    opened: Res<OpenGame>,
    dice: Res<HandDice>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    let players = computers.bypass_change_detection();
    let state = opened.state();
    if players.announced.as_ref().is_some_and(|announced| announced.state != state) {
        players.announced = None;
    }
    let Some(side) = players.decides(&opened).filter(|_| dice.0.is_none()) else {
        players.announced = None;
        return;
    };
    if players.announced.is_some() {
        return;
    }
    let Some(style) = players.sides[side.index()].clone() else { return };
    let outlook = match players.conductor {
        Conductor::Pace => Forecast::Command,
        Conductor::Show => Forecast::Outcome,
    };
    players.ask(side.index(), &style, outlook, &opened, proxy.as_deref());
    match players.receive(side.index(), state) {
        None => {}
        Some(Ok(Some(thought))) => {
            players.announced = Some(Announced { state, side, thought, since: None });
        }
        Some(answer) => {
            players.sides[side.index()] = None;
            let why = answer.err().unwrap_or_else(|| "it finds no legal answer".to_owned());
            players.gave_up = Some(format!("The computer hands side {side} over to you: {why}."));
            computers.set_changed();
        }
    }
}

/// Shows what the computer is about to do, once all that came before has been shown.
fn announce(
    mut computers: ResMut<ComputerPlayers>,
    opened: Res<OpenGame>,
    (playback, screen): (Res<Playback>, Res<Screen>),
    time: Res<Time<Real>>,
    mut subtitle: ResMut<Subtitle>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let players = computers.bypass_change_detection();
    if players.conductor == Conductor::Show {
        return;
    }
    let is_shown = screen.brief == BriefSheet::Hidden && screen.dialog.is_none() && !playback.runs();
    let hint = match players.is_paused {
        true => "paused · . next command · Shift+Y go on",
        false => ". go on · Shift+Y pause · Y who plays",
    };
    let Some(announced) = players.announced.as_mut().filter(|_| is_shown) else {
        subtitle.set_if_neq(Subtitle(None));
        return;
    };
    let said = &announced.thought.announcement;
    let line = SubtitleLine::of_announcement(opened.game.setup(), announced.side, said, Ids::Shown)
        .map(|line| SubtitleLine { hint: hint.to_owned(), ..line });
    subtitle.set_if_neq(Subtitle(line));
    redraw.write(RequestRedraw);
    if announced.since.is_some() {
        return;
    }
    announced.since = Some(time.elapsed());
    if said.text.is_empty() {
        return;
    }
    let (side, odds) = (announced.side, said.odds.clone());
    emit(&UiEvent::ComputerAnnounces { side, does: said.text.clone(), odds });
    computers.set_changed();
}

/// Submits the announced command once it is due.
fn carry_out(
    mut computers: ResMut<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    mut requests: MessageWriter<GameRequest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let players = computers.bypass_change_detection();
    if !players.is_due(settings.computer, time.elapsed()) {
        return;
    }
    let Some(Announced { state, side, thought, .. }) = players.announced.take() else { return };
    players.hurried = false;
    if state != opened.state() {
        return;
    }
    let rationale = thought.advice.rationale();
    let Advice { command, does, .. } = thought.advice;
    opened.bypass_change_detection().game.give_reason(&command, rationale);
    emit(&UiEvent::ComputerPlayed { side, does });
    requests.write(GameRequest::Play(Box::new(command), state));
    redraw.write(RequestRedraw);
    computers.set_changed();
}

fn take_advice(mut computers: ResMut<ComputerPlayers>, opened: Res<OpenGame>) {
    let state = opened.state();
    if let Some(answer) = computers.bypass_change_detection().receive(ADVISER, state) {
        let advice = answer.and_then(|thought| {
            thought.map(|thought| thought.advice).ok_or_else(|| "There is nothing to decide.".to_owned())
        });
        emit(&UiEvent::Advised { does: advice.as_ref().ok().map(|advice| advice.does.clone()) });
        computers.advice = Some((state, advice));
    }
}

fn note(
    computers: Res<ComputerPlayers>,
    opened: Res<OpenGame>,
    time: Res<Time<Real>>,
    mut computing: ResMut<Computing>,
) {
    note_waiting(&mut computing, &time, [(Task::ComputerPlayer, computers.waited(&opened))]);
}

/// Says that the computer has given a side up.
fn say(mut computers: ResMut<ComputerPlayers>, mut opened: ResMut<OpenGame>) {
    if computers.conductor == Conductor::Pace
        && computers.gave_up.is_some()
        && let Some(why) = computers.bypass_change_detection().take_failure()
    {
        opened.notice = Some(Notice::Failed(why));
    }
}
