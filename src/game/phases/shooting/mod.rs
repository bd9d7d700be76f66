//! Shooting, chapter 8: whom a unit may fire at, the salvo rolled, what comes of it, and the odds of
//! it beforehand.
//!
//! ```text
//! order ──declare──▶ AimedSalvo ──roll──▶ Rolled ─push_salvo▶ facts
//!                        └──────odds──▶ chances
//! ```
//!
//! `declare` checks an order's fire before a die is rolled, and finds the same salvo when it is; the
//! odds ask it too.

pub mod aim;
pub(in crate::game) mod casualties;
pub mod declare;
pub mod division;
pub(in crate::game) mod facts;
mod fire_after_running;
pub mod kinds;
mod narrate;
pub mod odds;
pub mod ordered;
mod prompt;
mod reasons;
pub mod rolled;
pub mod salvo;
mod shots_in_words;
pub mod snap_fire;
mod split_odds;
pub mod throw;

use bevy_ecs::prelude::{In, Result, World};

use declare::{AimedSalvo, declare, declare_at_model, remaining_salvo};
use division::{divided, named, tested_targets};
use kinds::FireMode;
use kinds::{FireAt, OnMyTarget, PendingSalvo, Shooter};

use crate::game::engine::agenda::{Agenda, Choice as AnyChoice, Decision};
use crate::game::engine::command::Order as AnyOrder;
use crate::game::engine::components::Pose;
use crate::game::engine::dice::DiceExhausted;
use crate::game::engine::fact::UnitFact;
use crate::game::engine::query::{check_may_open_fire, known_unit, unit_to_activate};
use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::state_writer::StateWriter;
use crate::game::engine::step::{self, StepContext};
use crate::game::engine::unit_fact::TestedFor;
use crate::game::engine::view::View;
use crate::game::kinds::{RollContext, Step as AnyStep};
use crate::game::leadership::hold_test;
use crate::game::phases::drafted::{Drafted, DraftedAction};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::turn;
use crate::game::phases::turn::kinds::Step as TurnStep;
use crate::game::prompt::Offer;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::leadership::Begun;
use crate::rules::measures::Place;
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;

pub use fire_after_running::targets_after_running;
pub(in crate::game) use kinds::{Choice, Fact, Order, Step};
pub(in crate::game) use narrate::{losses, narrate, narrate_action, opening};
pub(in crate::game) use prompt::{answers, prompt};
pub(in crate::game) use shots_in_words::number;
pub use shots_in_words::shots_in_words;

pub(in crate::game) fn check(
    view: View,
    player: Side,
    order: &Order,
    choice: AnyChoice,
) -> Option<Result<(), Refusal>> {
    match (order, choice) {
        (Order::OnMyTarget(order), choice) if turn::is_act(choice) => {
            Some(check_on_my_target(view, player, order))
        }
        (Order::SnapFire(order), AnyChoice::Shooting(Choice::SnapFire { at, .. })) => {
            Some(snap_fire::check(view, player, order, at))
        }
        (Order::FireAfterRunning(order), AnyChoice::Shooting(Choice::FireAfterRunning { unit, turning })) => {
            Some(fire_after_running::check(view, player, order, (unit, turning)))
        }
        (Order::HoldFire, AnyChoice::Shooting(_)) => Some(Ok(())),
        (Order::HoldFire, AnyChoice::CloseCombat(choice)) => choice.asks_for_fire().then_some(Ok(())),
        _ => None,
    }
}

pub(in crate::game) fn resolve(world: &mut World, order: Order, decision: Decision) -> Result {
    match order {
        Order::OnMyTarget(order) => step::run(world, resolve_on_my_target, (order, decision)),
        Order::FireAfterRunning(order) => step::run(world, fire_after_running::resolve, (order, decision)),
        Order::SnapFire(order) => step::run(world, snap_fire::resolve, (order, decision)),
        Order::HoldFire => Ok(()),
    }
}

pub(in crate::game) fn run(world: &mut World, step: Step) -> Result {
    match step {
        Step::DivideFire { unit, fire, mode } => step::run(world, divide_fire, (unit, fire, mode)),
        Step::Salvo { unit, fire, mode, begun } => step::run(world, fire_salvo, (unit, fire, mode, begun)),
        Step::SalvoAtModel { unit, at, by } => step::run(world, fire_at_model, (unit, at, by)),
        Step::OfferSnapFire { at, moment } => step::run(world, snap_fire::offer, (at, moment)),
        Step::OfferFire { unit, turning } => step::run(world, fire_after_running::offer, (unit, turning)),
    }
}

pub(in crate::game) fn apply(fact: &Fact, state: &mut StateWriter) -> Result {
    match fact {
        Fact::UnitSnapFired { unit, .. } => state.unit(*unit)?.activity.has_snap_fired = true,
        Fact::SalvoFired { .. } | Fact::SavesRolled { .. } => {}
    }
    Ok(())
}

/// On My Target, at the first enemy model.
pub(in crate::game) fn offers(view: View, unit: UnitId) -> Vec<Offer> {
    let at = view.standing_of(unit.side.other()).next();
    at.map(|at| (Action::OnMyTarget, OnMyTarget { unit, at: at.id, by: None }.into())).into_iter().collect()
}

pub(in crate::game) fn acting(order: &Order) -> Option<UnitId> {
    match order {
        Order::OnMyTarget(order) => Some(order.unit),
        Order::FireAfterRunning(order) => Some(order.unit),
        Order::SnapFire(_) | Order::HoldFire => None,
    }
}

pub(in crate::game) fn drafted(order: &Order) -> Option<Drafted<'_>> {
    match order {
        Order::OnMyTarget(OnMyTarget { unit, at, .. }) => {
            let still = DraftedAction::still(*unit, Action::OnMyTarget);
            Some(Drafted::Action(DraftedAction { marked: Some(*at), ..still }))
        }
        Order::FireAfterRunning(_) | Order::SnapFire(_) | Order::HoldFire => None,
    }
}

/// On My Target, if it names a model.
pub(in crate::game) fn order_of(drafted: &DraftedAction) -> Option<AnyOrder> {
    let at = drafted.marked?;
    Some(AnyOrder::Shooting(Order::OnMyTarget(OnMyTarget { unit: drafted.unit, at, by: None })))
}

/// Whether a unit may choose On My Target at a model.
///
/// Rule: ACT-3.
fn check_on_my_target(view: View, player: Side, order: &OnMyTarget) -> Result<(), Refusal> {
    let unit = unit_to_activate(view, player, order.unit)?;
    if !view.setup().ruleset.actions.on_my_target {
        return Err(Refusal::new(GeneralMistake::OnMyTargetBarred).about(order.unit));
    }
    check_may_open_fire(view, order.unit)?;
    let mode = FireMode::of(unit, Manner::OnMyTarget);
    declare_at_model(view, unit, order.at, order.by.as_deref(), mode).map(drop)
}

/// Rule: ACT-3.
fn resolve_on_my_target(In((order, decision)): In<(OnMyTarget, Decision)>, mut cx: StepContext) {
    let OnMyTarget { unit, at, by } = order;
    cx.facts.push(UnitFact::UnitActivated { unit, action: Action::OnMyTarget });
    cx.agenda.ask(decision);
    cx.agenda.push(TurnStep::FinishAction { unit });
    cx.agenda.push(Step::SalvoAtModel { unit, at, by });
}

/// Tests leadership for each target after the first, where fire is split by tests; a unit that fails fires at the first
/// target, if it can. Then a salvo at each.
///
/// Rule: ACT-1, ACT-2.
fn divide_fire(In((unit, fire, mode)): In<(UnitId, Vec<FireAt>, FireMode)>, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let from = known_unit(view, unit)?;
    let declared = declare(view, &[], from, &fire, mode)?;
    let fire = named(&declared, &fire);
    let mut failed = Vec::new();
    for at in tested_targets(view, &fire, mode.manner) {
        let test = hold_test(&mut cx.dice, view, from, TestedFor::Splitting { at })?;
        if matches!(test, UnitFact::LeadershipTested { passed: false, .. }) {
            failed.push(at);
        }
        cx.facts.push(test);
    }
    for one in divided(view, &[], from, (&fire, mode), &failed).into_iter().rev() {
        cx.agenda.push(mode.salvo(unit, one));
    }
    Ok(())
}

/// Rolls a salvo at a unit and tells it.
///
/// Rule: SHO-1, SHO-7, BAS-8.
fn fire_salvo(
    In((unit, fire, mode, begun)): In<(UnitId, FireAt, FireMode, Vec<(UnitId, Begun)>)>,
    cx: StepContext,
) -> Result {
    let view = cx.roster.view();
    let from = known_unit(view, unit)?;
    let Some(mut salvo) = remaining_salvo(view, from, &fire, mode)? else { return Ok(()) };
    salvo.begun = begun;
    roll_salvo((unit, mode.manner), &salvo, cx)
}

/// Rolls a salvo at what lies round one model.
///
/// Rule: SHO-1, ACT-3.
fn fire_at_model(In((unit, at, by)): In<(UnitId, ModelId, Option<Vec<Shooter>>)>, cx: StepContext) -> Result {
    let view = cx.roster.view();
    let from = known_unit(view, unit)?;
    let mode = FireMode::of(from, Manner::OnMyTarget);
    let salvo = declare_at_model(view, from, at, by.as_deref(), mode)?;
    roll_salvo((unit, Manner::OnMyTarget), &salvo, cx)
}

fn roll_salvo((unit, manner): (UnitId, Manner), salvo: &AimedSalvo, mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let rolled = salvo::roll(&mut cx.dice, view, unit, salvo).map_err(|error| {
        let pending = PendingSalvo { unit, at: salvo.at, shots: salvo.shots.clone() };
        DiceExhausted { error, context: RollContext::Salvo(pending) }
    })?;
    note_begun(&mut cx.agenda, unit, &rolled.begun_after(view, salvo));
    facts::push_salvo(view, (unit, manner), salvo, rolled, &mut cx.facts);
    Ok(())
}

/// Hands a unit's next salvos what its fire did before.
///
/// Rule: BAS-8.
fn note_begun(agenda: &mut Agenda, firing: UnitId, struck: &[(UnitId, Begun)]) {
    for step in agenda.steps_mut() {
        let AnyStep::Shooting(Step::Salvo { unit, begun, .. }) = step else { return };
        if *unit == firing {
            begun.clear();
            begun.extend_from_slice(struck);
        }
    }
}

/// Poses of a unit's models after an order's moves.
pub fn poses_after_moves(view: View, moves: &[ModelMove]) -> Vec<(ModelId, Pose)> {
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
    mode: FireMode,
) -> Result<(), Refusal> {
    let Some(from) = view.unit(unit).filter(|_| !fire.is_empty()) else { return Ok(()) };
    declare(view, &poses_after_moves(view, moves), from, fire, mode).map(drop)
}

/// Turns of a unit that fires after a run: none looks back, unless nobody moved.
///
/// Rule: FAC-4.
pub(in crate::game) fn turning_after_run(leaders_start: Option<Place>) -> Turning {
    leaders_start.map_or(Turning::Free, Turning::NotBackTo)
}
