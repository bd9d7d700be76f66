//! Turns a draft into a question for the planner, and an answer into a draft.

use bevy::prelude::*;

use super::planner_thread::{Goal, Moves, Question};
use super::{MovePlans, OpenGame};
use crate::game::engine::view::View;
use crate::game::plan::PlanQuality;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::ui::drafts::draft::{Draft, Drafting, Ends, Stop, Way};
use crate::ui::drafts::draft_check::DraftCheck;
use crate::ui::drafts::draft_model::{DraftModel, Grip};
use crate::ui::drafts::order_keys::NO_UNIT;
use crate::ui::drafts::selection::{Selection, UnitInQuestion};
use crate::ui::session::events::{UiEvent, emit};

/// A request to bring the selected unit back into coherency.
///
/// Rule: COH-1.
#[derive(Message, Clone, Copy, Debug)]
pub(in crate::ui) struct RestoreCoherency;

/// Its key.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) struct CoherencyKey;

pub(super) fn on_coherency_key(
    _: On<CoherencyKey>,
    unit: UnitInQuestion,
    mut opened: ResMut<OpenGame>,
    mut requests: MessageWriter<RestoreCoherency>,
) {
    match unit.get() {
        Some(_) => drop(requests.write(RestoreCoherency)),
        None => opened.ignore_key(NO_UNIT),
    }
}

/// Makes a draft that leaves every model in place, and asks for the plan.
pub(super) fn ask_to_restore_coherency(
    mut requests: MessageReader<RestoreCoherency>,
    mut opened: ResMut<OpenGame>,
    selection: Res<Selection>,
    mut drafting: ResMut<Drafting>,
    mut plans: ResMut<MovePlans>,
) {
    if requests.read().count() == 0 {
        return;
    }
    if plans.subject().is_none_or(|subject| subject.by.is_some()) {
        return opened.ignore_key("This unit may not move now.");
    }
    let fits = |unit: UnitId| drafting.0.as_ref().is_some_and(|draft| draft.unit == unit);
    if let Some(unit) = selection.unit.filter(|unit| !fits(*unit)) {
        drafting.0 = Draft::of_standing(&opened.game.battle().view(), unit, selection.action);
    }
    plans.ask(Question::RestoreCoherency);
}

/// Asks for a plan if the draft is refused as it is drawn.
pub(super) fn ask_for_plan(
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
    draft_check: Res<DraftCheck>,
    mut plans: ResMut<MovePlans>,
) {
    let is_news = drafting.is_changed() || draft_check.is_changed();
    if !is_news || plans.planner.is_none() || plans.asked == Some(Question::RestoreCoherency) {
        return;
    }
    let refused = draft_check.0.as_ref().is_some_and(|checked| checked.answer.is_err());
    let question = drafting.0.as_ref().filter(|_| refused);
    let question = question.and_then(|draft| question_of(&opened.game.battle().view(), draft));
    match question {
        Some(question) => plans.ask(question),
        None => plans.bypass_change_detection().asked = None,
    }
}

/// Question about a draft; `None` if the player has drawn corners, or a plan is shown already.
fn question_of(view: &View, draft: &Draft) -> Option<Question> {
    let has_corners = draft.models.iter().any(|model| !model.corners.is_empty());
    if draft.action().is_none() || has_corners || draft.way == Way::Planned || draft.ends == Ends::Exact {
        return None;
    }
    let command = Box::new(draft.command(*view).ok()??);
    let goal = |model: &DraftModel| {
        let to = model.end().ok()?;
        let [x, y] = model.drawn_to();
        let height = view.terrain().height_near([x, y], to.z);
        let toward = Place::from_inches(x, y, height.inches()).unwrap_or(to);
        Some(Goal { to, toward })
    };
    if let Some(alone) = draft.held_alone() {
        let model = draft.models.iter().find(|model| model.model == alone)?;
        return Some(Question::Model(alone, goal(model)?, command));
    }
    let leader = view.leader(draft.unit)?.id;
    let model = draft.models.iter().find(|model| model.model == leader)?;
    let whole = draft.models.iter().all(|model| model.grip == Grip::Held);
    (whole && draft.moves()).then_some(())?;
    let turn = (draft.wheeled * 1000.0).round() as i32;
    Some(Question::Unit(goal(model)?, turn, command))
}

/// Shows a plan in place of what was drawn, if the question still fits the draft. One that does not arrive says why.
pub(super) fn apply_plan(
    opened: &OpenGame,
    drafting: &mut Drafting,
    draft_check: &DraftCheck,
    question: &Question,
    (moves, quality): &Moves,
) {
    let view = opened.game.battle().view();
    let refusal = draft_check.0.as_ref().and_then(|checked| checked.answer.as_ref().err());
    let fits = |draft: &Draft| match question {
        Question::RestoreCoherency => true,
        question => refusal.is_some() && question_of(&view, draft).as_ref() == Some(question),
    };
    if !drafting.0.as_ref().is_some_and(fits) {
        return;
    }
    let Some(draft) = &mut drafting.0 else { return };
    for one in moves {
        let drafted = draft.models.iter_mut().find(|drafted| drafted.model == one.model);
        let Some(drafted) = drafted else { continue };
        drafted.apply_path(view.terrain(), &one.path);
    }
    draft.way = Way::Planned;
    if *quality == PlanQuality::Direction {
        draft.stop = refusal.cloned().map(Stop::Refused);
    }
    emit(&UiEvent::PlanApplied { unit: draft.unit });
}
