//! Nearness to the enemy.

use super::{Term, TermKind, worth};
use crate::ai::values::nearness;
use crate::game::engine::view::{UnitView, View};
use crate::level::judgement_file::ApproachWorth;
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;

pub(super) fn term(view: View, unit: UnitView, judged: &ApproachWorth) -> Option<Term> {
    let nearest = nearest_enemy(view, unit.id)?;
    let points = nearness(nearest, judged) * worth(view, unit);
    let says = format!("the enemy is then {nearest:.0}\" away");
    Some(Term { kind: TermKind::Approach, points, says, amount: nearest })
}

/// The gap between a unit and the nearest enemy, inches.
fn nearest_enemy(view: View, unit: UnitId) -> Option<f64> {
    let enemies: Vec<_> = view.standing_of(unit.side.other()).map(|model| model.disc()).collect();
    let gaps =
        view.standing(unit).flat_map(|model| enemies.iter().map(move |enemy| gap(model.disc(), *enemy)));
    gaps.min_by(f64::total_cmp)
}
