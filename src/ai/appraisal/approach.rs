//! Nearness to the enemy.

use super::{Term, TermKind, worth};
use crate::game::engine::view::{UnitView, View};
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;

/// How near the enemy counts, inches, and what share of a unit's points being next to it is worth.
const FROM: f64 = 36.0;
const WORTH: f64 = 0.3;

pub(super) fn term(view: View, unit: UnitView) -> Option<Term> {
    let nearest = nearest_enemy(view, unit.id)?;
    let nearness = (1.0 - nearest / FROM).max(0.0);
    let points = WORTH * worth(view, unit) * nearness;
    let says = format!("the enemy is then {nearest:.0}″ away");
    Some(Term { kind: TermKind::Approach, points, says, amount: nearest })
}

/// The gap between a unit and the nearest enemy, inches.
fn nearest_enemy(view: View, unit: UnitId) -> Option<f64> {
    let enemies: Vec<_> = view.standing_of(unit.side.other()).map(|model| model.disc()).collect();
    let gaps =
        view.standing(unit).flat_map(|model| enemies.iter().map(move |enemy| gap(model.disc(), *enemy)));
    gaps.min_by(f64::total_cmp)
}
