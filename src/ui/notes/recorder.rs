//! Records how the game is played, if that is not switched off: what the rules did not allow, how long decisions took, what was
//! measured and what was read meanwhile.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::game::engine::record::history::EntryId;
use crate::game::engine::refusal::Refusal;
use crate::notes::{Decided, How, Line, Measured, Read, Refused};
use crate::rules::ids::{Side, UnitId};
use crate::ui::drafts::draft::{Drafting, Hold};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::drafts::ruler::Ruler;
use crate::ui::playback::Playback;
use crate::ui::questions::fire_odds::FireOdds;
use crate::ui::questions::retreat::RetreatPreview;
use crate::ui::questions::sight::{SightOverlay, SpotKey};
use crate::ui::session::open_game::{Commander, GameChanged, Notice, OpenGame};
use crate::ui::session::open_notes::OpenNotes;
use crate::ui::session::screen::Screen;
use crate::ui::session::settings::{Playtest, Settings};
use crate::ui::session::stage::Stage;

/// While nothing is drawn nobody moves mouse or key: longer pauses are no time of thought.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Everything seen so far.
#[derive(Resource, Default)]
pub(super) struct Recorder {
    asked: Option<Asked>,
    measured: Measured,
    refused: Option<(EntryId, String)>,
    noticed: Option<Refusal>,
    drawn: Option<(UnitId, String)>,
    read: Option<String>,
    measuring: Measuring,
}

/// The question before a player.
#[derive(Clone, Debug)]
struct Asked {
    after: EntryId,
    side: Side,
    rule: String,
    task: String,
    taken: Duration,
}

/// The measuring of the last frame.
#[derive(Clone, Debug, Default)]
struct Measuring {
    ruler: Ruler,
    sight: SightOverlay,
    retreat: Option<crate::ui::questions::retreat::Shown>,
    fired_at: Vec<UnitId>,
}

impl Recorder {
    /// The paragraph of what was refused last, if that was at this moment of the game.
    pub fn refused_at(&self, entry: EntryId) -> Option<&str> {
        self.refused.as_ref().filter(|(at, _)| *at == entry).map(|(_, rule)| rule.as_str())
    }
}

/// The notes that everything seen goes into.
#[derive(SystemParam)]
pub(super) struct Record<'w> {
    recorder: ResMut<'w, Recorder>,
    notes: ResMut<'w, OpenNotes>,
    opened: Res<'w, OpenGame>,
    settings: Res<'w, Settings>,
}

impl Record<'_> {
    fn is_on(&self) -> bool {
        self.settings.playtest == Playtest::Recorded
    }

    /// The moment of the save that something happens at.
    fn entry(&self) -> EntryId {
        let present = self.opened.game.history().present().id;
        if self.opened.game.is_tried_out(present) { self.opened.game.kept_at() } else { present }
    }

    fn refused(&mut self, refusal: &Refusal, how: How) {
        let (entry, rule) = (self.entry(), refusal.rule().to_string());
        self.recorder.refused = Some((entry, rule.clone()));
        if self.is_on() {
            let id = self.notes.next_id();
            self.notes.add(Line::Refused(Refused { id, entry, rule, words: refusal.text(), how }));
        }
    }
}

/// Counts the time that a question lies before a player, and notes it with what was measured once he has decided.
pub(super) fn note_decision(
    mut record: Record,
    mut changes: MessageReader<GameChanged>,
    (playback, screen, stage): (Res<Playback>, Res<Screen>, Res<Stage>),
    windows: Query<&Window>,
    time: Res<Time<Real>>,
) {
    let mut played = false;
    for change in changes.read() {
        match change {
            GameChanged::Played { .. } => played = true,
            GameChanged::Opened => *record.recorder = Recorder::default(),
            GameChanged::Jumped => record.recorder.asked = None,
            GameChanged::Looked | GameChanged::Replayed { .. } => {}
        }
    }
    let present = record.opened.game.history().present().id;
    if played && let Some(asked) = record.recorder.asked.take() {
        let is_person = record.opened.commander(asked.side) == Commander::Person;
        if is_person && asked.after != present && !record.opened.game.is_tried_out(present) {
            record.notes.bypass_change_detection().decided = true;
            decided(&mut record, asked, present);
        }
    }
    let is_at_it =
        !playback.runs() && screen.dialog.is_none() && !stage.is_start() && !record.opened.is_looking();
    let is_in_front = windows.iter().any(|window| window.focused);
    let asked = record.recorder.bypass_change_detection().asked.take();
    let now = match asked.filter(|asked| asked.after == present) {
        Some(asked) => Some(asked),
        None => record.opened.prompt().map(|prompt| Asked {
            after: present,
            side: prompt.player,
            rule: prompt.rule.to_string(),
            task: prompt.task,
            taken: Duration::ZERO,
        }),
    };
    record.recorder.bypass_change_detection().asked = now.map(|mut asked| {
        if is_at_it && is_in_front {
            asked.taken += time.delta().min(LONGEST_PAUSE);
        }
        asked
    });
}

fn decided(record: &mut Record, asked: Asked, entry: EntryId) {
    let measured = std::mem::take(&mut record.recorder.measured);
    if record.is_on() {
        let seconds = (asked.taken.as_secs_f64() * 10.0).round() / 10.0;
        let Asked { side, rule, task, .. } = asked;
        let id = record.notes.next_id();
        record.notes.add(Line::Decided(Decided { id, entry, side, rule, task, seconds, measured }));
    }
}

/// Notes what was refused as an order, and what is not allowed where it is drawn.
pub(super) fn note_refusals(
    mut record: Record,
    drafting: Res<Drafting>,
    check: Res<DraftCheck>,
    screen: Res<Screen>,
) {
    let noticed = match &record.opened.notice {
        Some(Notice::Refused(refusal)) => Some(refusal.clone()),
        _ => None,
    };
    if record.recorder.noticed != noticed {
        if let Some(refusal) = &noticed {
            record.refused(refusal, How::Ordered);
        }
        record.recorder.noticed = noticed;
    }
    let resting = drafting.0.as_ref().filter(|draft| draft.hold == Hold::Resting);
    let refusal = resting.zip(check.0.as_ref()).and_then(|(draft, checked)| {
        let refusal = checked.answer.as_ref().err()?;
        Some((draft.unit, refusal.clone()))
    });
    let drawn = refusal.as_ref().map(|(unit, refusal)| (*unit, refusal.rule().to_string()));
    if record.recorder.drawn != drawn {
        if let Some((_, refusal)) = &refusal {
            record.refused(refusal, How::Drawn);
        }
        record.recorder.drawn = drawn;
    }
    if record.recorder.read != screen.rule {
        record.recorder.read.clone_from(&screen.rule);
        if let Some(rule) = screen.rule.clone().filter(|_| record.is_on()) {
            let (id, entry) = (record.notes.next_id(), record.entry());
            record.notes.add(Line::Read(Read { id, entry, rule }));
        }
    }
}

/// Counts what is measured.
pub(super) fn note_measuring(
    mut recorder: ResMut<Recorder>,
    ruler: Res<Ruler>,
    sight: Res<SightOverlay>,
    retreat: Res<RetreatPreview>,
    odds: Res<FireOdds>,
) {
    if !(ruler.is_changed() || sight.is_changed() || retreat.is_changed() || odds.is_changed()) {
        return;
    }
    let recorder = recorder.bypass_change_detection();
    let before = &mut recorder.measuring;
    let measured = &mut recorder.measured;
    let laid = matches!(*ruler, Ruler::Laid(..)) && before.ruler != *ruler;
    measured.ruler += u32::from(laid);
    let lines = sight.direction.is_some()
        && (sight.direction, sight.pinned) != (before.sight.direction, before.sight.pinned);
    let map = sight.map.is_some() && sight.map != before.sight.map;
    let spot = sight.spot == SpotKey::Down && before.sight.spot == SpotKey::Up;
    measured.sight += u32::from(lines) + u32::from(map) + u32::from(spot);
    measured.fall_back += u32::from(retreat.shown.is_some() && retreat.shown != before.retreat);
    let hovered = odds.found().and_then(|(_, answers)| answers.hovered.as_ref()?.odds.as_ref().ok());
    let fired_at: Vec<UnitId> = hovered.into_iter().flatten().map(|(unit, _)| *unit).collect();
    if !fired_at.is_empty() && fired_at != before.fired_at {
        measured.odds += 1;
        before.fired_at = fired_at;
    }
    (before.ruler, before.sight, before.retreat) = (ruler.clone(), sight.clone(), retreat.shown);
}
