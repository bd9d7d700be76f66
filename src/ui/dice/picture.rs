//! Viewer's picture of the table when a throw begins: its area in the window, and its cover.

use bevy::math::Affine3A;
use bevy::prelude::*;

use crate::ui::camera::Projector;

/// View of the table by a camera.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    projector: Projector,
    world_from_view: Affine3A,
    view_from_clip: Mat4,
    /// Its rectangle, logical pixels of the window.
    pub free: Rect,
}

/// The table as it is seen.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// Now.
    pub now: Seen,
    /// Once the camera has come to rest.
    pub at_rest: Seen,
    /// Covered parts, logical pixels of the window.
    pub covers: Vec<Rect>,
}

impl Seen {
    /// `None` for a camera without a picture.
    pub fn new(camera: &Camera, from: Transform) -> Option<Self> {
        let from = GlobalTransform::from(from);
        Some(Self {
            projector: Projector::new(camera, &from)?,
            world_from_view: from.affine(),
            view_from_clip: camera.clip_from_view().inverse(),
            free: camera.logical_viewport_rect()?,
        })
    }

    /// The logical pixel of a point, perhaps beside the picture; `None` behind the camera.
    pub fn pixel(&self, at: Vec3) -> Option<Vec2> {
        self.projector.pixel(at)
    }

    /// Ray through a pixel.
    pub fn ray(&self, pixel: Vec2) -> Option<Ray3d> {
        let share = 2.0 * (pixel - self.free.min) / self.free.size() - Vec2::ONE;
        let near = self.view_from_clip.project_point3(Vec3::new(share.x, -share.y, 1.0));
        let along = self.world_from_view.transform_vector3(near);
        Some(Ray3d::new(self.world_from_view.translation.into(), Dir3::new(along).ok()?))
    }

    /// The point of the table top, or of its plane beyond it, at a pixel; `None` over the horizon.
    pub fn ground(&self, pixel: Vec2) -> Option<Vec3> {
        self.ray(pixel)?.plane_intersection_point(Vec3::ZERO, InfinitePlane3d::new(Vec3::Y))
    }

    /// Pixels per inch across the view at a point.
    pub fn inch(&self, at: Vec3) -> Option<f32> {
        let right: Vec3 = self.world_from_view.matrix3.x_axis.into();
        Some(self.pixel(at)?.distance(self.pixel(at + right.normalize_or(Vec3::X))?))
    }

    /// Direction of view: counter-clockwise from −z, seen from above; radians.
    pub fn yaw(&self) -> f32 {
        let right = self.world_from_view.matrix3.x_axis;
        bevy::math::ops::atan2(-right.z, right.x)
    }

    /// Bounds of some points in the picture; `None` if one of them lies behind the camera.
    pub fn bounds(&self, points: impl IntoIterator<Item = Vec3>) -> Option<Rect> {
        let mut bounds = Rect::EMPTY;
        for point in points {
            bounds = bounds.union_point(self.pixel(point)?);
        }
        Some(bounds)
    }
}

/// A camera as the window has it, for tests.
#[cfg(test)]
pub(super) fn sample_camera(free: Rect, slope: f32) -> Camera {
    use bevy::camera::{CameraProjection, ComputedCameraValues, RenderTargetInfo, Viewport};
    let size = free.size();
    let lens = PerspectiveProjection {
        aspect_ratio: size.x / size.y,
        fov: 2.0 * bevy::math::ops::atan(slope),
        ..default()
    };
    let viewport =
        Viewport { physical_position: free.min.as_uvec2(), physical_size: size.as_uvec2(), ..default() };
    let target_info = RenderTargetInfo { physical_size: free.max.as_uvec2() + 400, scale_factor: 1.0 };
    let computed = ComputedCameraValues {
        clip_from_view: lens.get_clip_from_view(),
        target_info: Some(target_info),
        ..default()
    };
    Camera { viewport: Some(viewport), computed, ..default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ground under a pixel is shown at that pixel.
    #[test]
    fn rays_and_pixels_agree() {
        let free = Rect::new(0.0, 52.0, 1110.0, 760.0);
        let from = Transform::from_xyz(3.0, 30.0, 25.0).looking_at(Vec3::new(1.0, 0.0, -2.0), Vec3::Y);
        let seen = Seen::new(&sample_camera(free, 0.3), from).unwrap();
        for pixel in [free.center(), free.min, free.max, Vec2::new(200.0, 600.0)] {
            let shown = seen.pixel(seen.ground(pixel).unwrap()).unwrap();
            assert!(shown.distance(pixel) < 0.1, "{pixel} and {shown}");
        }
        let turned = Transform::from_xyz(0.0, 30.0, 0.0)
            .with_rotation(Quat::from_rotation_y(0.8) * Quat::from_rotation_x(-0.9));
        assert!((Seen::new(&sample_camera(free, 0.3), turned).unwrap().yaw() - 0.8).abs() < 1e-5);
    }
}
