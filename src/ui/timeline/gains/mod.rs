//! Dice or decision: what orders and dice of the game gained, worked out on a thread while the window shows other things
//! (`worker.rs`), and painted as two curves over the ribbon (`curve.rs`). From there one goes to a turning point, or to the
//! position before an order that could have been better: what was played after it is hidden, and the better order is shown
//! when it is asked for.

pub(in crate::ui) mod curve;
mod worker;

use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;

use super::{Ask, Timeline};
use crate::analysis::{self, Analysis, CurvePoint, Lesson, Points};
use crate::game::dispatch::acting;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::snapshot::StateHash;
use crate::ui::background::computing::Task;
use crate::ui::background::query_thread::{self, QueryThread};
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::drafts::draft::{Draft, Drafting};
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::frame_order::InputSystems;
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameChanged, GameSystems, OpenGame};
use crate::ui::session::screen::{Screen, Sheet};
use worker::{Answer, Found, Question, What, serve};

/// At most so many entries are handed to the thread in a frame.
const ENTRIES_A_FRAME: usize = 24;

/// Gains of the line that is shown, as far as they have been worked out.
#[derive(Resource, Default)]
pub(in crate::ui) struct Gains {
    thread: Option<(u32, QueryThread<Question, Answer>)>,
    /// The number of the line, and its entries that were asked about.
    line: u32,
    asked: Vec<(EntryId, StateHash)>,
    /// Number of the line's entries, and of those that have been worked out.
    entries: usize,
    passed: usize,
    /// About how many orders it was asked what could have been ordered instead, and how many of these are answered.
    learnt: [usize; 2],
    analysis: Analysis,
    curve: Vec<CurvePoint>,
    /// Those that cost most first.
    lessons: Vec<Lesson>,
    learning: Option<Learning>,
    failed: Option<String>,
}

/// The position before an order that could have been better.
#[derive(Clone, Debug)]
pub(in crate::ui) struct Learning {
    /// The order that would have been better.
    pub lesson: Lesson,
    /// True once the better order is shown.
    pub is_revealed: bool,
    /// The entry that is looked at for it, and whether the game has come there.
    at: EntryId,
    arrived: bool,
    /// True once the better order was drawn, or cannot be.
    is_drawn: bool,
    /// True if the rest of the game was hidden before.
    hid_rest: bool,
}

/// Keys of dice or decision.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum GainsKey {
    /// Show what orders and dice gained, or put it away.
    Show,
    /// The position before an order that could have been better; there, the better order; then the next position.
    Learn,
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Gains>()
        .add_observer(on_gains_key)
        .add_systems(PreUpdate, follow.after(GameSystems).after(super::follow))
        .add_systems(Update, (work, draw_better).chain().after(InputSystems));
}

impl Gains {
    /// The analysis as far as it has come.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The curves, command by command.
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// Commands that have been worked out, of how many.
    pub fn progress(&self) -> [usize; 2] {
        [self.passed.saturating_sub(1), self.entries.saturating_sub(1)]
    }

    /// True once all commands have been worked out.
    pub fn is_whole(&self) -> bool {
        self.entries > 0 && self.passed == self.entries
    }

    /// Orders that could have been better, those that cost most first, as far as they have been found.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// True while more of them may be found.
    pub fn is_looking_for_lessons(&self) -> bool {
        !self.is_whole() || self.learnt[1] < self.analysis.moments.len()
    }

    /// The position that is being learnt from.
    pub fn learning(&self) -> Option<&Learning> {
        self.learning.as_ref()
    }

    /// Reason why nothing could be worked out, if it could not.
    pub fn failure(&self) -> Option<&str> {
        self.failed.as_deref()
    }

    /// Goes to the position before an order that could have been better, or on from there.
    pub fn learn(&mut self, timeline: &mut Timeline, opened: &OpenGame) -> Result<(), &'static str> {
        let next = match &mut self.learning {
            Some(learning) if !learning.is_revealed => {
                learning.is_revealed = true;
                return Ok(());
            }
            Some(learning) => {
                let last = learning.lesson.entry;
                let place = self.lessons.iter().position(|lesson| lesson.entry == last);
                place.map_or(0, |place| (place + 1) % self.lessons.len().max(1))
            }
            None => 0,
        };
        match self.lessons.get(next).cloned() {
            Some(lesson) => {
                self.learn_from(lesson, timeline, opened);
                Ok(())
            }
            None if self.failed.is_some() => Err("Nothing could be worked out about this game."),
            None if self.is_looking_for_lessons() => {
                Err("No order has been found yet that could have been better: it is still being worked out.")
            }
            None => Err("No order of this game could clearly have been better."),
        }
    }

    /// Goes to the position before an order that could have been better.
    pub fn learn_from(&mut self, lesson: Lesson, timeline: &mut Timeline, opened: &OpenGame) {
        let entries = opened.game.history().entries();
        let Some(at) = entries.get(lesson.entry.0).and_then(|entry| entry.after) else { return };
        let hid_rest = self.learning.as_ref().map_or(timeline.hides_rest, |learning| learning.hid_rest);
        let arrived = opened.game.history().present().id == at;
        timeline.hides_rest = true;
        timeline.ask(Ask::LookAt(at));
        self.learning = Some(Learning { lesson, is_revealed: false, at, arrived, is_drawn: false, hid_rest });
    }

    /// Shows the better order.
    pub fn reveal(&mut self) {
        if let Some(learning) = &mut self.learning {
            learning.is_revealed = true;
        }
    }

    /// An analysis from elsewhere.
    #[cfg(test)]
    pub fn worked_out(analysis: Analysis, lessons: Vec<Lesson>) -> Self {
        let entries = analysis.moments.len() + 1;
        let curve = analysis::curve(&analysis);
        let learnt = [analysis.moments.len(); 2];
        Self { entries, passed: entries, learnt, analysis, curve, lessons, ..Self::default() }
    }

    /// Begins with another line, or another game.
    fn forget(&mut self, opened: &OpenGame) {
        let thread = self.thread.take().filter(|(game, _)| *game == opened.state().game);
        let learning = self.learning.take();
        *self = Self { thread, line: self.line + 1, learning, ..Self::default() };
    }

    /// Hands the thread what it does not know of the line; whether there is more.
    fn ask(&mut self, opened: &OpenGame, proxy: Option<&EventLoopProxyWrapper>, learns: bool) -> bool {
        let Some(data) = opened.data.clone() else {
            self.failed = Some("The data folder is missing.".to_owned());
            return false;
        };
        let history = opened.game.history();
        let line = history.line_to(history.line_end());
        let known = self
            .asked
            .iter()
            .zip(&line)
            .take_while(|(asked, entry)| **asked == (entry.id, entry.outcome.hash));
        if known.count() < self.asked.len() {
            self.forget(opened);
        }
        self.entries = line.len();
        if self.thread.is_none() {
            let setup = Arc::clone(opened.game.setup());
            let serve = move |server| serve(&setup, &data, &server);
            let thread = QueryThread::start("dice or decision", query_thread::wake(proxy), serve);
            self.thread = thread.map(|thread| (opened.state().game, thread));
        }
        let Some((_, thread)) = &mut self.thread else { return false };
        let mut ask = |line, what| thread.ask(Task::DiceOrDecision, Question { line, what });
        for entry in line.iter().skip(self.asked.len()).take(ENTRIES_A_FRAME) {
            ask(self.line, What::Pass(Box::new((*entry).clone())));
            self.asked.push((entry.id, entry.outcome.hash));
        }
        if learns && self.passed == line.len() {
            for moment in self.analysis.moments.iter().skip(self.learnt[0]) {
                ask(self.line, What::Learn(moment.entry));
                self.learnt[0] += 1;
            }
        }
        self.asked.len() < line.len()
    }

    /// Takes what has come; whether there was anything.
    fn receive(&mut self) -> bool {
        let Some((_, thread)) = &mut self.thread else { return false };
        let answers = thread.answers();
        let is_news = !answers.is_empty();
        for Answer { found, .. } in answers.into_iter().filter(|answer| answer.line == self.line) {
            match found {
                Found::Opening(start) => (self.analysis.start, self.passed) = (start, self.passed + 1),
                Found::Moment(moment) => {
                    self.analysis.moments.push(*moment);
                    self.passed += 1;
                }
                Found::Lesson(lesson) => {
                    self.learnt[1] += 1;
                    self.lessons.extend(lesson.map(|lesson| *lesson));
                    self.lessons.sort_by_key(|lesson| std::cmp::Reverse((lesson.gain, lesson.entry)));
                }
                Found::Nothing => {}
                Found::Failed(why) => self.failed = Some(why),
            }
        }
        if is_news {
            self.curve = analysis::curve(&self.analysis);
        }
        is_news
    }
}

/// Works out what is shown, or will be at the end of the battle.
fn work(
    mut gains: ResMut<Gains>,
    opened: Res<OpenGame>,
    (screen, playback, layout): (Res<Screen>, Res<Playback>, Res<WindowLayout>),
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // Nobody looks at the panels of a show.
    if *layout != WindowLayout::WithPanels {
        return;
    }
    let is_shown = screen.gains == Sheet::Shown;
    let is_over = opened.game.battle().view().result().is_some() && !playback.runs();
    let goes_on = gains.thread.as_ref().is_some_and(|(game, _)| *game == opened.state().game);
    if !is_shown && !is_over && !goes_on {
        return;
    }
    let more =
        (is_shown || is_over) && gains.bypass_change_detection().ask(&opened, proxy.as_deref(), is_shown);
    let news = gains.bypass_change_detection().receive();
    if news {
        gains.set_changed();
    }
    if news || more {
        redraw.write(RequestRedraw);
    }
}

/// Another game is another matter; whoever goes elsewhere no longer learns.
fn follow(
    mut changes: MessageReader<GameChanged>,
    opened: Res<OpenGame>,
    mut gains: ResMut<Gains>,
    mut timeline: ResMut<Timeline>,
    mut screen: ResMut<Screen>,
) {
    if changes.is_empty() {
        return;
    }
    if changes.read().any(|change| matches!(change, GameChanged::Opened)) {
        gains.forget(&opened);
        gains.learning = None;
        screen.gains = Sheet::Hidden;
    }
    let gains = gains.bypass_change_detection();
    let here = opened.game.history().present().id;
    let Some(learning) = &mut gains.learning else { return };
    if learning.at == here && opened.is_looking() {
        learning.arrived = true;
    } else if learning.arrived {
        timeline.hides_rest = learning.hid_rest;
        gains.learning = None;
    }
}

/// Draws the better order on the table once it is asked for.
fn draw_better(
    mut gains: ResMut<Gains>,
    opened: Res<OpenGame>,
    mut drafting: ResMut<Drafting>,
    mut selection: ResMut<Selection>,
) {
    let Some(learning) = &gains.learning else { return };
    if !learning.is_revealed || learning.is_drawn || !learning.arrived {
        return;
    }
    let Some(learning) = &mut gains.learning else { return };
    learning.is_drawn = true;
    let command = &learning.lesson.command;
    let draft = Draft::of_command(&opened.game.battle().view(), command);
    selection.unit = draft.as_ref().map(|draft| draft.unit).or(acting(&command.order));
    if let Some(draft) = draft {
        selection.action = draft.action().unwrap_or(selection.action);
        emit(&UiEvent::AdviceDrawn { unit: draft.unit });
        drafting.0 = Some(draft);
    }
}

fn on_gains_key(
    key: On<GainsKey>,
    mut gains: ResMut<Gains>,
    mut timeline: ResMut<Timeline>,
    mut screen: ResMut<Screen>,
    mut opened: ResMut<OpenGame>,
) {
    match *key {
        GainsKey::Show => screen.gains.toggle(),
        GainsKey::Learn => {
            screen.gains = Sheet::Shown;
            if let Err(why) = gains.learn(&mut timeline, &opened) {
                opened.ignore_key(why);
            }
        }
    }
}

/// Points to A as they are painted.
fn painted(points: Points) -> f32 {
    points.as_f64() as f32
}
