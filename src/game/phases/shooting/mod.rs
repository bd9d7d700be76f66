//! Shooting, chapter 8: whom a unit may fire at, the salvo rolled, what comes of it, and the odds of
//! it beforehand.
//!
//! ```text
//! order ──declare──▶ AimedSalvo ──roll──▶ Rolled ──tell──▶ facts
//!                        └──────odds──▶ chances
//! ```
//!
//! `declare` checks an order's fire before a die is rolled, and finds the same salvo when it is; the
//! odds ask it too.

pub mod aim;
mod casualties;
pub mod declare;
pub mod division;
mod interlude;
pub mod odds;
pub mod ordered;
pub mod reaction;
pub mod salvo;
mod tell;
pub mod throw;

use bevy::prelude::{IntoScheduleConfigs, IntoSystem, Res, ResMut, Result, Schedule};

use aim::Way;
use declare::{declare, declare_at_model, what_is_left};
use division::{divided, named, tested_targets};
use salvo::{DiceExhausted, PendingSalvo};

use crate::game::engine::agenda::{Agenda, Current, Step};
use crate::game::engine::check::unit_to_activate;
use crate::game::engine::command::{FireAt, ModelMove, OnMyTarget, Order};
use crate::game::engine::components::Pose;
use crate::game::engine::dice::Dice;
use crate::game::engine::fact::{Fact, Facts, TestedFor};
use crate::game::engine::refusal::{Reason, Refusal};
use crate::game::engine::step::{Systems, note_failure};
use crate::game::engine::view::{Roster, View};
use crate::game::leadership::hold_test;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;

pub use interlude::targets_after_running;
pub(in crate::game) use interlude::{check_announcement, check_fire_after_running, other_unit};
pub(in crate::game) use ordered::fire_of;

pub(in crate::game) fn plugin(schedule: &mut Schedule) {
    let on_my_target = resolve_on_my_target.pipe(note_failure).run_if(on_my_target);
    let divide = divide_fire.pipe(note_failure).run_if(dividing);
    let salvo = fire_salvo.pipe(note_failure).run_if(firing);
    schedule.add_systems((on_my_target, divide, salvo).chain().in_set(Systems::Shoot));
    reaction::plugin(schedule);
    interlude::plugin(schedule);
}

fn on_my_target(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Resolve { order: Order::OnMyTarget(_), .. }))
}

fn dividing(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::DivideFire { .. }))
}

fn firing(current: Res<Current>) -> bool {
    matches!(&current.0, Some(Step::Salvo { .. } | Step::SalvoAtModel { .. }))
}

/// Whether a unit may choose On My Target at a model.
///
/// Rule: ACT-3 (who may; that it is barred where Open Fire is, MIS-2, is not built).
pub(in crate::game) fn check_on_my_target(
    view: View,
    player: Side,
    order: &OnMyTarget,
) -> Result<(), Refusal> {
    let unit = unit_to_activate(view, player, order.unit)?;
    if !view.setup().ruleset.actions.on_my_target {
        let text = "by these rules nobody chooses On My Target";
        return Err(Refusal::new(Reason::ActionBarred, "ACT-3", text).of_unit(order.unit));
    }
    let way = Way::of(unit, Manner::OnMyTarget);
    declare_at_model(view, unit, order.at, order.by.as_deref(), way).map(drop)
}

/// Rule: ACT-3 (no move, no splitting).
fn resolve_on_my_target(
    current: Res<Current>,
    mut agenda: ResMut<Agenda>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::Resolve { order: Order::OnMyTarget(order), decision }) = &current.0 else {
        return Err("On My Target runs without its order".into());
    };
    facts.push(Fact::UnitActivated { unit: order.unit, action: Action::OnMyTarget });
    agenda.push(Step::Decide(*decision));
    agenda.push(Step::Finish { unit: order.unit });
    agenda.push(Step::SalvoAtModel { unit: order.unit, at: order.at, by: order.by.clone() });
    Ok(())
}

/// Tests leadership for each target after the first, where fire is split by tests; who fails fires
/// at the first target, if he can. Then a salvo at each.
///
/// Rule: ACT-1, ACT-2.
fn divide_fire(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut dice: ResMut<Dice>,
    mut facts: ResMut<Facts>,
) -> Result {
    let Some(Step::DivideFire { unit, fire, manner, turning }) = &current.0 else {
        return Err("fire is divided without its step".into());
    };
    let (view, way) = (roster.view(), Way { manner: *manner, turning: *turning });
    let from = view.unit(*unit).ok_or("an accepted order names an unknown unit")?;
    let declared = declare(view, &[], from, fire, way).map_err(|refusal| refusal.to_string())?;
    let fire = named(&declared, fire);
    let mut failed = Vec::new();
    for at in tested_targets(view, &fire, *manner) {
        let test = hold_test(&mut dice, view, from, TestedFor::Splitting { at })?;
        if matches!(test, Fact::LeadershipTested { passed: false, .. }) {
            failed.push(at);
        }
        facts.push(test);
    }
    for one in divided(view, &[], from, (&fire, way), &failed).into_iter().rev() {
        let (manner, turning) = (*manner, *turning);
        agenda.push(Step::Salvo { unit: *unit, fire: one, manner, turning, begun: Vec::new() });
    }
    Ok(())
}

/// Rolls a salvo and tells it.
///
/// Rule: SHO-1, SHO-7, BAS-8.
fn fire_salvo(
    current: Res<Current>,
    roster: Roster,
    mut agenda: ResMut<Agenda>,
    mut dice: ResMut<Dice>,
    mut facts: ResMut<Facts>,
) -> Result {
    let view = roster.view();
    let (unit, manner, mut salvo) = match &current.0 {
        Some(Step::Salvo { unit, fire, manner, turning, .. }) => {
            let from = view.unit(*unit).ok_or("a salvo names an unknown unit")?;
            let way = Way { manner: *manner, turning: *turning };
            match what_is_left(view, from, fire, way).map_err(|refusal| refusal.to_string())? {
                Some(salvo) => (*unit, *manner, salvo),
                None => return Ok(()),
            }
        }
        Some(Step::SalvoAtModel { unit, at, by }) => {
            let from = view.unit(*unit).ok_or("a salvo names an unknown unit")?;
            let way = Way::of(from, Manner::OnMyTarget);
            let salvo = declare_at_model(view, from, *at, by.as_deref(), way);
            (*unit, Manner::OnMyTarget, salvo.map_err(|refusal| refusal.to_string())?)
        }
        _ => return Err("a salvo runs without its step".into()),
    };
    if let Some(Step::Salvo { begun, .. }) = &current.0 {
        salvo.begun.clone_from(begun);
    }
    let rolled = salvo::roll(&mut dice, view, unit, &salvo).map_err(|error| {
        let salvo = PendingSalvo { unit, at: salvo.at, shots: salvo.shots.clone() };
        DiceExhausted { error, salvo }
    })?;
    agenda.note_begun(unit, &rolled.begun_after(view, &salvo));
    tell::tell(view, (unit, manner), &salvo, rolled, &mut facts);
    Ok(())
}

/// Where a unit's models stand and look once an order's moves are made.
pub fn stance_after(view: View, moves: &[ModelMove]) -> Vec<(ModelId, Pose)> {
    let pose = |one: &ModelMove| {
        let model = view.model(one.model)?;
        let at = one.path.last().copied().unwrap_or(model.pose.at);
        Some((one.model, Pose { at, facing: one.facing }))
    };
    moves.iter().filter_map(pose).collect()
}

/// Whether a unit may fire so from where its moves would bring it.
///
/// Rule: ACT-1, ACT-2.
pub(in crate::game) fn check_fire(
    view: View,
    unit: UnitId,
    (moves, fire): (&[ModelMove], &[FireAt]),
    way: Way,
) -> Result<(), Refusal> {
    let Some(from) = view.unit(unit).filter(|_| !fire.is_empty()) else { return Ok(()) };
    declare(view, &stance_after(view, moves), from, fire, way).map(drop)
}

/// How a unit turns to fire after a run: so that nobody looks back, unless nobody moved.
///
/// Rule: FAC-4.
pub(in crate::game) fn turning_after_run(leaders_start: Option<Place>) -> Turning {
    leaders_start.map_or(Turning::Free, Turning::NotBackTo)
}
