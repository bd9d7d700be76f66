//! ACT-3: the teardrop, the convex hull of two circles seen from above.

use super::basics::{Allowance, Disc};
use super::ruleset::ActionRules;

/// Position of the teardrop.
///
/// Rule: ACT-3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Teardrop {
    /// Centres of the large and of the small end, inches.
    pub centres: [[f64; 2]; 2],
    /// Their radii, inches.
    pub radii: [f64; 2],
}

impl Teardrop {
    /// Places it with the large end centred on a point and the small end pointing straight away from
    /// another; `None` if they are the same point.
    ///
    /// Rule: ACT-3.
    pub fn on(at: [f64; 2], away_from: [f64; 2], rules: &ActionRules) -> Option<Self> {
        let [dx, dy] = [at[0] - away_from[0], at[1] - away_from[1]];
        let distance = libm::hypot(dx, dy);
        if distance == 0.0 {
            return None;
        }
        let radii = [rules.teardrop_large_end / 2.0, rules.teardrop_small_end / 2.0];
        let between = (rules.teardrop_length - radii[0] - radii[1]).max(0.0);
        let tip = [at[0] + dx / distance * between, at[1] + dy / distance * between];
        Some(Self { centres: [at, tip], radii })
    }

    /// The signed distance of a point from its edge, inches; negative inside.
    ///
    /// The edge consists of two arcs and the two lines tangent to both. Which is nearest to a point depends
    /// on where the point lies along those lines, not along the axis.
    pub fn distance_to(&self, point: [f64; 2]) -> f64 {
        let [large, small] = self.centres;
        let axis = [small[0] - large[0], small[1] - large[1]];
        let length = libm::hypot(axis[0], axis[1]);
        let from_large = [point[0] - large[0], point[1] - large[1]];
        let to_large = libm::hypot(from_large[0], from_large[1]) - self.radii[0];
        let slope = (self.radii[0] - self.radii[1]) / length;
        // If one end covers the other, only the larger one remains.
        if length == 0.0 || slope >= 1.0 {
            return to_large;
        }
        let along = (from_large[0] * axis[0] + from_large[1] * axis[1]) / length;
        let aside = ((from_large[0] * axis[1] - from_large[1] * axis[0]) / length).abs();
        // The angle between the tangent and the axis has this sine.
        let cosine = (1.0 - slope * slope).sqrt();
        let along_line = along * cosine - aside * slope;
        if along_line <= 0.0 {
            to_large
        } else if along_line >= length * cosine {
            libm::hypot(point[0] - small[0], point[1] - small[1]) - self.radii[1]
        } else {
            along * slope + aside * cosine - self.radii[0]
        }
    }

    /// Whether a base touches it, seen from above.
    ///
    /// Rule: ACT-3, BAS-10.
    pub fn touches(&self, base: Disc, allowance: Allowance) -> bool {
        allowance.at_most(self.distance_to(base.at.ground()), base.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::sample::{ALLOWANCE, disc};

    fn eastward() -> Teardrop {
        Teardrop::on([0.0, 0.0], [-10.0, 0.0], &ActionRules::COMBINED).unwrap()
    }

    /// Rule: ACT-3. 8 long over all, ends 2.75 and 0.5 across.
    #[test]
    fn it_lies_with_its_large_end_on_the_model_and_points_away() {
        let east = eastward();
        assert_eq!(east.radii, [1.375, 0.25]);
        assert_eq!(east.centres, [[0.0, 0.0], [6.375, 0.0]]);
        let slanted = Teardrop::on([3.0, 4.0], [0.0, 0.0], &ActionRules::COMBINED).unwrap();
        let [x, y] = slanted.centres[1];
        assert!((x - (3.0 + 0.6 * 6.375)).abs() < 1e-12 && (y - (4.0 + 0.8 * 6.375)).abs() < 1e-12);
        assert_eq!(Teardrop::on([1.0, 1.0], [1.0, 1.0], &ActionRules::COMBINED), None);
        let round = ActionRules { teardrop_length: 2.75, ..ActionRules::COMBINED };
        let round = Teardrop::on([0.0, 0.0], [-1.0, 0.0], &round).unwrap();
        assert!((round.distance_to([3.0, 0.0]) - 1.625).abs() < 1e-12, "one end covers the other");
    }

    /// Rule: ACT-3, BAS-10. Bases 1 across.
    #[test]
    fn bases_that_touch_it_are_under_it() {
        let east = eastward();
        for (base, expected, reason) in [
            (disc(0, 0), true, "the model it lies on"),
            (disc(-1875, 0), true, "touching the large end from behind"),
            (disc(-1890, 0), false, "just behind it"),
            (disc(7125, 0), true, "touching the tip"),
            (disc(7140, 0), false, "just beyond the tip"),
            // Halfway along, the radius is about 0.81 across the axis, and a little more perpendicular to the side.
            (disc(3187, 1300), true, "beside the middle"),
            (disc(3187, 1360), false, "just off the middle"),
            (disc(6000, -1000), false, "beside the tip"),
        ] {
            assert_eq!(east.touches(base, ALLOWANCE), expected, "{reason}");
        }
    }

    /// Against the hull as the union of all circles between the two ends: the nearest of many of them is as far away as the
    /// teardrop, up to the step size.
    #[test]
    fn it_is_the_hull_of_its_two_ends() {
        let east = eastward();
        for index in 0..2000_u32 {
            // Points in a box around it, in coprime steps.
            let point = [f64::from(index * 37 % 200) / 15.0 - 3.0, f64::from(index * 91 % 161) / 25.0 - 3.2];
            let circles = (0..=4000_u32).map(|step| {
                let share = f64::from(step) / 4000.0;
                let centre = [6.375 * share, 0.0];
                let radius = 1.375 + (0.25 - 1.375) * share;
                libm::hypot(point[0] - centre[0], point[1] - centre[1]) - radius
            });
            let nearest = circles.fold(f64::INFINITY, f64::min);
            let found = east.distance_to(point);
            assert!((nearest - found).abs() < 1e-5, "{point:?}: {found}, not {nearest}");
        }
    }

    /// Placed diagonally, away from the origin: the tip is 6.375 farther along the line through (3, 4).
    #[test]
    fn it_is_the_same_wherever_it_points() {
        let slanted = Teardrop::on([3.0, 4.0], [0.0, 0.0], &ActionRules::COMBINED).unwrap();
        let east = eastward();
        for (along, aside) in [(8.0, 0.0), (7.0, 1.0), (6.5, -0.7), (3.0, 2.0), (-2.0, 0.5), (0.5, -1.9)] {
            let point = [3.0 + 0.6 * along - 0.8 * aside, 4.0 + 0.8 * along + 0.6 * aside];
            let [found, expected] = [slanted.distance_to(point), east.distance_to([along, aside])];
            assert!((found - expected).abs() < 1e-12, "{along}, {aside}: {found}, not {expected}");
        }
    }
}
