//! The window of hex-and-counter games: one program for every game that implements [`OnHexes`].
//!
//! ```text
//! session   the open match, and what scene and panels read of it
//! choosing  from counters and targets to orders: what is lit, what a click would do, ways that are gone step by step
//! scene     land, counters, camera, lights; tells what the pointer is on
//! panels    the column of cards, the time line, sheets
//! input     mouse and keys
//! spotlight the light on what happens: who acts, and at whom he aims
//! playing   what goes on while somebody plays: time, orders, advice, the camera
//! show      an evening that nobody plays: demo and film
//! frame     window and board of both
//! ```
//!
//! No file here names a game.

pub mod choosing;
mod frame;
mod help;
mod input;
mod panels;
mod pictures;
mod playing;
mod reported;
pub mod scene;
pub mod session;
mod settings;
pub mod show;
mod spotlight;

use std::path::PathBuf;

use bevy::prelude::*;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;
use tabletop_shell::rules::Book;

use self::frame::{add_board, run_window, table_of, title, window};
use self::session::{Notice, Places, Seat};
use crate::ui::session::text_size::fit_first_window;
use crate::ui::{OwnFolders, UiError};

/// How the window opens.
#[derive(Clone, Debug)]
pub struct MapOptions {
    /// Data files and recordings.
    pub places: Places,
    /// Folders for what the program notes for itself.
    pub own: OwnFolders,
    /// The data folder.
    pub data: Option<PathBuf>,
    /// Width and height in pixels; `None` for the default.
    pub size: Option<(u32, u32)>,
    /// Who plays; `None` asks.
    pub seats: Option<[Seat; 2]>,
    /// Shown to the player when the window opens, such as damage in a save.
    pub message: Option<String>,
}

/// Opens the window and runs it until it is closed.
///
/// # Errors
/// There is no display, or no driver that can draw on it.
pub fn run<G: OnHexes>(game: Match<G>, mut options: MapOptions) -> Result<(), UiError> {
    let (own, data) = (options.own.clone(), options.data.clone());
    run_window(&own, data.as_deref(), move |crashed| {
        if let Some(words) = crashed {
            options.message.get_or_insert(words);
        }
        build(game, &options)
    })
}

fn build<G: OnHexes>(game: Match<G>, options: &MapOptions) -> Result<App, UiError> {
    let mut app = window(title::<G>(&game), options.size, bevy::window::WindowMode::Windowed);
    add_map(&mut app, game, options)?;
    app.add_systems(PreUpdate, fit_first_window);
    Ok(app)
}

/// Everything that shows a match and takes its orders.
fn add_map<G: OnHexes>(app: &mut App, game: Match<G>, options: &MapOptions) -> Result<(), UiError> {
    let book = Book::parse(G::RULES).map_err(UiError::Start)?;
    let mut table = table_of(game, &options.places, options.seats.clone())?;
    table.notice = options.message.clone().map(Notice::failed);
    add_board(app, table, &options.own);
    playing::plugin::<G>(app, book);
    Ok(())
}
