//! Snap fire at runners, RE-1: who may, and the asking.

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use super::aim::Way;
use super::declare::declare;
use super::throw::may_throw_near;
use crate::game::engine::agenda::{Agenda, Choice, Current, Decision, Moment, Step};
use crate::game::engine::check::own_unit;
use crate::game::engine::command::{FireAt, Order, SnapFire};
use crate::game::engine::fact::{Fact, Facts};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, UnitView, View};
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;

pub(super) fn plugin(schedule: &mut Schedule) {
    let offer = offer_snap_fire.pipe(note_failure).run_if(offering);
    let fire = resolve_snap_fire.pipe(note_failure).run_if(snap_firing);
    schedule.add_systems((offer, fire).chain().in_set(Systems::React));
}

fn offering(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::OfferSnapFire { .. }))
}

fn snap_firing(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::SnapFire(_), .. }))
}

/// How snap fire is fired.
///
/// Rule: RE-2.
pub const WAY: Way = Way { manner: Manner::SnapFire, turning: Turning::Free };

/// The units that may snap fire at a unit that runs, and have a model with a shot, or near enough to
/// throw something.
///
/// Rule: RE-1, SHO-10.
pub fn snap_firers(view: View, runner: UnitId) -> impl Iterator<Item = UnitId> {
    let enemies = view.units().filter(move |unit| unit.id.side != runner.side);
    let ready = enemies.filter(move |unit| may_snap_fire(view, *unit).is_ok());
    let fire = move |unit: &UnitView| declare(view, &[], *unit, &[FireAt { at: runner, by: None }], WAY);
    let throws = move |unit: &UnitView| {
        view.unit(runner).is_some_and(|runner| may_throw_near(view, [*unit, runner], WAY))
    };
    ready.filter(move |unit| fire(unit).is_ok() || throws(unit)).map(|unit| unit.id)
}

/// Whether a unit may snap fire at a runner, seen or not.
///
/// Rule: RE-1, SUP-4 (suppressed).
///
/// # Errors
/// Why not.
pub fn may_snap_fire(view: View, unit: UnitView) -> Result<(), Refusal> {
    let refuse = |text: String| Err(Refusal::new(Reason::MayNotSnapFire, "RE-1", text).of_unit(unit.id));
    if !view.setup().ruleset.reactions.snap_fire_at_runners {
        return refuse("by these rules nobody snap fires at runners".to_owned());
    }
    if view.standing(unit.id).next().is_none() {
        return refuse(format!("{} has no model on the table", unit.id));
    }
    if unit.morale.suppressed() {
        return refuse(format!("{} is suppressed", unit.id));
    }
    if !matches!(unit.activity.last_action, Some(Action::OpenFire | Action::GetDown)) {
        return refuse(format!("the last action of {} was neither Open Fire nor Get Down", unit.id));
    }
    if unit.activity.has_snap_fired {
        return refuse(format!("{} has snap fired since its last action", unit.id));
    }
    Ok(())
}

/// Whether a player may answer a run so.
///
/// Rule: RE-1, RE-2.
pub(in crate::game) fn check(view: View, player: Side, order: &SnapFire, at: UnitId) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    may_snap_fire(view, unit)?;
    declare(view, &[], unit, &[FireAt { at, by: order.by.clone() }], WAY).map(drop)
}

/// Asks the enemy of a runner, if any unit of his may fire at it.
///
/// Rule: RE-1.
fn offer_snap_fire(current: Res<Current>, roster: Roster, mut agenda: ResMut<Agenda>) -> Result {
    let Some(Step::OfferSnapFire { at, moment }) = current.0 else {
        return Err("snap fire is offered without its step".into());
    };
    let view = roster.view();
    if view.standing(at).next().is_some() && snap_firers(view, at).next().is_some() {
        let choice = Choice::SnapFire { at, moment };
        agenda.push(Step::Decide(Decision { player: at.side.other(), choice }));
    }
    Ok(())
}

/// The unit fires; afterwards the others are asked.
///
/// Rule: RE-1, RE-2.
fn resolve_snap_fire(current: Res<Current>, mut agenda: ResMut<Agenda>, mut facts: ResMut<Facts>) -> Result {
    let Some(Step::Resolve { order: Order::SnapFire(order), decision }) = &current.0 else {
        return Err("snap fire runs without its order".into());
    };
    let Choice::SnapFire { at, moment } = decision.choice else {
        return Err("snap fire answers another question".into());
    };
    facts.push(Fact::UnitSnapFired { unit: order.unit, at, moment });
    agenda.push(Step::OfferSnapFire { at, moment });
    let fire = FireAt { at, by: order.by.clone() };
    let Way { manner, turning } = WAY;
    agenda.push(Step::Salvo { unit: order.unit, fire, manner, turning, begun: Vec::new() });
    Ok(())
}

/// Whether a run has to be announced: an enemy might snap fire before the move.
///
/// Rule: RE-1.
pub(in crate::game) fn check_announced(view: View, runner: UnitId) -> Result<(), Refusal> {
    match snap_firers(view, runner).next() {
        Some(enemy) => {
            let text =
                format!("{runner} has to announce its run first: {enemy} may snap fire before it moves");
            Err(Refusal::new(Reason::NotAnnounced, "RE-1", text).of_unit(runner))
        }
        None => Ok(()),
    }
}

/// Before its move or after, in words.
pub fn when(moment: Moment) -> &'static str {
    match moment {
        Moment::BeforeMove => "before it moves",
        Moment::AfterMove => "after its move",
    }
}
