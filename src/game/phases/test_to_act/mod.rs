//! The test of a marked unit before it acts, ACT-7: its order was accepted, and is carried out if it passes. If it
//! fails it falls back.

pub mod kinds;

use bevy_ecs::prelude::{In, Result, World};

pub(in crate::game) use kinds::Step;

use crate::game::engine::agenda::Decision;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::query::known_unit;
use crate::game::engine::step::{self, StepContext};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::View;
use crate::game::leadership::{has_to_test, hold_test};
use crate::game::phases::{fall_back, turn};
use crate::rules::ids::UnitId;
use crate::rules::leadership::markers_shaken_off;

/// The test that a unit has to pass before an order is carried out, if it has to. What is asked in the middle of an
/// action needs no second test.
///
/// Rule: ACT-7 (chooses its order, then tests).
pub(in crate::game) fn test_before(view: View, acting: Option<UnitId>, decision: Decision) -> Option<Step> {
    let unit = view.unit(acting?)?;
    (turn::is_act(decision.choice) && has_to_test(view, unit)).then_some(Step::Test { unit: unit.id })
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::Test { unit } => step::run(world, test_to_act, unit),
    }
}

/// The unit tests: it loses a marker for each die that succeeds and acts, or it falls back.
///
/// Rule: ACT-7 (passed, failed), ACT-6.
fn test_to_act(In(unit): In<UnitId>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let from = known_unit(view, unit)?;
    let test = hold_test(&mut cx.dice, view, from, TestedFor::Acting)?;
    let UnitFact::LeadershipTested { faces, nerve, passed, .. } = &test else {
        return Err("a leadership test gives another fact".into());
    };
    let (markers, passed) = (from.morale.suppression_markers, *passed);
    let removed = markers_shaken_off(faces, *nerve, markers);
    cx.facts.push(test);
    if passed {
        cx.facts.push(UnitFact::SuppressionMarkersRemoved { unit, removed, left: markers - removed });
        return Ok(());
    }
    let decision = cx.agenda.drop_order().ok_or("a unit tests to act without an order")?;
    fall_back::after_failed_test(view, from, decision, &mut cx.agenda);
    Ok(())
}
