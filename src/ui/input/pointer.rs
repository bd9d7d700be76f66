//! Where the mouse is: over which point of the table, over which model.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Order};

use super::Selection;
use super::draft::Drafting;
use crate::game::view::View;
use crate::rules::ids::ModelId;
use crate::ui::axes;
use crate::ui::scene::camera::{TableCamera, free_rectangle, point_under};
use crate::ui::session::Session;

/// Where the mouse is.
#[derive(Resource, Default, Debug, PartialEq, Clone, Copy)]
pub(in crate::ui) struct Pointer {
    /// Pixel of the window; `None` while a panel has it, or it is outside.
    pub pixel: Option<Vec2>,
    /// Point of the table top under it, inches; may lie beside the table.
    pub table: Option<[f64; 2]>,
    /// The model under it.
    pub model: Option<ModelId>,
}

/// How much wider than its base a model is caught, inches.
const REACH: f32 = 0.12;

/// Finds out where the mouse is.
pub(super) fn follow(
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    session: Res<Session>,
    drafting: Res<Drafting>,
    mut contexts: EguiContexts,
    mut pointer: ResMut<Pointer>,
    mut selection: ResMut<Selection>,
) -> Result {
    let (camera, from) = *camera;
    let free = free_rectangle(window.size());
    let context = contexts.ctx_mut()?;
    let pixel = window.cursor_position().filter(|at| free.contains(*at) && !is_covered(context, *at));
    let table = pixel.and_then(|at| point_under(camera, from, at, 0.0));
    let ray = pixel.and_then(|at| camera.viewport_to_world(from, at).ok());
    let view = session.game.battle().view();
    let model = ray.and_then(|ray| nearest_model(&view, &drafting, ray));
    pointer.set_if_neq(Pointer { pixel, table, model });
    if selection.hovered != model {
        selection.hovered = model;
    }
    Ok(())
}

/// Whether a dialog lies over a pixel.
fn is_covered(context: &egui::Context, at: Vec2) -> bool {
    let layer = context.layer_id_at(egui::pos2(at.x, at.y));
    layer.is_some_and(|layer| layer.order != Order::Background)
}

/// The model a line of sight meets first; ghosts before those that stand.
fn nearest_model(view: &View, drafting: &Drafting, ray: Ray3d) -> Option<ModelId> {
    let ghosts = drafting.0.iter().flat_map(|draft| {
        let card = view.unit(draft.unit).map(|unit| unit.card);
        draft.models.iter().filter_map(move |model| {
            let foot = axes::in_scene(model.at, model.start.z.inches());
            Some((model.model, foot, card?.base))
        })
    });
    let standing = view
        .units()
        .flat_map(|unit| view.standing(unit.id))
        .map(|model| (model.id, axes::place_in_scene(model.pose.at), model.card.base));
    let hit = |(id, foot, base): (ModelId, Vec3, crate::rules::card::Base)| {
        let size = [base.radius() as f32 + REACH, base.height.inches() as f32];
        Some((id, meets_upright(ray, foot, size)?))
    };
    let nearest = |a: (ModelId, f32), b: (ModelId, f32)| if b.1 < a.1 { b } else { a };
    let ghost = ghosts.filter_map(hit).reduce(nearest);
    ghost.or_else(|| standing.filter_map(hit).reduce(nearest)).map(|(id, _)| id)
}

/// How far along a line it comes into an upright cylinder.
fn meets_upright(ray: Ray3d, foot: Vec3, [radius, height]: [f32; 2]) -> Option<f32> {
    let (origin, direction) = (ray.origin - foot, *ray.direction);
    let (flat, along) = (origin.xz(), direction.xz());
    let (a, half_b, c) = (along.length_squared(), flat.dot(along), flat.length_squared() - radius * radius);
    let (enter, leave) = if a < 1e-9 {
        if c > 0.0 {
            return None;
        }
        (f32::NEG_INFINITY, f32::INFINITY)
    } else {
        let root = half_b * half_b - a * c;
        if root < 0.0 {
            return None;
        }
        ((-half_b - root.sqrt()) / a, (-half_b + root.sqrt()) / a)
    };
    if direction.y.abs() < 1e-9 {
        return (0.0..=height).contains(&origin.y).then_some(enter.max(0.0));
    }
    let (foot_at, top_at) = (-origin.y / direction.y, (height - origin.y) / direction.y);
    let (enter, leave) = (enter.max(foot_at.min(top_at)), leave.min(foot_at.max(top_at)));
    (enter <= leave && leave >= 0.0).then_some(enter.max(0.0))
}
