//! What a unit's fire does for others of its side that have still to run, to charge or to fight.

use super::{Harm, Term, TermKind};
use crate::ai::estimate::{Errand, ErrandKind};
use crate::game::engine::view::View;
use crate::rules::ids::UnitId;

/// The reason to silence enemies that watch the errands of others.
///
/// Rule: RE-1, CC-3 (only unsuppressed units fire).
pub(super) fn term(view: View, unit: UnitId, errands: &[Errand], fire: &[Harm]) -> Option<Term> {
    let silenced =
        |by: UnitId| fire.iter().filter(|harm| harm.at == by).map(|harm| harm.suppressed).fold(0.0, f64::max);
    let others = errands.iter().filter(|errand| errand.unit != unit);
    let spared: Vec<(f64, &Errand)> = others.map(|errand| (errand.spared(silenced), errand)).collect();
    let points = spared.iter().map(|(points, _)| points).sum();
    let (best, errand) = spared.into_iter().max_by(|a, b| a.0.total_cmp(&b.0))?;
    if best <= 0.0 {
        return None;
    }
    let whose = errand.unit;
    let says = match errand.kind {
        ErrandKind::Run(index) => {
            let objective = view.objectives().get(index).map_or("an objective", |one| one.id.as_str());
            format!("{whose} can then run to {objective} past whoever it silences")
        }
        ErrandKind::Fight(enemy) => format!("{whose} then closes with {enemy} without being fired at first"),
    };
    Some(Term { kind: TermKind::Support, points, says, amount: 0.0 })
}
