//! Where a unit would fall back from a place, and who watches the way.

use super::{EnemyThreat, Term, TermKind, per_model, worth};
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::fall_back::retreat;
use crate::game::phases::fall_back::retreat::{
    ModelEnd, ModelRetreat, Reachability, Retreat, RetreatOutcome,
};
use crate::level::judgement_file::RetreatWorth;
use crate::rules::falling_back::Occasion;

pub(super) fn term(
    view: View,
    unit: UnitView,
    threats: &[EnemyThreat],
    judged: &RetreatWorth,
) -> Option<Term> {
    let stays = threats.iter().map(|threat| 1.0 - threat.chance * threat.harm.falls_back).product::<f64>();
    let chance = 1.0 - stays;
    if chance < judged.unlikely {
        return None;
    }
    let (cost, says) = way_back(view, unit, &retreat(view, unit.id, Occasion::Action)?, judged);
    Some(Term {
        kind: TermKind::Retreat,
        points: -chance * cost,
        says: format!("if forced back, {says}"),
        amount: chance,
    })
}

/// What a fall back costs a unit by itself, in points, and in words that follow "it".
pub(in crate::ai) fn way_back(
    view: View,
    unit: UnitView,
    retreat: &Retreat,
    judged: &RetreatWorth,
) -> (f64, String) {
    let lost = |one: &&ModelRetreat| matches!(one.end, ModelEnd::Lost { .. });
    let lost = retreat.outcome.retreats().iter().filter(lost).count();
    let (of_lost, of_all) = (lost as f64 * per_model(unit), worth(view, unit));
    match &retreat.outcome {
        RetreatOutcome::Destroyed => (of_all, "it would be destroyed".to_owned()),
        RetreatOutcome::Rout { .. } if lost == 0 => (judged.rout * of_all, "it would rout".to_owned()),
        RetreatOutcome::Rout { .. } => {
            (of_lost + judged.rout * of_all, format!("it would rout and lose {lost}"))
        }
        _ if lost > 0 => (of_lost, format!("it would lose {lost} on the way")),
        RetreatOutcome::FallBack { safe_position, .. }
            if safe_position.reachability == Reachability::TooFar =>
        {
            (judged.in_view * of_all, "it would still be in view".to_owned())
        }
        _ => (0.0, "its way back is unwatched".to_owned()),
    }
}
