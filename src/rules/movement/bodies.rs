//! MOV-4: whether two models stand on one another.

use crate::rules::basics::{Allowance, Disc};
use crate::rules::measures::Thou;

/// Whether two bases stand on one another: closer, over the table, than they
/// can be without overlapping, at heights where their bodies meet. Touching is
/// not overlapping.
///
/// Rule: MOV-4.
pub fn overlap(a: Body, b: Body, allowance: Allowance) -> bool {
    meet_in_height(a.heights(), b.heights())
        && !allowance.at_least(a.disc.at.ground_distance(b.disc.at), a.disc.radius + b.disc.radius)
}

/// A base and how high the model on it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its base.
    pub disc: Disc,
    /// Over the base.
    pub height: Thou,
}

impl Body {
    /// Its lowest and its highest.
    pub fn heights(self) -> [Thou; 2] {
        let bottom = self.disc.at.z;
        [bottom, Thou(bottom.0 + self.height.0)]
    }
}

/// Whether two things that each reach from one height to another meet in height; touching
/// is not meeting.
///
/// Rule: MOV-4.
pub fn meet_in_height([bottom, top]: [Thou; 2], [other_bottom, other_top]: [Thou; 2]) -> bool {
    bottom < other_top && other_bottom < top
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::Place;
    use crate::rules::movement::sample::ALLOWANCE;

    /// Rule: MOV-4.
    #[test]
    fn bases_may_touch_but_not_overlap() {
        let body = |x: i32, z: i32| Body {
            disc: Disc { at: Place { z: Thou(z), ..Place::flat(x, 0) }, radius: 0.5 },
            height: Thou(1250),
        };
        for (a, b, expected, reason) in [
            (body(0, 0), body(1000, 0), false, "touching"),
            (body(0, 0), body(996, 0), false, "0.004 in is allowed for"),
            (body(0, 0), body(990, 0), true, "0.010 in is not"),
            (body(0, 0), body(0, 0), true, "on top of one another"),
            (body(0, 0), body(0, 3000), false, "a floor above"),
            (body(0, 0), body(0, 1250), false, "exactly on another's head"),
            (body(0, 0), body(0, 1000), true, "standing in another's head"),
        ] {
            assert_eq!(overlap(a, b, ALLOWANCE), expected, "{reason}");
        }
    }
}
