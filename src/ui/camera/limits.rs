//! Limits of the camera: it may not leave the table, look up from below, or fly into things.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::pose::CameraPose;

/// The flattest view, radians.
const FLATTEST: f32 = 0.12;
/// The camera stops so far before what it zooms to, inches.
pub(crate) const STOP: f32 = 2.0;
/// It comes no nearer than this to what it is moved or turned against, inches.
const CLEARANCE: f32 = 0.7;
/// The lowest it flies, inches.
const LOWEST: f32 = 0.8;
/// Largest distance of the view, as a multiple of the one that shows the whole table.
const ROOM: f32 = 1.35;

/// Limits of the camera's position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    /// Half the width and depth of the table, inches.
    pub half: Vec2,
    /// The distance from which all of the table is seen, inches.
    pub whole: f32,
}

impl Limits {
    /// The greatest distance to the middle of the picture, inches.
    pub fn farthest(&self) -> f32 {
        self.whole * ROOM
    }

    /// The nearest pose that keeps to them.
    pub fn keep(&self, pose: CameraPose) -> CameraPose {
        let pitch = self.pitch(pose.pitch);
        let nearest = LOWEST / bevy::math::ops::sin(pitch);
        CameraPose {
            focus: pose.focus.clamp(-self.half, self.half),
            yaw: pose.yaw,
            pitch,
            distance: pose.distance.clamp(nearest, self.farthest().max(nearest)),
        }
    }

    /// The nearest pitch that is allowed, radians.
    pub fn pitch(&self, pitch: f32) -> f32 {
        pitch.clamp(FLATTEST, FRAC_PI_2)
    }

    /// A pose zoomed to a point by a factor, or by as much of it as is allowed: it stops before the point and where it is
    /// as far away as it may be.
    pub fn zoom(&self, pose: CameraPose, point: Vec3, factor: f32) -> CameraPose {
        let (from, sine) = (pose.eye(), bevy::math::ops::sin(pose.pitch));
        let nearest = (STOP / from.distance(point)).min(1.0);
        let rise = from.y - point.y;
        let farthest = (self.farthest() * sine - point.y) / rise;
        let farthest = if rise > 0.0 { farthest.max(1.0) } else { 1.0 };
        self.keep(pose.zoomed_to(point, factor.clamp(nearest, farthest)))
    }
}

/// Share of the way from one place to another that the camera may go before it comes too near to an obstacle ahead, from 0 to 1. `ahead` is
/// the distance along a ray to the first obstacle.
pub(crate) fn free_share(from: Vec3, to: Vec3, ahead: impl Fn(Ray3d) -> Option<f32>) -> f32 {
    let Ok((along, way)) = Dir3::new_and_length(to - from) else { return 1.0 };
    match ahead(Ray3d::new(from, along)) {
        // From inside of something one gets out whichever way.
        Some(distance) if distance > 0.0 => ((distance - CLEARANCE) / way).clamp(0.0, 1.0),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { half: Vec2::new(22.0, 15.0), whole: 60.0 };

    fn pose() -> CameraPose {
        CameraPose { focus: Vec2::new(2.0, 3.0), yaw: 0.4, pitch: 0.8, distance: 30.0 }
    }

    #[test]
    fn the_camera_stays_over_the_table() {
        for (wild, expected, reason) in [
            (pose(), pose(), "within the limits"),
            (
                CameraPose { focus: Vec2::new(90.0, -80.0), ..pose() },
                CameraPose { focus: Vec2::new(22.0, -15.0), ..pose() },
                "beside the table",
            ),
            (CameraPose { distance: 900.0, ..pose() }, CameraPose { distance: 81.0, ..pose() }, "far away"),
            (CameraPose { pitch: 2.0, ..pose() }, CameraPose { pitch: FRAC_PI_2, ..pose() }, "over the top"),
            (CameraPose { pitch: -1.0, ..pose() }, CameraPose { pitch: FLATTEST, ..pose() }, "from below"),
        ] {
            assert_eq!(LIMITS.keep(wild), expected, "{reason}");
        }
        let low = LIMITS.keep(CameraPose { distance: 0.01, ..pose() });
        assert!((low.eye().y - LOWEST).abs() < 1e-4, "in the ground: {low:?}");
    }

    /// However often one zooms, the camera comes to rest before the wall, and where it has come from it gets back to.
    #[test]
    fn a_zoom_stops_before_the_surface() {
        for point in [Vec3::new(2.0, 0.0, 3.0), Vec3::new(0.0, 4.0, 1.0), Vec3::new(1.0, 9.0, -2.0)] {
            let near = (0..60).fold(pose(), |pose, _| LIMITS.zoom(pose, point, 0.9));
            let left = near.eye().distance(point);
            assert!((STOP - 1e-3..STOP + 1e-2).contains(&left), "{point}: {left}");
            assert_eq!((near.yaw, near.pitch), (pose().yaw, pose().pitch));
            let far = (0..99).fold(near, |pose, _| LIMITS.zoom(pose, point, 1.2));
            assert!(far.distance <= LIMITS.farthest() + 1e-3, "{far:?}");
        }
    }

    #[test]
    fn a_zoom_does_nothing_where_the_camera_is_nearer_already() {
        let point = pose().eye() - Vec3::Y;
        let after = LIMITS.zoom(pose(), point, 0.5);
        assert!(after.eye().distance(pose().eye()) < 1e-3, "{after:?}");
    }

    /// A wall three inches ahead lets the camera come up to it and not through it.
    #[test]
    fn a_wall_stops_the_camera() {
        let (from, to) = (Vec3::ZERO, Vec3::X * 10.0);
        for (wall, expected, reason) in [
            (None, 1.0, "nothing ahead"),
            (Some(30.0), 1.0, "far ahead"),
            (Some(3.0), 0.23, "up to the wall"),
            (Some(0.2), 0.0, "at the wall"),
            (Some(0.0), 1.0, "out of the wall"),
        ] {
            assert!((free_share(from, to, |_| wall) - expected).abs() < 1e-5, "{reason}");
        }
        assert_eq!(free_share(from, from, |_| Some(1.0)), 1.0, "no way at all");
    }
}
