//! Legs that were looked at, remembered with the table that was made ready: the searches of all models
//! of a unit look at the same legs between the same corners.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::tread::LegTraversal;
use crate::table::shape::Point;
use crate::table::walk::{Footing, Surface};

/// The bits of where a leg leaves and ends, and on what it is begun.
type Key = ([u64; 4], i32, [usize; 2]);

/// How the legs looked at so far can be walked. Holds nothing that the table made ready does not say.
#[derive(Debug, Default)]
pub(super) struct LegCache(Mutex<BTreeMap<Key, Arc<[LegTraversal]>>>);

impl LegCache {
    /// How a leg can be walked, found now if it is not known.
    pub(super) fn of(
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
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry((bits, start.height.0, footing)).or_insert_with(|| find().into()))
    }
}

impl Clone for LegCache {
    /// Finds its legs anew.
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::movement::allowance::SlowGoing;
    use crate::table::paths::{DifficultGoing, Others, PathPlanner, Ways};
    use crate::table::sample::{SOLDIER, at, hill, house, table};

    /// What is known of legs changes no path: from many places to many, on a table made ready once and on
    /// one made ready for each.
    #[test]
    fn paths_are_the_same_whatever_was_looked_for_before() {
        let mut paths = 0;
        for (pieces, heights) in [(vec![house()], [0.0, 3.0]), (vec![hill()], [0.0, 2.0])] {
            let terrain = table(pieces);
            for (slow, difficult) in [
                (SlowGoing::Allowed, DifficultGoing::Crossed),
                (SlowGoing::Allowed, DifficultGoing::Avoided),
                (SlowGoing::Barred, DifficultGoing::Avoided),
            ] {
                let ready = || {
                    PathPlanner::new(&terrain, SOLDIER, Ways { slow, difficult }, Others::default(), 0.002)
                };
                let once = ready();
                let places = [[-7.0, 1.0], [1.0, 1.5], [6.5, -2.0], [0.5, 7.0], [1.5, -1.0]];
                let places = places.iter().flat_map(|[x, y]| heights.map(|height| at(*x, *y, height)));
                let places: Vec<_> =
                    places.filter(|place| terrain.surface_at(place.ground(), place.z).is_some()).collect();
                for from in &places {
                    for to in &places {
                        let (known, anew) =
                            (once.shortest(*from, *to, 30.0), ready().shortest(*from, *to, 30.0));
                        assert_eq!(known, anew, "{from:?} to {to:?}, {slow:?} {difficult:?}");
                        paths += usize::from(known.is_some_and(|route| route.corners.len() > 1));
                    }
                }
            }
        }
        assert!(paths > 40, "{paths}");
    }
}
