//! The tie break between places to which paths are equally long.
//!
//! Rule: FB-4.

use super::SafePositionTest;
use crate::game::engine::view::ModelView;
use crate::game::table_edge::{from_any_edge, from_edge, own_edge};
use crate::rules::measures::Place;
use crate::rules::ruleset::ClockwiseFrom;
use crate::table::open_list::Ordered;
use crate::table::sight::exposure::Cell;

/// What decides between places to which paths are equally long, the smallest first.
///
/// Rule: FB-4 (ties).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::game::phases::fall_back) struct Ties {
    /// The negative gap to the nearest enemy, inches; for a cell a lower bound.
    enemy: Ordered,
    /// Distance to the leader's own edge, distance to any edge, clockwise angle; for a cell minus infinity.
    rest: [Ordered; 3],
}

impl SafePositionTest<'_> {
    /// The ties of a place.
    ///
    /// Rule: FB-4 (ties).
    pub(in crate::game::phases::fall_back) fn ties(&self, at: Place) -> Ties {
        let own = own_edge(self.view, self.leader.id.unit.side);
        let any = from_any_edge(self.view.terrain().size, at.ground());
        let rest = [from_edge(own, at.ground()), any, self.clockwise(at)];
        Ties { enemy: Ordered(-self.clearance(at)), rest: rest.map(Ordered) }
    }

    /// A lower bound of the ties of all places in a cell.
    pub(in crate::game::phases::fall_back) fn ties_in(&self, cell: &Cell) -> Ties {
        let rest = [Ordered(f64::NEG_INFINITY); 3];
        Ties { enemy: Ordered(-self.max_clearance(cell)), rest }
    }

    /// For ties: the angle of a place clockwise from straight away from the nearest enemy, or from the leader's facing.
    ///
    /// Rule: FB-4 (ties).
    fn clockwise(&self, at: Place) -> f64 {
        let own = self.leader.pose.at;
        let nearest = |place: Place| {
            let distance = |enemy: &&ModelView| enemy.pose.at.ground_distance(place);
            self.enemies.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
        };
        let heading = |from: Place, to: Place| {
            let ([x, y], [tx, ty]) = (from.ground(), to.ground());
            libm::atan2(ty - y, tx - x)
        };
        let away = match self.view.setup().ruleset.falling_back.clockwise_from {
            ClockwiseFrom::AwayFromEnemy => nearest(own).map_or(0.0, |enemy| heading(enemy.pose.at, own)),
            ClockwiseFrom::Facing => self.leader.facing().degrees().to_radians(),
        };
        (away - heading(own, at)).rem_euclid(std::f64::consts::TAU)
    }
}
