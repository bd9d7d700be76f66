//! Where a base finds no room, as polygons, to be taken out of what is within reach.

use std::f64::consts::TAU;

use super::PathPlanner;
use crate::rules::measures::Thou;
use crate::rules::movement::bodies::{Body, meet_in_height};
use crate::table::outline::{Bounds, are_near};
use crate::table::piece::Kind;
use crate::table::plane::{cross, subtract};
use crate::table::region::Region;
use crate::table::shape::{Point, Shape};

/// Corners of the polygon that stands for a circle.
const CORNERS: usize = 32;

/// Rings of corners, counter-clockwise, that together cover all centres at which a base
/// on a layer would overlap a wall, an obstacle or a body, where they come near a
/// rectangle.
///
/// Rule: MOV-4.
pub(super) fn taken(
    routes: &PathPlanner,
    floor: Option<Thou>,
    standing: &[Body],
    within: Bounds,
) -> Vec<Vec<Point>> {
    let (terrain, mover) = (routes.terrain, routes.mover);
    let allowance = terrain.allowance().0;
    let mut rings = Vec::new();
    for solid in terrain.solids.iter().filter(|solid| solid.region.is_near(within, mover.radius)) {
        let ground = || terrain.ground_height(centre(&solid.region.shape));
        if meet_in_height(mover.heights_at(floor.unwrap_or_else(ground)), [solid.bottom, solid.top]) {
            widened(&solid.region.shape, mover.radius - allowance, &mut rings);
        }
    }
    for piece in terrain.pieces.iter() {
        if let Kind::Linear { height } | Kind::Point { height } = &piece.kind
            && floor.is_none_or(|floor| floor < *height)
            && Region::new(piece.footprint.clone()).is_near(within, mover.radius)
        {
            widened(&piece.footprint, mover.radius - allowance, &mut rings);
        }
    }
    for body in standing {
        let at = body.disc.at;
        if !are_near([at.ground(), at.ground()], within, body.disc.radius + mover.radius) {
            continue;
        }
        let on_ground = at.z == terrain.ground_height(at.ground());
        let beside = match floor {
            None => on_ground || at.z < mover.height,
            Some(floor) => meet_in_height(mover.heights_at(floor), body.heights()),
        };
        if beside {
            rings.push(circle(at.ground(), body.disc.radius + mover.radius - allowance));
        }
    }
    rings
}

/// A point of a figure's inside, or near it.
fn centre(shape: &Shape) -> Point {
    let [low, high] = shape.bounds();
    [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]
}

/// Rings that cover all within a distance of a figure.
fn widened(shape: &Shape, by: f64, rings: &mut Vec<Vec<Point>>) {
    match shape {
        Shape::Circle { centre, radius } => rings.push(circle(*centre, radius + by)),
        Shape::Polygon(corners) if is_convex(corners) => rings.push(rounded(corners, by)),
        Shape::Polygon(corners) => {
            rings.push(corners.clone());
            rings.extend(shape.edges().map(|edge| rounded(&[edge.from, edge.to], by)));
        }
    }
}

fn is_convex(corners: &[Point]) -> bool {
    (0..corners.len()).all(|nth| {
        let [a, b, c] = [0, 1, 2].map(|next| corners[(nth + next) % corners.len()]);
        cross(subtract(b, a), subtract(c, b)) > 0.0
    })
}

/// The ring around all within a distance of a convex ring of corners, or of a leg.
fn rounded(corners: &[Point], by: f64) -> Vec<Point> {
    let count = corners.len();
    let mut ring = Vec::new();
    for nth in 0..count {
        let [before, corner, after] = [count - 1, 0, 1].map(|step| corners[(nth + step) % count]);
        let out = |from: Point, to: Point| libm::atan2(from[0] - to[0], to[1] - from[1]);
        let (begin, end) = (out(before, corner), out(corner, after));
        let turn = (end - begin).rem_euclid(TAU);
        let steps = (turn / TAU * CORNERS as f64).ceil().max(1.0);
        ring.extend((0..=steps as usize).map(|step| {
            let angle = begin + turn * step as f64 / steps;
            [corner[0] + by * libm::cos(angle), corner[1] + by * libm::sin(angle)]
        }));
    }
    ring
}

/// A polygon for a circle, its edges halfway inside and outside it.
fn circle([x, y]: Point, radius: f64) -> Vec<Point> {
    let step = TAU / CORNERS as f64;
    let out = radius * 2.0 / (1.0 + libm::cos(step / 2.0));
    let corner = |nth: usize| {
        let angle = step * nth as f64;
        [x + out * libm::cos(angle), y + out * libm::sin(angle)]
    };
    (0..CORNERS).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::basics::Disc;
    use crate::rules::movement::allowance::SlowGoing;
    use crate::table::paths::{DifficultGoing, Others, Ways};
    use crate::table::piece::Wall;
    use crate::table::plane::Leg;
    use crate::table::sample::{SOLDIER, at, hill, piece, rectangle, table, wall};

    /// Rule: MOV-4. A low wall at the foot of a hill and one on its top take room from one on the ground
    /// that bears them, whatever its height; one as high as a floor from one upstairs.
    #[test]
    fn what_is_beside_takes_room() {
        let wall = |at: [f64; 2], bottom: i32, level: Option<Thou>| {
            let low = Wall { height: Thou(500), ..wall([at[0] - 1.0, at[1]], [at[0] + 1.0, at[1]], vec![]) };
            let terrain = table(vec![
                hill(),
                piece(
                    "ruin",
                    rectangle([-12.0, -12.0], [12.0, 12.0]),
                    Kind::Ruin { height: Thou(500), walls: vec![low] },
                ),
            ]);
            let mut terrain = terrain;
            terrain.solids.iter_mut().for_each(|solid| {
                (solid.bottom, solid.top) = (Thou(bottom), Thou(bottom + 500));
            });
            let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
            let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
            taken(&routes, level, &[], [[-20.0, -20.0], [20.0, 20.0]]).len()
        };
        for (at, bottom, level, rings, reason) in [
            ([8.0, 8.0], 0, None, 1, "on the open table"),
            ([0.0, 0.0], 2000, None, 1, "on top of the hill"),
            ([0.0, 0.0], 0, None, 0, "within the hill, far under who stands on it"),
            ([2.0, 2.0], 0, None, 0, "within its lower step, off its middle"),
            ([8.0, 8.0], 0, Some(Thou(3000)), 0, "under a floor"),
            ([8.0, 8.0], 3000, Some(Thou(3000)), 1, "on that floor"),
        ] {
            assert_eq!(wall(at, bottom, level), rings, "{reason}");
        }
    }

    /// Rule: MOV-4. On the open ground bodies take room that stand on it however high it is, and those
    /// over it to whom one reaches; on a floor those to whom one reaches there.
    #[test]
    fn bodies_beside_take_room() {
        let terrain = table(vec![hill()]);
        let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
        for (body, floor, rings, reason) in [
            (at(8.0, 0.0, 0.0), None, 1, "on the table"),
            (at(0.0, 0.0, 2.0), None, 1, "on the hill's top, higher than one is tall"),
            (at(8.0, 0.0, 1.2), None, 1, "on a floor lower than one is tall"),
            (at(8.0, 0.0, 1.25), None, 0, "on a floor as high as one is tall"),
            (at(8.0, 0.0, 3.0), Some(Thou(3000)), 1, "on the same floor"),
            (at(8.0, 0.0, 0.0), Some(Thou(3000)), 0, "under it"),
            (at(30.0, 0.0, 0.0), None, 0, "far off"),
        ] {
            let body = Body { disc: Disc { at: body, radius: 0.5 }, height: Thou(1250) };
            let found = taken(&routes, floor, &[body], [[-20.0, -20.0], [20.0, 20.0]]);
            assert_eq!(found.len(), rings, "{reason}");
        }
    }

    /// Rule: MOV-4, BAS-10. A base may overlap by the allowance: rings are so much narrower. Those of bodies
    /// and round obstacles are circles, their corners a little farther out than their edges.
    #[test]
    fn rings_are_as_wide_as_the_base_less_the_allowance() {
        let block = piece("block", rectangle([5.0, 5.0], [7.0, 7.0]), Kind::Point { height: Thou(1000) });
        let disc = Shape::Circle { centre: [-6.0, 0.0], radius: 2.0 };
        let boulder = piece("boulder", disc, Kind::Point { height: Thou(1000) });
        let wall = wall([-2.0, -8.0], [2.0, -8.0], vec![]);
        let ruin = Kind::Ruin { height: Thou(3000), walls: vec![wall] };
        let ruin = piece("ruin", rectangle([-3.0, -9.0], [3.0, -7.0]), ruin);
        let terrain = table(vec![ruin, block, boulder]);
        let ways = Ways { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let routes = PathPlanner::new(&terrain, SOLDIER, ways, Others::default(), 0.002);
        let body = Body { disc: Disc { at: at(0.0, 8.0, 0.0), radius: 0.75 }, height: Thou(1250) };
        let rings = taken(&routes, None, &[body], [[-20.0, -20.0], [20.0, 20.0]]);
        let wide = |ring: &[Point]| {
            let ends = ring.iter().map(|corner| corner[0]);
            ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)])
        };
        // A circle of 32 corners halfway inside and outside: out by 0.24 % of its radius.
        let out = |radius: f64| radius * 2.0 / (1.0 + libm::cos(TAU / 64.0));
        let expected = [
            ([-2.495, 2.495], "the wall"),
            ([4.505, 7.495], "the block"),
            ([-6.0 - out(2.495), -6.0 + out(2.495)], "the boulder"),
            ([-out(1.245), out(1.245)], "the body"),
        ];
        assert_eq!(rings.len(), expected.len());
        for (ring, (ends, reason)) in rings.iter().zip(expected) {
            let found = wide(ring);
            let off = (found[0] - ends[0]).abs().max((found[1] - ends[1]).abs());
            assert!(off < 1e-9, "{reason}: {found:?}, not {ends:?}");
        }
        assert_eq!(rings[1].len(), 4 * (CORNERS / 4 + 1), "each corner of a square is a quarter of a circle");
    }

    #[test]
    fn the_middle_of_a_figure_is_that_of_what_bounds_it() {
        assert_eq!(centre(&rectangle([1.0, 3.0], [4.0, 9.0])), [2.5, 6.0]);
        assert_eq!(centre(&Shape::Circle { centre: [-3.0, 7.0], radius: 2.0 }), [-3.0, 7.0]);
    }

    #[test]
    fn rings_around_figures_are_as_wide_as_asked() {
        let square = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let leg = [[0.0, 0.0], [4.0, 0.0]];
        for (ring, figure, reason) in [
            (rounded(&square, 0.5), Shape::Polygon(square.clone()), "a square"),
            (rounded(&leg, 0.5), Shape::Polygon(leg.to_vec()), "a leg"),
        ] {
            assert!(crate::table::outline::signed_area(&ring) > 0.0, "{reason} runs counter-clockwise");
            for corner in ring {
                let far = figure.nearest_to_leg(Leg::point(corner)).distance;
                assert!((far - 0.5).abs() < 1e-9, "{reason}: {corner:?} is {far} away");
            }
        }
    }
}
