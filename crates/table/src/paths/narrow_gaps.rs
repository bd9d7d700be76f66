//! Narrow gaps: two circles that leave room for a path, but not for the clearance on both sides. The circles
//! that paths follow overlap there, so they have no common tangent between them.

use super::tangent_vertex::TangentVertex;
use crate::plane::{Leg, distance};
use crate::shape::Point;
use warstrike_rules::basics::Disc;

/// The circles of narrow gaps, each pair touching in the middle of its gap.
#[derive(Clone, Debug, Default)]
pub(super) struct GapCircles {
    /// Of gaps that a path may pass.
    pub(super) open: Vec<TangentVertex>,
    /// Of gaps inside the ring of a third enemy: only a path that starts too close to that one may pass.
    pub(super) inside_rings: Vec<TangentVertex>,
}

impl GapCircles {
    /// Those of gaps between vertices beside models, or between one of them and another vertex. `max_depth` is how far
    /// inside a vertex's circle a path may run, inches; `is_in_ring` whether a point surely lies in an enemy's ring.
    ///
    /// Rule: MOV-5.
    pub(super) fn beside_models(
        [vertices, others]: [&[TangentVertex]; 2],
        max_depth: f64,
        enemies: &[Disc],
        is_in_ring: impl Fn(&Disc, Point) -> bool,
    ) -> Self {
        let mut found = Self::default();
        // Models in formation stand in one gap one after another.
        let mut last: Option<&Disc> = None;
        for gap in gaps(vertices, others, max_depth) {
            let is_inside = |enemy: &&Disc| is_in_ring(enemy, gap.middle);
            let closed_by = last.filter(is_inside).or_else(|| enemies.iter().find(is_inside));
            last = closed_by.or(last);
            let circles = if closed_by.is_some() { &mut found.inside_rings } else { &mut found.open };
            gap.add_circles(circles);
        }
        found
    }
}

/// The same between vertices of the terrain.
pub(super) fn between(vertices: &[TangentVertex], max_depth: f64) -> Vec<TangentVertex> {
    let mut found = Vec::new();
    gaps(vertices, &[], max_depth).iter().for_each(|gap| gap.add_circles(&mut found));
    found
}

/// A narrow gap: two circles that overlap.
struct Gap {
    circles: [TangentVertex; 2],
    overlap: f64,
    middle: Point,
}

impl Gap {
    /// Adds both circles again, so small that they touch.
    fn add_circles(&self, found: &mut Vec<TangentVertex>) {
        for circle in self.circles {
            let touching = TangentVertex { radius: circle.radius - self.overlap / 2.0, ..circle };
            // In a row of equally wide gaps a vertex needs only one such circle.
            if touching.radius > 0.0 && !found.contains(&touching) {
                found.push(touching);
            }
        }
    }
}

/// The narrow gaps between two of these vertices, or between one of them and another vertex. `max_depth` is how far
/// inside a vertex's circle a path may run, inches.
fn gaps(vertices: &[TangentVertex], others: &[TangentVertex], max_depth: f64) -> Vec<Gap> {
    // Most vertices are points.
    let is_circle = |vertex: &&TangentVertex| vertex.radius > 0.0;
    let mut circles: Vec<&TangentVertex> = vertices.iter().filter(is_circle).collect();
    let count = circles.len();
    circles.extend(others.iter().filter(is_circle));
    let mut found = Vec::new();
    for (index, one) in circles[..count].iter().enumerate() {
        for other in &circles[index + 1..] {
            let overlap = overlap(one, other);
            if overlap <= MIN_OVERLAP || overlap > 2.0 * max_depth || share_an_edge(one, other) {
                continue;
            }
            let share = (one.radius - overlap / 2.0) / distance(one.centre, other.centre);
            let middle = Leg { from: one.centre, to: other.centre }.at(share);
            found.push(Gap { circles: [**one, **other], overlap, middle });
        }
    }
    found
}

/// A smaller overlap is touching, inches: rounding of sums.
const MIN_OVERLAP: f64 = 1e-9;

/// Overlap of two circles, inches; negative if they do not overlap, or never block together.
fn overlap(one: &TangentVertex, other: &TangentVertex) -> f64 {
    if one.layer != other.layer {
        return -1.0;
    }
    let both = one.radius + other.radius;
    let is_apart = (0..2).any(|axis| (one.centre[axis] - other.centre[axis]).abs() >= both);
    if is_apart { -1.0 } else { both - distance(one.centre, other.centre) }
}

/// Whether two vertices are the ends of one edge of a polygon: there is no gap between them.
fn share_an_edge(one: &TangentVertex, other: &TangentVertex) -> bool {
    one.neighbours.is_some_and(|neighbours| neighbours.contains(&other.centre))
}

#[cfg(test)]
mod tests {
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels, PathPlanner, Route};
    use crate::piece::Piece;
    use crate::sample::{SOLDIER, ground, table};
    use crate::shape::{Point, Shape};
    use warstrike_rules::basics::Disc;
    use warstrike_rules::measures::Place;
    use warstrike_rules::movement::allowance::SlowGoing;
    use warstrike_rules::movement::enemies::too_close;
    use warstrike_rules::movement::going::Going;

    const WALK: GoingPolicy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Avoided };

    fn turned([x, y]: Point, degrees: f64) -> Point {
        let (sin, cos) = (libm::sin(degrees.to_radians()), libm::cos(degrees.to_radians()));
        [x * cos - y * sin, x * sin + y * cos]
    }

    fn place(at: Point) -> Place {
        Place::from_inches(at[0], at[1], 0.0).unwrap()
    }

    /// A table with enemies and impassable ground, all of it turned.
    struct Field {
        pieces: Vec<Piece>,
        enemies: Vec<Point>,
        turn: f64,
        /// Maximum excess of a path over the taut string, inches: larger if its arcs would need too many corners.
        excess: f64,
    }

    impl Field {
        /// The shortest path, checked against the rules and against the shortest-path tree.
        fn path(&self, from: Point, to: Point, max_length: f64) -> Option<Route> {
            let terrain = table(self.pieces.clone());
            let enemy = |at: &Point| Disc { at: place(turned(*at, self.turn)), radius: 0.5 };
            let enemies: Vec<Disc> = self.enemies.iter().map(enemy).collect();
            let others = OtherModels { enemies: enemies.clone(), enemy_gap: 2.0, friends: Vec::new() };
            let planner = PathPlanner::new(&terrain, SOLDIER, WALK, others, 0.002);
            let [from, to] = [from, to].map(|at| place(turned(at, self.turn)));
            let route = planner.shortest_path(from, to, max_length);
            let tree = planner.shortest_path_tree(from, max_length);
            let from_tree = [tree.length_to(to), tree.route_to(to).map(|route| route.length)];
            for length in from_tree {
                let near = match (&route, length) {
                    (Some(route), Some(length)) => (route.length - length).abs() < self.excess,
                    (None, None) => true,
                    _ => false,
                };
                assert!(near, "{length:?} by the tree, {route:?} by the search");
            }
            if let Some(route) = &route {
                let walk = terrain.walk(SOLDIER, from, &route.corners).unwrap();
                for enemy in enemies {
                    let near = too_close(walk.level_segments(), 0.5, enemy, 2.0, terrain.allowance());
                    assert_eq!(near, None, "{route:?}");
                }
                assert!(terrain.first_impassable(&walk, SOLDIER).is_none(), "{route:?}");
            }
            route
        }
    }

    const TURNS: [f64; 5] = [0.0, 12.3, 37.0, 58.6, 90.0];

    /// Length of the taut string from (−6 −6) to (6 6) between enemies at (0 ±y): two tangents to circles of
    /// 3, and on each circle an arc to the middle of the gap. If the circles do not touch, the tangent
    /// between them makes up for the shorter arcs, to within 0.0001.
    fn between(y: f64) -> f64 {
        let (x, y) = (-6.0, y - 6.0);
        let from_enemy = (x * x + y * y).sqrt();
        let to_start = std::f64::consts::PI - libm::atan2(y, -x);
        let turned = to_start - libm::acos(3.0 / from_enemy) - std::f64::consts::FRAC_PI_2;
        2.0 * ((from_enemy * from_enemy - 9.0).sqrt() + 3.0 * turned)
    }

    /// Rule: MOV-5 (exactly 2 is allowed), BAS-10. From (−6 −6) to (6 6) between two enemies: around the
    /// lower one to the right, and at once around the upper one to the left. With 5 between them, 2 on either
    /// side of a base of 1, the base just fits. From the start the centre of the lower one, at (0 −3), is √45
    /// = 6.708 away, the tangent is √(45 − 9) = 6; it touches the circle of 3 at 143.13°, from where it is
    /// 53.13° or 2.782 to the gap at 90°: 2 × 8.782 = 17.564. Around both it is 6 to (0 −6), 72.41° or 3.791
    /// around the lower one, and then the tangent of √(117 − 9) = 10.392: 20.18. If the gap is 0.015 too
    /// narrow, three times the allowance on both sides, only that path is left.
    #[test]
    fn a_gap_that_just_fits_is_passed_in_a_bend() {
        assert!((between(3.0) - 17.564).abs() < 0.001, "{}", between(3.0));
        let [start, goal] = [[-6.0, -6.0], [6.0, 6.0]];
        for (gap, fits) in [
            (5.0, true),
            (5.001, true),
            (5.002, true),
            (5.003, true),
            (5.004, true),
            (5.006, true),
            (4.985, false),
        ] {
            for turn in TURNS {
                let y = (gap + 1.0) / 2.0;
                let field =
                    Field { pieces: Vec::new(), enemies: vec![[0.0, -y], [0.0, y]], turn, excess: 0.012 };
                let found = field.path(start, goal, 30.0).map(|route| route.length);
                let expected = if fits { between(y) } else { 20.184 };
                let off = found.map(|found| found - expected);
                assert!(off.is_some_and(|off| off.abs() < 0.02), "{gap}, {turn}: {found:?} for {expected}");
            }
        }
    }

    /// Rule: MOV-5, GO-4, BAS-10. The same, with impassable ground from either enemy to the table's edge, so
    /// that there is no other path.
    #[test]
    fn a_gap_that_just_fits_is_passed_if_there_is_no_other_path() {
        for (gap, fits) in [(5.0, true), (5.002, true), (5.004, true), (5.006, true), (4.985, false)] {
            for turn in TURNS {
                let y = (gap + 1.0) / 2.0;
                let pond = |low: f64, high: f64| {
                    let ring = [[-1.0, low], [1.0, low], [1.0, high], [-1.0, high]];
                    let footprint = Shape::Polygon(ring.map(|at| turned(at, turn)).to_vec());
                    Piece { footprint, ..ground(Going::Impassable) }
                };
                let pieces = vec![pond(4.0, 40.0), pond(-40.0, -4.0)];
                let field = Field { pieces, enemies: vec![[0.0, -y], [0.0, y]], turn, excess: 0.012 };
                let found = field.path([-6.0, -6.0], [6.0, 6.0], 200.0).map(|route| route.length);
                let expected = fits.then(|| between(y));
                let right = match (found, expected) {
                    (Some(found), Some(expected)) => (found - expected).abs() < 0.02,
                    (found, expected) => found == expected,
                };
                assert!(right, "{gap}, {turn}: {found:?} for {expected:?}");
            }
        }
    }

    /// Rule: MOV-5, GO-5, BAS-10. The whole base keeps off impassable ground with a radius of 2.5: the
    /// centres are 3 apart, as with an enemy.
    #[test]
    fn a_gap_between_an_enemy_and_round_ground_is_passed_too() {
        for (gap, fits) in [(6.0, true), (6.002, true), (6.004, true), (6.006, true), (5.985, false)] {
            for turn in TURNS {
                let y = gap / 2.0;
                let footprint = Shape::Circle { centre: turned([0.0, y], turn), radius: 2.5 };
                let pieces = vec![Piece { footprint, ..ground(Going::Impassable) }];
                let field = Field { pieces, enemies: vec![[0.0, -y]], turn, excess: 0.012 };
                let found = field.path([-6.0, -6.0], [6.0, 6.0], 30.0).map(|route| route.length);
                let expected = if fits { between(y) } else { 20.184 };
                let off = found.map(|found| found - expected);
                assert!(off.is_some_and(|off| off.abs() < 0.02), "{gap}, {turn}: {found:?} for {expected}");
            }
        }
    }

    /// Half of the taut string between two enemies at (0 ±3) from a place to their gap: the tangent to the circle of 3
    /// around one of them, and the arc from there to the middle.
    fn to_gap([x, y]: Point) -> f64 {
        let from_enemy = (x * x + (y + 3.0) * (y + 3.0)).sqrt();
        let turned = libm::acos((y + 3.0) / from_enemy) - libm::acos(3.0 / from_enemy);
        (from_enemy * from_enemy - 9.0).sqrt() + 3.0 * turned
    }

    /// Rule: MOV-5. A third enemy, whose ring holds the gap, closes it; but not to a model that starts too close to that
    /// enemy and leads away from it.
    #[test]
    fn a_gap_in_a_third_ring_is_passed_from_inside_it() {
        let third = [-2.87, 0.0];
        for (enemies, start, is_passed, reason) in [
            (vec![[0.0, -3.001], [0.0, 3.001]], [-2.4, -0.9], true, "nobody else"),
            (vec![[0.0, -3.001], [0.0, 3.001], third], [-2.4, -0.9], true, "one who stands behind it"),
            (vec![[0.0, -3.001], [0.0, 3.001], third], [-6.0, -6.0], false, "one who stands in the way"),
        ] {
            for turn in TURNS {
                let field = Field { pieces: Vec::new(), enemies: enemies.clone(), turn, excess: 0.012 };
                let found = field.path(start, [6.0, 6.0], 40.0).map(|route| route.length);
                let through = to_gap(start) + to_gap([-6.0, -6.0]);
                let is_as_short = found.is_some_and(|found| (found - through).abs() < 0.02);
                assert_eq!(is_as_short, is_passed, "{reason}, {turn}: {found:?} for {through}");
            }
        }
    }

    #[test]
    fn gaps_inside_a_third_ring_are_distinguished() {
        let terrain = table(vec![]);
        let hilly = table(vec![crate::sample::hill()]);
        for (terrain, third, expected, reason) in [
            (&terrain, None, [2, 0], "two enemies"),
            (&terrain, Some([-2.8, 0.0]), [0, 2], "their gap inside the ring of a third"),
            (&terrain, Some([-2.95, 0.0]), [2, 0], "at its edge"),
            (&hilly, Some([-2.8, 0.0]), [2, 0], "on a hill, where rings are smaller"),
        ] {
            let places = [Some([0.0, -3.001]), Some([0.0, 3.001]), third];
            let enemies = places.into_iter().flatten().map(|at| Disc { at: place(at), radius: 0.5 });
            let others = OtherModels { enemies: enemies.collect(), enemy_gap: 2.0, friends: Vec::new() };
            let planner = PathPlanner::new(terrain, SOLDIER, WALK, others, 0.002);
            let found = [&planner.gap_circles.open, &planner.gap_circles.inside_rings].map(Vec::len);
            assert_eq!(found, expected, "{reason}");
        }
    }

    /// Rule: MOV-5, BAS-10. In and out between four enemies in a row, one every 6, with gaps of 5, 5.002 and
    /// 5: each gap is passed in its middle, half around each enemy.
    #[test]
    fn gaps_of_different_widths_in_a_row_are_passed() {
        // Impassable ground blocks all other paths: it joins the enemies alternately to the table's edges.
        for turn in TURNS {
            let row = [-9.001, -3.001, 3.001, 9.001];
            let enemies: Vec<Point> = row.map(|x| [x, 0.0]).to_vec();
            let pond = |x: f64, low: f64, high: f64| {
                let ring = [[x - 0.5, low], [x + 0.5, low], [x + 0.5, high], [x - 0.5, high]];
                let footprint = Shape::Polygon(ring.map(|at| turned(at, turn)).to_vec());
                Piece { footprint, ..ground(Going::Impassable) }
            };
            // Below the first and the third, above the second and the fourth: the path goes over the first,
            // under the second, over the third, under the fourth.
            let pieces = vec![
                pond(row[0], -45.0, -1.0),
                pond(row[1], 1.0, 45.0),
                pond(row[2], -45.0, -1.0),
                pond(row[3], 1.0, 45.0),
            ];
            let field = Field { pieces, enemies, turn, excess: 0.15 };
            let found = field.path([-14.0, 0.0], [14.0, 0.0], 60.0).map(|route| route.length);
            // 4.999 from the first: the tangent √(4.999² − 9), and acos(3 ÷ 4.999) less than half around;
            // half around the two in the middle.
            let from_enemy = 14.0 - 9.001_f64;
            let end = (from_enemy * from_enemy - 9.0).sqrt()
                + 3.0 * (std::f64::consts::PI - libm::acos(3.0 / from_enemy));
            let expected = 2.0 * end + 2.0 * 3.0 * std::f64::consts::PI;
            let off = found.map(|found| found - expected);
            assert!(off.is_some_and(|off| off > -0.03 && off < 0.15), "{turn}: {found:?} for {expected}");
        }
    }
}
