//! Nerve and recovery: nerve markers go in one's own Starting phase, hit-dice in the enemy's Reaction phase.

use bevy_ecs::prelude::Result;

use crate::game::engine::fact::UnitFact;
use crate::game::engine::step::StepContext;
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::UnitView;
use crate::game::leadership::hold_test;

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

/// The suppressed units of the player whose turn it is not test leadership, in the order of their
/// ids; one that passes loses the whole hit-die.
///
/// Rule: TURN-4 (leadership tests), SUP-5 (by a test).
pub(super) fn recover(mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    if !view.setup().ruleset.leadership.recovery_test {
        return Ok(());
    }
    let tests = |unit: &UnitView| {
        unit.id.side != view.turn().side
            && unit.morale.suppressed()
            && view.standing(unit.id).next().is_some()
    };
    for unit in view.units().filter(tests) {
        let test = hold_test(&mut cx.dice, view, unit, TestedFor::Recovery)?;
        let passed = matches!(test, UnitFact::LeadershipTested { passed: true, .. });
        cx.facts.push(test);
        if passed {
            cx.facts.push(UnitFact::HitDieRemoved { unit: unit.id, hits: unit.morale.hit_die });
        }
    }
    Ok(())
}
