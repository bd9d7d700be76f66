//! The test of a marked unit before it acts, ACT-7: its order was checked, and is carried out if it passes.
//! If it fails it falls back.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use crate::game::engine::agenda::{Agenda, Choice, Current, Decision, Step};
use crate::game::engine::command::Order;
use crate::game::engine::dice::Dice;
use crate::game::engine::fact::{Fact, Facts, TestedFor};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, View};
use crate::game::leadership::{has_to_test, hold_test};
use crate::game::phases::fall_back;
use crate::rules::ids::UnitId;
use crate::rules::leadership::markers_shaken_off;

pub(in crate::game) fn plugin(schedule: &mut Schedule) {
    schedule.add_systems(test_to_act.pipe(note_failure).run_if(testing).in_set(Systems::TestToAct));
}

fn testing(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::TestToAct { .. }))
}

/// The unit that has to pass a test before an order is carried out, if one has. What is asked in the
/// middle of an action needs no other: the order was heeded.
///
/// Rule: ACT-7 (chooses its order, then tests).
pub(in crate::game) fn unit_that_must_test(view: View, order: &Order, decision: Decision) -> Option<UnitId> {
    let unit = view.unit(order.acting()?)?;
    (decision.choice == Choice::Act && has_to_test(view, unit)).then_some(unit.id)
}

/// The unit tests: it loses a marker for each die that succeeds and acts, or it falls back.
///
/// Rule: ACT-7 (passed, failed), ACT-6.
fn test_to_act(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut dice: ResMut<Dice>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::TestToAct { unit, order, decision }) = &current.0 else {
        return Err("a unit tests to act without its step".into());
    };
    let view = roster.view();
    let from = view.unit(*unit).ok_or("an accepted order names an unknown unit")?;
    let test = hold_test(&mut dice, view, from, TestedFor::Acting)?;
    let Fact::LeadershipTested { faces, nerve, passed, .. } = &test else {
        return Err("a leadership test tells of something else".into());
    };
    let (markers, passed) = (from.morale.suppression_markers, *passed);
    let removed = markers_shaken_off(faces, *nerve, markers);
    facts.push(test);
    if !passed {
        fall_back::after_failed_test(view, from, *decision, &mut agenda);
        return Ok(());
    }
    facts.push(Fact::SuppressionMarkersRemoved { unit: *unit, removed, left: markers - removed });
    agenda.push(Step::Resolve { order: order.clone(), decision: *decision });
    Ok(())
}
