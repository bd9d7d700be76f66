//! Collects all vertices at which a shortest path may bend.

use super::obstacles::ObstaclePrism;
use super::tangent_vertex::{Layer, TangentVertex};
use super::{PathPlanner, intersections, narrow_gaps};
use crate::plane::{Leg, cross, subtract};
use crate::region::Region;
use crate::shape::{Point, Shape};
use crate::terrain::Step;
use warstrike_rules::basics::Disc;
use warstrike_rules::measures::Thou;
use warstrike_rules::movement::bodies::meet_in_height;
use warstrike_rules::movement::enemies::ring_radius;
use warstrike_rules::movement::going::{Climb, climbing_going};

/// Every vertex of the terrain for one kind of mover.
pub(super) fn of_terrain(planner: &PathPlanner) -> Vec<TangentVertex> {
    let mut found = Vec::new();
    area_vertices(planner, &mut found);
    prism_vertices(planner, &planner.obstacles.walls, &mut found);
    let steps = planner.terrain.steps.iter();
    steps
        .filter(|step| always_bends_paths(planner, step))
        .for_each(|one| step_vertices(planner, one, &mut found));
    floor_vertices(planner, &mut found);
    intersections::of_terrain(planner, &mut found);
    found.extend(narrow_gaps::between(&found, planner.max_depth()));
    found
}

/// Every vertex that exists because of other models.
pub(super) fn of_models(planner: &PathPlanner) -> Vec<TangentVertex> {
    let mut found = Vec::new();
    let steps = planner.terrain.steps.iter().filter(|step| !always_bends_paths(planner, step));
    steps
        .filter(|step| is_near_models(planner, &step.region))
        .for_each(|one| step_vertices(planner, one, &mut found));
    ring_vertices(planner, &mut found);
    intersections::of_models(planner, &mut found);
    prism_vertices(planner, &planner.obstacles.friends, &mut found);
    found
}

/// The layers on which a prism blocks: those from which a model beside it overlaps it in height.
fn layers_beside(planner: &PathPlanner, ObstaclePrism { region, heights }: &ObstaclePrism) -> Vec<Layer> {
    let terrain = planner.terrain;
    let beside = |stands: Thou| meet_in_height(planner.mover.heights_at(stands), *heights);
    let mut steps = terrain.steps.iter().filter(|step| step.region.is_near(region.bounds, 0.0));
    let ground = beside(Thou(0)) || steps.any(|step| beside(step.top));
    let floors = terrain.floors.iter().filter(|floor| beside(floor.height));
    let floors = floors.filter(|floor| floor.region.is_near(region.bounds, 0.0));
    let mut layers: Vec<Layer> = floors.map(|floor| Layer::Floor(floor.height)).collect();
    layers.extend(ground.then_some(Layer::Ground));
    layers.sort_unstable();
    layers.dedup();
    layers
}

/// Ground that the centre must not enter, or that the whole base must keep out of.
fn area_vertices(planner: &PathPlanner, found: &mut Vec<TangentVertex>) {
    for (region, keep_out) in &planner.obstacles.areas {
        convex_vertices(region, *keep_out, planner.clearance, Layer::Ground, found);
    }
}

/// Walls or friends.
fn prism_vertices(planner: &PathPlanner, prisms: &[ObstaclePrism], found: &mut Vec<TangentVertex>) {
    for prism in prisms {
        for layer in layers_beside(planner, prism) {
            convex_vertices(&prism.region, 0.0, planner.clearance, layer, found);
        }
    }
}

/// Whether a step bends paths without any other model: it may not be climbed, or walls block on it and not
/// beside it, or the reverse.
fn always_bends_paths(planner: &PathPlanner, step: &Step) -> bool {
    let wall = |wall: &ObstaclePrism| step.region.is_near(wall.region.bounds, 0.0);
    !planner.policy.allows(step.going(planner.mover.gait).0) || planner.obstacles.walls.iter().any(wall)
}

/// Whether a model is near that blocks at some heights and not at others.
fn is_near_models(planner: &PathPlanner, region: &Region) -> bool {
    let enemy = |enemy: &Disc| {
        let at = enemy.at.ground();
        region.is_near([at, at], planner.ring_reach(enemy))
    };
    let friend = |friend: &ObstaclePrism| region.is_near(friend.region.bounds, 0.0);
    planner.others.enemies.iter().any(enemy) || planner.obstacles.friends.iter().any(friend)
}

/// A step: its convex corners from outside, its reflex corners from inside.
fn step_vertices(planner: &PathPlanner, step: &Step, found: &mut Vec<TangentVertex>) {
    convex_vertices(&step.region, 0.0, planner.clearance, Layer::Ground, found);
    let floors = planner.terrain.floors.iter();
    let lower = floors.filter(|floor| floor.height < step.top);
    for floor in lower.filter(|floor| floor.region.is_near(step.region.bounds, 0.0)) {
        convex_vertices(&step.region, 0.0, planner.clearance, Layer::Floor(floor.height), found);
    }
    reflex_vertices(&step.region, -planner.clearance - planner.terrain.touch_depth(), Layer::Ground, found);
}

/// Floors to which there is no way back: their reflex corners.
fn floor_vertices(planner: &PathPlanner, found: &mut Vec<TangentVertex>) {
    let up = climbing_going(Climb::Level, planner.mover.gait).0;
    for floor in &planner.terrain.floors {
        reflex_vertices(&floor.region, -planner.clearance, Layer::Floor(floor.height), found);
        // Off the edge of the floor below, a model that may not climb must turn too.
        if planner.policy.allows(up) {
            convex_vertices(&floor.region, 0.0, -planner.clearance, Layer::Ground, found);
        }
    }
}

/// Rings around enemies, one for each height at which a path may pass.
fn ring_vertices(planner: &PathPlanner, found: &mut Vec<TangentVertex>) {
    for enemy in &planner.others.enemies {
        let at = enemy.at.ground();
        let widest = planner.ring_reach(enemy);
        for (layer, height) in heights_around(planner, at, widest) {
            let ring = ring_radius(height.inches(), planner.mover.radius, *enemy, planner.others.enemy_gap);
            found.extend(ring.map(|ring| TangentVertex::circle(at, ring + planner.clearance, layer)));
        }
    }
}

/// The heights at which a model may pass within a distance of a point.
fn heights_around(planner: &PathPlanner, at: Point, within: f64) -> Vec<(Layer, Thou)> {
    let near = |region: &Region| region.is_near([at, at], within);
    let steps = planner.terrain.steps.iter().filter(|step| near(&step.region));
    let mut heights = vec![(Layer::Ground, Thou(0))];
    heights.extend(steps.map(|step| (Layer::Ground, step.top)));
    let floors = planner.terrain.floors.iter().filter(|floor| near(&floor.region));
    heights.extend(floors.map(|floor| (Layer::Floor(floor.height), floor.height)));
    let mut once: Vec<(Layer, Thou)> = Vec::with_capacity(heights.len());
    for height in heights {
        if !once.contains(&height) {
            once.push(height);
        }
    }
    once
}

/// The convex corners of a shape, offset by `reach` and the clearance.
fn convex_vertices(
    region: &Region,
    reach: f64,
    clearance: f64,
    layer: Layer,
    found: &mut Vec<TangentVertex>,
) {
    match &region.shape {
        Shape::Circle { centre, radius } => {
            found.push(TangentVertex::circle(*centre, radius + reach + clearance, layer));
        }
        Shape::Polygon(corners) => {
            for [previous, corner, next] in corner_triples(corners) {
                if orientation(previous, corner, next) <= 0.0 {
                    continue;
                }
                let neighbours = Some([previous, next]);
                found.push(if reach > 0.0 {
                    TangentVertex { neighbours, ..TangentVertex::circle(corner, reach + clearance, layer) }
                } else {
                    TangentVertex {
                        neighbours,
                        ..TangentVertex::point(offset_corner(previous, corner, next, clearance), layer)
                    }
                });
            }
        }
    }
}

/// The reflex corners of a shape, moved outward; inward if `by` is negative.
fn reflex_vertices(region: &Region, by: f64, layer: Layer, found: &mut Vec<TangentVertex>) {
    if let Shape::Polygon(corners) = &region.shape {
        for [previous, corner, next] in corner_triples(corners) {
            if orientation(previous, corner, next) < 0.0 {
                let neighbours = Some([previous, next]);
                found.push(TangentVertex {
                    neighbours,
                    ..TangentVertex::point(offset_corner(previous, corner, next, -by), layer)
                });
            }
        }
    }
}

pub(super) fn corner_triples(corners: &[Point]) -> impl Iterator<Item = [Point; 3]> + '_ {
    let count = corners.len();
    (0..count).map(move |index| {
        [corners[(index + count - 1) % count], corners[index], corners[(index + 1) % count]]
    })
}

/// Positive at a convex corner of a counter-clockwise polygon.
pub(super) fn orientation(previous: Point, corner: Point, next: Point) -> f64 {
    cross(subtract(corner, previous), subtract(next, corner))
}

/// A point near a corner, on its bisector: outward at a convex corner, inward at a reflex one; the reverse if
/// `by` is negative.
fn offset_corner(previous: Point, corner: Point, next: Point, by: f64) -> Point {
    let unit = |from: Point| {
        let leg = Leg { from, to: corner };
        let length = leg.length();
        [(corner[0] - from[0]) / length, (corner[1] - from[1]) / length]
    };
    let (a, b) = (unit(previous), unit(next));
    let sum = [a[0] + b[0], a[1] + b[1]];
    let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    if length < 1e-9 {
        return corner;
    }
    [corner[0] + sum[0] / length * by, corner[1] + sum[1] / length * by]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_corner_lies_on_the_bisector() {
        for (previous, corner, next, by, expected, reason) in [
            ([0.0, 0.0], [4.0, 0.0], [4.0, 3.0], 0.5, [4.353_553, -0.353_553], "a right angle"),
            ([0.0, 0.0], [4.0, 0.0], [1.0, 4.0], 0.5, [4.447_214, -0.223_607], "an acute angle"),
            ([1.0, 4.0], [4.0, 0.0], [0.0, 0.0], -0.5, [3.552_786, 0.223_607], "a reflex corner, inward"),
            ([2.0, 1.0], [4.0, 0.0], [8.0, 8.0], 0.5, [4.158_114, -0.474_342], "edges of unequal lengths"),
        ] {
            let found = offset_corner(previous, corner, next, by);
            let near = (0..2).all(|axis: usize| (found[axis] - expected[axis]).abs() < 1e-6);
            assert!(near, "{reason}: {found:?}");
        }
    }

    /// Rule: GO-4, GO-5. The whole base keeps off impassable ground, so its circles have the base's radius
    /// and the clearance.
    #[test]
    fn vertices_keep_the_reach_and_the_clearance() {
        let disc = Shape::Circle { centre: [1.0, 1.0], radius: 2.0 };
        let dart = Shape::Polygon(vec![[0.0, 0.0], [4.0, -2.0], [2.0, 0.0], [4.0, 2.0]]);
        for (shape, reach, count, radius, reason) in [
            (disc.clone(), 0.0, 1, 2.002, "by the centre, a circle"),
            (disc, 0.5, 1, 2.502, "by the base, a circle"),
            (dart.clone(), 0.0, 3, 0.0, "by the centre: its three convex corners"),
            (dart, 0.5, 3, 0.502, "by the base"),
        ] {
            let mut found = Vec::new();
            convex_vertices(&Region::new(shape), reach, 0.002, Layer::Ground, &mut found);
            assert_eq!(found.len(), count, "{reason}");
            assert!(found.iter().all(|vertex| (vertex.radius - radius).abs() < 1e-9), "{reason}: {found:?}");
        }
    }
}
