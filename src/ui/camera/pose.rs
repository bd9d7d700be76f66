//! Position of the camera and projection of pixels: pure geometry.

use bevy::prelude::*;

/// Half the angle the camera sees from top to bottom, as a slope: a lens of 40 mm on 35 mm film.
pub(crate) const SLOPE: f32 = 0.30;

/// The camera that sees the table.
#[derive(Component)]
pub(crate) struct TableCamera;

/// Pose of the camera, by its focus: the point of the table top in the middle of the picture.
///
/// Every place above the table top from which it looks down has one pose and no other, so that two poses can be compared
/// and one can turn into the other little by little.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CameraPose {
    /// That point, in the scene (x and z), inches.
    pub focus: Vec2,
    /// Counter-clockwise from looking away from the near edge, seen from above; radians.
    pub yaw: f32,
    /// Downward from the level, more than 0; radians.
    pub pitch: f32,
    /// From the camera to that point, inches.
    pub distance: f32,
}

impl CameraPose {
    /// The pose of a camera at a point over the table that looks down at an angle.
    pub fn at(eye: Vec3, yaw: f32, pitch: f32) -> Self {
        let distance = eye.y / bevy::math::ops::sin(pitch);
        let focus = eye - rotation(yaw, pitch) * Vec3::Z * distance;
        Self { focus: focus.xz(), yaw, pitch, distance }
    }

    /// The turn of the camera; without one it looks along −z.
    pub fn rotation(&self) -> Quat {
        rotation(self.yaw, self.pitch)
    }

    /// Position of the camera in the scene.
    pub fn eye(&self) -> Vec3 {
        self.middle() + self.rotation() * Vec3::Z * self.distance
    }

    /// The point of the table top in the middle of the picture.
    pub fn middle(&self) -> Vec3 {
        Vec3::new(self.focus.x, 0.0, self.focus.y)
    }

    /// Moved over the table.
    pub fn shifted(self, by: Vec2) -> Self {
        Self { focus: self.focus + by, ..self }
    }

    /// Turned about a point, which stays where it is in the picture.
    pub fn turned_about(self, pivot: Vec3, [yaw, pitch]: [f32; 2]) -> Self {
        let offset = self.rotation().inverse() * (self.eye() - pivot);
        let (yaw, pitch) = (self.yaw + yaw, self.pitch + pitch);
        Self::at(pivot + rotation(yaw, pitch) * offset, yaw, pitch)
    }

    /// Brought nearer to a point, or away from it, by a factor of the distance between them. That point and the
    /// direction of the view stay as they are.
    pub fn zoomed_to(self, point: Vec3, factor: f32) -> Self {
        Self::at(point + (self.eye() - point) * factor, self.yaw, self.pitch)
    }

    /// Whether two poses show the same picture.
    pub fn is_near(&self, other: &Self) -> bool {
        let apart = self.eye().distance(other.eye()) < 0.01;
        apart && self.rotation().angle_between(other.rotation()) < 1e-3
    }

    /// A share of the way from one pose to another.
    pub fn toward(self, other: Self, share: f32) -> Self {
        Self {
            focus: self.focus.lerp(other.focus, share),
            yaw: self.yaw.lerp(other.yaw, share),
            pitch: self.pitch.lerp(other.pitch, share),
            distance: self.distance.lerp(other.distance, share),
        }
    }
}

/// The turn of a camera that looks to a side and down, radians.
pub(crate) fn rotation(yaw: f32, pitch: f32) -> Quat {
    Quat::from_rotation_y(yaw) * Quat::from_rotation_x(-pitch)
}

/// Position and scale of the picture in the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lens {
    /// Its rectangle, logical pixels of the window.
    pub free: Rect,
    /// Half the angle from its top to its bottom, as a slope.
    pub slope: f32,
}

impl Lens {
    /// The direction in which a camera sees a pixel.
    pub fn direction(&self, turn: Quat, pixel: Vec2) -> Vec3 {
        let offset = (pixel - self.free.center()) * (2.0 * self.slope / self.free.height());
        (turn * Vec3::new(offset.x, -offset.y, -1.0)).normalize()
    }

    /// The ray through a pixel.
    pub fn ray(&self, pose: &CameraPose, pixel: Vec2) -> Ray3d {
        let along = Dir3::new(self.direction(pose.rotation(), pixel)).unwrap_or(Dir3::NEG_Y);
        Ray3d::new(pose.eye(), along)
    }

    /// The pixel that shows a point; `None` behind the camera.
    pub fn pixel(&self, pose: &CameraPose, point: Vec3) -> Option<Vec2> {
        let seen = pose.rotation().inverse() * (point - pose.eye());
        let offset = Vec2::new(seen.x, -seen.y) / -seen.z * (self.free.height() / (2.0 * self.slope));
        (seen.z < 0.0).then(|| self.free.center() + offset)
    }

    /// Pixels per inch across the view at a distance.
    pub fn pixels_per_inch(&self, distance: f32) -> f32 {
        self.free.height() / (2.0 * self.slope * distance)
    }
}

/// Point at which a ray meets the table top, or the level at a height over it.
pub(crate) fn on_level(ray: Ray3d, height: f32) -> Option<Vec3> {
    ray.plane_intersection_point(Vec3::Y * height, InfinitePlane3d::new(Vec3::Y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pose() -> CameraPose {
        CameraPose { focus: Vec2::new(3.0, -7.0), yaw: 0.8, pitch: 0.9, distance: 30.0 }
    }

    fn lens() -> Lens {
        Lens { free: Rect::new(0.0, 50.0, 900.0, 650.0), slope: 0.36 }
    }

    #[test]
    fn a_pose_is_found_again_from_the_camera_it_gives() {
        let again = CameraPose::at(pose().eye(), 0.8, 0.9);
        assert!(
            again.focus.distance(pose().focus) < 1e-4 && (again.distance - 30.0).abs() < 1e-4,
            "{again:?}"
        );
    }

    #[test]
    fn the_ray_through_a_pixel_meets_the_point_it_shows() {
        for point in [Vec3::ZERO, Vec3::new(5.0, 2.0, -9.0), pose().middle()] {
            let pixel = lens().pixel(&pose(), point).unwrap();
            let ray = lens().ray(&pose(), pixel);
            assert!(ray.direction.cross(point - ray.origin).length() < 1e-3, "{point}");
        }
        assert!(lens().pixel(&pose(), pose().middle()).unwrap().distance(lens().free.center()) < 1e-3);
        assert_eq!(lens().pixel(&pose(), pose().eye() + pose().rotation() * Vec3::Z), None, "behind");
    }

    /// The point of a zoom or turn stays under the pointer, also half-way there.
    #[test]
    fn the_point_that_is_meant_keeps_its_pixel() {
        let point = Vec3::new(6.0, 3.0, -4.0);
        let before = lens().pixel(&pose(), point).unwrap();
        let near = pose().zoomed_to(point, 0.5);
        for (after, what) in [
            (near, "zoomed"),
            (pose().toward(near, 0.4), "on the way"),
            (pose().turned_about(point, [0.7, 0.2]), "turned"),
        ] {
            let after = lens().pixel(&after, point).unwrap();
            assert!(after.distance(before) < 0.05, "{what}: {before} and {after}");
        }
        assert!((near.eye().distance(point) / pose().eye().distance(point) - 0.5).abs() < 1e-4);
    }
}
