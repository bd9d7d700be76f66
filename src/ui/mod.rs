//! The window: shows a battle and asks its player.
//!
//! It decides no rule. What a player wants becomes a [`Command`], the battle
//! accepts or refuses it, and what the window shows is read from the battle's
//! view and its facts. A ghost is legal exactly where the battle's own check
//! says so.
//!
//! [`Command`]: crate::game::engine::command::Command

pub mod axes;
mod clerk;
mod counsel;
mod cutaway;
mod display;
mod going_look;
mod hand_dice;
pub mod input;
pub mod offscreen;
mod open_game;
mod overlays;
mod panels;
mod picture;
mod playback;
mod preview;
mod reckoning;
mod repaint;
mod rule_link;
pub mod scene;
mod side_look;
mod sight_look;
mod target_look;
mod terrain_words;
mod thought;
mod trail;
mod waking;
mod watch;
mod worker;

use std::path::PathBuf;

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::WindowResolution;
use bevy_egui::{EguiGlobalSettings, EguiInputSystemSettings, EguiPlugin, EguiPostUpdateSet};
use bevy_panorbit_camera::PanOrbitCameraPlugin;

pub use display::UiError;
pub use open_game::SAVE_ENDING;
pub use picture::{PictureExposure, PictureFallBack, PictureOptions, PictureSight, PictureView, picture};

use crate::game::engine::play::Game;

/// How the window is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WindowOptions {
    /// In its title bar, before what the battle is about.
    pub title: String,
    /// Where saves and pictures are kept; made when the first is written.
    pub saves: PathBuf,
    /// Width and height in pixels; `None` for the program's own choice.
    pub size: Option<(u32, u32)>,
    /// The save the game came from, if it came from one.
    pub file: Option<PathBuf>,
    /// Root of the data folder, for other rulesets to compare with; `None` to compare with none.
    pub data: Option<PathBuf>,
    /// Told to the player when the window opens, such as damage in a save.
    pub message: Option<String>,
}

/// Size of a window that nobody chose.
const USUAL_SIZE: (u32, u32) = (1440, 900);

/// Smallest window in which every panel can be read.
const SMALLEST: (f32, f32) = (960.0, 600.0);

/// Opens the window and plays in it until it is closed.
///
/// # Errors
/// There is no display, or no driver that can draw on it.
pub fn run(game: Game, options: WindowOptions) -> Result<(), UiError> {
    display::check_display()?;
    let _one_at_a_time = display::guard()?;
    display::catch_start_failure(move || {
        let exit = build(game, options).run();
        match exit {
            AppExit::Success => Ok(()),
            AppExit::Error(code) => Err(UiError::Ended(code.get())),
        }
    })
}

fn build(game: Game, options: WindowOptions) -> App {
    let (width, height) = options.size.unwrap_or(USUAL_SIZE);
    let window = Window {
        title: options.title.clone(),
        name: Some("warstrike".to_owned()),
        resolution: WindowResolution::new(width, height),
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: SMALLEST.0,
            min_height: SMALLEST.1,
            ..default()
        },
        ..default()
    };
    let mut app = App::new();
    let windows = WindowPlugin { primary_window: Some(window), ..default() };
    app.add_plugins(DefaultPlugins.set(windows).set(display::log_plugin()).set(display::asset_plugin()))
        .insert_resource(waking::calm_updates());
    add_table(&mut app, game, &options);
    app.add_plugins(panels::plugin);
    app
}

/// Panels hear of the mouse, keys and touch in the window, and of nothing else.
fn panels_input() -> EguiGlobalSettings {
    let input_system_settings = EguiInputSystemSettings {
        run_write_non_window_pointer_moved_messages_system: false,
        run_write_non_window_touch_messages_system: false,
        run_write_pinch_gesture_messages_system: false,
        run_write_file_dnd_messages_system: false,
        ..default()
    };
    EguiGlobalSettings { auto_create_primary_context: false, input_system_settings, ..default() }
}

/// All that shows a battle, but the panels around it.
fn add_table(app: &mut App, game: Game, options: &WindowOptions) {
    app.add_plugins((EguiPlugin::default(), PanOrbitCameraPlugin)).insert_resource(panels_input());
    let opened = open_game::OpenGame::new(game, options);
    app.insert_resource(hand_dice::HandDice::of_opening(&opened)).insert_resource(opened);
    // What is painted over the table needs to know where the camera has come to.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(TransformSystems::Propagate));
    // Letters never shown before reach the screen in the same picture as the words they are in.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.add_plugins((
        open_game::plugin,
        repaint::plugin,
        cutaway::plugin,
        waking::plugin,
        scene::plugin,
        input::plugin,
        counsel::plugin,
        watch::plugin,
        reckoning::plugin,
        preview::plugin,
        overlays::plugin,
        playback::plugin,
    ));
}
