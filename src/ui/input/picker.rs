//! Picking: the panel, the point of the table or the model under a pixel.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Order};

use super::draft::Draft;
use crate::game::engine::view::View;
use crate::rules::card::Base;
use crate::rules::ids::ModelId;
use crate::rules::measures::Thou;
use crate::ui::axes;
use crate::ui::cutaway::Cutaway;
use crate::ui::open_game::OpenGame;
use crate::ui::scene::camera::{TableCamera, on_screen, point_under};
use crate::ui::scene::viewport::TableViewport;

/// How far outside its base a model is still picked.
const PICK_MARGIN_INCHES: f32 = 0.12;

/// Finds what lies under a pixel.
#[derive(SystemParam)]
pub(super) struct Picker<'w, 's> {
    viewport: TableViewport<'w, 's>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform), With<TableCamera>>,
    opened: Res<'w, OpenGame>,
    cutaway: Res<'w, Cutaway>,
    contexts: EguiContexts<'w, 's>,
}

impl Picker<'_, '_> {
    /// The pointer's pixel; `None` outside the window.
    pub fn cursor(&self) -> Option<Vec2> {
        self.viewport.cursor()
    }

    /// Whether the table is shown at a pixel, with no panel or dialog over it.
    pub fn is_free(&mut self, pixel: Vec2) -> bool {
        let free = self.viewport.free();
        let layer =
            self.contexts.ctx_mut().ok().and_then(|egui| egui.layer_id_at(egui::pos2(pixel.x, pixel.y)));
        free.contains(pixel) && layer.is_none_or(|layer| layer.order == Order::Background)
    }

    /// The point of the surface there, inches, and its height: a floor that is shown, a hill, the table top. It may
    /// lie outside the table.
    pub fn spot(&self, pixel: Vec2) -> Option<([f64; 2], Thou)> {
        let (camera, from) = *self.camera;
        let view = self.opened.game.battle().view();
        let at = |height: Thou| point_under(camera, from, pixel, height.inches());
        let surface = self.cutaway.heights().iter().find_map(|height| {
            let point = at(*height)?;
            self.cutaway.has_surface(view.terrain(), point, *height).then_some((point, *height))
        });
        surface.or_else(|| Some((at(Thou(0))?, Thou(0))))
    }

    /// The point there, without its height.
    pub fn table_at(&self, pixel: Vec2) -> Option<[f64; 2]> {
        self.spot(pixel).map(|(point, _)| point)
    }

    /// The model there; the ghosts of a draft come first.
    pub fn model_at(&self, pixel: Vec2, draft: Option<&Draft>) -> Option<ModelId> {
        let (camera, from) = *self.camera;
        let ray = camera.viewport_to_world(from, pixel).ok()?;
        let view = self.opened.game.battle().view();
        let ghost = draft.and_then(|draft| nearest(ray, ghosts(&view, draft), |_| true));
        // Checked only for the few models that the ray hits.
        let is_shown = |model: ModelId| {
            let model = view.model(model);
            model.is_some_and(|model| self.cutaway.shows_at(view.terrain(), model.pose.at))
        };
        ghost.or_else(|| nearest(ray, standing(&view), is_shown))
    }

    /// The pixel of a point above the table.
    pub fn pixel_of(&self, at: [f64; 2], height: Thou) -> Option<Vec2> {
        let (camera, from) = *self.camera;
        on_screen(camera, from, axes::in_scene(at, height.inches()))
    }

    /// The game.
    pub fn opened(&self) -> &OpenGame {
        &self.opened
    }
}

/// A model, its foot in the scene, and its base.
type PickTarget = (ModelId, Vec3, Base);

fn ghosts(view: &View, draft: &Draft) -> Vec<PickTarget> {
    let Some(unit) = view.unit(draft.unit) else { return Vec::new() };
    let target = |model: &super::draft_model::DraftModel| {
        (model.model, axes::in_scene(model.at, model.height.inches()), unit.card.base)
    };
    draft.models.iter().map(target).collect()
}

fn standing(view: &View) -> Vec<PickTarget> {
    view.units()
        .flat_map(|unit| view.standing(unit.id))
        .map(|model| (model.id, axes::place_in_scene(model.pose.at), model.card.base))
        .collect()
}

/// The first model that a ray hits, of those that qualify.
fn nearest(ray: Ray3d, models: Vec<PickTarget>, qualifies: impl Fn(ModelId) -> bool) -> Option<ModelId> {
    let hits = models.into_iter().filter_map(|(id, foot, base)| {
        let size = [base.radius() as f32 + PICK_MARGIN_INCHES, base.height.inches() as f32];
        Some((id, ray_meets_cylinder(ray, foot, size)?))
    });
    hits.filter(|(id, _)| qualifies(*id)).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(id, _)| id)
}

/// How far along a ray it enters a vertical cylinder.
fn ray_meets_cylinder(ray: Ray3d, foot: Vec3, [radius, height]: [f32; 2]) -> Option<f32> {
    let (origin, direction) = (ray.origin - foot, *ray.direction);
    let (enter, leave) = line_meets_circle(origin.xz(), direction.xz(), radius)?;
    if direction.y.abs() < 1e-9 {
        return (0.0..=height).contains(&origin.y).then_some(enter.max(0.0));
    }
    let (foot_at, top_at) = (-origin.y / direction.y, (height - origin.y) / direction.y);
    let (enter, leave) = (enter.max(foot_at.min(top_at)), leave.min(foot_at.max(top_at)));
    (enter <= leave && leave >= 0.0).then_some(enter.max(0.0))
}

/// Where a line enters and leaves a circle around the origin.
fn line_meets_circle(origin: Vec2, direction: Vec2, radius: f32) -> Option<(f32, f32)> {
    let (a, half_b, c) =
        (direction.length_squared(), origin.dot(direction), origin.length_squared() - radius * radius);
    if a < 1e-9 {
        return (c <= 0.0).then_some((f32::NEG_INFINITY, f32::INFINITY));
    }
    let root = half_b * half_b - a * c;
    (root >= 0.0).then(|| ((-half_b - root.sqrt()) / a, (-half_b + root.sqrt()) / a))
}
