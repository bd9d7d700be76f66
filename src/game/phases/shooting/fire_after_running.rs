//! Fire with one-handed weapons after a run, ACT-4: the question, and the answer.

use bevy_ecs::prelude::{In, Result};

use super::declare::declare;
use super::kinds::FireMode;
use super::kinds::{Choice, FireAfterRunning, FireAt};
use super::throw::may_throw_near;
use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::query::{check_is_asked, known_unit, own_unit};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{UnitView, View};
use crate::rules::ids::{Side, UnitId};
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;

/// The enemy units that a unit may fire at after its run, or throw something at or near.
///
/// Rule: ACT-4, SHO-10.
pub fn targets_after_running(view: View, from: UnitView, turning: Turning) -> impl Iterator<Item = UnitId> {
    let mode = FireMode { manner: Manner::AfterRunning, turning };
    let enemies = view.units().filter(move |unit| unit.id.side != from.id.side);
    let can = move |at: &UnitView| {
        declare(view, &[], from, &[FireAt { at: at.id, by: None }], mode).is_ok()
            || may_throw_near(view, [from, *at], mode)
    };
    enemies.filter(can).map(|unit| unit.id)
}

/// Asks whether a unit that has run fires, if any of its models can.
///
/// Rule: ACT-4.
pub(super) fn offer(In((unit, turning)): In<(UnitId, Turning)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let from = known_unit(view, unit)?;
    let can_fire = targets_after_running(view, from, turning).next().is_some();
    if can_fire && view.standing(unit).next().is_some() {
        let choice = Choice::FireAfterRunning { unit, turning }.into();
        cx.agenda.ask(Decision { player: unit.side, choice });
    }
    Ok(())
}

/// Whether the unit that has run may fire so.
///
/// Rule: ACT-4.
pub(super) fn check(
    view: View,
    player: Side,
    order: &FireAfterRunning,
    (unit, turning): (UnitId, Turning),
) -> Result<(), Refusal> {
    let from = own_unit(view, player, order.unit)?;
    check_is_asked(order.unit, unit)?;
    let mode = FireMode { manner: Manner::AfterRunning, turning };
    declare(view, &[], from, std::slice::from_ref(&order.fire), mode).map(drop)
}

/// Rule: ACT-4.
pub(super) fn resolve(
    In((order, decision)): In<(FireAfterRunning, Decision)>,
    mut cx: StepContext,
) -> Result {
    let AnyChoice::Shooting(Choice::FireAfterRunning { turning, .. }) = decision.choice else {
        return Err("fire after a run answers another question".into());
    };
    cx.agenda.push(FireMode { manner: Manner::AfterRunning, turning }.salvo(order.unit, order.fire));
    Ok(())
}
