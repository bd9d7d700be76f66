//! How near places are to a leader and to the enemy.
//!
//! Rule: FB-2, FB-4, OFB-3.

use super::{Nearness, SafePositionTest, UnitNearness, inches, square};
use crate::game::engine::view::ModelView;
use crate::rules::basics::gap;
use crate::rules::measures::Place;
use crate::table::outline::Bounds;
use crate::table::sight::exposure::Cell;

/// An enemy, made ready for many questions.
pub(super) struct EnemyPoint {
    at: [f64; 3],
    radius: f64,
    /// From it to the leader.
    toward: [f64; 3],
    /// What the difference of both squares of distances must be more than.
    steady: f64,
}

impl EnemyPoint {
    pub(super) fn new(enemy: &ModelView, own: [f64; 3], steadiness: f64) -> Self {
        let at = inches(enemy.pose.at);
        let toward = [0, 1, 2].map(|axis| own[axis] - at[axis]);
        let steady = 2.0 * steadiness * (toward[0] * toward[0] + toward[1] * toward[1]).sqrt();
        Self { at, radius: enemy.card.base.radius(), toward, steady }
    }
}

/// Far more than places are rounded by, inches.
const GRAIN: f64 = 0.002;

/// Farther than anything on a table: no enemy is near.
const FARTHEST: f64 = 1e6;

impl SafePositionTest<'_> {
    /// Whether a place is near enough: wherever it could be moved closer to the leader's present centre than to
    /// any enemy's, or not closer to an enemy's base than to one of his unit.
    ///
    /// Rule: FB-2 (straight, three dimensions), OFB-3 (not closer to any part).
    pub(super) fn is_closer(&self, at: Place) -> bool {
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
            Nearness::Leader => self.foes.iter().all(|foe| square(there, foe.at) > square(there, own)),
            Nearness::Unit(unit) => {
                let [own, enemy] = self.gaps(unit, at);
                self.view.allowance().at_least(enemy, own)
            }
        }
    }

    /// From a place to the nearest of his unit's bases, and of the enemy's, inches.
    ///
    /// Rule: OFB-3, BAS-1.
    fn gaps(&self, unit: &UnitNearness, at: Place) -> [f64; 2] {
        let base = self.leader.disc_at(at);
        let own = unit.bases.iter().map(|other| gap(base, *other)).fold(FARTHEST, f64::min);
        [own, self.clearance(at)]
    }

    pub(super) fn may_be_closer(&self, plot: &Cell) -> bool {
        let feet = self.view.terrain().feet_on(plot);
        match &self.nearness {
            Nearness::Leader => self.may_be_closer_in(plot.bounds, feet),
            Nearness::Unit(unit) => {
                let [low, high] = plot.bounds;
                let ends = [[low[0], low[1], feet[0]], [high[0], high[1], feet[1]]];
                let middle = [0, 1, 2].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
                let Ok(at) = Place::from_inches(middle[0], middle[1], middle[2]) else { return true };
                // Either gap changes by no more than the place is moved, and places are told in thousandths.
                let around = square(ends[0], ends[1]).sqrt() / 2.0 + GRAIN;
                let [own, enemy] = self.gaps(unit, at);
                enemy - own + 2.0 * around >= 0.0
            }
        }
    }

    /// Whether for each enemy some place in a box is closer to the leader than to it.
    fn may_be_closer_in(&self, [low, high]: Bounds, feet: [f64; 2]) -> bool {
        let own = inches(self.leader.pose.at);
        self.foes.iter().all(|foe| {
            // The difference of both squares of distances grows evenly along each axis.
            let best = [
                if foe.toward[0] > 0.0 { high[0] } else { low[0] },
                if foe.toward[1] > 0.0 { high[1] } else { low[1] },
                if foe.toward[2] > 0.0 { feet[1] } else { feet[0] },
            ];
            square(best, foe.at) - square(best, own) > foe.steady
        })
    }

    /// From a place to the nearest enemy, inches.
    ///
    /// Rule: FB-4 (ties), BAS-1.
    pub(in crate::game::phases::fall_back) fn clearance(&self, at: Place) -> f64 {
        let base = self.leader.disc_at(at);
        let gaps = self.enemies.iter().map(|enemy| gap(base, enemy.disc()));
        gaps.fold(FARTHEST, f64::min)
    }

    /// No place on a plot is farther from its nearest enemy.
    pub(in crate::game::phases::fall_back) fn most_clearance(&self, plot: &Cell) -> f64 {
        let ([low, high], feet) = (plot.bounds, self.view.terrain().feet_on(plot));
        let farthest = |axis: usize, at: f64| (low[axis] - at).abs().max((high[axis] - at).abs());
        let level = |foe: &EnemyPoint| {
            let (dx, dy) = (farthest(0, foe.at[0]), farthest(1, foe.at[1]));
            dx * dx + dy * dy
        };
        // It is no farther from the nearest than from any one of them.
        let nearest = self.foes.iter().map(|foe| (level(foe), foe));
        let Some((level, foe)) = nearest.min_by(|a, b| a.0.total_cmp(&b.0)) else { return FARTHEST };
        let level = (level.sqrt() - foe.radius - self.leader.card.base.radius()).max(0.0);
        let rise = (feet[0] - foe.at[2]).abs().max((feet[1] - foe.at[2]).abs());
        (level * level + rise * rise).sqrt()
    }

    /// The enemies nearest to a place, for ties: how far a place lies clockwise from straight away from them.
    ///
    /// Rule: FB-4 (ties).
    pub(in crate::game::phases::fall_back) fn clockwise(&self, at: Place) -> f64 {
        let own = self.leader.pose.at;
        let nearest = |place: Place| {
            let far = |enemy: &&ModelView| enemy.pose.at.ground_distance(place);
            self.enemies.iter().min_by(|a, b| far(a).total_cmp(&far(b)))
        };
        let heading = |from: Place, to: Place| {
            let ([x, y], [tx, ty]) = (from.ground(), to.ground());
            libm::atan2(ty - y, tx - x)
        };
        let away = nearest(own).map_or(0.0, |enemy| heading(enemy.pose.at, own));
        (away - heading(own, at)).rem_euclid(std::f64::consts::TAU)
    }
}
