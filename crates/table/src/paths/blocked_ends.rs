//! Blocked ends: configuration-space obstacles of a resting base (Minkowski sums with a disc), as polygons to
//! subtract from the area within reach.

use std::f64::consts::TAU;

use super::PathPlanner;
use crate::drops::Drop;
use crate::outline::{Bounds, are_near};
use crate::plane::{cross, subtract};
use crate::shape::{Point, Shape};
use crate::terrain::StandingKind;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::{Body, meet_in_height};

/// Corners of the polygon that approximates a circle.
const CIRCLE_CORNERS: usize = 32;

/// Counter-clockwise rings that together cover all centres near a rectangle at which a base on a layer would
/// overlap a wall, an obstacle or a body, or stand too near to the edge of its floor.
///
/// Rule: MOV-4, HIL-3, STR-5.
pub(super) fn blocked_rings(
    planner: &PathPlanner,
    floor: Option<Thou>,
    standing: &[Body],
    within: Bounds,
) -> Vec<Vec<Point>> {
    let (terrain, mover) = (planner.terrain, planner.mover);
    let allowance = terrain.allowance().0;
    let mut rings = Vec::new();
    for solid in terrain.solids.iter().filter(|solid| solid.region.is_near(within, mover.radius)) {
        let stands = floor.unwrap_or(solid.ground);
        if meet_in_height(mover.heights_at(stands), [solid.bottom, solid.top]) {
            offset_rings(&solid.region.shape, mover.radius - allowance, &mut rings);
        }
    }
    let drops = terrain.drops.iter().filter(|drop| floor == Some(drop.height)).flat_map(Drop::legs);
    for drop in drops.filter(|drop| are_near(drop.bounds(), within, terrain.edge_margin)) {
        rings.push(offset_convex(&[drop.from, drop.to], terrain.edge_margin));
    }
    let obstacles = terrain.standing.iter().filter(|part| part.kind == StandingKind::Obstacle);
    for part in obstacles.filter(|part| part.region.is_near(within, mover.radius)) {
        let stands = floor.unwrap_or(part.bottom);
        if meet_in_height(mover.heights_at(stands), [part.bottom, part.top]) {
            offset_rings(&part.region.shape, mover.radius - allowance, &mut rings);
        }
    }
    for body in standing {
        let at = body.disc.at;
        if !are_near([at.ground(), at.ground()], within, body.disc.radius + mover.radius) {
            continue;
        }
        let on_ground = at.z == terrain.ground_height(at.ground());
        let is_beside = match floor {
            None => on_ground || at.z < mover.height,
            Some(floor) => meet_in_height(mover.heights_at(floor), body.heights()),
        };
        if is_beside {
            rings.push(circle_polygon(at.ground(), body.disc.radius + mover.radius - allowance));
        }
    }
    rings
}

/// Rings that cover everything within a distance of a shape.
pub(crate) fn offset_rings(shape: &Shape, by: f64, rings: &mut Vec<Vec<Point>>) {
    match shape {
        Shape::Circle { centre, radius } => rings.push(circle_polygon(*centre, radius + by)),
        Shape::Polygon(corners) if is_convex(corners) => rings.push(offset_convex(corners, by)),
        Shape::Polygon(corners) => {
            rings.push(corners.clone());
            rings.extend(shape.edges().map(|edge| offset_convex(&[edge.from, edge.to], by)));
        }
    }
}

fn is_convex(corners: &[Point]) -> bool {
    (0..corners.len()).all(|index| {
        let [a, b, c] = [0, 1, 2].map(|next| corners[(index + next) % corners.len()]);
        cross(subtract(b, a), subtract(c, b)) > 0.0
    })
}

/// The outline of everything within a distance of a convex polygon, or of a leg.
fn offset_convex(corners: &[Point], by: f64) -> Vec<Point> {
    let count = corners.len();
    let mut ring = Vec::new();
    for index in 0..count {
        let [previous, corner, next] = [count - 1, 0, 1].map(|step| corners[(index + step) % count]);
        let out = |from: Point, to: Point| libm::atan2(from[0] - to[0], to[1] - from[1]);
        let (begin, end) = (out(previous, corner), out(corner, next));
        let turn = (end - begin).rem_euclid(TAU);
        let steps = (turn / TAU * CIRCLE_CORNERS as f64).ceil().max(1.0);
        ring.extend((0..=steps as usize).map(|step| {
            let angle = begin + turn * step as f64 / steps;
            [corner[0] + by * libm::cos(angle), corner[1] + by * libm::sin(angle)]
        }));
    }
    ring
}

/// A polygon for a circle, with its edges half inside and half outside.
fn circle_polygon([x, y]: Point, radius: f64) -> Vec<Point> {
    let step = TAU / CIRCLE_CORNERS as f64;
    let out = radius * 2.0 / (1.0 + libm::cos(step / 2.0));
    let corner = |index: usize| {
        let angle = step * index as f64;
        [x + out * libm::cos(angle), y + out * libm::sin(angle)]
    };
    (0..CIRCLE_CORNERS).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::{DifficultGoing, GoingPolicy, OtherModels};
    use crate::piece::{Kind, Wall};
    use crate::plane::Leg;
    use crate::sample::{SOLDIER, at, hill, piece, plateau, rectangle, table, wall};
    use warstrike_rules::basics::Disc;
    use warstrike_rules::movement::allowance::SlowGoing;

    /// Rule: MOV-4, HIL-3. A low wall beside a hill, or on it, blocks ends on the ground it stands on, at
    /// whatever height; one as high as a floor blocks ends on that floor.
    #[test]
    fn walls_beside_a_model_block_ends() {
        let wall = |at: [f64; 2], raised: i32, level: Option<Thou>| {
            let low = Wall { height: Thou(500), ..wall([at[0] - 1.0, at[1]], [at[0] + 1.0, at[1]], vec![]) };
            let ruin = Kind::Ruin { height: Thou(500), walls: vec![low] };
            let mut terrain = table(vec![
                plateau([-4.0, -4.0], [4.0, 4.0], 2000),
                piece("ruin", rectangle([-12.0, -12.0], [12.0, 12.0]), ruin),
            ]);
            terrain.solids.iter_mut().for_each(|solid| {
                (solid.bottom, solid.top) = (Thou(solid.bottom.0 + raised), Thou(solid.top.0 + raised));
            });
            let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
            let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
            blocked_rings(&planner, level, &[], [[-20.0, -20.0], [20.0, 20.0]]).len()
        };
        for (at, raised, level, rings, reason) in [
            ([8.0, 8.0], 0, None, 1, "on the open table"),
            ([0.0, 0.0], 0, None, 1, "on top of the hill"),
            ([4.0, 0.0], 0, None, 2, "across its edge: a part on either side"),
            ([0.0, 0.0], 1500, None, 0, "over its top, above a model's head"),
            ([8.0, 8.0], 0, Some(Thou(3000)), 0, "under a floor"),
            ([8.0, 8.0], 3000, Some(Thou(3000)), 1, "on that floor"),
        ] {
            assert_eq!(wall(at, raised, level), rings, "{reason}");
        }
    }

    /// Rule: MOV-4. Ends on open ground are blocked by bodies that stand on it at any height, and by those
    /// above it that a model overlaps in height; ends on a floor, by those that a model there overlaps.
    #[test]
    fn bodies_beside_a_model_block_ends() {
        let terrain = table(vec![hill()]);
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
        for (body, floor, rings, reason) in [
            (at(8.0, 0.0, 0.0), None, 1, "on the table"),
            (at(0.0, 0.0, 2.0), None, 1, "on the hill's top, higher than the mover is tall"),
            (at(8.0, 0.0, 1.2), None, 1, "on a floor lower than the mover is tall"),
            (at(8.0, 0.0, 1.25), None, 0, "on a floor as high as the mover is tall"),
            (at(8.0, 0.0, 3.0), Some(Thou(3000)), 1, "on the same floor"),
            (at(8.0, 0.0, 0.0), Some(Thou(3000)), 0, "under it"),
            (at(30.0, 0.0, 0.0), None, 0, "far away"),
        ] {
            let body = Body { disc: Disc { at: body, radius: 0.5 }, height: Thou(1250) };
            let found = blocked_rings(&planner, floor, &[body], [[-20.0, -20.0], [20.0, 20.0]]);
            assert_eq!(found.len(), rings, "{reason}");
        }
    }

    /// Rule: MOV-4, BAS-10. A base may overlap by the allowance, so rings are narrower by that. Around bodies
    /// and round obstacles they are circles, with corners slightly outside and edges slightly inside.
    #[test]
    fn rings_are_as_wide_as_the_base_less_the_allowance() {
        let block = piece("block", rectangle([5.0, 5.0], [7.0, 7.0]), Kind::Point { height: Thou(1000) });
        let disc = Shape::Circle { centre: [-6.0, 0.0], radius: 2.0 };
        let boulder = piece("boulder", disc, Kind::Point { height: Thou(1000) });
        let wall = wall([-2.0, -8.0], [2.0, -8.0], vec![]);
        let ruin = Kind::Ruin { height: Thou(3000), walls: vec![wall] };
        let ruin = piece("ruin", rectangle([-3.0, -9.0], [3.0, -7.0]), ruin);
        let terrain = table(vec![ruin, block, boulder]);
        let policy = GoingPolicy { slow: SlowGoing::Allowed, difficult: DifficultGoing::Crossed };
        let planner = PathPlanner::new(&terrain, SOLDIER, policy, OtherModels::default(), 0.002);
        let body = Body { disc: Disc { at: at(0.0, 8.0, 0.0), radius: 0.75 }, height: Thou(1250) };
        let rings = blocked_rings(&planner, None, &[body], [[-20.0, -20.0], [20.0, 20.0]]);
        let x_range = |ring: &[Point]| {
            let ends = ring.iter().map(|corner| corner[0]);
            ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], x| [a.min(x), b.max(x)])
        };
        // A circle of 32 corners, half inside and half outside: 0.24 % outside at its corners.
        let out = |radius: f64| radius * 2.0 / (1.0 + libm::cos(TAU / 64.0));
        let expected = [
            ([-2.495, 2.495], "the wall"),
            ([4.505, 7.495], "the block"),
            ([-6.0 - out(2.495), -6.0 + out(2.495)], "the boulder"),
            ([-out(1.245), out(1.245)], "the body"),
        ];
        assert_eq!(rings.len(), expected.len());
        for (ring, (ends, reason)) in rings.iter().zip(expected) {
            let found = x_range(ring);
            let off = (found[0] - ends[0]).abs().max((found[1] - ends[1]).abs());
            assert!(off < 1e-9, "{reason}: {found:?}, not {ends:?}");
        }
        assert_eq!(
            rings[1].len(),
            4 * (CIRCLE_CORNERS / 4 + 1),
            "each corner of a square is a quarter of a circle"
        );
    }

    #[test]
    fn offset_outlines_keep_their_distance() {
        let square = vec![[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let leg = [[0.0, 0.0], [4.0, 0.0]];
        for (ring, shape, reason) in [
            (offset_convex(&square, 0.5), Shape::Polygon(square.clone()), "a square"),
            (offset_convex(&leg, 0.5), Shape::Polygon(leg.to_vec()), "a leg"),
        ] {
            assert!(crate::outline::signed_area(&ring) > 0.0, "{reason} runs counter-clockwise");
            for corner in ring {
                let found = shape.nearest_to_leg(Leg::point(corner)).distance;
                assert!((found - 0.5).abs() < 1e-9, "{reason}: {corner:?} is {found} away");
            }
        }
    }
}
