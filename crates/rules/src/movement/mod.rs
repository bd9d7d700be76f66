//! Chapter 5: lengths of paths and their limits, going, the gap to enemies,
//! coherency, arcs.
//!
//! Plain geometry of round bases. `table/` knows what lies under a path.

pub mod allowance;
pub mod arcs;
pub mod bodies;
pub mod coherency;
pub mod enemies;
pub mod going;
#[cfg(test)]
pub(super) mod sample;

use super::measures::{Place, Thou};

/// Length over the table of a path that starts at `start` and runs straight
/// from corner to corner, inches.
///
/// Rule: MOV-1.
pub fn path_length(start: Place, corners: &[Place]) -> f64 {
    // An empty sum is -0, which would be shown as such.
    legs(start, corners).map(|(from, to)| from.ground_distance(to)).sum::<f64>() + 0.0
}

/// A straight part of a path on one level; inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelSegment {
    /// Start, over the table.
    pub from: [f64; 2],
    /// End; the same point for a model that stands.
    pub to: [f64; 2],
    /// The height of the surface the model walks on.
    pub height: Thou,
}

/// The straight legs of a path, in order.
pub fn legs(start: Place, corners: &[Place]) -> impl Iterator<Item = (Place, Place)> + '_ {
    std::iter::once(start).chain(corners.iter().copied()).zip(corners.iter().copied())
}

/// The point of the segment between two points that is nearest to a third, over the table, inches.
pub fn nearest_between([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [px, py]: [f64; 2]) -> [f64; 2] {
    let (dx, dy) = (bx - ax, by - ay);
    let squared = dx * dx + dy * dy;
    if squared == 0.0 {
        return [ax, ay];
    }
    let share = (((px - ax) * dx + (py - ay) * dy) / squared).clamp(0.0, 1.0);
    [ax + share * dx, ay + share * dy]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::Thou;

    /// Rule: MOV-1.
    #[test]
    fn the_length_of_a_path_is_the_sum_of_its_legs_over_the_table() {
        let up = Place { z: Thou(2000), ..Place::flat(3000, 4000) };
        for (corners, expected, reason) in [
            (vec![], 0.0, "a model that stays"),
            (vec![Place::flat(3000, 4000)], 5.0, "one straight leg"),
            (vec![Place::flat(3000, 4000), Place::flat(3000, 5000)], 6.0, "two legs"),
            (vec![Place::flat(3000, 0), Place::flat(0, 0)], 6.0, "there and back counts twice"),
            (vec![up], 5.0, "height costs nothing"),
        ] {
            let length = path_length(Place::flat(0, 0), &corners);
            assert!((length - expected).abs() < 1e-12 && !length.is_sign_negative(), "{reason}: {length:?}");
        }
    }
}
