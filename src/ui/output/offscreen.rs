//! Offscreen rendering: the window drawn into an image, without a display.

use std::collections::BTreeSet;
use std::path::PathBuf;

use bevy::app::PluginGroupBuilder;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::TextureFormat;
use bevy::render::settings::{Backends, WgpuSettings};
use bevy::window::{ExitCondition, RequestRedraw, WindowResolution};
use bevy::winit::WinitPlugin;

use crate::game::engine::play::Match;
use crate::ui::frame::display;
use crate::ui::frame::engine_plugins::table_plugins;
pub use crate::ui::frame::frame_pacing::LONGEST_REST;
use crate::ui::miniatures::surface::Surface;
use crate::ui::scene::scene_prebuild::SceneAhead;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::text_size::of_picture;
use crate::ui::session::window_options::{ComputerOptions, OwnFolders, WindowMode, WindowOptions};
use crate::ui::table_app::add_table;
use crate::ui::{dice, panels};

/// The image that every camera draws into.
#[derive(Resource)]
pub(crate) struct OffscreenTarget(ImageRenderTarget);

impl OffscreenTarget {
    /// As cameras and screenshots name it: they must agree in the scale as well.
    pub fn target(&self) -> RenderTarget {
        RenderTarget::Image(self.0.clone())
    }
}

/// An app with all of Bevy's usual plugins and nothing to show: what a table is measured against. Its window is never opened;
/// it only gives the size in pixels.
pub fn bare_engine(size: (u32, u32)) -> App {
    engine_with(DefaultPlugins.build(), size)
}

/// An app with the plugins of a table and nothing to show, likewise.
pub(crate) fn engine(size: (u32, u32)) -> App {
    engine_with(table_plugins(), size)
}

/// The same without a graphics driver: everything but the drawing.
pub(crate) fn unseen_engine(size: (u32, u32)) -> App {
    engine_on(table_plugins(), size, None)
}

fn engine_with(plugins: PluginGroupBuilder, size: (u32, u32)) -> App {
    // Without the backends that look for a display.
    engine_on(plugins, size, Some(Backends::PRIMARY))
}

fn engine_on(plugins: PluginGroupBuilder, (width, height): (u32, u32), backends: Option<Backends>) -> App {
    let scale = of_picture((width, height));
    let resolution = WindowResolution::new(width, height).with_scale_factor_override(scale);
    let window = Window { resolution, ..default() };
    let windows =
        WindowPlugin { primary_window: Some(window), exit_condition: ExitCondition::DontExit, ..default() };
    let graphics = WgpuSettings { backends, ..default() };
    let plugins = plugins
        .set(windows)
        .set(display::quiet_log_plugin())
        .set(display::asset_plugin())
        .set(RenderPlugin { render_creation: graphics.into(), ..default() });
    let mut app = App::new();
    // A frame must show the state of its own update.
    app.add_plugins(plugins.disable::<WinitPlugin>().disable::<PipelinedRenderingPlugin>());
    let image = Image::new_target_texture(width, height, TextureFormat::Rgba8UnormSrgb, None);
    let target = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    // So many of its pixels are one of the window's.
    let target = ImageRenderTarget { handle: target, scale_factor: scale };
    app.insert_resource(OffscreenTarget(target)).add_systems(PostStartup, set_camera_target);
    app
}

/// The window with all its panels; it runs whenever the app is updated.
pub fn whole_window(game: Match, size: (u32, u32)) -> App {
    window(game, size, &without_files())
}

/// The same at a level of the picture, by its name; `None` if there is none of that name.
pub fn whole_window_at(game: Match, size: (u32, u32), level: &str) -> Option<App> {
    let (quality, _) = Quality::ALL.into_iter().find(|(_, known)| *known == level)?;
    Some(window(game, size, &WindowOptions { quality: Some(quality), ..without_files() }))
}

fn window(game: Match, size: (u32, u32), options: &WindowOptions) -> App {
    let ahead = SceneAhead::start(game.setup());
    let mut app = engine(size);
    ahead.insert_into(&mut app);
    add_table(&mut app, game, options);
    app.add_plugins(panels::plugin);
    app
}

/// The options of a window that writes no files.
pub(crate) fn without_files() -> WindowOptions {
    WindowOptions {
        title: String::new(),
        saves: PathBuf::new(),
        own: OwnFolders::default(),
        size: None,
        file: None,
        data: None,
        message: None,
        computers: ComputerOptions::default(),
        quality: None,
        mode: WindowMode::default(),
        show: None,
        start: None,
    }
}

/// Throws so many dice on the table, as if the battle had rolled them.
pub fn throw_dice(world: &mut World, dice: usize) {
    dice::throw_sample(world, dice);
}

/// Number of dice that roll now.
pub fn rolling_dice(world: &World) -> usize {
    dice::rolls(world)
}

/// Number of dice that roll or lie on the table.
pub fn dice_on_table(world: &World) -> usize {
    world.resource::<dice::DiceThrow>().dice()
}

/// Whether the window has asked for another frame in its last one.
pub fn asks_for_frame(world: &World) -> bool {
    world.resource::<Messages<RequestRedraw>>().iter_current_update_messages().next().is_some()
}

fn set_camera_target(
    mut commands: Commands,
    target: Res<OffscreenTarget>,
    cameras: Query<Entity, With<Camera>>,
) {
    for camera in &cameras {
        commands.entity(camera).insert(target.target());
    }
}

/// The numbers of objects in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Entities with a mesh, of whatever material.
    pub entities: usize,
    /// Those of them that cast no shadow, that are hidden, and that hang on another entity.
    pub shadowless: usize,
    /// See above.
    pub hidden: usize,
    /// See above.
    pub children: usize,
    /// Distinct meshes among them.
    pub meshes: usize,
    /// Distinct materials among them, as far as they are surfaces.
    pub materials: usize,
}

/// Counts the objects of the scene.
pub fn census(world: &mut World) -> Census {
    let mut shown = world.query::<(
        &Mesh3d,
        Option<&MeshMaterial3d<Surface>>,
        Has<NotShadowCaster>,
        &InheritedVisibility,
        Has<ChildOf>,
    )>();
    let mut found = Census { entities: 0, shadowless: 0, hidden: 0, children: 0, meshes: 0, materials: 0 };
    let (mut meshes, mut materials) = (BTreeSet::new(), BTreeSet::new());
    for (mesh, material, is_shadowless, visibility, is_child) in shown.iter(world) {
        found.entities += 1;
        found.shadowless += usize::from(is_shadowless);
        found.hidden += usize::from(!visibility.get());
        found.children += usize::from(is_child);
        meshes.insert(mesh.id());
        materials.extend(material.map(|material| material.id()));
    }
    Census { meshes: meshes.len(), materials: materials.len(), ..found }
}
