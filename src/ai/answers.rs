//! Answers to what interrupts an action: fire of opportunity, or holding it.
//!
//! Every answer is a proposal with its terms, so that a style weighs and explains it like any other. Those of close combat
//! and of deployment are in files of their own.

pub(super) mod combat;
pub(super) mod deployment;
pub(super) mod recovery;

use super::appraisal::{Harm, Term, TermKind, harm};
use super::moves::straight;
use super::places::toward;
use super::proposals::Proposal;
use crate::game::dispatch::answers;
use crate::game::engine::agenda::Decision;
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::shooting::kinds::{Choice, FireAfterRunning, FireAt, Moment, Order, SnapFire};
use crate::game::phases::shooting::odds::odds;
use crate::game::phases::shooting::poses_after_moves;
use crate::game::phases::shooting::snap_fire::snap_firers;
use crate::game::phases::shooting::targets_after_running;
use crate::game::phases::turn::may_still_act;
use crate::level::judgement_file::Judgement;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;
use crate::table::plane::distance;

/// The answers to a question about fire; to hold it comes first.
pub(super) fn fire(view: View, decision: Decision, choice: Choice, judgement: &Judgement) -> Vec<Proposal> {
    match choice {
        Choice::SnapFire { at, moment } => snap_fire(view, decision, (at, moment), judgement),
        Choice::FireAfterRunning { unit, turning } => {
            let mut found = vec![Proposal::answer(unit, Order::HoldFire, "holds its fire", Vec::new())];
            let targets =
                view.unit(unit).into_iter().flat_map(|from| targets_after_running(view, from, turning));
            found.extend(targets.filter_map(|at| {
                let order = FireAfterRunning { unit, fire: FireAt { at, by: None } };
                let harm = harm_in(view, [unit, at], Manner::AfterRunning, judgement)?;
                Some(Proposal::answer(unit, Order::from(order), format!("fires at {at}"), vec![harm.term()]))
            }));
            found
        }
    }
}

/// Snap fire with each unit that may, and waiting for something better.
///
/// Rule: RE-1.
fn snap_fire(
    view: View,
    decision: Decision,
    (at, moment): (UnitId, Moment),
    judgement: &Judgement,
) -> Vec<Proposal> {
    let units: Vec<UnitId> = snap_firers(view, at).collect();
    let fire = units.iter().filter_map(|unit| {
        let harm = harm_in(view, [*unit, at], Manner::SnapFire, judgement)?;
        let order = Order::from(SnapFire { unit: *unit, by: None });
        Some(Proposal::answer(*unit, order, format!("snap fires at {at}"), vec![harm.term()]))
    });
    let fire: Vec<Proposal> = fire.collect();
    let waits = units.iter().filter_map(|unit| worth_waiting(view, *unit, (at, moment), judgement));
    let waits = waits.max_by(|a, b| a.points.total_cmp(&b.points));
    let first = units.first().copied().unwrap_or(UnitId { side: decision.player, ..at });
    let hold = Proposal::answer(first, Order::HoldFire, "holds its fire", waits.into_iter().collect());
    std::iter::once(hold).chain(fire).collect()
}

/// What a unit may hope for that does not snap fire now.
fn worth_waiting(
    view: View,
    unit: UnitId,
    (at, moment): (UnitId, Moment),
    judgement: &Judgement,
) -> Option<Term> {
    let worth = &judgement.waiting;
    let runner = view.unit(at)?;
    let ahead = (moment == Moment::BeforeMove).then(|| harm_ahead(view, unit, runner, judgement)).flatten();
    let ahead = ahead.map(|harm| {
        (worth.runs_into_it * harm.points, format!("{at} has to run into the open: {}", harm.words()))
    });
    let others = view
        .units()
        .filter(|other| other.id.side == at.side && other.id != at && may_still_act(view, *other));
    let other = others.filter_map(|other| harm_in(view, [unit, other.id], Manner::SnapFire, judgement));
    let other = other.max_by(|a, b| a.points.total_cmp(&b.points));
    let other = other
        .map(|harm| (worth.another_runs * harm.points, format!("{} may yet run: {}", harm.at, harm.words())));
    let (points, says) = ahead.into_iter().chain(other).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Term { kind: TermKind::Harm, points, says, amount: 0.0 })
}

/// What a unit's snap fire would do to a runner in the middle and at the end of its likely way: toward the nearest
/// objective, or the unit it runs at.
fn harm_ahead(view: View, unit: UnitId, runner: UnitView, judgement: &Judgement) -> Option<Harm> {
    let from = view.leader(runner.id)?.pose.at.ground();
    let own = view.leader(unit)?.pose.at.ground();
    let goals = view.objectives().iter().map(|objective| objective.at.ground()).chain([own]);
    let goal = goals.min_by(|a, b| distance(from, *a).total_cmp(&distance(from, *b)))?;
    let run = 2.0 * f64::from(runner.card.characteristics.movement);
    let harm = [run, run / 2.0].into_iter().filter_map(|way| {
        let moves = straight(view, runner, Action::AtTheDouble, toward(from, goal, way))?;
        let poses = poses_after_moves(view, &moves);
        harm_in(view.with_poses(&poses), [unit, runner.id], Manner::SnapFire, judgement)
    });
    harm.max_by(|a, b| a.points.total_cmp(&b.points))
}

fn harm_in(view: View, [from, at]: [UnitId; 2], manner: Manner, judgement: &Judgement) -> Option<Harm> {
    harm(view, at, &odds(view, from, at, manner).ok()?, &judgement.fire)
}

/// What is legal where no proposal is: the last of the answers listed, which does least.
pub(super) fn fallback_answer(battle: &Battle, decision: Decision) -> Option<Command> {
    let listed = answers(battle.view(), decision);
    let mut commands =
        listed.into_iter().rev().map(|answer| Command { player: decision.player, order: answer.order });
    commands.find(|command| battle.check(command).is_ok())
}
