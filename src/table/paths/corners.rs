//! All corners at which a shortest path may bend.

use super::bars::Upright;
use super::corner::{Corner, Layer};
use super::{PathPlanner, gaps, joins};
use crate::rules::basics::Disc;
use crate::rules::measures::Thou;
use crate::rules::movement::bodies::meet_in_height;
use crate::rules::movement::enemies::ring_radius;
use crate::rules::movement::going::{Climb, climbing_going};
use crate::table::plane::{Leg, cross, subtract};
use crate::table::region::Region;
use crate::table::shape::{Point, Shape};
use crate::table::terrain::Step;

/// Every corner of the terrain for one kind of mover.
pub(super) fn of_terrain(routes: &PathPlanner) -> Vec<Corner> {
    let mut found = Vec::new();
    areas(routes, &mut found);
    uprights(routes, &routes.bars.walls, &mut found);
    let steps = routes.terrain.steps.iter();
    steps.filter(|step| bends_by_itself(routes, step)).for_each(|one| step(routes, one, &mut found));
    floors(routes, &mut found);
    joins::of_terrain(routes, &mut found);
    found.extend(gaps::narrow(&found, &[], routes.deepest()));
    found
}

/// Every corner that is there because of other models.
pub(super) fn of_others(routes: &PathPlanner) -> Vec<Corner> {
    let mut found = Vec::new();
    let steps = routes.terrain.steps.iter().filter(|step| !bends_by_itself(routes, step));
    steps.filter(|step| is_by_others(routes, &step.region)).for_each(|one| step(routes, one, &mut found));
    enemies(routes, &mut found);
    joins::of_others(routes, &mut found);
    uprights(routes, &routes.bars.friends, &mut found);
    found
}

/// The layers on which something upright bars: those from which a model beside it reaches to it.
fn layers_beside(routes: &PathPlanner, Upright { region, heights }: &Upright) -> Vec<Layer> {
    let terrain = routes.terrain;
    let beside = |stands: Thou| meet_in_height(routes.mover.heights_at(stands), *heights);
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

/// Ground that is barred to the centre bends paths at its corners; impassable ground
/// keeps the whole base off.
fn areas(routes: &PathPlanner, found: &mut Vec<Corner>) {
    for (region, keep) in &routes.bars.areas {
        around(region, *keep, routes.clearance, Layer::Ground, found);
    }
}

/// Walls or friends.
fn uprights(routes: &PathPlanner, uprights: &[Upright], found: &mut Vec<Corner>) {
    for upright in uprights {
        for layer in layers_beside(routes, upright) {
            around(&upright.region, 0.0, routes.clearance, layer, found);
        }
    }
}

/// Whether paths bend at a step whoever stands there: it may not be gone up, or walls bar on it that
/// do not beside it.
fn bends_by_itself(routes: &PathPlanner, step: &Step) -> bool {
    let wall = |wall: &Upright| step.region.is_near(wall.region.bounds, 0.0);
    !routes.ways.allow(step.going(routes.mover.gait).0) || routes.bars.walls.iter().any(wall)
}

/// Whether a model comes near that bars at some heights and not at others.
fn is_by_others(routes: &PathPlanner, region: &Region) -> bool {
    let enemy = |enemy: &Disc| {
        let at = enemy.at.ground();
        region.is_near([at, at], routes.ring_reach(enemy))
    };
    let friend = |friend: &Upright| region.is_near(friend.region.bounds, 0.0);
    routes.others.enemies.iter().any(enemy) || routes.bars.friends.iter().any(friend)
}

/// A step: from outside its corners, from inside those that turn in.
fn step(routes: &PathPlanner, step: &Step, found: &mut Vec<Corner>) {
    around(&step.region, 0.0, routes.clearance, Layer::Ground, found);
    let floors = routes.terrain.floors.iter();
    let lower = floors.filter(|floor| floor.height < step.top);
    for floor in lower.filter(|floor| floor.region.is_near(step.region.bounds, 0.0)) {
        around(&step.region, 0.0, routes.clearance, Layer::Floor(floor.height), found);
    }
    turning_in(&step.region, -routes.clearance - routes.terrain.touch_depth(), Layer::Ground, found);
}

/// Floors that cannot be come back to once left: their corners that turn in.
fn floors(routes: &PathPlanner, found: &mut Vec<Corner>) {
    let up = climbing_going(Climb::Level, routes.mover.gait).0;
    for floor in &routes.terrain.floors {
        turning_in(&floor.region, -routes.clearance, Layer::Floor(floor.height), found);
        // Over the edge of what lies beneath, one who may not go up must turn too.
        if routes.ways.allow(up) {
            around(&floor.region, 0.0, -routes.clearance, Layer::Ground, found);
        }
    }
}

/// Rings around enemies, one for each height at which a path may pass.
fn enemies(routes: &PathPlanner, found: &mut Vec<Corner>) {
    for enemy in &routes.others.enemies {
        let at = enemy.at.ground();
        let widest = routes.ring_reach(enemy);
        for (layer, height) in heights_around(routes, at, widest) {
            let ring = ring_radius(height.inches(), routes.mover.radius, *enemy, routes.others.enemy_gap);
            found.extend(
                ring.map(|ring| Corner { radius: ring + routes.clearance, ..Corner::point(at, layer) }),
            );
        }
    }
}

/// The heights at which a model may pass within a distance of a point.
fn heights_around(routes: &PathPlanner, at: Point, within: f64) -> Vec<(Layer, Thou)> {
    let near = |region: &Region| region.is_near([at, at], within);
    let steps = routes.terrain.steps.iter().filter(|step| near(&step.region));
    let mut heights = vec![(Layer::Ground, Thou(0))];
    heights.extend(steps.map(|step| (Layer::Ground, step.top)));
    let floors = routes.terrain.floors.iter().filter(|floor| near(&floor.region));
    heights.extend(floors.map(|floor| (Layer::Floor(floor.height), floor.height)));
    let mut once: Vec<(Layer, Thou)> = Vec::with_capacity(heights.len());
    for height in heights {
        if !once.contains(&height) {
            once.push(height);
        }
    }
    once
}

/// The corners of a figure that turn out, `reach` away from it and clear of that by a
/// little more.
fn around(region: &Region, reach: f64, clearance: f64, layer: Layer, found: &mut Vec<Corner>) {
    match &region.shape {
        Shape::Circle { centre, radius } => {
            found.push(Corner { radius: radius + reach + clearance, ..Corner::point(*centre, layer) });
        }
        Shape::Polygon(corners) => {
            for [before, corner, after] in in_threes(corners) {
                if turn(before, corner, after) <= 0.0 {
                    continue;
                }
                let wings = Some([before, after]);
                found.push(if reach > 0.0 {
                    Corner { radius: reach + clearance, wings, ..Corner::point(corner, layer) }
                } else {
                    Corner { wings, ..Corner::point(beyond(before, corner, after, clearance), layer) }
                });
            }
        }
    }
}

/// The corners of a figure that turn in, moved by a little; below 0 inward.
fn turning_in(region: &Region, by: f64, layer: Layer, found: &mut Vec<Corner>) {
    if let Shape::Polygon(corners) = &region.shape {
        for [before, corner, after] in in_threes(corners) {
            if turn(before, corner, after) < 0.0 {
                let wings = Some([before, after]);
                found.push(Corner { wings, ..Corner::point(beyond(before, corner, after, -by), layer) });
            }
        }
    }
}

fn in_threes(corners: &[Point]) -> impl Iterator<Item = [Point; 3]> + '_ {
    let count = corners.len();
    (0..count).map(move |nth| [corners[(nth + count - 1) % count], corners[nth], corners[(nth + 1) % count]])
}

/// Above 0 where a ring that runs counter-clockwise turns out.
fn turn(before: Point, corner: Point, after: Point) -> f64 {
    cross(subtract(corner, before), subtract(after, corner))
}

/// A point a little off a corner, along the line that halves it: where its edges run together, out
/// of a corner that turns out and into one that turns in; below 0 the other way.
fn beyond(before: Point, corner: Point, after: Point, by: f64) -> Point {
    let unit = |from: Point| {
        let leg = Leg { from, to: corner };
        let length = leg.length();
        [(corner[0] - from[0]) / length, (corner[1] - from[1]) / length]
    };
    let (a, b) = (unit(before), unit(after));
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
    fn a_bend_lies_on_the_line_that_halves_its_corner() {
        for (before, corner, after, by, expected, reason) in [
            (
                [0.0, 0.0],
                [4.0, 0.0],
                [4.0, 3.0],
                0.5,
                [4.353_553, -0.353_553],
                "a right angle that turns out",
            ),
            ([0.0, 0.0], [4.0, 0.0], [1.0, 4.0], 0.5, [4.447_214, -0.223_607], "a sharp one"),
            ([1.0, 4.0], [4.0, 0.0], [0.0, 0.0], -0.5, [3.552_786, 0.223_607], "one that turns in, into it"),
            ([2.0, 1.0], [4.0, 0.0], [8.0, 8.0], 0.5, [4.158_114, -0.474_342], "edges of unequal lengths"),
        ] {
            let found = beyond(before, corner, after, by);
            let near = (0..2).all(|axis: usize| (found[axis] - expected[axis]).abs() < 1e-6);
            assert!(near, "{reason}: {found:?}");
        }
    }

    /// Rule: GO-4, GO-5. Round impassable ground the whole base goes, a hair more than half of it off.
    #[test]
    fn paths_bend_round_what_bars_with_what_keeps_clear() {
        let disc = Shape::Circle { centre: [1.0, 1.0], radius: 2.0 };
        let dart = Shape::Polygon(vec![[0.0, 0.0], [4.0, -2.0], [2.0, 0.0], [4.0, 2.0]]);
        for (shape, reach, count, radius, reason) in [
            (disc.clone(), 0.0, 1, 2.002, "by the centre, round"),
            (disc, 0.5, 1, 2.502, "by the base, round"),
            (dart.clone(), 0.0, 3, 0.0, "by the centre: its three corners that turn out"),
            (dart, 0.5, 3, 0.502, "by the base"),
        ] {
            let mut found = Vec::new();
            around(&Region::new(shape), reach, 0.002, Layer::Ground, &mut found);
            assert_eq!(found.len(), count, "{reason}");
            assert!(found.iter().all(|corner| (corner.radius - radius).abs() < 1e-9), "{reason}: {found:?}");
        }
    }
}
