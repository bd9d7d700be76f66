//! The window without a display: everything is drawn into an image.

use std::path::PathBuf;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::settings::{Backends, WgpuSettings};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use super::scene::surface::Surface;
use super::{WindowOptions, add_table, display, panels};
use crate::game::engine::play::Game;

/// The image every camera draws into.
#[derive(Resource)]
pub(super) struct Canvas(pub Handle<Image>);

/// An engine with the window's own plugins and nothing to show. Its window is one nobody
/// opens: what that is to the table is its size, in pixels.
pub fn engine((width, height): (u32, u32)) -> App {
    let window = Window { resolution: (width, height).into(), ..default() };
    let windows =
        WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() };
    // Without the backends that look for a display of their own.
    let graphics = WgpuSettings { backends: Some(Backends::PRIMARY), ..default() };
    let plugins = DefaultPlugins
        .set(windows)
        .set(display::quiet_log_plugin())
        .set(display::asset_plugin())
        .set(RenderPlugin { render_creation: graphics.into(), ..default() });
    let mut app = App::new();
    // Pictures are drawn in step with what they show.
    app.add_plugins(plugins.disable::<WinitPlugin>().disable::<PipelinedRenderingPlugin>());
    let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    let canvas = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    app.insert_resource(Canvas(canvas)).add_systems(PostStartup, aim);
    app
}

/// The window with all its panels; it begins to run when the app is updated.
pub fn whole_window(game: Game, size: (u32, u32)) -> App {
    let mut app = engine(size);
    add_table(&mut app, game, &nowhere());
    app.add_plugins(panels::plugin);
    app
}

/// Options of a window that keeps nothing.
pub(super) fn nowhere() -> WindowOptions {
    WindowOptions {
        title: String::new(),
        saves: PathBuf::new(),
        size: None,
        file: None,
        data: None,
        message: None,
    }
}

fn aim(mut commands: Commands, canvas: Res<Canvas>, cameras: Query<Entity, With<Camera>>) {
    for camera in &cameras {
        commands.entity(camera).insert(RenderTarget::Image(canvas.0.clone().into()));
    }
}

/// What a scene consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Entities with a mesh.
    pub entities: usize,
    /// Different meshes among them.
    pub meshes: usize,
    /// Different materials among them.
    pub materials: usize,
}

/// Counts what the table's scene consists of now.
pub fn census(world: &mut World) -> Census {
    let mut shown = world.query::<(&Mesh3d, &MeshMaterial3d<Surface>)>();
    let (mut meshes, mut materials): (Vec<_>, Vec<_>) =
        shown.iter(world).map(|(mesh, material)| (mesh.id(), material.id())).unzip();
    let entities = meshes.len();
    meshes.sort();
    meshes.dedup();
    materials.sort();
    materials.dedup();
    Census { entities, meshes: meshes.len(), materials: materials.len() }
}
