//! Where a base finds no room, as polygons, to be taken out of what is within reach.

use super::Routes;
use crate::rules::measures::Thou;
use crate::rules::movement::bodies::Body;
use crate::table::outline::signed_area;
use crate::table::piece::Kind;
use crate::table::plane::Leg;
use crate::table::shape::{Point, Shape};
use crate::table::walk::meets;

/// Corners of the polygon that stands for a circle.
const CORNERS: usize = 48;

/// Rings of corners, counter-clockwise, that together cover all centres at which a base
/// on a layer would overlap a wall, an obstacle or a body.
///
/// Rule: MOV-4.
pub(super) fn taken(routes: &Routes, floor: Option<Thou>, standing: &[Body]) -> Vec<Vec<Point>> {
    let (terrain, mover) = (routes.terrain, routes.mover);
    let allowance = terrain.allowance().0;
    let mut rings = Vec::new();
    for solid in &terrain.solids {
        let ground = || terrain.ground_height(centre(&solid.region.shape));
        if meets(floor.unwrap_or_else(ground), mover.height, [solid.bottom, solid.top]) {
            widened(&solid.region.shape, mover.radius - allowance, &mut rings);
        }
    }
    for piece in terrain.pieces.iter() {
        if let Kind::Linear { height } | Kind::Point { height } = &piece.kind
            && floor.is_none_or(|floor| floor < *height)
        {
            widened(&piece.footprint, mover.radius - allowance, &mut rings);
        }
    }
    for body in standing {
        let at = body.disc.at;
        let on_ground = at.z == terrain.ground_height(at.ground());
        let beside = match floor {
            None => on_ground || at.z.inches() < mover.height.inches(),
            Some(floor) => {
                let rise = floor.inches() - at.z.inches();
                rise < body.height && -rise < mover.height.inches()
            }
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
        Shape::Polygon(corners) => {
            rings.push(corners.clone());
            for edge in shape.edges() {
                rings.push(circle(edge.from, by));
                rings.push(strip(edge, by));
            }
        }
    }
}

/// A ring around all beside a leg, to both sides.
fn strip(leg: Leg, half: f64) -> Vec<Point> {
    let length = leg.length();
    let side = [(leg.from[1] - leg.to[1]) / length * half, (leg.to[0] - leg.from[0]) / length * half];
    let corner = |end: Point, sign: f64| [end[0] + sign * side[0], end[1] + sign * side[1]];
    let mut ring =
        vec![corner(leg.from, -1.0), corner(leg.to, -1.0), corner(leg.to, 1.0), corner(leg.from, 1.0)];
    if signed_area(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}

/// A polygon for a circle, its edges halfway inside and outside it.
fn circle([x, y]: Point, radius: f64) -> Vec<Point> {
    let step = std::f64::consts::TAU / CORNERS as f64;
    let out = radius * 2.0 / (1.0 + libm::cos(step / 2.0));
    let corner = |nth: usize| {
        let angle = step * nth as f64;
        [x + out * libm::cos(angle), y + out * libm::sin(angle)]
    };
    (0..CORNERS).map(corner).collect()
}
