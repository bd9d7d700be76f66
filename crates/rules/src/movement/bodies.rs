//! MOV-3, MOV-4: whether models overlap or pass through each other.

use super::{LevelSegment, nearest_between};
use crate::basics::{Allowance, Disc};
use crate::measures::Thou;

/// Whether two models overlap: their bases seen from above, and their bodies in height.
/// Touching is not overlapping.
///
/// Rule: MOV-4.
#[inline]
pub fn overlap(a: Body, b: Body, allowance: Allowance) -> bool {
    meet_in_height(a.heights(), b.heights())
        && !allowance.at_least(a.disc.at.ground_distance(b.disc.at), a.disc.radius + b.disc.radius)
}

/// A base and the height of the model on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its base.
    pub disc: Disc,
    /// From the base to the top.
    pub height: Thou,
}

impl Body {
    /// Bottom and top.
    #[inline]
    pub fn heights(self) -> [Thou; 2] {
        let bottom = self.disc.at.z;
        [bottom, Thou(bottom.0 + self.height.0)]
    }
}

/// Whether two height intervals overlap; touching is not overlapping.
///
/// Rule: MOV-4.
#[inline]
pub fn meet_in_height([bottom, top]: [Thou; 2], [other_bottom, other_top]: [Thou; 2]) -> bool {
    bottom < other_top && other_bottom < top
}

/// The first place where the centre of a model with this height passes through a body, if it does.
///
/// Rule: MOV-3, GO-5.
#[inline]
pub fn passes_through(
    segments: impl IntoIterator<Item = LevelSegment>,
    height: Thou,
    body: Body,
    allowance: Allowance,
) -> Option<[f64; 2]> {
    let centre = body.disc.at.ground();
    segments.into_iter().find_map(|LevelSegment { from, to, height: stands }| {
        let at = nearest_between(from, to, centre);
        let meets = meet_in_height([stands, Thou(stands.0 + height.0)], body.heights());
        let [dx, dy] = [at[0] - centre[0], at[1] - centre[1]];
        (meets && !allowance.at_least((dx * dx + dy * dy).sqrt(), body.disc.radius)).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::Place;
    use crate::movement::sample::ALLOWANCE;

    /// Rule: MOV-4.
    #[test]
    fn bases_may_touch_but_not_overlap() {
        let body = |x: i32, z: i32| Body {
            disc: Disc { at: Place { z: Thou(z), ..Place::flat(x, 0) }, radius: 0.5 },
            height: Thou(1250),
        };
        for (a, b, expected, reason) in [
            (body(0, 0), body(1000, 0), false, "touching"),
            (body(0, 0), body(996, 0), false, "0.004 in is within the allowance"),
            (body(0, 0), body(990, 0), true, "0.010 in is not"),
            (body(0, 0), body(0, 0), true, "on top of one another"),
            (body(0, 0), body(0, 3000), false, "a floor above"),
            (body(0, 0), body(0, 1250), false, "exactly on another's head"),
            (body(0, 0), body(0, 1000), true, "standing in another's head"),
        ] {
            assert_eq!(overlap(a, b, ALLOWANCE), expected, "{reason}");
        }
    }

    /// Rule: MOV-3, GO-5, BAS-10.
    #[test]
    fn a_model_passes_through_a_body_if_its_centre_does() {
        let friend = Body { disc: Disc { at: Place::flat(3000, 0), radius: 0.5 }, height: Thou(1250) };
        let segment =
            |y: f64, stands: i32| LevelSegment { from: [0.0, y], to: [6.0, y], height: Thou(stands) };
        for (segment, expected, reason) in [
            (segment(0.0, 0), Some([3.0, 0.0]), "right through it"),
            (segment(0.49, 0), Some([3.0, 0.49]), "through its rim"),
            (segment(0.495, 0), None, "0.005 within it is within the allowance"),
            (segment(0.6, 0), None, "beside it, though the bases overlap"),
            (segment(0.0, 1249), Some([3.0, 0.0]), "over its feet"),
            (segment(0.0, 1250), None, "on a floor over its head"),
            (segment(0.0, -1250), None, "below it"),
        ] {
            assert_eq!(passes_through([segment], Thou(1250), friend, ALLOWANCE), expected, "{reason}");
        }
    }
}
