//! The time line: the game as a ribbon below the table, on which its players look back.
//!
//! `ribbon.rs` makes the ribbon from the history; `strip.rs` paints it and hears the mouse; here are the keys, and what is asked
//! of the game. The table, the cards, the score and the log follow the moment that is looked at, because the open game itself
//! stands there (`session/looking.rs`); nothing is animated but a passage that is played.

pub(in crate::ui) mod gains;
pub(in crate::ui) mod ribbon;
#[cfg(test)]
pub(in crate::ui) mod sample;
pub(in crate::ui) mod strip;

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use crate::game::engine::record::history::EntryId;
use crate::game::narration::foresight::short_reason;
use crate::game::narration::moment;
use crate::ui::playback::Playback;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameRequest, GameSystems, Keeping, OpenGame};
use crate::ui::session::open_notes::OpenNotes;
use crate::ui::session::settings::{Settings, TimeLine};
use ribbon::{MarkKind, Ribbon, Step, Stride, Way};

/// The least time that a moment of a passage stays, so that it can be read.
const READ: Duration = Duration::from_millis(700);

/// State of the time line.
#[derive(Resource, Default)]
pub(in crate::ui) struct Timeline {
    /// The ribbon of the line that is shown.
    pub ribbon: Ribbon,
    /// True while everything after the moment that is looked at is hidden.
    pub hides_rest: bool,
    /// True while a game from an earlier moment is a try-out, forgotten at its end.
    pub tries_out: bool,
    /// True while a passage is played.
    plays: bool,
    /// Since when the moment of the passage stands, by the clock of the window.
    since: Option<Duration>,
    /// The moment that was looked at last.
    last_look: Option<(u32, EntryId)>,
    /// Requests by mouse and keys.
    asked: Vec<Ask>,
    of: Option<RibbonKey>,
    reported: Option<UiEvent>,
}

/// Everything that the ribbon is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RibbonKey {
    game: u32,
    entries: usize,
    try_out: bool,
    end: EntryId,
    notes: usize,
}

/// A request to the time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Ask {
    /// To look at this entry.
    LookAt(EntryId),
    /// The deed of a key.
    Key(TimelineKey),
}

/// Keys of the time line.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum TimelineKey {
    /// One step back or on.
    Step(Stride, Way),
    /// To the opening.
    First,
    /// To the end of what has been played.
    Last,
    /// Back to the game; from the game, to where one was looking.
    Back,
    /// End what is tried out.
    EndTryOut,
    /// Play the passage from here, or stop.
    Play,
    /// Play on from here.
    PlayOn,
    /// To the end of the next branch.
    NextBranch,
    /// Hide what comes after, or show it.
    HideRest,
    /// Forget what is tried out, or keep it as a branch.
    TryOuts,
    /// Write the moment as a level.
    SaveMoment,
    /// Fold the ribbon, or open it.
    Fold,
}

impl TimelineKey {
    /// True of keys that go elsewhere: a passage that is played ends with them.
    fn ends_passage(self) -> bool {
        match self {
            Self::Step(..)
            | Self::First
            | Self::Last
            | Self::Back
            | Self::EndTryOut
            | Self::PlayOn
            | Self::NextBranch => true,
            Self::Play | Self::HideRest | Self::TryOuts | Self::SaveMoment | Self::Fold => false,
        }
    }
}

pub(in crate::ui) fn plugin(app: &mut App) {
    app.init_resource::<Timeline>()
        .add_observer(on_timeline_key)
        .add_systems(PreUpdate, obey.before(GameSystems))
        .add_systems(PreUpdate, follow.after(GameSystems))
        .add_systems(Update, play_passage);
    gains::plugin(app);
}

fn on_timeline_key(
    key: On<TimelineKey>,
    mut timeline: ResMut<Timeline>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    timeline.ask(Ask::Key(*key));
    redraw.write(RequestRedraw);
}

impl Timeline {
    /// Asks for something; it is done in the next frame.
    pub fn ask(&mut self, ask: Ask) {
        self.asked.push(ask);
    }

    /// True while a passage is played.
    pub fn plays(&self) -> bool {
        self.plays
    }

    /// The position that is looked at, or at which the game stands.
    pub fn position(&self, opened: &OpenGame) -> usize {
        self.ribbon.position(opened.game.history().present().id).unwrap_or(0)
    }

    /// The last position that is shown.
    pub fn shown_to(&self, opened: &OpenGame) -> usize {
        if self.hides_rest { self.position(opened) } else { self.ribbon.last() }
    }

    /// Makes the ribbon anew if the game has changed.
    pub(in crate::ui) fn bring_up_to_date(&mut self, opened: &OpenGame, notes: &OpenNotes) {
        let history = opened.game.history();
        let key = RibbonKey {
            game: opened.state().game,
            entries: history.entries().len(),
            try_out: opened.game.is_try_out(),
            end: history.line_end(),
            notes: notes.notes().count(),
        };
        if self.of == Some(key) {
            return;
        }
        if self.of.is_none_or(|of| of.game != key.game) {
            *self = Self { tries_out: self.tries_out, ..Self::default() };
        }
        let noted = notes.notes().map(|note| note.entry);
        self.ribbon = Ribbon::of(opened.game.setup(), history, key.end).with_notes(noted);
        self.of = Some(key);
    }

    /// The request that something asked comes to, if it is one of the game.
    fn request(&mut self, ask: Ask, opened: &OpenGame) -> Result<Option<GameRequest>, &'static str> {
        let history = opened.game.history();
        let look = |entry: EntryId| Ok(Some(GameRequest::LookAt(entry)));
        let key = match ask {
            Ask::LookAt(entry) => {
                self.plays = false;
                return look(entry);
            }
            Ask::Key(key) => key,
        };
        let here = self.position(opened);
        let at =
            |position: usize| self.ribbon.steps.get(position).map_or(history.present().id, |step| step.entry);
        let to = |position: usize, else_why: &'static str| {
            if position == here { Err(else_why) } else { look(at(position)) }
        };
        self.plays &= !key.ends_passage();
        match key {
            TimelineKey::Step(stride, Way::Back) => to(
                self.ribbon.step(here, stride, Way::Back),
                "This is the beginning: nothing was played before.",
            ),
            TimelineKey::Step(stride, Way::On) => {
                to(self.ribbon.step(here, stride, Way::On), "Nothing has been played after this.")
            }
            TimelineKey::First => to(0, "This is the beginning."),
            TimelineKey::Last => to(self.ribbon.last(), "This is the last that has been played."),
            TimelineKey::Back if opened.is_looking() => look(history.home()),
            TimelineKey::Back if opened.game.is_try_out() => Ok(Some(GameRequest::EndTryOut)),
            TimelineKey::Back => match self.last_look {
                Some((game, entry)) if game == opened.state().game && entry.0 < history.entries().len() => {
                    look(entry)
                }
                _ => Err("You are at the game: F5 looks back, and F3 then comes back here."),
            },
            TimelineKey::EndTryOut => Ok(Some(GameRequest::EndTryOut)),
            TimelineKey::Play => {
                self.plays = !self.plays && opened.is_looking();
                self.since = None;
                match opened.is_looking() {
                    true => Ok(None),
                    false => Err("Look at an earlier moment first (F5): from there it is played again."),
                }
            }
            TimelineKey::PlayOn => {
                let keeping = if self.tries_out { Keeping::Nothing } else { Keeping::Branch };
                Ok(Some(GameRequest::PlayOn(keeping)))
            }
            TimelineKey::NextBranch => self.next_branch(opened).map_or(
                Err("There is one branch only: look back and play on from there (Shift+F4) to grow another."),
                look,
            ),
            TimelineKey::HideRest => {
                self.hides_rest = !self.hides_rest;
                Ok(None)
            }
            TimelineKey::TryOuts => {
                self.tries_out = !self.tries_out;
                Ok(None)
            }
            TimelineKey::SaveMoment => Ok(Some(GameRequest::SaveMoment)),
            TimelineKey::Fold => Ok(None),
        }
    }

    /// The end of the branch after the one that is looked at; where the game stands on its own.
    fn next_branch(&self, opened: &OpenGame) -> Option<EntryId> {
        let history = opened.game.history();
        let ends = history.ends();
        let own = self.of?.end;
        let at = ends.iter().position(|end| *end == own)?;
        let next = ends[(at + 1) % ends.len()];
        let home = history.home();
        let is_home = history.line_to(next).iter().any(|entry| entry.id == home);
        (ends.len() > 1).then_some(if is_home && history.tip() == next { home } else { next })
    }
}

/// Does what was asked with keys and mouse.
fn obey(
    mut timeline: ResMut<Timeline>,
    mut opened: ResMut<OpenGame>,
    mut settings: ResMut<Settings>,
    mut requests: MessageWriter<GameRequest>,
) {
    if timeline.asked.is_empty() {
        return;
    }
    for ask in std::mem::take(&mut timeline.asked) {
        if ask == Ask::Key(TimelineKey::Fold) {
            settings.time_line = settings.time_line.toggled();
            emit(&UiEvent::TimeLineFolded { folded: settings.time_line == TimeLine::Folded });
        }
        match timeline.request(ask, &opened) {
            Ok(request) => drop(request.map(|request| requests.write(request))),
            Err(why) => opened.bypass_change_detection().ignore_key(why),
        }
    }
}

/// Keeps the ribbon right, and remembers what was looked at.
fn follow(mut timeline: ResMut<Timeline>, opened: Res<OpenGame>, notes: Res<OpenNotes>) {
    if !opened.is_changed() && !notes.is_changed() {
        return;
    }
    let timeline = timeline.bypass_change_detection();
    timeline.bring_up_to_date(&opened, &notes);
    if opened.is_looking() {
        timeline.last_look = Some((opened.state().game, opened.game.history().present().id));
    }
}

/// Plays a passage: each moment is shown as it came about, once that before it has been.
fn play_passage(
    mut timeline: ResMut<Timeline>,
    opened: Res<OpenGame>,
    playback: Res<Playback>,
    time: Res<Time<Real>>,
    mut requests: MessageWriter<GameRequest>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !timeline.plays {
        return;
    }
    let timeline = timeline.bypass_change_detection();
    redraw.write(RequestRedraw);
    if !opened.is_looking() {
        timeline.plays = false;
        return;
    }
    if playback.runs() {
        timeline.since = None;
        return;
    }
    let now = time.elapsed();
    let since = *timeline.since.get_or_insert(now);
    if now.saturating_sub(since) < READ {
        return;
    }
    timeline.since = None;
    let next = timeline.position(&opened) + 1;
    match timeline.ribbon.steps.get(next) {
        Some(step) => drop(requests.write(GameRequest::Show(step.entry))),
        None => timeline.plays = false,
    }
}

/// Time of a moment, with its number among the commands.
pub(in crate::ui) fn when(opened: &OpenGame, timeline: &Timeline, position: usize) -> String {
    let Some(step) = timeline.ribbon.steps.get(position) else { return String::new() };
    let when = moment::when(opened.game.setup(), step.turn);
    match (position, timeline.hides_rest) {
        (0, _) => format!("The opening · {when}"),
        (_, true) => format!("{when} · command {position}"),
        (_, false) => format!("{when} · command {position} of {}", timeline.ribbon.last()),
    }
}

/// The events then, in a sentence or two.
pub(in crate::ui) fn what(opened: &OpenGame, step: &Step) -> String {
    let entry = opened.game.history().entries().get(step.entry.0);
    let Some(entry) = entry else { return String::new() };
    let mut text = moment::what(opened.game.setup(), &entry.outcome.facts);
    if let Some(departure) = &entry.departure {
        text = format!("{text} It was played by other rules; by those of this program: {}.", departure.why);
    }
    if let Some(rationale) = entry.rationale.as_ref().filter(|rationale| !rationale.why.is_empty()) {
        text = format!("{text} Why: {}.", short_reason(&rationale.why));
    }
    text.trim().to_owned()
}

/// The marks of a step, in words.
fn marks_in_words(opened: &OpenGame, step: &Step) -> Vec<String> {
    let force = |mark: &ribbon::Mark| {
        mark.side.map_or("Nobody".to_owned(), |side| opened.game.setup().force_name(side).to_owned())
    };
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let words = |mark: &ribbon::Mark| match mark.kind {
        MarkKind::Lost => format!("{} loses {}", force(mark), counted(mark.count, "model")),
        MarkKind::Objective if mark.side.is_none() => "An objective is held by nobody any more".to_owned(),
        MarkKind::Objective => format!("{} takes {}", force(mark), counted(mark.count, "objective")),
        MarkKind::Rout => format!("{}: {} in rout", force(mark), counted(mark.count, "unit")),
        MarkKind::Destroyed => format!("{}: {} destroyed", force(mark), counted(mark.count, "unit")),
        MarkKind::Departure => "Played by other rules".to_owned(),
        MarkKind::Note => counted(mark.count, "note"),
    };
    step.marks.iter().map(words).collect()
}
