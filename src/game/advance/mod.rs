//! Advance, ACT-2: a unit moves up to Mv. Its shooting is not built.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use super::agenda::{Agenda, Current, Step};
use super::arrangement::{Placed, check_coherency, check_overlaps, check_place};
use super::check::{standing_models, unit_to_activate};
use super::command::{AdvanceUnit, ModelMove, Order};
use super::fact::{Fact, Facts, Length};
use super::refusal::{Reason, Refusal};
use super::step::{Systems, note_failure};
use super::view::{ModelView, Roster, UnitView, View};
use crate::rules::action::Action;
use crate::rules::ids::Side;
use crate::rules::movement::{legs, path_length, too_close};
use crate::table::ground::{impassable_on, unbuilt_on};
use crate::table::plane::Leg;

/// Most corners a path may have. No rule asks for a number; this one keeps a
/// command small enough to check, draw and log whatever is written into it.
pub const MOST_CORNERS: usize = 64;

pub(super) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(resolve_advance.pipe(note_failure).run_if(advancing).in_set(Systems::Advance));
}

fn advancing(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::AdvanceUnit(_), .. }))
}

/// Whether the unit may advance so.
///
/// Rule: ACT-2 (its move), MOV-1 (on open ground), FAC-2 (any facing afterwards).
pub(super) fn check(view: View, player: Side, order: &AdvanceUnit) -> Result<(), Refusal> {
    let unit = unit_to_activate(view, player, order.unit)?;
    let models = standing_models(view, order.unit, order.moves.iter().map(|one| one.model))?;
    for (model, one) in models.iter().zip(&order.moves) {
        check_path(view, unit, *model, one)?;
    }
    check_end(view, unit, order)
}

/// Holds one model's path against allowance, ground and enemies.
fn check_path(view: View, unit: UnitView, model: ModelView, one: &ModelMove) -> Result<(), Refusal> {
    let refuse = |reason, rule, text: String| Refusal::new(reason, rule, text).of_model(model.id);
    if one.path.len() > MOST_CORNERS {
        let text =
            format!("the path of {} has {} corners, more than {MOST_CORNERS}", model.id, one.path.len());
        return Err(refuse(Reason::TooManyCorners, "MOV-1", text));
    }
    if let Some(corner) = one.path.iter().find(|corner| corner.z != model.pose.at.z) {
        let text = format!("{} would leave the height it stands at; climbing is not built yet", model.id);
        return Err(refuse(Reason::ChangesHeight, "MOV-1", text).at(corner.ground()));
    }
    check_length(view, unit, model, one)?;
    check_ground(view, model, one)?;
    check_enemies(view, model, one)
}

/// Rule: ACT-2 (its move: up to Mv), MOV-1 (on open ground).
fn check_length(view: View, unit: UnitView, model: ModelView, one: &ModelMove) -> Result<(), Refusal> {
    let length = path_length(model.pose.at, &one.path);
    let limit = f64::from(unit.card.characteristics.movement);
    if view.allowance().at_most(length, limit) {
        return Ok(());
    }
    let end = one.path.last().copied().unwrap_or(model.pose.at);
    let text = format!("{} would move {length:.2}, more than its {limit}", model.id);
    let refusal = Refusal::new(Reason::TooFar, "ACT-2", text);
    Err(refusal.of_model(model.id).at(end.ground()).measured(length, limit))
}

/// Rule: GO-4, GO-5 (centre or whole base), MOV-4 (the table's edge).
fn check_ground(view: View, model: ModelView, one: &ModelMove) -> Result<(), Refusal> {
    let pieces = &view.setup().level.terrain;
    let (radius, allowance) = (model.card.base.radius(), view.allowance());
    for (from, to) in legs(model.pose.at, &one.path) {
        check_place(view, (model, to)).or_else(only_the_edge)?;
        let leg = Leg { from: from.ground(), to: to.ground() };
        if let Some(met) = impassable_on(pieces, leg, radius, allowance) {
            let text = format!("{} would touch \"{}\", which is impassable", model.id, met.piece.id);
            let refusal = Refusal::new(Reason::ImpassableGround, met.rule, text);
            return Err(refusal.of_model(model.id).at(met.at));
        }
        if let Some(met) = unbuilt_on(pieces, leg) {
            let text =
                format!("{} would cross \"{}\"; moving over it is not built yet", model.id, met.piece.id);
            let refusal = Refusal::new(Reason::NotBuiltYet, met.rule, text);
            return Err(refusal.of_model(model.id).at(met.at));
        }
    }
    Ok(())
}

/// On the way only the table's edge counts of what an end place is held against.
fn only_the_edge(refusal: Refusal) -> Result<(), Refusal> {
    if refusal.reason == Reason::OffTable { Err(refusal) } else { Ok(()) }
}

/// Rule: MOV-5.
fn check_enemies(view: View, model: ModelView, one: &ModelMove) -> Result<(), Refusal> {
    let gap = view.setup().ruleset.movement.enemy_gap;
    let enemies = view.units().filter(|unit| unit.id.side != model.id.unit.side);
    for enemy in enemies.flat_map(|unit| view.standing(unit.id)) {
        let near = too_close(model.disc(), &one.path, enemy.disc(), gap, view.allowance());
        if let Some(approach) = near {
            let text = format!("{} would come within {:.2} of {}", model.id, approach.gap.max(0.0), enemy.id);
            let refusal = Refusal::new(Reason::TooCloseToEnemy, "MOV-5", text).of_model(model.id);
            return Err(refusal.at(approach.at).measured(approach.gap.max(0.0), approach.limit.max(0.0)));
        }
    }
    Ok(())
}

/// Holds where the unit would stand afterwards against the table and its models.
///
/// Rule: MOV-4 (end places), COH-1 (on one level), COH-3.
fn check_end(view: View, unit: UnitView, order: &AdvanceUnit) -> Result<(), Refusal> {
    let placed: Vec<Placed> = view.standing(unit.id).map(|model| (model, end_of(model, order))).collect();
    let moved =
        |placed: &&Placed| order.moves.iter().any(|one| one.model == placed.0.id && goes(placed.0, one));
    if !placed.iter().any(|one| moved(&one)) {
        return Ok(());
    }
    for one in placed.iter().filter(moved) {
        check_place(view, *one)?;
    }
    check_overlaps(view, unit.id, &placed)?;
    let leader = view.leader(unit.id).map(|leader| leader.id);
    let leader = placed.iter().position(|(model, _)| Some(model.id) == leader).unwrap_or(0);
    check_coherency(view, unit, &placed, leader)
}

/// Whether a model leaves its place at all, if only to come back to it.
///
/// Rule: COH-3 (a model that stays in place).
fn goes(model: ModelView, one: &ModelMove) -> bool {
    one.path.iter().any(|corner| *corner != model.pose.at)
}

/// Where a model would stand after the order.
fn end_of(model: ModelView, order: &AdvanceUnit) -> crate::rules::measures::Place {
    let one = order.moves.iter().find(|one| one.model == model.id);
    one.and_then(|one| one.path.last()).copied().unwrap_or(model.pose.at)
}

/// Moves and turns the models in the order of the command.
///
/// Rule: ACT-2 (its move), TURN-3, FAC-2.
fn resolve_advance(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::Resolve { order: Order::AdvanceUnit(order), decision }) = &current.0 else {
        return Err("an advance runs without its order".into());
    };
    let view = roster.view();
    facts.push(Fact::UnitActivated { unit: order.unit, action: Action::Advance });
    for one in &order.moves {
        let model = view.model(one.model).ok_or("an accepted advance names an unknown model")?;
        if goes(model, one) {
            let length = Length(path_length(model.pose.at, &one.path));
            let path = std::iter::once(model.pose.at).chain(one.path.iter().copied()).collect();
            facts.push(Fact::ModelMoved { model: one.model, path, length });
        }
        if one.facing != model.pose.facing {
            facts.push(Fact::ModelTurned { model: one.model, facing: one.facing });
        }
    }
    facts.push(Fact::UnitActed { unit: order.unit });
    agenda.push(Step::Decide(*decision));
    Ok(())
}
