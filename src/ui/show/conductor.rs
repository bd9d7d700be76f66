//! The conductor: keeps the time of a show. Title, battle, end card, the next battle; and in the battle one command after the
//! other: announced with its odds and the ways back of those it threatens, carried out once it has been read, told in the words
//! of the log as its facts are shown: what dice are rolled for as they fall, what came of it once they lie.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::moments::{RevealDelay, moments};
use super::score_news::{holds, news};
use super::teller::{Stage, Teller};
use super::{Ends, Scene, SceneProgress, Show, ShowPhase, Source, Tempo, cards};
use crate::game::announcement::{Announcement, announce};
use crate::game::engine::fact::Fact;
use crate::game::engine::record::history::Entry;
use crate::game::engine::view::View;
use crate::game::narration::names::{Ids, parts};
use crate::game::narration::narrated_setup;
use crate::game::narration::words::capitalised;
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::standard_error;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::dice::DiceThrow;
use crate::ui::drafts::selection::Selection;
use crate::ui::frame::frame_order::{CameraSystems, InputSystems};
use crate::ui::playback::Playback;
use crate::ui::playback::show_card::ShowCard;
use crate::ui::playback::subtitle::{ScoreFlash, Subtitle, SubtitleLine};
use crate::ui::questions::retreat::{RetreatPreview, Shown};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::HandDice;
use crate::ui::session::open_game::{GameChanged, GameRequest, OpenGame, Recording};
use crate::ui::session::screen::{BriefSheet, Screen};
use crate::ui::session::shown_battle::ShownBattle;
use crate::ui::turn_flow::computer_players::{ComputerPlayers, Conductor};

/// Duration of the title and of the end of a battle.
const TITLE: Duration = Duration::from_millis(4500);
const END: Duration = Duration::from_millis(9000);
/// Duration of a command's announcement: one that fires, another, one with nothing to say, one of deployment.
const FIRE: Duration = Duration::from_millis(2800);
const ACTION: Duration = Duration::from_millis(1500);
const PLAIN: Duration = Duration::from_millis(250);
const DEPLOYMENT: Duration = Duration::from_millis(180);
/// Reading time for the result of the last command before the result of the battle is shown.
const LAST_LOOK: Duration = Duration::from_millis(2500);
/// Smallest chance of a fall back, in thousandths, for which a target's way back is shown.
const FLIGHT: u16 = 333;
/// Time for which a changed score flashes, and the length of a flash.
const FLASH: Duration = Duration::from_millis(3200);
const FLASHES: Duration = Duration::from_millis(400);
/// Words that an audience has not read in the rules, each with its meaning.
pub(super) const EXPLAINED: [(&str, &str); 2] = [
    ("shaken", "shaken: suppressed as far as can be; every further salvo that hits costs it a nerve marker"),
    ("suppressed", "suppressed: it may not act, and falls back unless it recovers"),
];
/// A battle in which nothing has happened for so long is left.
const PATIENCE: Duration = Duration::from_secs(180);

/// Updates a show's announcement and line; the camera follows them.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ConductorSystems;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Startup, raise_curtain)
        .add_systems(
            Update,
            (keep_cards, change_battle, conduct, tell)
                .chain()
                .in_set(ConductorSystems)
                .after(InputSystems)
                .before(CameraSystems),
        )
        .add_systems(Update, clear_screen.after(ConductorSystems));
}

/// The table alone, both sides in the hands of the computer.
pub(super) fn raise_curtain(
    show: Res<Show>,
    mut layout: ResMut<WindowLayout>,
    mut computers: ResMut<ComputerPlayers>,
    mut opened: ResMut<OpenGame>,
) {
    if !show.is_on() {
        return;
    }
    layout.set_if_neq(WindowLayout::Show);
    computers.is_paused = false;
    computers.conductor = Conductor::Show;
    computers.sides = match show.source {
        Source::Players => show.styles.clone().map(Some),
        Source::History { .. } => [None, None],
    };
    opened.recording = Recording::Off;
}

/// Clears away everything that players open and select.
fn clear_screen(show: Res<Show>, mut screen: ResMut<Screen>, mut selection: ResMut<Selection>) {
    if !show.is_on() {
        return;
    }
    if screen.brief != BriefSheet::Hidden || screen.dialog.is_some() {
        (screen.brief, screen.dialog) = (BriefSheet::Hidden, None);
    }
    if selection.unit.is_some() {
        selection.unit = None;
    }
}

/// The cards before and after a battle, and what follows them.
fn keep_cards(
    mut show: ResMut<Show>,
    opened: Res<OpenGame>,
    computers: Res<ComputerPlayers>,
    time: Res<Time<Real>>,
    mut card: ResMut<ShowCard>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let now = time.elapsed();
    let lasted = now.saturating_sub(show.since);
    if show.is_on() {
        // The clock of the show goes on by itself.
        redraw.write(RequestRedraw);
    }
    let shown = match show.stage {
        ShowPhase::Title => {
            let styles = [0, 1].map(|side| computers.style_name(computers.sides[side].as_deref()));
            let foot = if show.programme.next_level().is_some() { "press any key twice to play" } else { "" };
            if lasted >= TITLE || show.tempo == Tempo::Skipped {
                show.enter(ShowPhase::Battle, now);
            }
            Some(cards::title(&opened, styles, foot))
        }
        ShowPhase::End => {
            let next = show.programme.next_level().map(|level| level.display().to_string());
            let has_result = opened.game.battle().view().result().is_some();
            if lasted >= END || !has_result {
                let stage = if next.is_some() { ShowPhase::Opening } else { ShowPhase::Over };
                show.enter(stage, now);
                show.programme.prepare();
            }
            cards::end(&opened, next.as_deref())
        }
        ShowPhase::Opening | ShowPhase::Over => return,
        ShowPhase::Battle | ShowPhase::TakenOver => None,
    };
    card.set_if_neq(ShowCard(shown.filter(|_| show.speaks())));
}

/// Opens the next battle once it is set up; one that cannot be opened is said and left out.
fn change_battle(
    mut show: ResMut<Show>,
    mut opened: ResMut<OpenGame>,
    mut dice: ResMut<HandDice>,
    time: Res<Time<Real>>,
    mut changes: MessageWriter<GameChanged>,
) {
    if show.stage != ShowPhase::Opening {
        return;
    }
    match show.programme.take() {
        None => show.programme.prepare(),
        Some(Err(why)) => standard_error::tell(why),
        Some(Ok(game)) => {
            opened.open(game);
            (opened.file, opened.notice) = (None, None);
            opened.recording = Recording::Off;
            dice.0 = None;
            changes.write(GameChanged::Opened);
            show.forget_battle();
            show.enter(ShowPhase::Title, time.elapsed());
            emit(&UiEvent::ShowOpens { level: opened.game.setup().level.name.clone() });
        }
    }
}

/// Announces the next command, and lets it be carried out once it has been read.
#[allow(clippy::too_many_arguments, reason = "all that a show has to keep together")]
fn conduct(
    mut show: ResMut<Show>,
    opened: Res<OpenGame>,
    (mut playback, mut thrown, mut commands): (ResMut<Playback>, ResMut<DiceThrow>, Commands),
    time: Res<Time<Real>>,
    mut computers: ResMut<ComputerPlayers>,
    mut subtitle: ResMut<Subtitle>,
    mut previews: ResMut<RetreatPreview>,
    mut requests: MessageWriter<GameRequest>,
) {
    if show.stage != ShowPhase::Battle {
        return;
    }
    let now = time.elapsed();
    // What dice have decided is read before something else is said.
    let are_read = thrown.seen().is_none_or(|seen| seen.is_read() || show.tempo == Tempo::Skipped);
    if playback.runs() || !are_read {
        show.progress = now;
        return;
    }
    let is_played = show.scene.state.is_some_and(|state| state != opened.state());
    if is_played
        && show.tempo != Tempo::Skipped
        && show.speaks()
        && !show.scene.teller.is_read(&show.scene.moments)
    {
        show.progress = now;
        return;
    }
    if opened.game.battle().decision().is_none() || show.is_at_end(&opened) {
        end_battle(&mut show, now, &mut subtitle);
        return;
    }
    if let Some(why) = computers.bypass_change_detection().take_failure() {
        standard_error::tell(format_args!("{}: {why}", opened.game.setup().level.name));
        leave_battle(&mut show, now);
        return;
    }
    if now.saturating_sub(show.progress) > PATIENCE {
        standard_error::tell(format_args!("{}: nothing happens any more", opened.game.setup().level.name));
        leave_battle(&mut show, now);
        return;
    }
    if show.scene.state != Some(opened.state()) {
        let Some(next) = show.next_scene(&opened, &computers) else { return };
        show.progress = now;
        // Dice and words of what is over are not those of what is announced.
        thrown.clear(&mut commands);
        playback.forget_words();
        if let Some(line) = next.leading_line(&opened).filter(|_| show.speaks()) {
            subtitle.set_if_neq(Subtitle(Some(line)));
        }
        let may_flee = next.announcement.flight > FLIGHT && show.speaks();
        let threatened = next.announcement.targets.first().copied().filter(|_| may_flee);
        let ways_back = RetreatPreview { shown: threatened.map(Shown::Of), ..RetreatPreview::default() };
        previews.set_if_neq(ways_back);
        show.scene = next;
    }
    // The camera says when it is there.
    let SceneProgress::InView(since) = show.scene.progress else { return };
    if now.saturating_sub(since) < show.lead(&opened) {
        return;
    }
    show.scene.progress = SceneProgress::Given;
    if previews.shown.is_some() {
        *previews = RetreatPreview::default();
    }
    match show.source {
        Source::Players => computers.bypass_change_detection().go_on(),
        Source::History { .. } => drop(requests.write(GameRequest::ShowNext)),
    }
}

/// Gives the result of the last command its time, then shows the result of the battle.
fn end_battle(show: &mut Show, now: Duration, subtitle: &mut Subtitle) {
    if now.saturating_sub(show.progress) >= LAST_LOOK || show.tempo == Tempo::Skipped {
        subtitle.0 = None;
        show.enter(ShowPhase::End, now);
        emit(&UiEvent::ShowEnds);
    }
}

/// The next battle is opened without a word about the end of this one.
fn leave_battle(show: &mut Show, now: Duration) {
    let stage = if show.programme.next_level().is_some() { ShowPhase::Opening } else { ShowPhase::Over };
    show.programme.prepare();
    show.enter(stage, now);
}

impl Scene {
    /// Line before a command is carried out: the destination of a mere move, which nothing can change any more; else the acting unit, its
    /// action and the odds.
    fn leading_line(&self, opened: &OpenGame) -> Option<SubtitleLine> {
        let side = self.side.unwrap_or(Side::A);
        let announced = || {
            let said = &self.announcement;
            let line = SubtitleLine::of_announcement(opened.game.setup(), side, said, Ids::Hidden)?;
            let way = self.moments.iter().find(|one| !one.way().is_empty()).map(|one| one.way().to_vec());
            let arrow = line.arrow.clone().or(said.unit.map(|unit| (unit, Vec::new())));
            let outlook = SubtitleLine::new(opened.game.setup(), side, &said.outlook, Ids::Hidden);
            let odds = outlook.text.into_iter().map(|part| part.text).collect();
            Some(SubtitleLine { odds, arrow, way: way.unwrap_or_default(), ..line })
        };
        // A command of no unit, such as the end of a phase: what comes of it is told as it happens.
        let sets_up = opened.game.battle().view().turn().phase == Phase::Deployment;
        if self.announcement.unit.is_none() && !sets_up {
            return announced();
        }
        let first = self.moments.first().filter(|one| one.suspense == RevealDelay::None);
        let moved = first.filter(|_| self.announcement.targets.is_empty()).and_then(|one| one.line.clone());
        let later = || self.moments.iter().filter(|one| one.suspense == RevealDelay::None);
        moved.or_else(announced).or_else(|| later().find_map(|one| one.line.clone()))
    }
}

impl Show {
    /// Whether the part of a history that is shown is over.
    fn is_at_end(&self, opened: &OpenGame) -> bool {
        let is_played_out = match self.source {
            Source::Players => false,
            Source::History { last } => opened.game.history().present().id == last,
        };
        is_played_out || self.ends == Ends::AfterThis
    }

    /// Next scene, once it is known.
    fn next_scene(&self, opened: &OpenGame, computers: &ComputerPlayers) -> Option<Scene> {
        let (side, announcement, facts): (Side, Announcement, &[Fact]) = match self.source {
            Source::Players => {
                let announced = computers.announced(opened)?;
                let thought = &announced.thought;
                (announced.side, thought.announcement.clone(), &thought.ahead)
            }
            Source::History { .. } => {
                let history = opened.game.history();
                let Entry { command, outcome, .. } = history.entries().get(history.redo_target()?.0)?;
                let command = command.as_ref()?;
                (command.player, announce(opened.game.battle(), command), &outcome.facts)
            }
        };
        let moments = moments(&narrated_setup(&opened.game.battle().view()), side, facts);
        Some(Scene {
            state: Some(opened.state()),
            side: Some(side),
            announcement,
            moments,
            facts: facts.len(),
            progress: SceneProgress::default(),
            counted: None,
            shots: self.scene.shots,
            teller: Teller::default(),
            news: Vec::new(),
        })
    }

    /// Time for which the next command is announced.
    fn lead(&self, opened: &OpenGame) -> Duration {
        let said = &self.scene.announcement;
        if self.tempo == Tempo::Skipped {
            Duration::ZERO
        } else if opened.game.battle().view().turn().phase == Phase::Deployment {
            DEPLOYMENT
        } else if said.text.is_empty() {
            PLAIN
        } else if said.targets.is_empty() {
            ACTION
        } else {
            FIRE
        }
    }

    /// Number of the present command's facts that have been shown.
    pub(super) fn facts_shown(&self, shown: &ShownBattle) -> usize {
        self.scene.facts.saturating_sub(shown.facts_to_come())
    }
}

/// Tells events as they are shown, and the changes of the score that come of them.
fn tell(
    mut show: ResMut<Show>,
    opened: Res<OpenGame>,
    (playback, shown): (Res<Playback>, Res<ShownBattle>),
    time: Res<Time<Real>>,
    mut subtitle: ResMut<Subtitle>,
    mut flash: ResMut<ScoreFlash>,
) {
    let (show, now) = (show.bypass_change_detection(), time.elapsed());
    if show.stage != ShowPhase::Battle || !show.speaks() {
        flash.set_if_neq(ScoreFlash::default());
        return;
    }
    show.watch_score(shown.view(&opened), now);
    flash.set_if_neq(ScoreFlash(show.score.changed.map(|changed| {
        let since = changed.map(|changed| now.saturating_sub(changed)).filter(|since| *since < FLASH);
        since.is_some_and(|since| (since.as_millis() / FLASHES.as_millis()).is_multiple_of(2))
    })));
    let is_played = show.scene.state.is_some_and(|state| state != opened.state());
    if !is_played {
        return;
    }
    let done = if playback.runs() { show.facts_shown(&shown) } else { usize::MAX };
    let Scene { moments, teller, news, state, .. } = &mut show.scene;
    let Some((line, stage)) = teller.line(moments, done, now) else { return };
    let mut line = line.clone();
    if stage == Stage::IsOver {
        let setup = opened.game.setup();
        for (_, text) in news.iter().filter(|(at, _)| *at == teller.at()) {
            line.text.extend(parts(setup, &format!(". {}", capitalised(text)), Ids::Hidden));
        }
        let here = (*state, teller.at());
        let says = |word: &str| line.text.iter().any(|part| part.text.contains(word));
        let mut due = EXPLAINED.iter().zip(&mut show.explained).filter(|((word, _), _)| says(word));
        let due = due.find(|(_, explained)| explained.is_none_or(|place| place == here));
        if let Some(((_, meaning), explained)) = due {
            *explained = Some(here);
            line.odds = (*meaning).to_owned();
        }
    }
    subtitle.set_if_neq(Subtitle(Some(line)));
}

impl Show {
    /// Notes the changes of the score since the last look.
    fn watch_score(&mut self, view: View, now: Duration) {
        let before = self.score.holds.replace(holds(view)).unwrap_or_default();
        if view.turn().phase == Phase::Deployment || self.score.holds.as_ref() == Some(&before) {
            return;
        }
        for (text, concerned) in news(view, &before) {
            for side in Side::BOTH.into_iter().filter(|side| concerned[side.index()]) {
                self.score.changed[side.index()] = Some(now);
            }
            self.scene.news.push((self.scene.teller.at(), text));
            self.scene.teller.reads_on(now);
        }
    }
}
