//! Where a unit would fall back from a place, and who watches the way.

use super::{Term, TermKind, Threat, per_model, worth};
use crate::game::engine::view::{UnitView, View};
use crate::game::phases::fall_back::retreat;
use crate::game::phases::fall_back::retreat::{ModelEnd, RetreatOutcome};
use crate::rules::falling_back::Occasion;

/// Below this chance nobody asks.
const UNLIKELY: f64 = 0.03;

/// What share of a unit's points a rout costs, and being destroyed.
const ROUT: f64 = 0.5;
const DESTROYED: f64 = 1.0;

pub(super) fn term(view: View, unit: UnitView, threats: &[Threat]) -> Option<Term> {
    let stays = threats.iter().map(|threat| 1.0 - threat.chance * threat.harm.falls_back).product::<f64>();
    let chance = 1.0 - stays;
    if chance < UNLIKELY {
        return None;
    }
    let retreat = retreat(view, unit.id, Occasion::Action)?;
    let lost = |end: &ModelEnd| matches!(end, ModelEnd::Lost { .. });
    let fallen = retreat.outcome.retreats().iter().filter(|model| lost(&model.end)).count();
    let watched = fallen as f64 * per_model(unit);
    let (points, says) = match &retreat.outcome {
        RetreatOutcome::Destroyed => {
            (DESTROYED * worth(view, unit), "forced back it would be destroyed".to_owned())
        }
        RetreatOutcome::Rout { .. } => {
            (watched + ROUT * worth(view, unit), "forced back it would rout".to_owned())
        }
        _ if fallen == 0 => (0.0, "its way back is unwatched".to_owned()),
        _ => (watched, format!("forced back it would lose {fallen} on the way")),
    };
    Some(Term { kind: TermKind::Retreat, points: -chance * points, says })
}
