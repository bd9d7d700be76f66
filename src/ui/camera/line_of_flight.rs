//! Obstacles ahead of the camera: terrain and models, as far as they are shown.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::ui::scene::cutaway::Cutaway;
use crate::ui::scene::figure_colliders::FigureColliders;
use crate::ui::scene::surfaces::TableSurfaces;

/// Finds what a ray meets.
#[derive(SystemParam)]
pub(in crate::ui) struct Ahead<'w> {
    surfaces: Res<'w, TableSurfaces>,
    figures: Res<'w, FigureColliders>,
    cutaway: Res<'w, Cutaway>,
}

impl Ahead<'_> {
    /// Distance along a ray to terrain or the table, inches.
    pub fn terrain(&self, ray: Ray3d) -> Option<f32> {
        self.surfaces.under(ray, &self.cutaway).map(|hit| hit.distance)
    }

    /// The point of a model, of terrain or of the table that a ray meets first.
    pub fn surface(&self, ray: Ray3d) -> Option<Vec3> {
        let figure = self.figures.under(ray, |_| true).map(|(_, distance)| distance);
        let first = [self.terrain(ray), figure].into_iter().flatten().reduce(f32::min)?;
        Some(ray.get_point(first))
    }
}
