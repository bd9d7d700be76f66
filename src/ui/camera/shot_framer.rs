//! Finds the poses of shots: from which direction some points are seen in the picture, and whether anything hides them.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::frame::{framed, is_in_view};
use super::pose::CameraPose;
use super::rig::{CameraRig, table_lens, table_limits};
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::camera::line_of_flight::Ahead;
use crate::ui::camera::viewport::TableViewport;
use crate::ui::session::open_game::OpenGame;

/// A ray that ends so near to a point has reached it, inches.
const REACHED: f32 = 1.2;

/// Frames shots in the picture as it is.
#[derive(SystemParam)]
pub(in crate::ui) struct ShotFramer<'w, 's> {
    opened: Res<'w, OpenGame>,
    viewport: TableViewport<'w, 's>,
    ahead: Ahead<'w>,
    rig: Single<'w, 's, &'static CameraRig>,
}

impl ShotFramer<'_, '_> {
    /// The part of the picture in which a shot shows what it is about: above the line at the foot.
    fn room(&self) -> Rect {
        let free = self.viewport.free();
        let foot = free.height() * 0.14;
        Rect { max: Vec2::new(free.max.x, free.max.y - foot), ..free }
    }

    /// Where the camera is, or goes.
    pub fn goal(&self) -> CameraPose {
        self.rig.goal()
    }

    /// The pose that sees some points from a direction.
    pub fn pose(&self, points: &[Vec3], yaw: f32, pitch: f32) -> CameraPose {
        let from = CameraPose { yaw, pitch, ..self.goal() };
        let free = self.viewport.free();
        framed(points, from, &table_lens(&self.viewport), self.room(), &table_limits(&self.opened, free))
    }

    /// Whether a pose shows some points large enough to be made out.
    pub fn shows(&self, points: &[Vec3], pose: &CameraPose) -> bool {
        is_in_view(points, pose, &table_lens(&self.viewport), self.room())
    }

    /// The share of some points that no terrain hides from a pose.
    pub fn clear_share(&self, points: &[Vec3], pose: &CameraPose) -> f32 {
        let eye = pose.eye();
        let terrain = self.opened.game.battle().view().terrain();
        let is_clear = |point: &&Vec3| {
            let Ok((along, way)) = Dir3::new_and_length(**point - eye) else { return true };
            self.ahead.terrain(Ray3d::new(eye, along)).is_none_or(|met| met > way - REACHED)
                && !is_behind_trees(terrain, eye, **point)
        };
        points.iter().filter(is_clear).count() as f32 / points.len().max(1) as f32
    }
}

/// Steps by which a line is followed through a wood.
const STEPS: u8 = 24;

/// Whether trees stand between the camera and a point. They are decoration, and no ray meets them: what counts is the wood.
fn is_behind_trees(terrain: &Terrain, eye: Vec3, point: Vec3) -> bool {
    terrain.trees().any(|trees| {
        let [bottom, top] = [trees.bottom, trees.top].map(|height| height as f32);
        let inside = |at: Vec3| (bottom..top).contains(&at.y) && trees.outline.contains(axes::on_table(at));
        let between = (1..STEPS).map(|step| eye.lerp(point, f32::from(step) / f32::from(STEPS)));
        // Who stands in the wood is seen among its trees.
        !inside(point) && between.into_iter().any(inside)
    })
}
