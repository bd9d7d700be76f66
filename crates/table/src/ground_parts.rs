//! The parts of a footprint by the ground under them: what stands on a hill stands on its ground.

use std::f64::consts::TAU;

use super::plane::{dot, subtract};
use super::polygon_boolean::{Layer, divide};
use super::region::Region;
use super::shape::{Point, Shape};
use warstrike_rules::measures::Thou;

/// A part of a footprint.
pub(super) struct GroundPart {
    pub(super) region: Region,
    /// The height of the ground under all of it.
    pub(super) ground: Thou,
}

/// Sagitta of the chords in place of a circle, inches: half of it on either side of the circle. Where parts overlap, more chords keep them
/// together.
const SAGITTA_INCHES: f64 = 0.02;
const OVERLAPPING_SAGITTA_INCHES: f64 = 0.005;

/// Whether parts of one footprint overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seams {
    /// They touch.
    Touching,
    /// They overlap by a little more than a base may touch a shape from inside, so that nobody slips through between the
    /// parts of a wall.
    Overlapping,
}

/// Divides a footprint along the edges of the steps under it, given with the heights of their tops. The ground is that on
/// which a base's centre would stand, `touch` inside an edge; what reaches over an edge by no more does not reach over it.
///
/// Rule: HIL-3, BAS-10.
pub(super) fn parts_by_ground<'s>(
    region: Region,
    steps: impl Iterator<Item = (&'s Region, Thou)>,
    touch: f64,
    seams: Seams,
) -> Vec<GroundPart> {
    let mut near: Vec<(&Region, Thou)> = steps.filter(|(step, _)| step.is_near(region.bounds, 0.0)).collect();
    if near.is_empty() {
        return vec![GroundPart { region, ground: Thou(0) }];
    }
    near.sort_by_key(|(_, top)| std::cmp::Reverse(*top));
    let layers: Vec<&[(&Region, Thou)]> = near.chunk_by(|a, b| a.1 == b.1).collect();
    let cut = |layer: &&[(&Region, Thou)]| {
        let rings = |by: f64, chords: Chords| -> Vec<Vec<Point>> {
            layer.iter().map(|(step, _)| ring_inside(&step.shape, by, chords)).collect()
        };
        // What reaches over an edge by no more than the allowance is thinner or thicker by how far inside it the cut runs.
        match seams {
            Seams::Touching => {
                let rings = rings(touch, Chords::Amid);
                Layer { within: rings.clone(), taken: rings, thinnest: [touch / 5.0, 2.0 * touch] }
            }
            Seams::Overlapping => Layer {
                within: rings(-touch / 2.0, Chords::Around),
                taken: rings(2.5 * touch, Chords::Within),
                thinnest: [1.5 * touch, 3.5 * touch],
            },
        }
    };
    let ring = outline_of(&region.shape);
    let divided = divide(&ring, &layers.iter().map(cut).collect::<Vec<_>>());
    let grounds = layers.iter().map(|layer| layer[0].1).chain([Thou(0)]);
    let mut parts: Vec<(Thou, Vec<Point>)> = grounds
        .zip(divided)
        .flat_map(|(ground, rings)| rings.into_iter().map(move |ring| (ground, ring)))
        .collect();
    match parts.len() {
        // Too small to be divided.
        0 => {
            let at = middle(&region);
            let ground =
                near.iter().find(|(step, _)| step.contains(at, touch)).map_or(Thou(0), |step| step.1);
            vec![GroundPart { region, ground }]
        }
        1 => vec![GroundPart { ground: parts.remove(0).0, region }],
        _ => {
            let part = |(ground, ring)| GroundPart { region: Region::new(Shape::Polygon(ring)), ground };
            parts.into_iter().map(part).collect()
        }
    }
}

fn middle(region: &Region) -> Point {
    let [low, high] = region.bounds;
    [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
}

/// Position of chords relative to their circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chords {
    Around,
    /// As far outside at their ends as inside at their middles.
    Amid,
    Within,
}

/// Outline of a shape as a polygon.
pub(super) fn outline_of(shape: &Shape) -> Vec<Point> {
    ring_inside(shape, 0.0, Chords::Amid)
}

/// The outline of everything deeper than `by` inside a shape.
fn ring_inside(shape: &Shape, by: f64, chords: Chords) -> Vec<Point> {
    match shape {
        Shape::Circle { centre: [x, y], radius } => {
            let (sagitta, out) = match chords {
                Chords::Around => (OVERLAPPING_SAGITTA_INCHES, OVERLAPPING_SAGITTA_INCHES),
                Chords::Amid => (SAGITTA_INCHES, SAGITTA_INCHES / 2.0),
                Chords::Within => (OVERLAPPING_SAGITTA_INCHES, 0.0),
            };
            let radius = radius - by + out;
            let half_chord = libm::acos(1.0 - (sagitta / radius).min(1.0));
            // As many in each quarter, so that a mirrored or turned table has the same chords.
            let count = 4.0 * (TAU / 8.0 / half_chord).ceil().max(2.0);
            let at = |index: f64| {
                let (sin, cos) = libm::sincos(index / count * TAU);
                [x + radius * cos, y + radius * sin]
            };
            (0..count as u32).map(|index| at(f64::from(index))).collect()
        }
        Shape::Polygon(corners) => {
            let count = corners.len();
            let inward = |from: Point, to: Point| {
                let along = subtract(to, from);
                let length = dot(along, along).sqrt();
                [-along[1] / length, along[0] / length]
            };
            let moved = |index: usize| {
                let [before, at, after] = [count - 1, 0, 1].map(|step| corners[(index + step) % count]);
                let [a, b] = [inward(before, at), inward(at, after)];
                let share = by / (1.0 + dot(a, b));
                [at[0] + share * (a[0] + b[0]), at[1] + share * (a[1] + b[1])]
            };
            (0..count).map(moved).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::signed_area;
    use crate::plane::Leg;
    use crate::sample::{hill, plateau, rectangle, table};

    fn leg_moved(leg: Leg, by: f64) -> Leg {
        let moved = |[x, y]: Point| [x + by, y];
        Leg { from: moved(leg.from), to: moved(leg.to) }
    }

    fn area(shape: &Shape) -> f64 {
        match shape {
            Shape::Circle { radius, .. } => std::f64::consts::PI * radius * radius,
            Shape::Polygon(corners) => signed_area(corners),
        }
    }

    /// Rule: HIL-3, BAS-10. Parts as (height of their ground, area), from the highest.
    #[test]
    fn a_footprint_has_a_part_for_each_ground_under_it() {
        let hills = || {
            let [low, high] =
                [plateau([0.0, -5.0], [8.0, 5.0], 2000), plateau([4.0, -5.0], [12.0, 5.0], 3000)];
            table(vec![low, high])
        };
        let round = || table(vec![hill()]);
        let disc = |x: f64, radius: f64| Shape::Circle { centre: [x, 0.0], radius };
        let pi = std::f64::consts::PI;
        for (terrain, shape, expected, reason) in [
            (hills(), rectangle([-9.0, 0.0], [-5.0, 1.0]), vec![(0, 4.0)], "on the table"),
            (hills(), rectangle([1.0, 0.0], [3.0, 1.0]), vec![(2000, 2.0)], "on the lower hill"),
            (
                hills(),
                rectangle([5.0, 0.0], [7.0, 1.0]),
                vec![(3000, 2.0)],
                "where they overlap, on the higher",
            ),
            (
                hills(),
                rectangle([-2.0, 0.0], [2.0, 1.0]),
                vec![(2000, 1.995), (0, 2.005)],
                "over an edge: 0.005 in is not yet on it",
            ),
            (
                hills(),
                rectangle([-1.0, 0.0], [9.0, 1.0]),
                vec![(3000, 4.995), (2000, 4.0), (0, 1.005)],
                "over two",
            ),
            (hills(), rectangle([-4.0, 0.0], [0.0, 1.0]), vec![(0, 4.0)], "beside an edge"),
            (
                hills(),
                rectangle([-4.0, 0.0], [0.005, 1.0]),
                vec![(0, 4.005)],
                "over it by what is allowed for",
            ),
            (hills(), disc(2.0, 1.0), vec![(2000, pi)], "a circle on one step stays a circle"),
            (round(), disc(0.0, 1.5), vec![(2000, 1.5 * 1.5 * pi)], "on a round top"),
            (round(), disc(-9.0, 1.0), vec![(0, pi)], "off a round hill"),
        ] {
            let found = terrain.parts_by_ground(Region::new(shape.clone()), Seams::Touching);
            let is_near = |(part, expected): (&GroundPart, &(i32, f64))| {
                part.ground == Thou(expected.0) && (area(&part.region.shape) - expected.1).abs() < 1e-6
            };
            let near = found.iter().zip(&expected).all(is_near) && found.len() == expected.len();
            let found: Vec<_> = found.iter().map(|part| (part.ground, area(&part.region.shape))).collect();
            assert!(near, "{reason}: {found:?}");
        }
    }

    /// Rule: HIL-3. Whatever lies under a round hill's edges: the parts make up the whole, each on the ground of a base there.
    #[test]
    fn parts_lie_on_the_ground_of_their_points() {
        let terrain = table(vec![hill()]);
        for shape in [
            rectangle([-6.0, -0.3], [6.0, 0.3]),
            rectangle([-6.0, -6.0], [6.0, 6.0]),
            Shape::Circle { centre: [3.0, 1.0], radius: 2.5 },
            Shape::Polygon(vec![
                [-3.0, -3.0],
                [3.5, -2.5],
                [3.3, -1.0],
                [-0.5, -1.5],
                [-1.0, 3.0],
                [-3.0, 2.8],
            ]),
        ] {
            let parts = terrain.parts_by_ground(Region::new(shape.clone()), Seams::Touching);
            let sum: f64 = parts.iter().map(|part| area(&part.region.shape)).sum();
            // The chords of a circle are a little off.
            assert!((sum - area(&shape)).abs() < 0.1, "{shape:?}: {sum}");
            for (column, row) in (-24..=24).flat_map(|column| (-24..=24).map(move |row| (column, row))) {
                let at = [column, row].map(|index| f64::from(index) * 0.25 + 0.013);
                let on = parts.iter().filter(|part| part.region.contains(at, 0.011));
                for part in on {
                    assert_eq!(part.ground, terrain.ground_height(at), "{shape:?} at {at:?}");
                }
            }
        }
    }

    /// Rule: HIL-3, BAS-10. A wall that reaches over an edge by up to 0.005 has one ground, on either side.
    #[test]
    fn a_wall_flush_with_an_edge_is_one_part() {
        let terrain = table(vec![plateau([0.0, -9.0], [9.0, 9.0], 2000)]);
        for (low, high, expected, reason) in [
            (-0.2, 0.0, &[0][..], "before the edge"),
            (-0.2, 0.004, &[0], "a little over it"),
            (0.0, 0.2, &[2000], "right behind it"),
            (-0.004, 0.196, &[2000], "a little out over it"),
            (-0.1, 0.1, &[2000, 0], "half over it"),
        ] {
            for seams in [Seams::Touching, Seams::Overlapping] {
                let parts = terrain.parts_by_ground(Region::new(rectangle([low, -4.0], [high, 4.0])), seams);
                let grounds: Vec<i32> = parts.iter().map(|part| part.ground.0).collect();
                assert_eq!(grounds, expected, "{reason}, {seams:?}");
            }
        }
    }

    /// Rule: HIL-3, STR-1. Parts of a wall overlap where the ground changes: whoever walks along the edge of a step meets one
    /// on the height where he walks.
    #[test]
    fn parts_of_a_wall_leave_no_gap() {
        for (terrain, along) in [
            (table(vec![plateau([0.0, -5.0], [8.0, 5.0], 2000)]), [[0.0, -1.0], [0.0, 1.0]]),
            (table(vec![hill()]), [[4.0, -0.3], [4.0, 0.3]]),
        ] {
            let parts =
                terrain.parts_by_ground(Region::new(rectangle([-3.0, -0.1], [7.0, 0.1])), Seams::Overlapping);
            for aside in -40..=40 {
                let leg = Leg { from: along[0], to: along[1] };
                let leg = leg_moved(leg, f64::from(aside) * 0.0005);
                let ground = terrain.ground_height(leg.at(0.5));
                let is_met = |part: &&GroundPart| {
                    part.ground == ground
                        && !part.region.intervals_inside(leg, terrain.touch_depth()).is_empty()
                };
                assert!(parts.iter().any(|part| is_met(&part)), "{aside} of 2000 aside");
            }
        }
    }
}
