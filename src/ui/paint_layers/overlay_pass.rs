//! Lays out the layers of the overlays, each in an egui context of its own.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::window::{CursorIcon, PrimaryWindow, SystemCursorIcon};
use bevy_egui::egui::epaint::Primitive;
use bevy_egui::egui::{self, ClippedPrimitive, RawInput, TextureId, TexturesDelta};
use bevy_egui::{EguiInput, PrimaryEguiContext, helpers};

use super::PaintLayers;
use crate::ui::view_resource::PaintLayer;

/// The schedule in which the overlays of a layer are painted.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) struct OverlayPass(pub PaintLayer);

/// The input that the panels get.
type PanelInput = QueryState<&'static EguiInput, With<PrimaryEguiContext>>;

/// Runs the passes of those that are due.
pub(super) fn lay_out_overlays(world: &mut World, panels: &mut PanelInput) {
    for layer in PaintLayer::OVERLAYS {
        if world.resource::<PaintLayers>().is_due(layer) {
            lay_out(world, panels, layer);
        }
    }
}

fn lay_out(world: &mut World, panels: &mut PanelInput, layer: PaintLayer) {
    let Some(input) = input(world, panels, layer) else { return };
    let context = world.resource::<PaintLayers>().context(layer).clone();
    let output = context.run_ui(input, |_| {
        if let Err(error) = world.try_run_schedule(OverlayPass(layer)) {
            bevy::log::error!("overlays could not be laid out: {error}");
        }
    });
    let mut jobs = context.tessellate(output.shapes, output.pixels_per_point);
    jobs.iter_mut().for_each(|job| move_texture(job, layer));
    let mut layers = world.resource_mut::<PaintLayers>();
    let layer = layers.layer_mut(layer);
    layer.is_empty = jobs.is_empty();
    layer.fresh = Some(jobs);
    layer.textures.append(output.textures_delta);
    let cursor = output.platform_output.cursor_icon;
    if std::mem::replace(&mut layer.cursor, cursor) != cursor {
        show_cursor(world, cursor);
    }
}

/// What happened since its last pass; the window is that of the panels.
fn input(world: &mut World, panels: &mut PanelInput, layer: PaintLayer) -> Option<RawInput> {
    let whole = panels.single(world).ok()?;
    let mut input = RawInput { events: Vec::new(), ..whole.0.clone() };
    input.events = std::mem::take(&mut world.resource_mut::<PaintLayers>().layer_mut(layer).events);
    Some(input)
}

/// Over a link the pointer is a hand.
fn show_cursor(world: &mut World, cursor: egui::CursorIcon) {
    let icon = helpers::egui_to_winit_cursor_icon(cursor).unwrap_or(SystemCursorIcon::Default);
    let mut windows = world.query_filtered::<Entity, With<PrimaryWindow>>();
    if let Ok(window) = windows.single(world) {
        world.entity_mut(window).insert(CursorIcon::System(icon));
    }
}

/// The renderer knows textures of one context: those of an overlay's get numbers that the panels do not use.
pub(super) fn id_of(texture: TextureId, layer: PaintLayer) -> TextureId {
    match texture {
        TextureId::Managed(id) => TextureId::Managed(id | (layer as u64 + 1) << 32),
        own => own,
    }
}

fn move_texture(job: &mut ClippedPrimitive, layer: PaintLayer) {
    if let Primitive::Mesh(mesh) = &mut job.primitive {
        mesh.texture_id = id_of(mesh.texture_id, layer);
    }
}

/// The textures of the overlays that have changed, by the numbers that the renderer knows.
pub(super) fn take_textures(layers: &mut PaintLayers) -> TexturesDelta {
    let mut all = TexturesDelta::default();
    for layer in PaintLayer::OVERLAYS {
        let mut own = std::mem::take(&mut layers.layer_mut(layer).textures);
        all.set.extend(own.set.drain().map(|(id, deltas)| (id_of(id, layer), deltas)));
        all.free.extend(own.free.drain().map(|id| id_of(id, layer)));
    }
    all
}
