//! A cache of leg traversals, shared by the searches of all models of a unit, which test the same legs
//! between the same vertices.

use std::sync::{Arc, Mutex, PoisonError};

use super::leg_traversal::LegTraversal;
use crate::table::lookup_map::LookupMap;
use crate::table::shape::Point;
use crate::table::walk::{Footing, Surface};

/// The bits of both ends of a leg, and the surface it starts on.
type Key = ([u64; 4], i32, [usize; 2]);

/// The cached traversals. They follow from the planner, so the cache never changes a result.
#[derive(Debug, Default)]
pub(super) struct LegCache(Mutex<Traversals>);

type Traversals = LookupMap<Key, Arc<[LegTraversal]>>;

impl LegCache {
    /// How a leg can be traversed, computed if it is not cached.
    pub(super) fn get_or_find(
        &self,
        [from, to]: [Point; 2],
        start: Surface,
        find: impl FnOnce() -> Vec<LegTraversal>,
    ) -> Arc<[LegTraversal]> {
        let footing = match start.footing {
            Footing::Ground => [usize::MAX; 2],
            Footing::Floor { piece, level } => [piece, level],
        };
        let bits = [from[0], from[1], to[0], to[1]].map(f64::to_bits);
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(entries.get_or_insert_with((bits, start.height.0, footing), || find().into()))
    }
}

impl Clone for LegCache {
    /// Starts with an empty cache.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::movement::allowance::SlowGoing;
    use crate::table::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
    use crate::table::sample::{SOLDIER, at, hill, house, table};

    /// The cache changes no path: from many places to many others, with one planner for all and with a new
    /// one for each.
    #[test]
    fn cached_legs_change_no_path() {
        let mut paths = 0;
        for (pieces, heights) in [(vec![house()], [0.0, 3.0]), (vec![hill()], [0.0, 2.0])] {
            let terrain = table(pieces);
            for (slow, difficult) in [
                (SlowGoing::Allowed, DifficultGoing::Crossed),
                (SlowGoing::Allowed, DifficultGoing::Avoided),
                (SlowGoing::Barred, DifficultGoing::Avoided),
            ] {
                let new_planner = || {
                    PathPlanner::new(
                        &terrain,
                        SOLDIER,
                        GoingPolicy { slow, difficult },
                        OtherModels::default(),
                        0.002,
                    )
                };
                let shared = new_planner();
                let places = [[-7.0, 1.0], [1.0, 1.5], [6.5, -2.0], [0.5, 7.0], [1.5, -1.0]];
                let places = places.iter().flat_map(|[x, y]| heights.map(|height| at(*x, *y, height)));
                let places: Vec<_> =
                    places.filter(|place| terrain.surface_at(place.ground(), place.z).is_some()).collect();
                for from in &places {
                    for to in &places {
                        let (cached, new) = (
                            shared.shortest_path(*from, *to, 30.0),
                            new_planner().shortest_path(*from, *to, 30.0),
                        );
                        assert_eq!(cached, new, "{from:?} to {to:?}, {slow:?} {difficult:?}");
                        paths += usize::from(cached.is_some_and(|route| route.corners.len() > 1));
                    }
                }
            }
        }
        assert!(paths > 40, "{paths}");
    }
}
