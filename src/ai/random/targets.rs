//! What a unit goes for: enemies by their distance, objectives.

use crate::game::engine::view::View;
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;
use crate::table::shape::Point;

/// An enemy unit, and how near it is.
#[derive(Clone, Copy, Debug)]
pub struct Enemy {
    /// The unit.
    pub unit: UnitId,
    /// Between the nearest bases, inches.
    pub gap: f64,
    /// From the unit's model that is nearest to that enemy's nearest.
    pub way: Point,
}

/// Every enemy unit on the table, the nearest first.
pub fn enemies(view: View, unit: UnitId) -> Vec<Enemy> {
    let own: Vec<_> = view.standing(unit).collect();
    let mut enemies: Vec<Enemy> = Vec::new();
    for enemy in view.standing_of(unit.side.other()) {
        for model in &own {
            let gap = gap(model.disc(), enemy.disc());
            let ([x, y], [ex, ey]) = (model.pose.at.ground(), enemy.pose.at.ground());
            let found = Enemy { unit: enemy.id.unit, gap, way: [ex - x, ey - y] };
            match enemies.iter_mut().find(|other| other.unit == found.unit) {
                Some(known) if known.gap > gap => *known = found,
                Some(_) => {}
                None => enemies.push(found),
            }
        }
    }
    enemies.sort_by(|a, b| a.gap.total_cmp(&b.gap).then(a.unit.cmp(&b.unit)));
    enemies
}

/// The way from a unit's leader to each objective.
pub fn objectives(view: View, unit: UnitId) -> Vec<Point> {
    let Some(leader) = view.leader(unit) else { return Vec::new() };
    let [x, y] = leader.pose.at.ground();
    let way = |at: Point| [at[0] - x, at[1] - y];
    view.objectives().iter().map(|objective| way(objective.at.ground())).collect()
}

/// The longest range of a unit's weapons, inches; 0 without one.
pub fn range(view: View, unit: UnitId) -> f64 {
    let ranges = view.standing(unit).filter_map(|model| model.card.firing_range(model.id.number));
    ranges.fold(0.0, f64::max)
}
