//! The part of the table that dice are thrown into: a rectangle as the viewer sees it, with walls that nobody sees.

use bevy::math::{Vec2, Vec3};

/// A rectangle on the table, one of whose sides is level in the picture. Lengths in inches, points in the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tray {
    /// Its middle (`x` and `z`).
    pub middle: Vec2,
    /// Half its size: across the view, and away from the viewer.
    pub half: Vec2,
    /// Viewer's direction: counter-clockwise from −z, seen from above; radians.
    pub yaw: f32,
}

/// The edges of a square that each of few dice has, of more, and of many.
const ROOM: [(usize, f32); 3] = [(12, 2.1), (24, 1.9), (usize::MAX, 1.7)];
/// Half a tray is never smaller than so many edges.
const MIN: Vec2 = Vec2::new(2.2, 1.7);

impl Tray {
    /// Half the size of a tray for so many dice with an edge, so many times as wide as it is deep.
    pub fn half_for(dice: usize, edge: f32, aspect: f32) -> Vec2 {
        let room = ROOM.iter().find(|(max, _)| dice <= *max).map_or(1.7, |(_, room)| *room);
        let depth = room * edge * (dice as f32 / aspect).sqrt();
        (Vec2::new(depth * aspect, depth) / 2.0).max(MIN * edge)
    }

    /// Two directions, each of length 1: to the right as the viewer sees it, and away from him.
    pub fn axes(&self) -> [Vec2; 2] {
        let (sine, cosine) = (bevy::math::ops::sin(self.yaw), bevy::math::ops::cos(self.yaw));
        [Vec2::new(cosine, -sine), Vec2::new(-sine, -cosine)]
    }

    /// A point of the scene, as far as it is to the right of the middle and farther away than it.
    pub fn local(&self, at: Vec2) -> Vec2 {
        let [right, away] = self.axes();
        let offset = at - self.middle;
        Vec2::new(offset.dot(right), offset.dot(away))
    }

    /// The reverse.
    pub fn at(&self, local: Vec2) -> Vec2 {
        let [right, away] = self.axes();
        self.middle + right * local.x + away * local.y
    }

    /// Whether a point lies inside.
    pub fn contains(&self, at: Vec2) -> bool {
        self.local(at).abs().cmple(self.half).all()
    }

    /// The corners of what stands on it, up to a height.
    pub fn corners(&self, height: f32) -> [Vec3; 8] {
        let [a, b, c, d] = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
            .map(|(x, y)| self.at(self.half * Vec2::new(x, y)));
        let up = |at: Vec2, y: f32| Vec3::new(at.x, y, at.y);
        let (low, high) = (0.0, height);
        [up(a, low), up(b, low), up(c, low), up(d, low), up(a, high), up(b, high), up(c, high), up(d, high)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a camera of the same yaw has them.
    #[test]
    fn the_axes_are_those_of_the_view() {
        for yaw in [0.0, 0.7, -2.1] {
            let tray = Tray { middle: Vec2::new(3.0, 4.0), half: Vec2::new(2.0, 1.0), yaw };
            let turn = bevy::math::Quat::from_rotation_y(yaw);
            let [right, away] = tray.axes().map(|axis| Vec3::new(axis.x, 0.0, axis.y));
            assert!(right.distance(turn * Vec3::X) < 1e-5 && away.distance(turn * Vec3::NEG_Z) < 1e-5);
            let there = Vec2::new(1.5, -0.5);
            assert!(tray.local(tray.at(there)).distance(there) < 1e-5);
            assert!(
                tray.contains(tray.at(Vec2::new(1.9, 0.9))) && !tray.contains(tray.at(Vec2::new(0.0, 1.1)))
            );
        }
    }
}
