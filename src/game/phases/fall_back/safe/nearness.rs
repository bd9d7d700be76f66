//! Nearness of places to the leader and to enemies: a Voronoi cell in three dimensions, tested by differences
//! of squared distances.
//!
//! Rule: FB-2, FB-4, OFB-3.

use super::{Nearness, SafePositionTest, UnitNearness, inches, square};
use crate::game::engine::view::ModelView;
use crate::rules::basics::{compare, gap};
use crate::rules::measures::Place;
use crate::table::outline::Bounds;
use crate::table::sight::exposure::Cell;

/// An enemy prepared for many queries.
pub(super) struct EnemyPoint {
    at: [f64; 3],
    radius: f64,
    /// The vector from it to the leader.
    toward: [f64; 3],
    /// The smallest difference of squared distances for a place that can be moved.
    min_margin: f64,
}

impl EnemyPoint {
    pub(super) fn new(enemy: &ModelView, own: [f64; 3], steadiness: f64) -> Self {
        let at = inches(enemy.pose.at);
        let toward = [0, 1, 2].map(|axis| own[axis] - at[axis]);
        let min_margin = 2.0 * steadiness * (toward[0] * toward[0] + toward[1] * toward[1]).sqrt();
        Self { at, radius: enemy.card.base.radius(), toward, min_margin }
    }
}

/// More than rounding moves a place, inches.
const ROUNDING_TOLERANCE: f64 = 0.002;

/// By how much two squared lengths may differ and still compare as equal, square inches: a bound that is compared as plain numbers
/// stays on the safe side of it.
const EXACT_MARGIN: f64 = 2e-9;

/// Larger than any distance on a table: there is no enemy.
const NO_ENEMY_DISTANCE: f64 = 1e6;

impl SafePositionTest<'_> {
    /// Whether a place is near enough: even when moved it is closer to the leader's present centre than to any
    /// enemy's; or, for cover, not closer to an enemy's base than to one of its unit's.
    ///
    /// Rule: FB-2 (straight, three dimensions), OFB-3 (not closer to any part).
    pub(in crate::game::phases::fall_back) fn is_closer(&self, at: Place) -> bool {
        let [x, y] = at.ground();
        match &self.nearness {
            Nearness::Leader => self.may_be_closer_in([[x, y]; 2], [at.z.inches(); 2]),
            Nearness::Unit(_) => self.is_close_there(at),
        }
    }

    /// The same without being moved.
    pub(super) fn is_close_there(&self, at: Place) -> bool {
        let (there, own) = (inches(at), inches(self.leader.pose.at));
        match &self.nearness {
            Nearness::Leader => self
                .enemy_points
                .iter()
                .all(|enemy| compare(square(there, own), square(there, enemy.at)).is_lt()),
            Nearness::Unit(unit) => {
                let [own, enemy] = self.gaps(unit, at);
                self.view.allowance().at_least(enemy, own)
            }
        }
    }

    /// Gaps from a place to the nearest base of the unit, and to the nearest enemy's, inches.
    ///
    /// Rule: OFB-3, BAS-1.
    fn gaps(&self, unit: &UnitNearness, at: Place) -> [f64; 2] {
        let base = self.leader.disc_at(at);
        let own = unit.bases.iter().map(|other| gap(base, *other)).fold(NO_ENEMY_DISTANCE, f64::min);
        [own, self.clearance(at)]
    }

    pub(super) fn may_be_closer(&self, cell: &Cell) -> bool {
        let feet = self.view.terrain().feet_on(cell);
        match &self.nearness {
            Nearness::Leader => self.may_be_closer_in(cell.bounds, feet),
            Nearness::Unit(unit) => {
                let [low, high] = cell.bounds;
                let ends = [[low[0], low[1], feet[0]], [high[0], high[1], feet[1]]];
                let middle = [0, 1, 2].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
                let Ok(at) = Place::from_inches(middle[0], middle[1], middle[2]) else { return true };
                // Neither gap changes by more than the place is moved; places are rounded to thousandths.
                let around = square(ends[0], ends[1]).sqrt() / 2.0 + ROUNDING_TOLERANCE;
                let [own, enemy] = self.gaps(unit, at);
                enemy - own + 2.0 * around >= 0.0
            }
        }
    }

    /// Whether for each enemy some place in a box is closer to the leader than to it.
    fn may_be_closer_in(&self, [low, high]: Bounds, feet: [f64; 2]) -> bool {
        let own = inches(self.leader.pose.at);
        self.enemy_points.iter().all(|enemy| {
            // The difference of squared distances is linear along each axis.
            let best = [
                if enemy.toward[0] > 0.0 { high[0] } else { low[0] },
                if enemy.toward[1] > 0.0 { high[1] } else { low[1] },
                if enemy.toward[2] > 0.0 { feet[1] } else { feet[0] },
            ];
            square(best, enemy.at) - square(best, own) > enemy.min_margin - EXACT_MARGIN
        })
    }

    /// Gap from a place to the nearest enemy, inches.
    ///
    /// Rule: FB-4 (ties), BAS-1.
    pub(super) fn clearance(&self, at: Place) -> f64 {
        let base = self.leader.disc_at(at);
        let gaps = self.enemies.iter().map(|enemy| gap(base, enemy.disc()));
        gaps.fold(NO_ENEMY_DISTANCE, f64::min)
    }

    /// An upper bound of the gap from a cell's places to their nearest enemy, inches.
    pub(in crate::game::phases::fall_back) fn max_clearance(&self, cell: &Cell) -> f64 {
        let ([low, high], feet) = (cell.bounds, self.view.terrain().feet_on(cell));
        let farthest = |axis: usize, at: f64| (low[axis] - at).abs().max((high[axis] - at).abs());
        let level = |enemy: &EnemyPoint| {
            let (dx, dy) = (farthest(0, enemy.at[0]), farthest(1, enemy.at[1]));
            dx * dx + dy * dy
        };
        // The gap to the nearest enemy is at most that to any one enemy.
        let nearest = self.enemy_points.iter().map(|enemy| (level(enemy), enemy));
        let Some((level, enemy)) = nearest.min_by(|a, b| a.0.total_cmp(&b.0)) else {
            return NO_ENEMY_DISTANCE;
        };
        let level = (level.sqrt() - enemy.radius - self.leader.card.base.radius()).max(0.0);
        let rise = (feet[0] - enemy.at[2]).abs().max((feet[1] - enemy.at[2]).abs());
        (level * level + rise * rise).sqrt()
    }
}
