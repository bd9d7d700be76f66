//! Models of a unit that may fall to a salvo, in their order.

use super::aim::Aiming;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::leadership::standing_leader;
use crate::game::phases::shooting::kinds::AimedShot;
use crate::game::sight::Observation;
use crate::rules::ids::ModelId;
use crate::rules::salvo::{CasualtyCandidate, Rank, in_order_of_loss};
use crate::rules::sight::Mutual;

/// The models of the target that were seen by one that fires, or fired at where they hide, in the
/// order in which they take wounds. Throws take what they hit.
///
/// Rule: SHO-6, SHO-2, SHO-10.
pub(super) fn marks(aiming: &Aiming, shots: &[AimedShot]) -> Vec<CasualtyCandidate> {
    let (view, target) = aiming.target();
    let fired = || shots.iter().filter(|shot| shot.thrown_at.is_none());
    let fires = |model: ModelId| fired().any(|shot| shot.from == model);
    let is_seen = |model: ModelId| {
        let open =
            |pair: &Observation| pair.to == model && fires(pair.from) && pair.sighting.mutual == Mutual::Open;
        fired().any(|shot| shot.at == model) || aiming.seen().iter().any(open)
    };
    let gap = |model: ModelId| {
        let pairs = aiming.seen().iter().filter(|pair| pair.to == model && fires(pair.from));
        pairs.map(|pair| pair.gap).fold(f64::INFINITY, f64::min)
    };
    let standing = view.standing(target.id).filter(|model| is_seen(model.id));
    in_order_of_loss(standing.map(|model| mark(view, target, model, gap(model.id))).collect())
}

/// A model as a salvo may take it.
///
/// Rule: BAS-9 (wounds), SHO-6.
pub(in crate::game) fn mark(view: View, unit: UnitView, model: ModelView, gap: f64) -> CasualtyCandidate {
    let leads = standing_leader(view, unit).is_some_and(|leader| leader.id == model.id);
    CasualtyCandidate {
        model: model.id,
        gap,
        wounds: unit.card.wounds.saturating_sub(model.condition.wounds_lost),
        wounds_lost: model.condition.wounds_lost,
        rank: if leads { Rank::Leader } else { Rank::File },
    }
}
