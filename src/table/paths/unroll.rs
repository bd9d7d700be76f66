//! From arcs and exact points to a path as commands store it: straight legs between
//! whole thousandths.

use super::search::{Arc, Bend};
use super::{ARC_EXCESS, Route, Routes};
use crate::rules::measures::{Place, Thou};
use crate::rules::movement::path_length;
use crate::table::plane::{Leg, subtract};
use crate::table::shape::Point;

/// Most corners a path found has.
const MOST_CORNERS: usize = 60;

/// The path along some bends, hugging their arcs as closely as it takes to be at most
/// `most` inches long; `None` where even that is not close enough.
pub(super) fn route(routes: &Routes, from: Place, to: Place, bends: &[Bend], most: f64) -> Option<Route> {
    let mut excess = ARC_EXCESS;
    let mut route = legs(routes, from, to, bends, excess);
    while route.corners.len() > MOST_CORNERS && excess < 1.0 {
        excess *= 2.0;
        route = legs(routes, from, to, bends, excess);
    }
    while route.length > most && excess > ARC_EXCESS / 100.0 {
        excess /= 4.0;
        route = legs(routes, from, to, bends, excess);
        if route.corners.len() > MOST_CORNERS {
            return None;
        }
    }
    (route.length <= most).then_some(route)
}

/// The path along some bends, longer than them by at most `excess` inches.
fn legs(routes: &Routes, from: Place, to: Place, bends: &[Bend], excess: f64) -> Route {
    let turned: f64 = bends.iter().filter_map(|bend| bend.arc).map(|arc| arc.angle.abs()).sum();
    let mut corners: Vec<Place> = Vec::new();
    let mut height = from.z;
    for (nth, bend) in bends.iter().enumerate() {
        if let Some(arc) = &bend.arc {
            for point in around(arc, excess * arc.angle.abs() / turned) {
                height = routes.terrain.followed_height(point, height);
                corners.push(stored(point, height));
            }
        }
        let leg = Leg { from: bend.from, to: bend.at };
        for change in &bend.changes {
            height = change.to.height;
            corners.push(stored(leg.at(change.at), height));
        }
        height = bend.surface.height;
        // Where an arc follows, its legs go on in the line of this one.
        if bends.get(nth + 1).is_some_and(|next| next.arc.is_none()) {
            corners.push(stored(bend.at, height));
        }
    }
    corners.push(to);
    corners.retain({
        let mut last = from;
        move |corner| std::mem::replace(&mut last, *corner) != *corner
    });
    Route { length: path_length(from, &corners), corners }
}

/// The corners of straight legs that hug an arc from outside, longer than it by at
/// most `excess` inches.
pub(super) fn around(arc: &Arc, excess: f64) -> Vec<Point> {
    let angle = arc.angle.abs();
    // Two tangents that meet over an angle d are longer than its arc by about r d³ / 12.
    let legs = (arc.radius * angle * angle * angle / (12.0 * excess)).sqrt().ceil().max(1.0);
    let legs = legs.min(MOST_LEGS).max((angle / 1.2).ceil());
    let step = arc.angle / legs;
    let out = 1.0 / libm::cos(step / 2.0);
    let begin = subtract(arc.from, arc.centre);
    (0..legs as usize)
        .map(|nth| {
            let turn = step * (nth as f64 + 0.5);
            let (sin, cos) = (libm::sin(turn) * out, libm::cos(turn) * out);
            [arc.centre[0] + begin[0] * cos - begin[1] * sin, arc.centre[1] + begin[0] * sin + begin[1] * cos]
        })
        .collect()
}

/// Most legs around one arc.
const MOST_LEGS: f64 = 40.0;

fn stored([x, y]: Point, z: Thou) -> Place {
    let thou = |inches: f64| Thou((inches * 1000.0).round() as i32);
    Place { x: thou(x), y: thou(y), z }
}
