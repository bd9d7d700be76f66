//! What is asked in the middle of an action: the paths of a run, its fire, the move after firing.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use super::aim::Way;
use super::declare::declare;
use super::throw::may_throw_near;
use crate::game::engine::agenda::{Agenda, Choice, Current, Decision, Moment, Step};
use crate::game::engine::check::{own_unit, unit_to_activate};
use crate::game::engine::command::{AnnounceDouble, FireAfterRunning, FireAt, Order};
use crate::game::engine::fact::{Fact, Facts};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, UnitView, View};
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;

pub(super) fn plugin(schedule: &mut Schedule) {
    let announce = resolve_announcement.pipe(note_failure).run_if(announcing);
    let fire = resolve_fire_after_running.pipe(note_failure).run_if(firing_after_running);
    let offer = offer.pipe(note_failure).run_if(offering);
    schedule.add_systems((announce, fire, offer).chain().in_set(Systems::Interlude));
}

fn announcing(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::AnnounceDouble(_), .. }))
}

fn firing_after_running(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::FireAfterRunning(_), .. }))
}

fn offering(current: Res<Current>) -> bool {
    matches!(
        &current.0,
        Some(Step::OfferRun { .. } | Step::OfferFire { .. } | Step::OfferMove { .. } | Step::Finish { .. })
    )
}

/// Whether a unit may announce a run.
///
/// Rule: RE-1, TURN-3.
pub(in crate::game) fn check_announcement(
    view: View,
    player: Side,
    order: &AnnounceDouble,
) -> Result<(), Refusal> {
    unit_to_activate(view, player, order.unit).map(drop)
}

/// Announced · snap fire before · paths, move, turn; the rest follows the move.
///
/// Rule: RE-1.
fn resolve_announcement(
    current: Res<Current>,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::Resolve { order: Order::AnnounceDouble(order), decision }) = &current.0 else {
        return Err("a run is announced without its order".into());
    };
    let unit = order.unit;
    facts.push(Fact::UnitActivated { unit, action: Action::AtTheDouble });
    agenda.push(Step::Decide(*decision));
    agenda.push(Step::Finish { unit });
    agenda.push(Step::OfferRun { unit });
    agenda.push(Step::OfferSnapFire { at: unit, moment: Moment::BeforeMove });
    Ok(())
}

/// Asks what an action still has to be told, where it matters.
///
/// Rule: RE-1, ACT-2, ACT-4, TURN-3.
fn offer(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let view = roster.view();
    let (unit, choice) = match current.0 {
        Some(Step::OfferRun { unit }) => (unit, Choice::Run { unit }),
        Some(Step::OfferMove { unit }) => (unit, Choice::MoveAfterFiring { unit }),
        Some(Step::OfferFire { unit, turning }) => {
            let from = view.unit(unit).ok_or("a unit that ran is unknown")?;
            if targets_after_running(view, from, turning).next().is_none() {
                return Ok(());
            }
            (unit, Choice::FireAfterRunning { unit, turning })
        }
        Some(Step::Finish { unit }) => {
            facts.push(Fact::UnitActed { unit });
            return Ok(());
        }
        _ => return Err("nothing is to be offered".into()),
    };
    if view.standing(unit).next().is_some() {
        agenda.push(Step::Decide(Decision { player: unit.side, choice }));
    }
    Ok(())
}

/// The enemy units that a unit may fire at after its run, or throw something at or near.
///
/// Rule: ACT-4, SHO-10.
pub fn targets_after_running(view: View, from: UnitView, turning: Turning) -> impl Iterator<Item = UnitId> {
    let way = Way { manner: Manner::AfterRunning, turning };
    let enemies = view.units().filter(move |unit| unit.id.side != from.id.side);
    let can = move |at: &UnitView| {
        declare(view, &[], from, &[FireAt { at: at.id, by: None }], way).is_ok()
            || may_throw_near(view, [from, *at], way)
    };
    enemies.filter(can).map(|unit| unit.id)
}

/// Whether the unit that has run may fire so.
///
/// Rule: ACT-4.
pub(in crate::game) fn check_fire_after_running(
    view: View,
    player: Side,
    order: &FireAfterRunning,
    (unit, turning): (UnitId, Turning),
) -> Result<(), Refusal> {
    let from = own_unit(view, player, order.unit)?;
    if order.unit != unit {
        return Err(other_unit(order.unit, unit));
    }
    let way = Way { manner: Manner::AfterRunning, turning };
    declare(view, &[], from, std::slice::from_ref(&order.fire), way).map(drop)
}

/// Rule: ACT-4.
fn resolve_fire_after_running(current: Res<Current>, mut agenda: ResMut<Agenda>) -> Result {
    let Some(Step::Resolve { order: Order::FireAfterRunning(order), decision }) = &current.0 else {
        return Err("fire after a run comes without its order".into());
    };
    let Choice::FireAfterRunning { turning, .. } = decision.choice else {
        return Err("fire after a run answers another question".into());
    };
    let (unit, fire) = (order.unit, order.fire.clone());
    agenda.push(Step::Salvo { unit, fire, manner: Manner::AfterRunning, turning, begun: Vec::new() });
    Ok(())
}

/// The question is about another unit.
///
/// Rule: TURN-3 (an action is played out whole).
pub(in crate::game) fn other_unit(named: UnitId, asked: UnitId) -> Refusal {
    let text = format!("{asked} is in the middle of its action: {named} cannot act now");
    Refusal::new(Reason::ActionUnfinished, "TURN-3", text).of_unit(named)
}
