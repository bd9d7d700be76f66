//! Position and direction of a part of a piece.

use bevy::prelude::*;

use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::outline;

/// A place with three directions at right angles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// In the scene.
    pub origin: Vec3,
    /// To the right, as seen from the front.
    pub along: Vec3,
    pub up: Vec3,
    /// Toward a viewer of the front.
    pub out: Vec3,
}

impl Frame {
    /// Upright, its front toward the right-hand side of the way between two points of the table, as edges of an outline
    /// have it outside; with the distance between them.
    pub fn of_edge([from, to]: [Point; 2], height: f64) -> (Self, f32) {
        let [origin, end] = [from, to].map(|point| axes::in_scene(point, height));
        let along = (end - origin).normalize_or(Vec3::X);
        (Self { origin, along, up: Vec3::Y, out: along.cross(Vec3::Y) }, origin.distance(end))
    }

    /// Standing on a level place, turned about it by an angle, radians.
    pub fn standing(origin: Vec3, turn: f32) -> Self {
        let along = Quat::from_rotation_y(turn) * Vec3::X;
        Self { origin, along, up: Vec3::Y, out: along.cross(Vec3::Y) }
    }

    /// A point by its distances in the three directions.
    pub fn at(&self, along: f32, up: f32, out: f32) -> Vec3 {
        self.origin + self.along * along + self.up * up + self.out * out
    }

    /// The same directions elsewhere.
    pub fn moved(&self, along: f32, up: f32, out: f32) -> Self {
        Self { origin: self.at(along, up, out), ..*self }
    }

    /// Turned about its front's direction, radians.
    pub fn leaning(&self, angle: f32) -> Self {
        let turn = Quat::from_axis_angle(self.out, angle);
        Self { along: turn * self.along, up: turn * self.up, ..*self }
    }

    /// Seen from behind: at the other end of a length, over a thickness.
    pub fn back(&self, length: f32, thickness: f32) -> Self {
        Self { along: -self.along, out: -self.out, ..self.moved(length, 0.0, -thickness) }
    }
}

/// The edges of a shape, each upright with its front outside, and their lengths.
pub(crate) fn fronts(shape: &Shape, height: f64) -> Vec<(Frame, f32)> {
    let corners = outline(shape);
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(from, to)| Frame::of_edge([*from, *to], height)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fronts of a shape look away from it, and go once around it.
    #[test]
    fn fronts_look_outside() {
        let square = Shape::Polygon(vec![[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]]);
        for shape in [square, Shape::Circle { centre: [0.0, 0.0], radius: 2.0 }] {
            for (frame, length) in fronts(&shape, 1.0) {
                let middle = frame.at(length / 2.0, 0.0, 0.0);
                assert!(middle.with_y(0.0).dot(frame.out) > 0.0, "{frame:?}");
                assert!(frame.along.cross(frame.up).distance(frame.out) < 1e-5);
            }
        }
    }
}
