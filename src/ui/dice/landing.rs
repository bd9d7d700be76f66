//! Where the dice of a volley are thrown from, and at which place on the table they are aimed.

use bevy::math::Vec2;

use crate::game::engine::dice::Roller;
use crate::game::engine::view::View;
use crate::game::table_edge::{from_edge, own_edge, point_at};
use crate::table::plane::distance;
use crate::table::shape::Point;
use crate::ui::axes;
use crate::ui::physics::colliders::Collider;

/// From the unit to the places that are tried, toward its own edge of the table and along it; inches.
const BEHIND: [f64; 4] = [5.0, 7.5, 10.0, -6.0];
const BESIDE: [f64; 7] = [0.0, 4.0, -4.0, 8.0, -8.0, 12.0, -12.0];
/// From the hand that throws to the place aimed at, along the table.
const FLIGHT: f64 = 7.0;
/// How far dice spread about the place aimed at.
const SPREAD: f32 = 4.0;
/// A place nearer to an edge than this is not aimed at, where there is another.
const RIM: f64 = 3.0;
/// An obstacle at a place counts as much as so many inches more to it; dice that lie there, more.
const OBSTACLE_INCHES: f64 = 3.0;
const TAKEN_INCHES: f64 = 60.0;

/// From where to where, in the scene (x and z).
pub(super) struct Landing {
    /// The hand.
    pub from: Vec2,
    /// The place aimed at.
    pub to: Vec2,
}

/// A place with room near the roller, on its own side. `taken` are the places that earlier volleys were aimed at.
pub(super) fn landing(view: View, roller: Roller, colliders: &[Collider], taken: &[Vec2]) -> Landing {
    let edge = own_edge(view, roller.side);
    let [out_x, out_y] = [edge[0], edge[1]];
    let size = view.terrain().size;
    let origin = match roller.subject {
        Some(subject) => middle(view.standing(subject.unit()).map(|model| model.pose.at.ground())),
        None => None,
    };
    let origin = origin.unwrap_or_else(|| point_at(edge, 0.0, 2.0 * FLIGHT));
    let inside = |at: Point| -> Point { [0, 1].map(|axis| clamp(at[axis], size[axis] / 2.0 - RIM)) };
    let places = BEHIND.into_iter().flat_map(|behind| BESIDE.into_iter().map(move |beside| [behind, beside]));
    let place = |[behind, beside]: [f64; 2]| {
        inside([origin[0] + out_x * behind - out_y * beside, origin[1] + out_y * behind + out_x * beside])
    };
    let cost = |at: Point| {
        let scene = flat(at);
        let crowd = colliders.iter().filter(|collider| collider.is_near(scene, SPREAD)).count() as f64;
        let lying = taken.iter().filter(|other| other.distance(scene) < 1.5 * SPREAD).count() as f64;
        crowd * OBSTACLE_INCHES + lying * TAKEN_INCHES + distance(origin, at)
    };
    let best = places.map(place).min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(origin);
    // The hand stays over the table.
    let flight = FLIGHT.min(from_edge(edge, best) - 1.0).max(0.5);
    Landing { from: flat([best[0] + out_x * flight, best[1] + out_y * flight]), to: flat(best) }
}

/// The mean of some points; `None` of none.
fn middle(points: impl Iterator<Item = Point>) -> Option<Point> {
    let (mut sum, mut count) = ([0.0, 0.0], 0.0);
    for [x, y] in points {
        sum = [sum[0] + x, sum[1] + y];
        count += 1.0;
    }
    (count > 0.0).then(|| sum.map(|axis| axis / count))
}

fn clamp(value: f64, limit: f64) -> f64 {
    value.clamp(-limit.max(0.0), limit.max(0.0))
}

fn flat(point: Point) -> Vec2 {
    let at = axes::in_scene(point, 0.0);
    Vec2::new(at.x, at.z)
}
