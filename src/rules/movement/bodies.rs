//! MOV-4: whether two models stand on one another.

use crate::rules::basics::{Allowance, Disc};

/// Whether two bases stand on one another: closer, over the table, than they
/// can be without overlapping, at heights where their bodies meet. Touching is
/// not overlapping.
///
/// Rule: MOV-4.
pub fn overlap(a: Body, b: Body, allowance: Allowance) -> bool {
    a.meets_in_height(b)
        && !allowance.at_least(a.disc.at.ground_distance(b.disc.at), a.disc.radius + b.disc.radius)
}

/// A base and how high the model on it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its base.
    pub disc: Disc,
    /// Inches over the base.
    pub height: f64,
}

impl Body {
    fn meets_in_height(self, other: Self) -> bool {
        let (bottom, other_bottom) = (self.disc.at.z.inches(), other.disc.at.z.inches());
        bottom < other_bottom + other.height && other_bottom < bottom + self.height
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::measures::{Place, Thou};

    const ALLOWANCE: Allowance = Allowance(0.005);

    /// Rule: MOV-4.
    #[test]
    fn bases_may_touch_but_not_overlap() {
        let body = |x: i32, z: i32| Body {
            disc: Disc { at: Place { z: Thou(z), ..Place::flat(x, 0) }, radius: 0.5 },
            height: 1.25,
        };
        for (a, b, expected, reason) in [
            (body(0, 0), body(1000, 0), false, "touching"),
            (body(0, 0), body(996, 0), false, "0.004 in is allowed for"),
            (body(0, 0), body(990, 0), true, "0.010 in is not"),
            (body(0, 0), body(0, 0), true, "on top of one another"),
            (body(0, 0), body(0, 3000), false, "a floor above"),
            (body(0, 0), body(0, 1000), true, "standing in another's head"),
        ] {
            assert_eq!(overlap(a, b, ALLOWANCE), expected, "{reason}");
        }
    }
}
