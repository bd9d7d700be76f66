//! Answers to what interrupts an action, and to deployment: the best by its odds, or the usual one.

use super::appraisal::harm;
use crate::game::dispatch::answers;
use crate::game::engine::agenda::{Choice, Decision};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::{Command, Order};
use crate::game::engine::view::View;
use crate::game::phases::deployment::usual::usual_order;
use crate::game::phases::fall_back::kinds::{Choice as FallBackChoice, FallBack};
use crate::game::phases::shooting::kinds::{Choice as ShootingChoice, Order as ShootingOrder};
use crate::game::phases::shooting::odds::odds;
use crate::game::prompt::Answer;
use crate::rules::ids::UnitId;
use crate::rules::salvo::Manner;

/// The answer to a decision that moves nobody by choice.
pub(super) fn answer(battle: &Battle, decision: Decision) -> Option<Command> {
    let view = battle.view();
    let order = match decision.choice {
        Choice::Deployment(choice) => usual_order(view, decision.player, choice).map(Order::from),
        Choice::Shooting(ShootingChoice::SnapFire { at, .. }) => {
            best_fire(view, decision, |order| match order {
                Order::Shooting(ShootingOrder::SnapFire(fire)) => Some((fire.unit, at, Manner::SnapFire)),
                _ => None,
            })
        }
        Choice::Shooting(ShootingChoice::FireAfterRunning { unit, .. }) => {
            best_fire(view, decision, |order| match order {
                Order::Shooting(ShootingOrder::FireAfterRunning(fire)) => {
                    Some((unit, fire.fire.at, Manner::AfterRunning))
                }
                _ => None,
            })
        }
        Choice::FallBack(FallBackChoice::FallBack { unit, .. }) => Some(FallBack::of(unit).into()),
        Choice::CloseCombat(_) => answers(view, decision).into_iter().next().map(|answer| answer.order),
        Choice::Turn(_) | Choice::Moving(_) => None,
    };
    Some(Command { player: decision.player, order: order? })
}

/// What is legal where the best is not: the last of the answers listed, which does least.
pub(super) fn must_do(battle: &Battle, decision: Decision) -> Option<Command> {
    let listed = answers(battle.view(), decision);
    let mut commands =
        listed.into_iter().rev().map(|answer| Command { player: decision.player, order: answer.order });
    commands.find(|command| battle.check(command).is_ok())
}

/// Of the answers that fire the one that does the most harm; else the last one, which does not.
fn best_fire(
    view: View,
    decision: Decision,
    fires: impl Fn(&Order) -> Option<(UnitId, UnitId, Manner)>,
) -> Option<Order> {
    let points = |answer: &Answer| {
        let Some((from, at, manner)) = fires(&answer.order) else { return 0.0 };
        let odds = odds(view, from, at, manner).ok();
        odds.and_then(|odds| harm(view, at, &odds)).map_or(0.0, |harm| harm.points)
    };
    let listed = answers(view, decision);
    let rated = listed.into_iter().map(|answer| (points(&answer), answer));
    // Of equals the last: holding fire is worth nothing, as is fire that cannot hit.
    rated.reduce(|best, next| if next.0 >= best.0 { next } else { best }).map(|(_, answer)| answer.order)
}
