//! Nerve and recovery: nerve markers go in one's own Starting phase, hit-dice in the enemy's Reaction phase.

use bevy_ecs::prelude::{In, Result};

use super::kinds::{Choice, Mistake, Step, Tested};
use crate::game::engine::agenda::Decision;
use crate::game::engine::dice::Dice;
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::query::{known_unit, own_unit};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::hold_test;
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::RecoveryOrder;

/// Each unsuppressed unit of the active player on the table removes a nerve marker.
///
/// Rule: TURN-2, NRV-3 (in its own Starting phase).
pub(super) fn remove_nerve_markers(mut cx: StepContext) {
    let view = cx.roster.view();
    let dropped = view.setup().ruleset.leadership.markers_dropped_in_starting;
    let loses_marker = |unit: &UnitView| {
        unit.id.side == view.turn().side
            && !unit.morale.suppressed()
            && view.standing(unit.id).next().is_some()
    };
    for unit in view.units().filter(loses_marker) {
        let left = unit.morale.markers_after(dropped);
        let dropped = unit.morale.nerve_markers - left;
        if dropped > 0 {
            cx.facts.push(UnitFact::NerveMarkersDropped { unit: unit.id, dropped, left });
        }
    }
}

/// The suppressed units of the player whose turn it is not test leadership, in the order of their ids or in that which he
/// chooses; one that passes loses the whole hit-die.
///
/// Rule: TURN-4 (leadership tests), SUP-5 (by a test).
pub(super) fn recover(mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let rules = &view.setup().ruleset.leadership;
    if !rules.recovery_test {
        return Ok(());
    }
    match rules.recovery_order {
        RecoveryOrder::Numbers => {
            for unit in yet_to_recover(view, Tested::default()) {
                test(view, unit, &mut cx.dice, &mut cx.facts)?;
            }
        }
        RecoveryOrder::Player => cx.agenda.push(Step::RecoverNext { tested: Tested::default() }),
    }
    Ok(())
}

/// The units that have yet to test to recover in this phase, in the order of their ids.
///
/// Rule: TURN-4 (each of his suppressed units).
pub(super) fn yet_to_recover(view: View<'_>, tested: Tested) -> Vec<UnitView<'_>> {
    let tests = |unit: &UnitView| {
        unit.id.side != view.turn().side
            && unit.morale.suppressed()
            && !tested.has(unit.id)
            && view.standing(unit.id).next().is_some()
    };
    view.units().filter(tests).collect()
}

/// Holds the last test that is left, or asks which unit takes the next.
///
/// Rule: TURN-4 (in the order that its player chooses).
pub(super) fn next_to_recover(In(tested): In<Tested>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    match yet_to_recover(view, tested)[..] {
        [] => Ok(()),
        [only] => test(view, only, &mut cx.dice, &mut cx.facts),
        _ => {
            let player = view.turn().side.other();
            cx.agenda.ask(Decision { player, choice: Choice::Recover { tested }.into() });
            Ok(())
        }
    }
}

/// Whether a unit may test next.
///
/// Rule: TURN-4.
pub(super) fn check(view: View, player: Side, unit: UnitId, tested: Tested) -> Result<(), Refusal> {
    own_unit(view, player, unit)?;
    match yet_to_recover(view, tested).iter().any(|one| one.id == unit) {
        true => Ok(()),
        false => Err(Refusal::new(Mistake::NoTestToRecover).about(unit)),
    }
}

/// The unit that its player named tests; the others follow.
///
/// Rule: TURN-4.
pub(super) fn resolve(In((unit, tested)): In<(UnitId, Tested)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    cx.agenda.push(Step::RecoverNext { tested: tested.with(unit) });
    test(view, known_unit(view, unit)?, &mut cx.dice, &mut cx.facts)
}

/// Rule: TURN-4 (a leadership test), SUP-5 (by a test).
fn test(view: View, unit: UnitView, dice: &mut Dice, facts: &mut Facts) -> Result {
    let test = hold_test(dice, view, unit, TestedFor::Recovery)?;
    let passed = matches!(test, UnitFact::LeadershipTested { passed: true, .. });
    facts.push(test);
    if passed {
        facts.push(UnitFact::HitDieRemoved { unit: unit.id, hits: unit.morale.hit_die });
    }
    Ok(())
}
