//! The window: shows a battle and lets its players give orders.
//!
//! It decides no rules. An order becomes a [`Command`], which the battle accepts or refuses; everything shown is read
//! from the battle's view and its facts. A ghost is legal exactly where the battle's own check says so.
//!
//! [`Command`]: crate::game::engine::command::Command

pub mod axes;
pub(crate) mod background;
pub mod camera;
mod casualties;
mod dice;
mod drafts;
mod first_turn;
pub(crate) mod frame;
pub mod input;
mod library;
pub(crate) mod lighting;
pub(crate) mod looks;
pub mod miniatures;
mod notes;
pub mod output;
pub(crate) mod overlays;
mod pages;
pub(crate) mod panels;
pub mod physics;
pub(crate) mod playback;
pub(crate) mod quality;
mod questions;
pub mod scene;
pub mod session;
mod show;
mod start;
pub(crate) mod table_app;
mod timeline;
mod tips;
mod turn_flow;

use bevy::prelude::*;
use bevy::window::WindowResolution;

pub use crate::ui::frame::display::UiError;
pub use crate::ui::output::contact_sheet::{SheetOptions, SheetPage, contact_sheet};
pub use crate::ui::output::film::{
    AlbumOptions, FilmEnd, FilmFile, FilmMark, FilmOptions, FilmPart, FilmReport, album, film,
};
pub use crate::ui::output::picture::{
    PictureExposure, PictureFallBack, PictureOptions, PictureSight, PictureView, picture,
};
pub use crate::ui::session::hex_plan::HexPlan;
pub use crate::ui::session::quality_level::Quality;
pub use crate::ui::session::saved_games::SAVE_ENDING;
pub use crate::ui::session::settings::Outlines;
pub use crate::ui::session::tag_detail::Tags;
pub use crate::ui::session::window_options::{
    ComputerOptions, Opens, OtherLevel, OwnFolders, ShowOptions, ShowSource, StartOptions, WindowMode,
    WindowOptions,
};

use crate::game::engine::play::Match;
use crate::ui::frame::crash::Reporter;
use crate::ui::scene::scene_prebuild::SceneAhead;
use crate::ui::session::text_size::MIN_SIZE;
use table_app::add_table;

/// The desktop's name for the program: that of its desktop file in `packaging`.
pub const APP_ID: &str = "org.warstrike.Table";

/// The size of the window, in pixels, unless it is given.
const DEFAULT_SIZE: (u32, u32) = (1440, 900);

/// Opens the window and runs it until it is closed.
///
/// # Errors
/// There is no display, or no driver that can draw on it.
pub fn run(game: Match, mut options: WindowOptions) -> Result<(), UiError> {
    frame::display::check_display()?;
    let _one_at_a_time = frame::display::guard()?;
    if let Some(words) = frame::crash::crashed_last_time(&options.own.crashes) {
        options.message.get_or_insert(words);
    }
    let reporter = Reporter::new(&options.own.crashes, options.data.as_deref());
    frame::display::run_reported(reporter.as_ref(), move || {
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
        name: Some(APP_ID.to_owned()),
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
        frame::engine_plugins::table_plugins()
            .set(windows)
            .set(frame::display::log_plugin())
            .set(frame::display::asset_plugin()),
    )
    .insert_resource(frame::frame_pacing::reactive_updates());
    ahead.insert_into(&mut app);
    add_table(&mut app, game, &options);
    app.add_plugins((
        panels::plugin,
        tips::plugin,
        first_turn::plugin,
        notes::plugin,
        pages::plugin,
        session::text_size::plugin,
        frame::crash::plugin,
    ));
    app
}
