//! Snap fire at runners, RE-1: which units may fire, and the question to their player.

use bevy_ecs::prelude::In;

use super::declare::declare;
use super::kinds::FireMode;
use super::kinds::{Choice, Fact, FireAt, Mistake, Moment, SnapFire, Step};
use super::throw::may_throw_near;
use crate::game::engine::agenda::{Choice as AnyChoice, Decision};
use crate::game::engine::query::own_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::view::{UnitView, View};
use crate::rules::action::Action;
use crate::rules::ids::{Side, UnitId};
use crate::rules::movement::arcs::Turning;
use crate::rules::ruleset::DefensiveFire;
use crate::rules::salvo::Manner;

/// Fire mode of snap fire.
///
/// Rule: RE-2.
pub const FIRE_MODE: FireMode = FireMode { manner: Manner::SnapFire, turning: Turning::Free };

/// Fire mode of defensive fire: that of snap fire; where it has to be prepared, without a shot at targets on the flank.
///
/// Rule: CC-3, RE-2.
pub fn defensive_fire_mode(view: View) -> FireMode {
    match view.setup().ruleset.close_combat.defensive_fire {
        DefensiveFire::Unsuppressed => FIRE_MODE,
        DefensiveFire::Prepared => FireMode { turning: Turning::None, ..FIRE_MODE },
    }
}

/// The units that may snap fire at a unit that runs, and have a model with a shot, or near enough to
/// throw something.
///
/// Rule: RE-1, SHO-10.
pub fn snap_firers(view: View, runner: UnitId) -> impl Iterator<Item = UnitId> {
    let enemies = view.units().filter(move |unit| unit.id.side != runner.side);
    let ready = enemies.filter(move |unit| may_snap_fire(view, *unit).is_ok());
    let fire =
        move |unit: &UnitView| declare(view, &[], *unit, &[FireAt { at: runner, by: None }], FIRE_MODE);
    let throws = move |unit: &UnitView| {
        view.unit(runner).is_some_and(|runner| may_throw_near(view, [*unit, runner], FIRE_MODE))
    };
    ready.filter(move |unit| fire(unit).is_ok() || throws(unit)).map(|unit| unit.id)
}

/// Whether a unit may snap fire at a runner, seen or not.
///
/// Rule: RE-1, SUP-4 (suppressed).
///
/// # Errors
/// Refusal if it may not.
pub fn may_snap_fire(view: View, unit: UnitView) -> Result<(), Refusal> {
    let mistake = if !view.setup().ruleset.reactions.snap_fire_at_runners {
        Mistake::NotAtRunners
    } else if view.standing(unit.id).next().is_none() {
        Mistake::NoSnapFirer
    } else if unit.morale.suppressed() {
        Mistake::SuppressedSnapFirer
    } else if !matches!(unit.activity.last_action, Some(Action::OpenFire | Action::GetDown)) {
        Mistake::NotPrepared
    } else if unit.activity.has_snap_fired {
        Mistake::HasSnapFired
    } else {
        return Ok(());
    };
    Err(Refusal::new(mistake).about(unit.id))
}

/// Whether a player may answer a run so.
///
/// Rule: RE-1, RE-2.
pub(super) fn check(view: View, player: Side, order: &SnapFire, at: UnitId) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    may_snap_fire(view, unit)?;
    declare(view, &[], unit, &[FireAt { at, by: order.by.clone() }], FIRE_MODE).map(drop)
}

/// Asks the enemy of a runner, if any enemy unit may fire at it.
///
/// Rule: RE-1.
pub(super) fn offer(In((at, moment)): In<(UnitId, Moment)>, mut cx: StepContext) {
    let view = cx.roster.view();
    if view.standing(at).next().is_some() && snap_firers(view, at).next().is_some() {
        let choice = Choice::SnapFire { at, moment }.into();
        cx.agenda.ask(Decision { player: at.side.other(), choice });
    }
}

/// The unit fires; afterwards the others are asked.
///
/// Rule: RE-1, RE-2.
pub(super) fn resolve(
    In((order, decision)): In<(SnapFire, Decision)>,
    mut cx: StepContext,
) -> bevy_ecs::prelude::Result {
    let AnyChoice::Shooting(Choice::SnapFire { at, moment }) = decision.choice else {
        return Err("snap fire answers another question".into());
    };
    cx.facts.push(Fact::UnitSnapFired { unit: order.unit, at, moment });
    cx.agenda.push(Step::OfferSnapFire { at, moment });
    cx.agenda.push(FIRE_MODE.salvo(order.unit, FireAt { at, by: order.by }));
    Ok(())
}

/// Whether a run has to be announced: an enemy might snap fire before the move.
///
/// Rule: RE-1.
pub(in crate::game) fn check_announced(view: View, runner: UnitId) -> Result<(), Refusal> {
    let enemy = snap_firers(view, runner).next();
    enemy.map_or(Ok(()), |enemy| Err(Refusal::new(Mistake::NotAnnounced { enemy }).about(runner)))
}

/// Before its move or after, in words.
pub fn when(moment: Moment) -> &'static str {
    match moment {
        Moment::BeforeMove => "before it moves",
        Moment::AfterMove => "after its move",
    }
}

/// The unit at which a player may snap fire before its move, if that is what a choice asks.
///
/// Rule: RE-1.
pub fn runner_before_move(choice: AnyChoice) -> Option<UnitId> {
    match choice {
        AnyChoice::Shooting(Choice::SnapFire { at, moment: Moment::BeforeMove }) => Some(at),
        _ => None,
    }
}
