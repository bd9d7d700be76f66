//! The window: shows a battle and lets its players give orders.
//!
//! It decides no rules. An order becomes a [`Command`], which the battle accepts or refuses; everything shown is read
//! from the battle's view and its facts. A ghost is legal exactly where the battle's own check says so.
//!
//! [`Command`]: crate::game::engine::command::Command

mod attention;
pub mod axes;
mod background_query;
mod casualties;
mod combat_look;
mod combat_preview;
mod computer_pace;
mod computer_players;
mod computing;
mod contact_sheet;
mod cutaway;
mod demo;
mod dice_throw;
mod display;
mod engine_plugins;
pub mod events;
mod film;
mod fire_odds;
mod frame_order;
mod frame_pacing;
mod going_look;
mod hand_dice;
mod handover;
pub mod headless;
pub mod input;
mod inputs;
mod move_planner;
pub mod offscreen;
mod open_game;
mod overlays;
mod paint_layers;
mod panels;
pub mod physics;
mod picture;
mod pips;
mod playback;
mod pointed_unit;
mod poster;
mod quality;
mod query_thread;
mod question_waits;
mod retreat_preview;
mod rule_link;
mod saved_games;
pub mod scene;
mod settings;
mod sheets;
mod show_card;
mod show_pace;
mod shown_battle;
mod side_look;
mod sight_look;
mod sight_overlay;
mod subtitle;
mod table_app;
mod tags;
mod target_look;
mod terrain_names;
mod text_size;
mod throw_plan;
mod toggled_overlays;
mod trail;
mod what_if;
mod window_options;

use bevy::prelude::*;
use bevy::window::WindowResolution;

pub use contact_sheet::{SheetOptions, SheetPage, contact_sheet};
pub use display::UiError;
pub use film::{FilmEnd, FilmMark, FilmOptions, FilmPart, FilmReport, film};
pub use picture::{PictureExposure, PictureFallBack, PictureOptions, PictureSight, PictureView, picture};
pub use quality::level::Quality;
pub use saved_games::SAVE_ENDING;
pub use settings::Outlines;
pub use tags::Tags;
pub use window_options::{ComputerOptions, ShowOptions, ShowSource, WindowMode, WindowOptions};

use crate::game::engine::play::Match;
use scene::scene_ahead::SceneAhead;
use table_app::add_table;
use text_size::MIN_SIZE;

/// The size of the window, in pixels, unless it is given.
const DEFAULT_SIZE: (u32, u32) = (1440, 900);

/// Opens the window and runs it until it is closed.
///
/// # Errors
/// There is no display, or no driver that can draw on it.
pub fn run(game: Match, options: WindowOptions) -> Result<(), UiError> {
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

fn build(game: Match, options: WindowOptions) -> App {
    let (width, height) = options.size.unwrap_or(DEFAULT_SIZE);
    let window = Window {
        title: options.title.clone(),
        name: Some("warstrike".to_owned()),
        resolution: WindowResolution::new(width, height),
        mode: match options.mode {
            WindowMode::Framed => bevy::window::WindowMode::Windowed,
            WindowMode::Fullscreen => {
                bevy::window::WindowMode::BorderlessFullscreen(MonitorSelection::Primary)
            }
        },
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: MIN_SIZE.0,
            min_height: MIN_SIZE.1,
            ..default()
        },
        ..default()
    };
    let ahead = SceneAhead::start(game.setup());
    let mut app = App::new();
    let windows = WindowPlugin { primary_window: Some(window), ..default() };
    app.add_plugins(
        engine_plugins::table_plugins().set(windows).set(display::log_plugin()).set(display::asset_plugin()),
    )
    .insert_resource(frame_pacing::reactive_updates());
    ahead.insert_into(&mut app);
    add_table(&mut app, game, &options);
    app.add_plugins((panels::plugin, text_size::plugin));
    app
}
