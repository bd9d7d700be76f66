//! From arcs and exact points to a path as commands store it: straight legs between
//! whole thousandths.

use super::corner::Arc;
use super::patch::Patch;
use super::search::Bend;
use super::{ARC_EXCESS, MOST_CORNERS, Route};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::path_length;
use crate::table::plane::Leg;
use crate::table::shape::Point;
use crate::table::walk::Surface;

/// The path along some bends, hugging their arcs as closely as it takes to be at most
/// `most` inches long; `None` where even that is not close enough.
pub(super) fn route(patch: &Patch, from: Place, to: Place, bends: &[Bend], most: f64) -> Option<Route> {
    let mut excess = ARC_EXCESS;
    let mut route = legs(patch, from, to, bends, excess);
    while route.corners.len() > MOST_CORNERS && excess < 1.0 {
        excess *= 2.0;
        route = legs(patch, from, to, bends, excess);
    }
    while route.length > most && excess > ARC_EXCESS / 100.0 {
        excess /= 4.0;
        route = legs(patch, from, to, bends, excess);
        if route.corners.len() > MOST_CORNERS {
            return None;
        }
    }
    (route.length <= most).then_some(route)
}

/// The path along some bends, longer than them by at most `excess` inches.
fn legs(patch: &Patch, from: Place, to: Place, bends: &[Bend], excess: f64) -> Route {
    let turned: f64 = bends.iter().filter_map(|bend| bend.arc).map(|arc| arc.angle.abs()).sum();
    let mut corners: Vec<Place> = Vec::new();
    let start = patch.routes.terrain.surface_at(from.ground(), from.z);
    let mut before = start;
    for (nth, bend) in bends.iter().enumerate() {
        if let (Some(arc), Some(before)) = (&bend.arc, before) {
            let hugging = hugging(patch, before, arc, excess * arc.angle.abs() / turned);
            corners.extend(hugging.into_iter().map(|(point, surface)| stored(point, surface.height)));
        }
        let leg = Leg { from: bend.from, to: bend.at };
        corners.extend(bend.changes.iter().map(|change| stored(leg.at(change.at), change.to.height)));
        before = Some(bend.surface);
        // Where an arc follows, its legs go on in the line of this one.
        if bends.get(nth + 1).is_some_and(|next| next.arc.is_none()) {
            corners.push(stored(bend.at, bend.surface.height));
        }
    }
    corners.push(to);
    corners.retain({
        let mut last = from;
        move |corner| std::mem::replace(&mut last, *corner) != *corner
    });
    Route { length: path_length(from, &corners), corners }
}

/// The corners of free straight legs that hug an arc, longer than it by at most `excess` inches or,
/// where something stands close beside it, by less.
fn hugging(patch: &Patch, start: Surface, arc: &Arc, excess: f64) -> Vec<(Point, Surface)> {
    let mut excess = excess;
    loop {
        // As they will be stored: a hair beside a hill's foot is a step higher or lower.
        let points: Vec<Point> = around(arc, excess).into_iter().map(rounded).collect();
        match walked(patch, start, arc, &points) {
            Some(surfaces) => return points.into_iter().zip(surfaces).collect(),
            None if excess < ARC_EXCESS / 1000.0 => {
                return points.into_iter().map(|point| (point, start)).collect();
            }
            None => excess /= 4.0,
        }
    }
}

/// The surfaces at the corners of legs that hug an arc, and at its end, if all of it is free for one
/// who keeps to his level.
pub(super) fn walked(patch: &Patch, start: Surface, arc: &Arc, corners: &[Point]) -> Option<Vec<Surface>> {
    let (mut at, mut surface) = (arc.from, start);
    let mut surfaces = Vec::with_capacity(corners.len() + 1);
    for &corner in corners.iter().chain(&[arc.at(1.0, 1.0)]) {
        let treads = patch.treads(at, surface, corner);
        let stays = treads.into_iter().find(|tread| tread.changes.is_empty())?;
        (at, surface) = (corner, stays.end);
        surfaces.push(surface);
    }
    Some(surfaces)
}

/// The corners of straight legs that hug an arc from outside, longer than it by at
/// most `excess` inches.
pub(super) fn around(arc: &Arc, excess: f64) -> Vec<Point> {
    let angle = arc.angle.abs();
    // Two tangents that meet over an angle d are longer than its arc by about r d³ / 12.
    let legs = (arc.radius * angle * angle * angle / (12.0 * excess)).sqrt().ceil().max(1.0);
    let widest = 2.0 * libm::acos(1.0 / (1.0 + arc.bulge / arc.radius));
    let legs = legs.min(MOST_LEGS).max((angle / widest.min(1.2)).ceil());
    let out = 1.0 / libm::cos(angle / legs / 2.0);
    (0..legs as usize).map(|nth| arc.at((nth as f64 + 0.5) / legs, out)).collect()
}

/// Most legs around one arc.
const MOST_LEGS: f64 = 40.0;

fn stored([x, y]: Point, z: Thou) -> Place {
    let thou = |inches: f64| Thou((inches * 1000.0).round() as i32);
    Place { x: thou(x), y: thou(y), z }
}

fn rounded(at: Point) -> Point {
    stored(at, Thou(0)).ground()
}
