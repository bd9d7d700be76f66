//! Where the dice of a volley are thrown from, and at which place on the table they are aimed.

use bevy::math::Vec2;

use crate::game::engine::dice::Roller;
use crate::game::engine::view::View;
use crate::game::table_edge::{own_edge, point_at};
use crate::ui::axes;
use crate::ui::physics::colliders::Collider;

/// From the roller's edge of the table to the hand that throws, and to the place aimed at; inches.
const HAND: f64 = 1.0;
const AIM: f64 = 7.0;
/// Between two places to aim at, along the edge.
const STEP: f64 = 3.0;
/// How far dice spread about the place aimed at.
const SPREAD: f32 = 5.0;
/// A place that dice lie on already counts as much as so many obstacles.
const TAKEN: usize = 20;
/// From the corners of the table.
const CORNER: f64 = 6.0;

/// From where to where, in the scene (x and z).
pub(super) struct Landing {
    /// The hand.
    pub from: Vec2,
    /// The place aimed at.
    pub to: Vec2,
}

/// The emptiest place at the roller's edge; of equal ones the nearest to its unit. `taken` are the places that earlier
/// volleys were aimed at.
pub(super) fn landing(view: View, roller: Roller, colliders: &[Collider], taken: &[Vec2]) -> Landing {
    let edge = own_edge(view, roller.side());
    let [width, depth] = view.terrain().size;
    let half = if edge[1] == 0.0 { depth / 2.0 } else { width / 2.0 } - CORNER;
    let along = |[x, y]: [f64; 2]| -edge[1] * x + edge[0] * y;
    let unit = match roller {
        Roller::Unit(unit) => view.leader(unit).map_or(0.0, |leader| along(leader.pose.at.ground())),
        Roller::Side(_) => 0.0,
    };
    let places = (-12..=12).map(|step| f64::from(step) * STEP).filter(|at| at.abs() <= half.max(0.0));
    let aim = |at: f64| flat(point_at(edge, at, AIM));
    let crowd = |at: f64| {
        let others = taken.iter().filter(|other| other.distance(aim(at)) < SPREAD).count();
        colliders.iter().filter(|collider| is_near(collider, aim(at))).count() + others * TAKEN
    };
    let best = places
        .min_by(|a, b| crowd(*a).cmp(&crowd(*b)).then_with(|| (a - unit).abs().total_cmp(&(b - unit).abs())));
    let best = best.unwrap_or(0.0);
    Landing { from: flat(point_at(edge, best, HAND)), to: aim(best) }
}

fn flat(point: [f64; 2]) -> Vec2 {
    let at = axes::in_scene(point, 0.0);
    Vec2::new(at.x, at.z)
}

fn is_near(collider: &Collider, at: Vec2) -> bool {
    let bounds = collider.shape.compute_aabb(&collider.pose);
    let [low, high] = [bounds.mins, bounds.maxs].map(|corner| Vec2::new(corner.x, corner.z));
    at.clamp(low, high).distance(at) < SPREAD
}
