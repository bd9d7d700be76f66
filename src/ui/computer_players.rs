//! Sides that the computer plays, and its advice to the sides that people play.
//!
//! A computer player lives on a thread of its own for as long as a game lasts, so that what it remembers does not depend on
//! the window. It is asked when the battle waits for its side and everything has been shown; its command is submitted
//! like any other. An answer about a battle that has moved on is dropped.

use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::computing::{Computing, Task, note_waiting};
use super::events::{UiEvent, emit};
use super::frame_order::InputSystems;
use super::hand_dice::HandDice;
use super::input::{Screen, Sheet};
use super::open_game::{BattleState, GameRequest, Notice, OpenGame};
use super::playback::Playback;
use super::query_thread::{self, QueryServer, QueryThread};
use super::view_resource::AppViewExt;
use super::window_options::ComputerOptions;
use crate::game::adviser::{Advice, Advisers, StyleName};
use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::level::setup::Setup;
use crate::rules::ids::Side;

/// How long what the computer did stays before it goes on.
const PAUSE: Duration = Duration::from_millis(700);

/// Who plays the sides, and what was asked of the computer.
#[derive(Resource, Default)]
pub(super) struct ComputerPlayers {
    advisers: Option<Arc<dyn Advisers>>,
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
    seats: [Option<Seat>; 3],
    /// When the last command of the computer was submitted, by the clock of the window.
    played: Option<Duration>,
    /// What the computer has said about its last command.
    said: Option<String>,
}

/// A computer player at work: of side A, of side B, or the adviser.
struct Seat {
    style: String,
    game: u32,
    thread: QueryThread<Question, Reply>,
    asked: Option<BattleState>,
}

type Question = (BattleState, Snapshot);
type Reply = (BattleState, Result<Option<Advice>, String>);

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
        let player = opened.game.battle().decision()?.player;
        self.sides[player.index()].is_some().then_some(player)
    }

    /// The shown name of a style; its id, where it is a file of one's own; `None` for none.
    pub fn style_name<'a>(&'a self, id: Option<&'a str>) -> Option<&'a str> {
        let id = id?;
        Some(self.styles.iter().find(|style| style.id == id).map_or(id, |style| style.name.as_str()))
    }

    /// Asks for advice about the battle as it is.
    pub fn ask_advice(&mut self, opened: &OpenGame, proxy: Option<&EventLoopProxyWrapper>) {
        self.advice = None;
        if let Some(style) = self.adviser.clone() {
            self.ask(ADVISER, &style, opened, proxy);
        }
    }

    /// Whether advice was asked for and has not come.
    pub fn is_advising(&self, opened: &OpenGame) -> bool {
        let asked = self.seats[ADVISER].as_ref().and_then(|seat| seat.asked);
        asked == Some(opened.state()) && self.advice.is_none()
    }

    fn ask(&mut self, index: usize, style: &str, opened: &OpenGame, proxy: Option<&EventLoopProxyWrapper>) {
        let state = opened.state();
        let seat = self.seats[index].take().filter(|seat| seat.style == style && seat.game == state.game);
        let Some(mut seat) = seat.or_else(|| self.sit_down(index, style, opened, proxy)) else { return };
        if seat.asked != Some(state) {
            seat.thread.ask(Task::ComputerPlayer, (state, opened.game.battle().snapshot()));
            seat.asked = Some(state);
        }
        self.seats[index] = Some(seat);
    }

    /// A new computer player on a thread of its own.
    fn sit_down(
        &self,
        index: usize,
        style: &str,
        opened: &OpenGame,
        proxy: Option<&EventLoopProxyWrapper>,
    ) -> Option<Seat> {
        let advisers = Arc::clone(self.advisers.as_ref()?);
        let setup = Arc::clone(opened.game.setup());
        let (name, seed) = (style.to_owned(), opened.game.seed().wrapping_add(index as u64));
        let serve = move |server: QueryServer<Question, Reply>| {
            if let Err(why) = serve(advisers.as_ref(), &name, &setup, seed, &server) {
                warn!("the computer player has stopped: {why}");
            }
        };
        let thread = QueryThread::start("computer player", query_thread::wake(proxy), serve)?;
        Some(Seat { style: style.to_owned(), game: opened.state().game, thread, asked: None })
    }

    /// The answer of a seat about the battle as it is, if it has come.
    fn receive(&mut self, index: usize, state: BattleState) -> Option<Result<Option<Advice>, String>> {
        let seat = self.seats[index].as_mut()?;
        let answers = seat.thread.answers();
        answers.into_iter().rev().find(|(about, _)| *about == state).map(|(_, answer)| answer)
    }

    /// How long the oldest question has waited.
    fn waited(&self) -> Option<Duration> {
        self.seats.iter().flatten().filter_map(|seat| seat.thread.waited(Task::ComputerPlayer)).max()
    }
}

/// Answers until no more questions can come.
fn serve(
    advisers: &dyn Advisers,
    style: &str,
    setup: &Arc<Setup>,
    seed: u64,
    server: &QueryServer<Question, Reply>,
) -> Result<(), BattleError> {
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(0))?;
    let mut adviser = advisers.adviser(style, setup, seed);
    while let Some(questions) = server.wait() {
        for (state, snapshot) in questions {
            battle.restore(&snapshot)?;
            let answer = match &mut adviser {
                Ok(adviser) => Ok(adviser.advise(&battle)),
                Err(why) => Err(why.clone()),
            };
            if server.answer((state, answer)).is_none() {
                return Ok(());
            }
        }
    }
    Ok(())
}

pub(super) fn plugin(app: &mut App) {
    app.lay_out_on_change_of::<ComputerPlayers>()
        .add_systems(Update, (play, take_advice, note).chain().after(InputSystems))
        .add_systems(PostUpdate, say);
}

/// Asks the computer player whose turn it is to decide, and submits its command.
#[allow(clippy::too_many_arguments, reason = "what has to have ended before the computer goes on")]
fn play(
    mut computers: ResMut<ComputerPlayers>,
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    dice: Res<HandDice>,
    screen: Res<Screen>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    time: Res<Time<Real>>,
    mut requests: MessageWriter<GameRequest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let players = computers.bypass_change_detection();
    let Some(side) = players.decides(&opened) else { return };
    let is_shown = screen.brief == Sheet::Away && screen.dialog.is_none();
    if playback.runs() || dice.0.is_some() || players.is_paused || !is_shown {
        return;
    }
    let Some(style) = players.sides[side.index()].clone() else { return };
    players.ask(side.index(), &style, &opened, proxy.as_deref());
    if players.played.is_some_and(|played| time.elapsed().saturating_sub(played) < PAUSE) {
        redraw.write(RequestRedraw);
        return;
    }
    match players.receive(side.index(), opened.state()) {
        None => {}
        Some(Ok(Some(advice))) => {
            let (does, why) = (&advice.does, &advice.why);
            players.said = (!does.is_empty()).then(|| format!("{does}: {why}."));
            players.played = Some(time.elapsed());
            emit(&UiEvent::ComputerPlayed { side, does: advice.does.clone() });
            requests.write(GameRequest::Submit(vec![advice.command]));
            redraw.write(RequestRedraw);
        }
        Some(answer) => {
            players.sides[side.index()] = None;
            let why = answer.err().unwrap_or_else(|| "it finds no legal answer".to_owned());
            players.said = Some(format!("The computer hands {side} over: {why}."));
            computers.set_changed();
        }
    }
}

fn take_advice(mut computers: ResMut<ComputerPlayers>, opened: Res<OpenGame>) {
    let state = opened.state();
    if let Some(answer) = computers.bypass_change_detection().receive(ADVISER, state) {
        let none = || "There is nothing to decide.".to_owned();
        let advice = answer.and_then(|advice| advice.ok_or_else(none));
        emit(&UiEvent::Advised { does: advice.as_ref().ok().map(|advice| advice.does.clone()) });
        computers.advice = Some((state, advice));
    }
}

fn note(computers: Res<ComputerPlayers>, time: Res<Time<Real>>, mut computing: ResMut<Computing>) {
    note_waiting(&mut computing, &time, [(Task::ComputerPlayer, computers.waited())]);
}

/// Shows what the computer says about its command, once the command has been carried out.
fn say(mut computers: ResMut<ComputerPlayers>, mut opened: ResMut<OpenGame>) {
    let is_news = computers.said.is_some() && (opened.is_changed() || computers.is_changed());
    if !is_news || opened.notice.is_some() {
        return;
    }
    if let Some(said) = computers.bypass_change_detection().said.take() {
        opened.notice = Some(Notice::Done(said));
    }
}
