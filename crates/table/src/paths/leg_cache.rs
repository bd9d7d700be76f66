//! Caches of leg traversals: one for the searches of all models of a unit, which test the same legs between the same
//! vertices, and one for the legs between the terrain's vertices, which stay the same while models move.

use std::sync::{Arc, Mutex, PoisonError};

use super::leg_traversal::LegTraversal;
use crate::lookup_map::LookupMap;
use crate::shape::Point;
use crate::shared_cache::SharedCache;
use crate::walk::{Footing, Surface};

/// The bits of both ends of a leg, and the surface it starts on.
pub(super) type Key = ([u64; 4], i32, [usize; 2]);

/// Maximum number of legs in each of its maps: a full cache of them holds some 5 MB.
const MAX_LEGS: usize = 2048;

/// Legs between the terrain's vertices that no model is near, and how they can be traversed.
pub(super) type TerrainLegs = SharedCache<Key, Arc<[LegTraversal]>, MAX_LEGS>;

/// The key of a leg that starts on a surface.
pub(super) fn key_of([from, to]: [Point; 2], start: Surface) -> Key {
    let footing = match start.footing {
        Footing::Ground => [usize::MAX; 2],
        Footing::Floor { piece, level } => [piece, level],
    };
    ([from[0], from[1], to[0], to[1]].map(f64::to_bits), start.height.0, footing)
}

/// The cached traversals. They follow from the planner, so the cache never changes a result.
#[derive(Debug, Default)]
pub(super) struct LegCache(Mutex<Traversals>);

type Traversals = LookupMap<Key, Arc<[LegTraversal]>>;

impl LegCache {
    /// Returns the traversals of a leg, computed if they are not cached.
    pub(super) fn get_or_find(
        &self,
        key: Key,
        find: impl FnOnce() -> Arc<[LegTraversal]>,
    ) -> Arc<[LegTraversal]> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(entries.get_or_insert_with(key, find))
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
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner};
    use crate::sample::{SOLDIER, at, hill, house, table};
    use warstrike_rules::basics::Disc;
    use warstrike_rules::movement::allowance::SlowGoing;

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

    /// Data shared by the searches of one table changes no path, wherever enemies stand: one table for all searches, and a new one for
    /// each.
    #[test]
    fn legs_of_the_terrain_change_no_path() {
        let pieces = || vec![house(), hill()];
        let shared = table(pieces());
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };
        let mut around = 0;
        for index in 0..24 {
            let enemy = at(f64::from(index % 6) * 3.0 - 8.0, f64::from(index / 6) * 3.0 - 5.0, 0.0);
            let others = OtherModels {
                enemies: vec![Disc { at: enemy, radius: 0.5 }],
                enemy_gap: 2.0,
                friends: Vec::new(),
            };
            let fresh = table(pieces());
            let [one, other] = [&shared, &fresh]
                .map(|terrain| PathPlanner::new(terrain, SOLDIER, policy, others.clone(), 0.002));
            for (from, to) in [([-9.0, 1.0], [9.0, -2.0]), ([-8.0, -7.0], [7.5, 8.0])] {
                let place = |[x, y]: [f64; 2]| at(x, y, 0.0);
                let [found, alone] =
                    [&one, &other].map(|planner| planner.shortest_path(place(from), place(to), 60.0));
                assert_eq!(found, alone, "enemy at {enemy:?}");
                around += usize::from(found.is_some_and(|route| route.corners.len() > 1));
            }
        }
        assert!(around > 20, "{around}");
    }
}
