//! Measured sightings of pairs of models that have not moved since: orders, odds and rolls ask for the same pairs again and again. The
//! cache never changes a result.

use crate::shared_cache::SharedCache;
use warstrike_rules::sight::Sighting;

/// Both bodies, bit by bit: see [`SightBody::bits`](super::SightBody::bits).
type Key = [u64; 8];

/// Maximum number of pairs in each of its maps: all of them together hold some 10 MB.
const MAX_PAIRS: usize = 4096;

/// Cached sightings, by pair.
pub(crate) type SightingCache = SharedCache<Key, Sighting, MAX_PAIRS>;

#[cfg(test)]
mod tests {
    use crate::sample::{hill, house, table};
    use crate::sight::SightBody;
    use warstrike_rules::measures::{Place, Thou};

    fn body(x: f64, y: f64, z: f64) -> SightBody {
        let foot = Place::from_inches(x, y, z).unwrap();
        SightBody { foot, radius: 0.5, height: Thou(1200), eyes: Thou(1100) }
    }

    /// Pairs all round a house, and round a hill, each asked twice on one table and once on a new one: the same every time,
    /// and not all in the open.
    #[test]
    fn a_cached_pair_is_what_is_measured() {
        let places: Vec<SightBody> = (0..12)
            .map(|step| body(-9.0 + 1.7 * f64::from(step), 7.3 - 1.3 * f64::from(step), 0.0))
            .collect();
        for pieces in [vec![house()], vec![hill()]] {
            let asked = table(pieces.clone());
            let mut covered = 0;
            for from in &places {
                let fresh = table(pieces.clone());
                for to in places.iter().filter(|to| *to != from) {
                    let first = asked.sighting(from, to);
                    assert_eq!(first, asked.sighting(from, to), "{from:?} {to:?}");
                    assert_eq!(first, fresh.sighting(from, to), "{from:?} {to:?}");
                    covered += usize::from(first.in_view < 1.0);
                }
            }
            assert!(covered > 10, "{covered}");
        }
    }

    /// Bodies that differ in one value have keys of their own.
    #[test]
    fn every_value_counts() {
        let one = body(1.0, 2.0, 0.0);
        let others = [
            body(1.001, 2.0, 0.0),
            body(1.0, 2.001, 0.0),
            body(1.0, 2.0, 0.001),
            SightBody { radius: 0.501, ..one },
            SightBody { height: Thou(1201), ..one },
            SightBody { eyes: Thou(1101), ..one },
        ];
        for other in &others {
            assert_ne!([one.bits(), one.bits()], [one.bits(), other.bits()], "{other:?}");
            assert_ne!([one.bits(), one.bits()], [other.bits(), one.bits()], "{other:?}");
            assert_ne!([other.bits(), one.bits()], [one.bits(), other.bits()], "{other:?}");
        }
    }
}
