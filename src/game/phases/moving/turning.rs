//! Permitted facings of models after their action.

use super::end_of;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::moving::UnitMove;
use crate::game::phases::moving::kinds::Mistake;
use crate::rules::action::Action;
use crate::rules::measures::Facing;
use crate::rules::movement::arcs::looks_back;

/// Rule: FAC-2, FAC-3, FAC-4.
pub(super) fn check(view: View, unit: UnitView, order: UnitMove) -> Result<(), Refusal> {
    if order.action == Action::AtTheDouble {
        return check_nobody_looks_back(view, unit, order);
    }
    if unit.card.may_turn_in(order.action) { Ok(()) } else { check_nobody_turns(view, order) }
}

/// A model that only halts may look anywhere: an action without a move is legal (TURN-3).
///
/// Rule: FAC-4.
fn check_nobody_looks_back(view: View, unit: UnitView, order: UnitMove) -> Result<(), Refusal> {
    let Some(leader) = view.leader(unit.id) else { return Ok(()) };
    let moves = view.standing(unit.id).any(|model| end_of(model, order) != model.pose.at);
    if !moves {
        return Ok(());
    }
    let start = leader.pose.at;
    for model in view.standing(unit.id) {
        let (at, facing) = (end_of(model, order), facing_after(model, order));
        if looks_back(model.disc_at(at), facing, start, view.allowance()) {
            let mistake = match model.id == leader.id {
                true => Mistake::LeaderLooksBack,
                false => Mistake::LooksBack { leader: leader.id },
            };
            return Err(Refusal::new(mistake).about(model.id).at(at.ground()));
        }
    }
    Ok(())
}

/// Rule: FAC-3.
fn check_nobody_turns(view: View, order: UnitMove) -> Result<(), Refusal> {
    let turned = view.standing(order.unit).find(|model| facing_after(*model, order) != model.facing());
    turned.map_or(Ok(()), |model| {
        Err(Refusal::new(Mistake::MayNotTurn).about(model.id).at(end_of(model, order).ground()))
    })
}

/// Facing of a model after the order.
fn facing_after(model: ModelView, order: UnitMove) -> Facing {
    let one = order.moves.iter().find(|one| one.model == model.id);
    one.map_or(model.facing(), |one| one.facing)
}
