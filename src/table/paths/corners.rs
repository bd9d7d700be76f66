//! All corners at which a shortest path may bend.

use super::Routes;
use super::corner::{Corner, Layer};
use crate::rules::measures::Thou;
use crate::rules::movement::enemies::ring_radius;
use crate::rules::movement::going::{Climb, Going, climbing_going};
use crate::table::plane::{Leg, cross, distance, subtract};
use crate::table::region::Region;
use crate::table::shape::{Point, Shape};
use crate::table::terrain::WallPart;

/// Every corner of a table for one kind of mover.
pub(super) fn all(routes: &Routes) -> Vec<Corner> {
    let mut found = Vec::new();
    areas(routes, &mut found);
    walls(routes, &mut found);
    steps(routes, &mut found);
    floors(routes, &mut found);
    enemies(routes, &mut found);
    for friend in &routes.bars.friends {
        let radius = friend.disc.radius + routes.clearance;
        found.push(Corner {
            radius,
            ..Corner::point(
                friend.disc.at.ground(),
                layer_of(routes, friend.disc.at.ground(), friend.disc.at.z),
            )
        });
    }
    found
}

/// The layer a model at a place stands on.
fn layer_of(routes: &Routes, at: Point, height: Thou) -> Layer {
    if routes.terrain.ground_height(at) == height { Layer::Ground } else { Layer::Floor(height) }
}

/// Ground that is barred to the centre bends paths at its corners; impassable ground
/// keeps the whole base off.
fn areas(routes: &Routes, found: &mut Vec<Corner>) {
    for &area in &routes.bars.areas {
        let area = &routes.terrain.areas[area];
        let reach = match area.going(routes.mover.gait).0 {
            Going::Impassable => routes.mover.radius,
            _ => 0.0,
        };
        around(&area.region, reach, routes.clearance, Layer::Ground, found);
    }
}

/// Walls that are barred.
fn walls(routes: &Routes, found: &mut Vec<Corner>) {
    for &solid in &routes.bars.solids {
        let solid = &routes.terrain.solids[solid];
        if solid.part == WallPart::Wall {
            let Shape::Polygon(corners) = &solid.region.shape else { continue };
            let on_ground = solid.bottom <= routes.terrain.ground_height(middle(corners));
            let layer = if on_ground { Layer::Ground } else { Layer::Floor(solid.bottom) };
            around(&solid.region, 0.0, routes.clearance, layer, found);
        }
    }
}

/// Steps that may not be gone up: from outside their corners, from inside those that
/// turn in.
fn steps(routes: &Routes, found: &mut Vec<Corner>) {
    for step in &routes.terrain.steps {
        if !routes.ways.allow(step.going(routes.mover.gait).0) {
            around(&step.region, 0.0, routes.clearance, Layer::Ground, found);
            turning_in(&step.region, -routes.clearance - routes.terrain.touch(), Layer::Ground, found);
        }
    }
}

/// Floors that cannot be come back to once left: their corners that turn in.
fn floors(routes: &Routes, found: &mut Vec<Corner>) {
    let up = climbing_going(Climb::Level, routes.mover.gait).0;
    for floor in routes.terrain.floors.iter().filter(|floor| floor.height.0 > 0) {
        turning_in(&floor.region, -routes.clearance, Layer::Floor(floor.height), found);
        // Over the edge of what lies beneath, one who may not go up must turn too.
        if routes.ways.allow(up) {
            around(&floor.region, 0.0, -routes.clearance, Layer::Ground, found);
        }
    }
}

/// Rings around enemies, one for each height at which a path may pass.
fn enemies(routes: &Routes, found: &mut Vec<Corner>) {
    for enemy in &routes.others.enemies {
        let at = enemy.at.ground();
        let widest = routes.mover.radius + enemy.radius + routes.others.enemy_gap;
        let mut radii: Vec<f64> = Vec::new();
        for (layer, height) in heights_around(routes, at, widest) {
            let radius = ring_radius(height.inches(), routes.mover.radius, *enemy, routes.others.enemy_gap);
            if radius > 0.0 {
                let radius = radius + routes.clearance;
                found.push(Corner { radius, ..Corner::point(at, layer) });
                radii.push(radius);
            }
        }
        // Where a ring meets a step it changes its size: paths may bend there.
        if radii.len() > 1 {
            let near = routes.terrain.steps.iter().filter(|step| step.region.is_near([at, at], widest));
            for step in near {
                for radius in &radii {
                    meetings(&step.region.shape, at, *radius, found);
                }
            }
        }
    }
}

/// The heights at which a model may pass within a distance of a point.
fn heights_around(routes: &Routes, at: Point, within: f64) -> Vec<(Layer, Thou)> {
    let near = |region: &Region| region.is_near([at, at], within);
    let steps = routes.terrain.steps.iter().filter(|step| near(&step.region));
    let mut heights = vec![(Layer::Ground, Thou(0))];
    heights.extend(steps.map(|step| (Layer::Ground, step.top)));
    let floors = routes.terrain.floors.iter().filter(|floor| floor.height.0 > 0 && near(&floor.region));
    heights.extend(floors.map(|floor| (Layer::Floor(floor.height), floor.height)));
    let mut once: Vec<(Layer, Thou)> = Vec::with_capacity(heights.len());
    for height in heights {
        if !once.contains(&height) {
            once.push(height);
        }
    }
    once
}

/// Points in which a circle meets the edge of a figure.
fn meetings(shape: &Shape, centre: Point, radius: f64, found: &mut Vec<Corner>) {
    match shape {
        Shape::Polygon(_) => {
            for edge in shape.edges() {
                if let Some([from, to]) = crate::table::region::within_circle(edge, centre, radius) {
                    let inner = [from, to].into_iter().filter(|share| *share > 0.0 && *share < 1.0);
                    found.extend(inner.map(|share| Corner::point(edge.at(share), Layer::Ground)));
                }
            }
        }
        Shape::Circle { centre: other, radius: rim } => {
            let between = subtract(*other, centre);
            let apart = distance(*other, centre);
            if apart == 0.0 || apart > radius + rim || apart < (radius - rim).abs() {
                return;
            }
            let along = (apart * apart + radius * radius - rim * rim) / (2.0 * apart);
            let aside = (radius * radius - along * along).max(0.0).sqrt();
            let unit = [between[0] / apart, between[1] / apart];
            for sign in [1.0, -1.0] {
                let point = [
                    centre[0] + along * unit[0] - sign * aside * unit[1],
                    centre[1] + along * unit[1] + sign * aside * unit[0],
                ];
                found.push(Corner::point(point, Layer::Ground));
            }
        }
    }
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
                    Corner { centre: corner, radius: reach + clearance, layer, wings }
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
                found.push(Corner { wings, ..Corner::point(beyond(before, corner, after, by), layer) });
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

/// A point a little outside a corner (inside, below 0): along the line that halves it.
fn beyond(before: Point, corner: Point, after: Point, by: f64) -> Point {
    let unit = |from: Point| {
        let leg = Leg { from, to: corner };
        let length = leg.length();
        [(corner[0] - from[0]) / length, (corner[1] - from[1]) / length]
    };
    let (a, b) = (unit(before), unit(after));
    let sum = [a[0] + b[0], a[1] + b[1]];
    let length = (sum[0] * sum[0] + sum[1] * sum[1]).sqrt();
    // The sum points out of a corner that turns out, and into one that turns in.
    let by = if turn(before, corner, after) < 0.0 { -by } else { by };
    if length < 1e-9 {
        return corner;
    }
    [corner[0] + sum[0] / length * by, corner[1] + sum[1] / length * by]
}

fn middle(corners: &[Point]) -> Point {
    let count = corners.len() as f64;
    let sum = |axis: usize| corners.iter().map(|corner| corner[axis]).sum::<f64>() / count;
    [sum(0), sum(1)]
}
