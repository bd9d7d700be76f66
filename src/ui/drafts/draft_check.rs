//! Checks the draft after every change, with the check that the battle itself uses: at once when it rests, on a thread while it
//! follows the pointer.

use std::sync::Arc;

use bevy::ecs::system::SystemParamItem;
use bevy::prelude::*;

use super::draft::{Draft, Drafting, Ends, Hold, Purpose, Stop};
use super::draft_model::DraftModel;
use super::limit;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::view::View;
use crate::game::phases::moving::check_path;
use crate::game::phases::moving::kinds::AnnounceDouble;
use crate::game::phases::{moving, shooting};
use crate::game::plan::slide;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::movement::allowance::MoveTerms;
use crate::table::walk::Walk;
use crate::ui::background::background_query::{BackgroundQuery, Query};
use crate::ui::background::computing::Task;
use crate::ui::background::what_if::WhatIfBattle;
use crate::ui::session::events::{DraftResult, UiEvent, emit};
use crate::ui::session::open_game::{Notice, OpenGame};

/// The battle's answer to the draft; while that follows the pointer, perhaps to where it was a moment ago.
#[derive(Resource, Default, Debug)]
pub(in crate::ui) struct DraftCheck(pub Option<Arc<CheckedDraft>>);

/// A draft as a command, and the battle's answer.
#[derive(Debug)]
pub(in crate::ui) struct CheckedDraft {
    /// Whose draft it was, and its purpose.
    of: (UnitId, Purpose),
    /// The command the draft would become.
    pub command: Command,
    /// The battle's answer.
    pub answer: Result<(), Refusal>,
    /// If the command only announces the run that is drafted: why the run itself is not allowed yet.
    pub announces: Option<Refusal>,
    /// The path of each model that would move, in the draft's order; empty during deployment.
    pub paths: Vec<CheckedPath>,
}

/// One model's path, as the battle judges it.
#[derive(Debug)]
pub(in crate::ui) struct CheckedPath {
    /// The model.
    pub model: ModelId,
    /// Inches over the table.
    pub length: f64,
    /// The limit that applies to it, inches.
    pub limit: f64,
    /// Whether difficult ground halves the limit.
    pub halved: Halved,
    /// The surfaces it crosses; `None` if it leads into the air.
    pub walk: Option<Walk>,
    /// Whether the path by itself is legal.
    pub legality: PathLegality,
}

/// Whether difficult ground halves a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Halved {
    /// It does.
    Yes,
    /// There is none on the path.
    No,
}

/// Whether a path by itself is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum PathLegality {
    /// It is; its end may still be illegal.
    Legal,
    /// It is not.
    Illegal,
}

impl CheckedPath {
    /// What is left of the limit, inches; negative if the path is too long.
    pub fn left(&self) -> f64 {
        self.limit - self.length
    }
}

impl CheckedDraft {
    /// Whether it answers this draft, if perhaps at another place.
    fn is_of(&self, draft: &Draft) -> bool {
        self.of == (draft.unit, draft.purpose)
    }

    /// The path that leaves the smallest part of its limit.
    pub fn tightest(&self) -> Option<&CheckedPath> {
        self.paths.iter().min_by(|a, b| a.left().total_cmp(&b.left()))
    }
}

/// The check of a draft that follows the pointer. On a table full of models it takes longer than all else of a frame.
pub(in crate::ui) struct HeldDraftQuery;

impl Query for HeldDraftQuery {
    const NAME: &'static str = "draft check";
    const TASK: Task = Task::DraftCheck;
    const SHOWS_QUESTION: bool = false;
    type Inputs = Res<'static, Drafting>;
    type Question = Arc<Draft>;
    type Answer = Option<Arc<CheckedDraft>>;
    type Memory = ();

    fn question(_: &OpenGame, drafting: &SystemParamItem<Self::Inputs>) -> Option<Arc<Draft>> {
        drafting.0.as_ref().filter(|draft| draft.hold != Hold::Resting).cloned().map(Arc::new)
    }

    fn answer(battle: &mut WhatIfBattle, draft: &Arc<Draft>, (): &mut ()) -> Self::Answer {
        check(battle.battle(), draft)
    }
}

/// Takes the answers to drafts that follow the pointer.
pub(in crate::ui) fn receive_check(
    answers: Res<BackgroundQuery<HeldDraftQuery>>,
    mut draft_check: ResMut<DraftCheck>,
) {
    if let Some((_, checked)) = answers.found().filter(|_| answers.is_changed()) {
        draft_check.0 = checked.clone();
    }
}

/// Updates heights and facings of the draft and checks it, whenever it or the battle has changed. Once a draft that follows the
/// pointer has an answer, the next ones come from a thread.
///
/// A refusal of the earlier draft no longer holds, so its notice is removed.
pub(in crate::ui) fn check_draft(
    mut opened: ResMut<OpenGame>,
    mut drafting: ResMut<Drafting>,
    mut draft_check: ResMut<DraftCheck>,
    mut last: Local<Option<UiEvent>>,
    mut stopped: Local<Option<Stop>>,
) {
    if !drafting.is_changed() && !opened.is_changed() {
        return;
    }
    if drafting.is_changed() && matches!(opened.notice, Some(Notice::Refused(_))) {
        opened.notice = None;
    }
    let view = opened.game.battle().view();
    // Heights and facings follow from what the player changed: they are no change of their own.
    if let Some(draft) = &mut drafting.bypass_change_detection().0 {
        draft.stop_at_limit(&view);
        draft.settle(&view);
    }
    report_stop(drafting.0.as_ref(), &mut stopped);
    let has_answer = |draft: &Draft| draft_check.0.as_ref().is_some_and(|checked| checked.is_of(draft));
    let in_hand = drafting.0.as_ref().filter(|draft| draft.hold != Hold::Resting);
    if in_hand.is_some_and(has_answer) && !opened.is_changed() {
        *last = None;
        return;
    }
    draft_check.0 = drafting.0.as_ref().and_then(|draft| check(opened.game.battle(), draft));
    if let Some(slid) = drafting
        .0
        .as_ref()
        .zip(draft_check.0.as_ref())
        .and_then(|(draft, checked)| slid(&opened, draft, checked))
        && let Some(draft) = &mut drafting.bypass_change_detection().0
    {
        draft.take_ends(&view, &slid);
        emit(&UiEvent::EndsSlid { unit: draft.unit });
        draft_check.0 = check(opened.game.battle(), draft);
    }
    // A draft that follows the pointer is checked too often to report it.
    let resting = drafting.0.as_ref().filter(|draft| draft.hold == Hold::Resting);
    let event = resting.zip(draft_check.0.as_ref()).map(|(draft, checked)| event(draft, checked));
    if *last != event {
        if let Some(event) = &event {
            emit(event);
        }
        *last = event;
    }
}

/// Reports that a draft stops short, once for each reason.
fn report_stop(draft: Option<&Draft>, reported: &mut Option<Stop>) {
    let stop = draft.and_then(|draft| draft.stop.clone());
    if *reported == stop {
        return;
    }
    if let (Some(draft), Some(stop)) = (draft, &stop) {
        emit(&UiEvent::DraftStops { unit: draft.unit, why: format!("{} ({})", stop.words(), stop.rule()) });
    }
    *reported = stop;
}

/// A draft that was put down a little off a legal place, with ends that have slid to it. The move planner does this for
/// moves that may need another way.
fn slid(opened: &OpenGame, draft: &Draft, checked: &CheckedDraft) -> Option<Command> {
    let is_planned = matches!(draft.purpose, Purpose::Move(_));
    let may_slide = draft.hold == Hold::Resting && draft.ends == Ends::Slide && !is_planned;
    (may_slide && checked.answer.is_err()).then(|| slide(opened.game.battle(), &checked.command))?
}

fn event(draft: &Draft, checked: &CheckedDraft) -> UiEvent {
    let highest = draft.models.iter().map(|model| model.height).max().unwrap_or_default();
    let result = match &checked.answer {
        Ok(()) if checked.announces.is_some() => DraftResult::MustAnnounce,
        Ok(()) => DraftResult::Allowed,
        Err(refusal) => DraftResult::Refused(refusal.rule().to_string()),
    };
    UiEvent::DraftChecked { unit: draft.unit, highest, result }
}

/// The battle's answer to a draft; `None` for one that is no command yet.
pub(in crate::ui) fn check(battle: &Battle, draft: &Draft) -> Option<Arc<CheckedDraft>> {
    let command = draft.command(battle.view()).ok().flatten()?;
    let (of, paths) = ((draft.unit, draft.purpose), paths(&battle.view(), draft));
    let checked = match battle.check(&command) {
        Err(refusal) if refusal.reason() == Reason::Shooting(shooting::kinds::Reason::NotAnnounced) => {
            let order =
                Order::Moving(moving::kinds::Order::AnnounceDouble(AnnounceDouble { unit: draft.unit }));
            let command = Command { player: command.player, order };
            let answer = battle.check(&command);
            CheckedDraft { of, command, answer, announces: Some(refusal), paths }
        }
        answer => CheckedDraft { of, command, answer, announces: None, paths },
    };
    Some(Arc::new(checked))
}

fn paths(view: &View, draft: &Draft) -> Vec<CheckedPath> {
    let Some(terms) = limit::terms(view, draft) else { return Vec::new() };
    let moving = draft.models.iter().filter(|model| model.moves());
    moving.filter_map(|model| checked_path(view, &terms, model)).collect()
}

fn checked_path(view: &View, terms: &MoveTerms, drafted: &DraftModel) -> Option<CheckedPath> {
    let (model, path) = (view.model(drafted.model)?, drafted.path().ok()?);
    let (walk, legality) = match check_path(*view, model, terms, &path) {
        Ok(walk) => (Some(walk), PathLegality::Legal),
        Err(_) => (view.terrain().walk(model.mover(), drafted.start, &path).ok(), PathLegality::Illegal),
    };
    let difficult = walk.as_ref().is_some_and(|walk| walk.first_difficult().is_some());
    let (limit, halved) =
        if difficult { (terms.on_difficult, Halved::Yes) } else { (terms.allowance, Halved::No) };
    Some(CheckedPath { model: drafted.model, length: drafted.length(), limit, halved, walk, legality })
}
