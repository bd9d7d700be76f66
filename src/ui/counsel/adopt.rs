//! From a draft to a question, and from an answer back into the draft.

use bevy::prelude::*;

use super::thinker::Question;
use super::{MovePlans, OpenGame};
use crate::game::engine::view::View;
use crate::game::phases::moving::kinds::ModelMove;
use crate::rules::ids::UnitId;
use crate::ui::input::Selection;
use crate::ui::input::draft::{Draft, Drafting};
use crate::ui::input::drafted::Grip;
use crate::ui::input::verdict::DraftCheck;

/// The player wants the selected unit to come together.
#[derive(Message, Clone, Copy, Debug)]
pub(in crate::ui) struct RestoreCoherency;

/// A draft that leaves everyone in place waits for the plan.
pub(super) fn ask_mend(
    mut mends: MessageReader<RestoreCoherency>,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    mut drafting: ResMut<Drafting>,
    mut counsel: ResMut<MovePlans>,
) {
    if mends.read().count() == 0 || counsel.thinker.is_none() {
        return;
    }
    let fits = |unit: UnitId| drafting.0.as_ref().is_some_and(|draft| draft.unit == unit);
    if let Some(unit) = selection.unit.filter(|unit| !fits(*unit)) {
        drafting.0 = Draft::of_standing(&opened.game.battle().view(), unit, selection.action);
    }
    counsel.ask(Question::RestoreCoherency);
}

/// Puts a draft that is refused as it is drawn to the planner.
pub(super) fn ask_plan(
    opened: Res<OpenGame>,
    drafting: Res<Drafting>,
    verdict: Res<DraftCheck>,
    mut counsel: ResMut<MovePlans>,
) {
    if !drafting.is_changed()
        || counsel.thinker.is_none()
        || counsel.asked == Some(Question::RestoreCoherency)
    {
        return;
    }
    let refused = verdict.0.as_ref().is_some_and(|judged| judged.answer.is_err());
    let question = drafting.0.as_ref().filter(|_| refused);
    let question = question.and_then(|draft| question_of(&opened.game.battle().view(), draft));
    match question {
        Some(question) => counsel.ask(question),
        None => counsel.bypass_change_detection().asked = None,
    }
}

/// What to ask about a draft; nothing about one whose ways the player has drawn himself,
/// or that shows a plan already.
fn question_of(view: &View, draft: &Draft) -> Option<Question> {
    let drawn = draft.models.iter().any(|model| !model.corners.is_empty() || model.wish.is_some());
    if draft.action().is_none() || drawn {
        return None;
    }
    if let Some(alone) = draft.held_alone() {
        let model = draft.models.iter().find(|model| model.model == alone)?;
        return Some(Question::Model(alone, model.end().ok()?));
    }
    let leader = view.leader(draft.unit)?.id;
    let model = draft.models.iter().find(|model| model.model == leader)?;
    let whole = draft.models.iter().all(|model| model.grip == Grip::Held);
    (whole && draft.moves()).then_some(())?;
    let turn = (draft.wheeled * 1000.0).round() as i32;
    Some(Question::Unit(model.end().ok()?, turn))
}

/// Shows a plan in place of what was drawn, if that is still what was asked about.
pub(super) fn take_up(
    opened: &OpenGame,
    drafting: &mut Drafting,
    verdict: &DraftCheck,
    question: &Question,
    moves: &[ModelMove],
) {
    let view = opened.game.battle().view();
    let Some(draft) = &mut drafting.0 else { return };
    let refused = verdict.0.as_ref().is_some_and(|judged| judged.answer.is_err());
    let fits = match question {
        Question::RestoreCoherency => true,
        question => refused && question_of(&view, draft).as_ref() == Some(question),
    };
    if !fits {
        return;
    }
    for one in moves {
        let drafted = draft.models.iter_mut().find(|drafted| drafted.model == one.model);
        let Some(drafted) = drafted else { continue };
        drafted.adopt(view.terrain(), &one.path);
    }
    bevy::log::info!("a plan for {}", draft.unit);
}
