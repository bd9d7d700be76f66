//! Where a unit would fall back from a place, and who watches the way.

use super::{Term, TermKind, Threat, per_model, worth};
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::fall_back::retreat;
use crate::game::phases::fall_back::retreat::{
    ModelEnd, ModelRetreat, Reachability, Retreat, RetreatOutcome,
};
use crate::rules::falling_back::Occasion;

/// Below this chance nobody asks.
const UNLIKELY: f64 = 0.03;

/// What share of a unit's points it costs to end in view of the enemy, to rout, and to be destroyed.
const IN_VIEW: f64 = 0.25;
const ROUT: f64 = 0.5;
const DESTROYED: f64 = 1.0;

pub(super) fn term(view: View, unit: UnitView, threats: &[Threat]) -> Option<Term> {
    let stays = threats.iter().map(|threat| 1.0 - threat.chance * threat.harm.falls_back).product::<f64>();
    let chance = 1.0 - stays;
    if chance < UNLIKELY {
        return None;
    }
    let (cost, says) = way_back(view, unit, &retreat(view, unit.id, Occasion::Action)?);
    Some(Term {
        kind: TermKind::Retreat,
        points: -chance * cost,
        says: format!("if forced back, {says}"),
        amount: chance,
    })
}

/// What a fall back costs a unit by itself, in points, and in words that follow "it".
pub(in crate::ai) fn way_back(view: View, unit: UnitView, retreat: &Retreat) -> (f64, String) {
    let lost = |one: &&ModelRetreat| matches!(one.end, ModelEnd::Lost { .. });
    let lost = retreat.outcome.retreats().iter().filter(lost).count();
    let (of_lost, of_all) = (lost as f64 * per_model(unit), worth(view, unit));
    match &retreat.outcome {
        RetreatOutcome::Destroyed => (DESTROYED * of_all, "it would be destroyed".to_owned()),
        RetreatOutcome::Rout { .. } if lost == 0 => (ROUT * of_all, "it would rout".to_owned()),
        RetreatOutcome::Rout { .. } => (of_lost + ROUT * of_all, format!("it would rout and lose {lost}")),
        _ if lost > 0 => (of_lost, format!("it would lose {lost} on the way")),
        RetreatOutcome::FallBack { safe_position, .. }
            if safe_position.reachability == Reachability::TooFar =>
        {
            (IN_VIEW * of_all, "it would still be in view".to_owned())
        }
        _ => (0.0, "its way back is unwatched".to_owned()),
    }
}
