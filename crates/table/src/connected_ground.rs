//! Connected ground: the parts of the open table between which no base can walk, because impassable ground and high
//! obstacles lie between them.

use super::paths::offset_rings;
use super::polygon_boolean::union_minus;
use super::region::ring_contains;
use super::shape::Point;
use super::terrain::Terrain;
use super::walk::Mover;
use warstrike_rules::movement::going::Going;

/// The parts of a table that a kind of mover cannot leave on the ground, largest first. Round outlines are drawn with
/// chords, so a gap hardly wider than the base may count as closed or open.
///
/// Rule: GO-4, GO-5, OBS-3.
pub struct ConnectedGround {
    /// Each part with its outer ring and its holes.
    parts: Vec<Vec<Vec<Point>>>,
}

impl Terrain {
    /// The connected parts of the ground for a mover.
    pub fn connected_ground(&self, mover: Mover) -> ConnectedGround {
        let mut impassable = Vec::new();
        for area in self.areas.iter().filter(|area| area.going(mover.gait).0 == Going::Impassable) {
            offset_rings(&area.region.shape, mover.radius, &mut impassable);
        }
        let [x, y] = self.size.map(|length| length / 2.0 - mover.radius);
        let table = vec![[-x, -y], [x, -y], [x, y], [-x, y]];
        let mut parts = union_minus(&[table], &impassable);
        parts.sort_by(|a, b| size_of(b).total_cmp(&size_of(a)));
        ConnectedGround { parts }
    }
}

impl ConnectedGround {
    /// The part that a place lies in, counted from the largest; `None` where no base can stand.
    pub fn part_at(&self, at: Point) -> Option<usize> {
        // A hole's ring is crossed once more.
        let holds =
            |rings: &Vec<Vec<Point>>| rings.iter().filter(|ring| ring_contains(ring, at)).count() % 2 == 1;
        self.parts.iter().position(holds)
    }
}

/// The area of a part, square inches.
fn size_of(rings: &[Vec<Point>]) -> f64 {
    let area = |ring: &Vec<Point>| {
        let next = ring.iter().cycle().skip(1);
        ring.iter().zip(next).map(|([x, y], [nx, ny])| x * ny - nx * y).sum::<f64>().abs() / 2.0
    };
    let [outer, holes @ ..] = rings else { return 0.0 };
    area(outer) - holes.iter().map(area).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Kind, Piece};
    use crate::sample::{LEAPER, SOLDIER, piece, rectangle, table};
    use crate::shape::Shape;
    use warstrike_rules::measures::Thou;
    use warstrike_rules::movement::going::Gait;

    /// Four walls round a yard of 6 by 6, a gap in the eastern one.
    fn yard(height: i32, gap: f64) -> Vec<Piece> {
        let wall = |low, high| piece("wall", rectangle(low, high), Kind::Linear { height: Thou(height) });
        let half = gap / 2.0;
        vec![
            wall([-3.2, -3.2], [3.2, -3.0]),
            wall([-3.2, 3.0], [3.2, 3.2]),
            wall([-3.2, -3.2], [-3.0, 3.2]),
            wall([3.0, -3.2], [3.2, -half - 0.001]),
            wall([3.0, half + 0.001], [3.2, 3.2]),
        ]
    }

    /// Rule: GO-4, GO-5, OBS-3, SPR-1. Nobody leaves a yard whose walls are too high and whose gap is narrower than his
    /// base.
    #[test]
    fn a_yard_is_a_part_of_its_own_if_nobody_can_leave_it() {
        let wide = Mover { radius: 1.5, height: Thou(2000), gait: Gait::Walker };
        for (height, gap, mover, is_apart, reason) in [
            (4000, 0.0, SOLDIER, true, "walls 4 high"),
            (3999, 0.0, SOLDIER, false, "walls that can be climbed"),
            (4000, 0.9, SOLDIER, true, "a gap narrower than the base"),
            (4000, 1.2, SOLDIER, false, "a gap wider than the base"),
            (4000, 1.2, wide, true, "the same gap for a larger base"),
            (5000, 0.0, LEAPER, false, "leapt over"),
            (6000, 0.0, LEAPER, true, "too high for leapers"),
        ] {
            let ground = table(yard(height, gap)).connected_ground(mover);
            let parts = [[0.0, 0.0], [10.0, 0.0]].map(|at| ground.part_at(at));
            let expected = if is_apart { Some(1) } else { Some(0) };
            assert_eq!(parts, [expected, Some(0)], "{reason}");
        }
    }

    /// Rule: GO-4. Where a base cannot stand there is no part: on impassable ground, and half over the table's edge.
    #[test]
    fn no_part_holds_a_place_where_nobody_can_stand() {
        let pond = Piece {
            going: Some(Going::Impassable),
            ..piece("pond", Shape::Circle { centre: [0.0, 0.0], radius: 2.0 }, Kind::Ground)
        };
        let ground = table(vec![pond]).connected_ground(SOLDIER);
        for (at, expected, reason) in [
            ([0.0, 0.0], None, "in the pond"),
            ([2.4, 0.0], None, "with part of the base in it"),
            ([2.6, 0.0], Some(0), "beside it"),
            ([23.8, 0.0], None, "over the edge"),
            ([23.4, 0.0], Some(0), "at the edge"),
        ] {
            assert_eq!(ground.part_at(at), expected, "{reason}");
        }
    }
}
