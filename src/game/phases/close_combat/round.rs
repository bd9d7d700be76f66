//! A round of close combat: who takes part, the salvos of both sides, the end of the round and of the combat.

use bevy_ecs::prelude::{In, Result};

use super::groups::{models_near_enemies, units_in};
use super::kinds::{DeclaredSalvo, Fact, Step};
use super::moves::nearest_enemy;
use crate::game::engine::agenda::Agenda;
use crate::game::engine::components::CombatPart;
use crate::game::engine::dice::DiceExhausted;
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::kinds::{RollContext, Step as AnyStep};
use crate::game::phases::shooting::casualties::mark;
use crate::game::phases::shooting::declare::{AimedSalvo, Falls};
use crate::game::phases::shooting::facts::push_salvo;
use crate::game::phases::shooting::kinds::{AimedShot, PendingSalvo};
use crate::game::phases::shooting::salvo::{Rolled, roll};
use crate::rules::basics::gap;
use crate::rules::close_combat::{CombatMove, side_hit_more, sides_to_test, winner};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Facing;
use crate::rules::movement::arcs::in_forward_arc;
use crate::rules::salvo::{CasualtyCandidate, Manner, in_order_of_loss};

/// Finds who takes part, and asks first the attacker, then the defender who closes in.
///
/// Rule: CC-5 (only models within 6 take part, checked again each round; attacker first).
pub(super) fn begin(In((combat, round)): In<(u8, u8)>, mut cx: StepContext) {
    let view = cx.roster.view();
    let attacker = view.turn().side;
    let sides = [attacker, attacker.other()];
    let fighters: Vec<ModelId> =
        sides.into_iter().flat_map(|side| models_near_enemies(view, combat, side)).collect();
    if fighters.is_empty() {
        cx.agenda.push(Step::EndCombat { combat, rounds: round - 1 });
        return;
    }
    turn_to_enemies(view, &fighters, &mut cx.facts);
    cx.facts.push(Fact::CombatRoundBegan { combat, round, fighters: fighters.clone() });
    let mut units: Vec<UnitId> = fighters.iter().map(|model| model.unit).collect();
    units.dedup();
    cx.agenda.push(Step::EndRound { combat, round, hits: [0, 0], last_models: Vec::new() });
    let waiting = units.iter().rev().copied().collect();
    cx.agenda.push(Step::Declare { waiting, declared: Vec::new() });
    for unit in units.into_iter().rev() {
        cx.agenda.push(Step::OfferCombatMove { unit, by: CombatMove::ClosingIn, round });
    }
}

/// A fighter that has its nearest enemy behind it turns to it.
///
/// Rule: CC-4 (models turn freely).
fn turn_to_enemies(view: View, fighters: &[ModelId], facts: &mut Facts) {
    for model in fighters.iter().filter_map(|id| view.model(*id)) {
        let Some(enemy) = nearest_enemy(view, model) else { continue };
        if in_forward_arc(model.pose.at, model.facing(), enemy.disc(), view.allowance()) {
            continue;
        }
        if let Some(facing) = Facing::toward(model.pose.at, enemy.pose.at) {
            facts.push(UnitFact::ModelTurned { model: model.id, facing });
        }
    }
}

/// Rolls one unit's blows and shots at another.
///
/// Rule: CC-6, CC-7 (settled together: who strikes was declared before anyone fell), BAS-8.
pub(super) fn roll_salvo(In(declared): In<DeclaredSalvo>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let DeclaredSalvo { unit, at, shots } = declared;
    let salvo = aimed(view, unit, at, shots).ok_or("a salvo is struck at an unknown unit")?;
    let shots = &salvo.shots;
    let manner = match shots.iter().any(|shot| shot.manner == Manner::Melee) {
        true => Manner::Melee,
        false => Manner::CloseFire,
    };
    let rolled = roll(&mut cx.dice, view, unit, &salvo).map_err(|error| {
        let pending = PendingSalvo { unit, at, shots: salvo.shots.clone() };
        DiceExhausted { error, context: RollContext::Salvo(pending) }
    })?;
    note_hits(view, &rolled, &mut cx.agenda);
    push_salvo(view, (unit, manner), &salvo, rolled, &mut cx.facts);
    Ok(())
}

/// A salvo in a combat as it is rolled; `None` at an unknown unit.
///
/// Rule: CC-6.
pub fn aimed(view: View, by: UnitId, at: UnitId, shots: Vec<AimedShot>) -> Option<AimedSalvo> {
    let falls = Falls::InOrder(may_fall(view, view.unit(at)?, by, &shots));
    Some(AimedSalvo { at, shots, falls, begun: Vec::new() })
}

/// The models of a unit that take part, in the order in which they fall: nearest first to those that strike or fire at
/// the unit, fallen meanwhile or not.
///
/// Rule: CC-6 (SHO-6 with "seen" read as taking part).
fn may_fall(view: View, target: UnitView, by: UnitId, shots: &[AimedShot]) -> Vec<CasualtyCandidate> {
    let strikers: Vec<ModelView> =
        view.models(by).filter(|model| shots.iter().any(|shot| shot.from == model.id)).collect();
    let near = |model: &ModelView| {
        strikers.iter().map(|striker| gap(striker.disc(), model.disc())).fold(f64::INFINITY, f64::min)
    };
    let part = view.standing(target.id).filter(|model| model.condition.combat != CombatPart::None);
    in_order_of_loss(part.map(|model| mark(view, target, model, near(&model))).collect())
}

/// Counts hits for the end of the round, and remembers where the last model of a unit stood.
///
/// Rule: CC-7 (took more hits; measured from where its last model stood).
fn note_hits(view: View, rolled: &Rolled, agenda: &mut Agenda) {
    for step in agenda.steps_mut() {
        let AnyStep::CloseCombat(Step::EndRound { hits, last_models, .. }) = step else { continue };
        for suffered in &rolled.suffered {
            hits[suffered.unit.side.index()] += suffered.hits;
            let last = suffered.lost.last();
            if suffered.lost.len() == view.standing(suffered.unit).count() {
                last_models.extend(last.map(|(model, _)| *model));
            }
        }
        return;
    }
}

/// Settles a round: the enemies of any unit wiped out take heart, then both sides test.
///
/// Rule: CC-7.
pub(super) fn end(
    In((combat, round, hits, last_models)): In<(u8, u8, [u32; 2], Vec<ModelId>)>,
    mut cx: StepContext,
) {
    let view = cx.roster.view();
    let attacker = view.turn().side;
    let tests_first = side_hit_more(hits, attacker);
    cx.facts.push(Fact::CombatRoundEnded { combat, round, hits, tests_first });
    cx.agenda.push(Step::FinishRound { combat, round, hits });
    for side in sides_to_test(hits, attacker, &view.setup().ruleset.close_combat).into_iter().rev() {
        cx.agenda.push(Step::Tests { combat, side });
    }
    for last in last_models.into_iter().rev() {
        cx.agenda.push(Step::TakeHeart { combat, near: vec![last] });
    }
}

/// Another round as long as enemies are near each other; the longest combat is broken off by the side that took more
/// hits.
///
/// Rule: CC-8.
pub(super) fn finish(In((combat, round, hits)): In<(u8, u8, [u32; 2])>, mut cx: StepContext) {
    let view = cx.roster.view();
    if models_near_enemies(view, combat, Side::A).is_empty() {
        cx.agenda.push(Step::EndCombat { combat, rounds: round });
        return;
    }
    if round < view.setup().ruleset.close_combat.longest_combat {
        cx.agenda.push(Step::BeginRound { combat, round: round + 1 });
        return;
    }
    cx.agenda.push(Step::EndCombat { combat, rounds: round });
    cx.agenda.push(Step::BreakOff { combat, side: side_hit_more(hits, view.turn().side) });
}

/// Ends a combat; the winner may consolidate.
///
/// Rule: CC-8, CC-9.
pub(super) fn end_combat(In((combat, rounds)): In<(u8, u8)>, mut cx: StepContext) {
    let view = cx.roster.view();
    let left = Side::BOTH.map(|side| units_in(view, combat).filter(|unit| unit.id.side == side).count());
    let winner = winner(left);
    cx.facts.push(Fact::CombatEnded { combat, rounds, winner });
    let winners = units_in(view, combat).filter(|unit| Some(unit.id.side) == winner).map(|unit| unit.id);
    let winners: Vec<UnitId> = winners.collect();
    for unit in winners.into_iter().rev() {
        cx.agenda.push(Step::OfferCombatMove { unit, by: CombatMove::WinnerConsolidation, round: rounds });
    }
}
