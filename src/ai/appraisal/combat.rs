//! What the close combat would do that a unit's move leads to: its first round, exactly.

use super::{Harm, Term, TermKind, harm, worth};
use crate::game::combat_forecast::{CombatForecast, Question, SalvoForecast, forecast_round};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::components::Pose;
use crate::game::engine::view::View;
use crate::game::phases::close_combat::groups::groups_if;
use crate::game::phases::shooting::odds::odds;
use crate::level::judgement_file::Judgement;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::salvo::Manner;

pub(super) fn term(
    battle: &Battle,
    unit: UnitId,
    poses: &[(ModelId, Pose)],
    judgement: &Judgement,
) -> Option<Term> {
    let now = battle.view();
    let places: Vec<_> = poses.iter().map(|(model, pose)| (*model, pose.at)).collect();
    let fights = groups_if(now, &places, Some(unit)).iter().any(|group| group.attackers.contains(&unit));
    if !fights {
        return None;
    }
    let question = Question { moved: poses.to_vec(), mover: Some(unit), ..Question::default() };
    let combats = forecast_round(battle.setup(), &battle.snapshot(), &question).ok()?;
    let fight = combats.iter().find(|combat| combat.group.attackers.contains(&unit))?;
    let term = of_round(now, unit, &fight.round, judgement);
    let then = now.with_poses(poses);
    let defenders = fight.group.defenders.iter();
    let first = defenders.filter_map(|defender| defensive_fire(then, *defender, unit, judgement));
    let (hits, points) =
        first.fold((0.0, 0.0), |(hits, points), harm| (hits + harm.hits, points + harm.points));
    let says = match hits >= 0.05 {
        true => format!("{}, after {hits:.1} hits by defensive fire", term.says),
        false => term.says,
    };
    Some(Term { points: term.points - points, says, ..term })
}

/// What a defender may do to a unit that comes within its reach, before it strikes.
///
/// Rule: CC-3.
fn defensive_fire(then: View, defender: UnitId, unit: UnitId, judgement: &Judgement) -> Option<Harm> {
    let is_steady = !then.unit(defender)?.morale.suppressed();
    let odds = is_steady.then(|| odds(then, defender, unit, Manner::SnapFire)).and_then(Result::ok)?;
    harm(then, unit, &odds, &judgement.fire)
}

/// The same for an answer that a unit gives in the middle of a close combat.
pub(in crate::ai) fn round_term(
    battle: &Battle,
    unit: UnitId,
    answer: &Command,
    judgement: &Judgement,
) -> Option<Term> {
    let question = Question { answer: Some(answer.clone()), ..Question::default() };
    let combats = forecast_round(battle.setup(), &battle.snapshot(), &question).ok()?;
    let is_in = |combat: &&CombatForecast| {
        combat.group.attackers.iter().chain(&combat.group.defenders).any(|other| *other == unit)
    };
    Some(of_round(battle.view(), unit, &combats.iter().find(is_in)?.round, judgement))
}

/// What the salvos of a round mean for a unit's side.
fn of_round(view: View, unit: UnitId, round: &[SalvoForecast], judgement: &Judgement) -> Term {
    let harm_of = |salvo: &SalvoForecast| harm(view, salvo.at, &salvo.odds, &judgement.fire);
    let salvos: Vec<_> = round.iter().filter_map(|salvo| Some((salvo, harm_of(salvo)?))).collect();
    let forced_out = judgement.combat.forced_out;
    let points: f64 =
        salvos.iter().map(|(salvo, harm)| sign(salvo, unit) * cost(view, harm, forced_out)).sum();
    let lost = |own: bool| -> f64 {
        salvos
            .iter()
            .filter(|(salvo, _)| (salvo.at.side == unit.side) == own)
            .map(|(_, harm)| harm.lost)
            .sum()
    };
    let mut against: Vec<UnitId> =
        salvos.iter().map(|(salvo, _)| salvo.at).filter(|at| at.side != unit.side).collect();
    against.sort();
    against.dedup();
    let against: Vec<String> = against.iter().map(ToString::to_string).collect();
    let (done, suffered) = (lost(false), lost(true));
    let says = format!(
        "the next round against {} should cost them {done:.1} models and its own side {suffered:.1}",
        against.join(" and ")
    );
    Term { kind: TermKind::Combat, points, says, amount: suffered }
}

/// For what the enemy suffers, and against what its own side does.
fn sign(salvo: &SalvoForecast, unit: UnitId) -> f64 {
    if salvo.at.side == unit.side { -1.0 } else { 1.0 }
}

/// What a salvo costs its target, in points.
fn cost(view: View, harm: &Harm, forced_out: f64) -> f64 {
    let worth = view.unit(harm.at).map_or(0.0, |unit| worth(view, unit));
    harm.points + forced_out * harm.falls_back * worth
}
