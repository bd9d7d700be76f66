//! Projection of points of the scene into the window.

use bevy::math::Affine3A;
use bevy::prelude::*;

/// Projection of the scene by a camera: the part common to all points is worked out once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Projector {
    view_from_world: Affine3A,
    clip_from_view: Mat4,
    viewport: Rect,
}

impl Projector {
    /// `None` for a camera without a picture.
    pub fn new(camera: &Camera, from: &GlobalTransform) -> Option<Self> {
        let viewport = camera.logical_viewport_rect()?;
        Some(Self {
            view_from_world: from.affine().inverse(),
            clip_from_view: camera.clip_from_view(),
            viewport,
        })
    }

    /// The logical pixel of a point of the scene, perhaps beside the picture; `None` behind the camera.
    pub fn pixel(&self, point: Vec3) -> Option<Vec2> {
        let seen = self.clip_from_view.project_point3a(self.view_from_world.transform_point3a(point.into()));
        // Depth is 1 at the near plane and 0 infinitely far away.
        let is_seen = !seen.is_nan() && (0.0..=1.0).contains(&seen.z);
        let share = (Vec2::new(seen.x, -seen.y) + Vec2::ONE) / 2.0;
        is_seen.then(|| self.viewport.min + share * self.viewport.size())
    }
}

#[cfg(test)]
mod tests {
    use bevy::camera::{CameraProjection, ComputedCameraValues, RenderTargetInfo, Viewport};

    use super::*;

    /// The camera itself gives the same pixels, or none.
    #[test]
    fn points_are_where_the_camera_has_them() {
        let lens = PerspectiveProjection { aspect_ratio: 1.6, ..default() };
        let viewport = Viewport {
            physical_position: UVec2::new(40, 60),
            physical_size: UVec2::new(1600, 1000),
            ..default()
        };
        let target_info = RenderTargetInfo { physical_size: UVec2::new(2000, 1200), scale_factor: 2.0 };
        let computed = ComputedCameraValues {
            clip_from_view: lens.get_clip_from_view(),
            target_info: Some(target_info),
            ..default()
        };
        let camera = Camera { viewport: Some(viewport), computed, ..default() };
        let from = Transform::from_xyz(3.0, 40.0, 25.0).looking_at(Vec3::new(1.0, 0.0, -2.0), Vec3::Y);
        let from = GlobalTransform::from(from);
        let projector = Projector::new(&camera, &from).unwrap();
        let mut seen = 0;
        for step in 0..1000 {
            let share = |by: i32| (step / by % 10) as f32 - 4.5;
            let point = 20.0 * Vec3::new(share(1), share(10), share(100));
            let pixel = projector.pixel(point);
            assert_eq!(pixel, camera.world_to_viewport(&from, point).ok(), "{point}");
            seen += usize::from(pixel.is_some());
        }
        assert!((300..900).contains(&seen), "{seen}");
    }
}
