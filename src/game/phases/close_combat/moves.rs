//! The three moves of close combat: attackers consolidate, fighters close in, the winner consolidates.

use bevy_ecs::prelude::{In, Result};

use super::groups::{enemies_of, in_contact};
use super::kinds::{Choice, Fact, Mistake, MoveInCombat};
use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::components::CombatPart;
use crate::game::engine::query::{check_is_asked, own_unit, standing_models};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::moving::{check_path, move_models};
use crate::game::placement::{Placed, check_coherency, check_overlaps, check_place};
use crate::rules::basics::{compare, gap};
use crate::rules::close_combat::{Charge, CombatMove, charge};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::movement::allowance::MoveTerms;

/// The terms of a unit's paths.
pub fn terms(view: View, unit: UnitView, by: CombatMove) -> MoveTerms {
    by.terms(unit.card.characteristics.movement, &view.setup().ruleset)
}

/// Whether a unit may move so.
///
/// Rule: CC-4, CC-5 (may move toward the nearest enemy), CC-9.
pub(super) fn check(
    view: View,
    player: Side,
    order: &MoveInCombat,
    (asked, by): (UnitId, CombatMove),
) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    check_is_asked(order.unit, asked)?;
    let models =
        standing_models(view, unit.id, order.moves.iter().map(|one| one.model), ["TURN-3", "MOV-1"])?;
    let terms = terms(view, unit, by);
    for (model, one) in models.iter().zip(&order.moves).filter(|(model, one)| goes(model, one)) {
        let end = end_of(model, &order.moves);
        if by == CombatMove::ClosingIn {
            may_close_in(view, *model)?;
        }
        check_path(view, *model, &terms, &one.path)?;
        check_place(view, (*model, end))?;
        match by {
            CombatMove::AttackerConsolidation => check_nearer_to_any(view, *model, end)?,
            CombatMove::ClosingIn => check_nearer_to_nearest(view, *model, end)?,
            CombatMove::WinnerConsolidation => check_away_from_others(view, *model, end)?,
        }
    }
    if !models.iter().zip(&order.moves).any(|(model, one)| goes(model, one)) {
        return Ok(());
    }
    let placed: Vec<Placed> =
        view.standing(unit.id).map(|model| (model, end_of(&model, &order.moves))).collect();
    check_overlaps(view, unit.id, &placed)?;
    if by == CombatMove::WinnerConsolidation {
        let leader = view.leader(unit.id).map(|leader| leader.id);
        let leader = placed.iter().position(|(model, _)| Some(model.id) == leader).unwrap_or(0);
        check_coherency(view, unit, &placed, leader)?;
    }
    Ok(())
}

/// Whether a model leaves its place.
fn goes(model: &ModelView, one: &ModelMove) -> bool {
    one.path.iter().any(|corner| *corner != model.pose.at)
}

fn end_of(model: &ModelView, moves: &[ModelMove]) -> Place {
    let one = moves.iter().find(|one| one.model == model.id);
    one.and_then(|one| one.path.last()).copied().unwrap_or(model.pose.at)
}

/// Whether a model may close in at all.
///
/// Rule: CC-5 (every such model not in contact).
pub(super) fn may_close_in(view: View, model: ModelView) -> Result<(), Refusal> {
    if model.condition.combat == CombatPart::None {
        return Err(Refusal::new(Mistake::TakesNoPart).about(model.id));
    }
    let enemies = enemies_of(view, model.id.unit);
    match enemies.iter().find(|enemy| in_contact(view, (model, model.pose.at), **enemy)) {
        Some(enemy) => Err(Refusal::new(Mistake::InContact { enemy: enemy.id }).about(model.id)),
        None => Ok(()),
    }
}

/// Rule: CC-4 (must end nearer an enemy in it).
fn check_nearer_to_any(view: View, model: ModelView, end: Place) -> Result<(), Refusal> {
    let enemies = enemies_of(view, model.id.unit);
    if enemies.iter().any(|enemy| comes_nearer(model, end, *enemy)) {
        return Ok(());
    }
    Err(Refusal::new(Mistake::NotNearer).about(model.id).at(end.ground()))
}

/// Rule: CC-5 (toward the nearest enemy).
fn check_nearer_to_nearest(view: View, model: ModelView, end: Place) -> Result<(), Refusal> {
    match nearest_enemy(view, model) {
        Some(enemy) if !comes_nearer(model, end, enemy) => {
            let mistake = Mistake::NotNearerToNearest { enemy: enemy.id };
            Err(Refusal::new(mistake).about(model.id).at(end.ground()))
        }
        _ => Ok(()),
    }
}

pub(super) fn comes_nearer(model: ModelView, end: Place, enemy: ModelView) -> bool {
    compare(gap(model.disc_at(end), enemy.disc()), gap(model.disc(), enemy.disc())).is_lt()
}

/// The nearest enemy in a model's combat; of two as near the lower id.
///
/// Rule: CC-5 (the nearest enemy).
pub(super) fn nearest_enemy<'a>(view: View<'a>, model: ModelView<'a>) -> Option<ModelView<'a>> {
    let away = |enemy: &ModelView| gap(model.disc(), enemy.disc());
    enemies_of(view, model.id.unit).into_iter().min_by(|a, b| compare(away(a), away(b)).then(a.id.cmp(&b.id)))
}

/// Rule: CC-9 (ending beyond 6 of any enemy not in the combat).
fn check_away_from_others(view: View, model: ModelView, end: Place) -> Result<(), Refusal> {
    let limit = view.setup().ruleset.close_combat.winner_gap;
    for enemy in view.standing_of(model.id.unit.side.other()) {
        let away = gap(model.disc_at(end), enemy.disc());
        if !view.allowance().beyond(away, limit) {
            let refusal = Refusal::new(Mistake::TooNearToEnemy { enemy: enemy.id }).about(model.id);
            return Err(refusal.at(end.ground()).measured(away, limit));
        }
    }
    Ok(())
}

/// Whether a model has anywhere to go by one of the moves: before and during the combat it is not in contact.
///
/// Rule: CC-4, CC-5, CC-9.
pub fn may_move_by(view: View, model: ModelView, by: CombatMove) -> bool {
    match by {
        CombatMove::AttackerConsolidation => {
            let enemies = enemies_of(view, model.id.unit);
            !enemies.iter().any(|enemy| in_contact(view, (model, model.pose.at), *enemy))
        }
        CombatMove::ClosingIn => may_close_in(view, model).is_ok(),
        CombatMove::WinnerConsolidation => true,
    }
}

/// Asks how a unit moves, if one of its models may move: before and during the combat one that is not in contact.
///
/// Rule: CC-4, CC-5, CC-9.
pub(super) fn offer(In((unit, by, round)): In<(UnitId, CombatMove, u8)>, mut cx: StepContext) {
    let view = cx.roster.view();
    let Some(mover) = view.unit(unit) else { return };
    if terms(view, mover, by).allowance > 0.0 && view.standing(unit).any(|model| may_move_by(view, model, by))
    {
        cx.agenda.ask(Decision { player: unit.side, choice: Choice::Move { unit, by, round }.into() });
    }
}

/// Moves the models; an attacker that comes into contact in the first round may charge by that.
///
/// Rule: CC-4, CC-5, CC-6 (attackers that moved into contact), CC-9.
pub(super) fn resolve(In((order, decision)): In<(MoveInCombat, Decision)>, mut cx: StepContext) -> Result {
    let AnyChoice::CloseCombat(Choice::Move { by, round, .. }) = decision.choice else {
        return Err("a move in combat answers another question".into());
    };
    let view = cx.roster.view();
    move_models(view, &order.moves, &mut cx.facts)?;
    let charges = charge(by, round, &view.setup().ruleset.close_combat) == Charge::Charges;
    if !charges || order.unit.side != view.turn().side {
        return Ok(());
    }
    let enemies = enemies_of(view, order.unit);
    for one in &order.moves {
        let model = view.model(one.model).ok_or("an accepted move names an unknown model")?;
        let end = end_of(&model, &order.moves);
        if goes(&model, one) && enemies.iter().any(|enemy| in_contact(view, (model, end), *enemy)) {
            cx.facts.push(Fact::ModelCharged { model: one.model });
        }
    }
    Ok(())
}
