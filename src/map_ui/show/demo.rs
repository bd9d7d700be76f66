//! A show in the window: evening after evening, for a stand, until somebody steps in.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;
use tabletop_shell::rules::Book;

use super::added::add_show;
use super::evening::MapShow;
use super::joining::{Idle, disregard_keys, join};
use crate::map_ui::frame::{run_window, title, window};
use crate::map_ui::playing;
use crate::map_ui::session::{Places, Table};
use crate::ui::quality::PictureQuality;
use crate::ui::session::quality_level::Quality;
use crate::ui::{OwnFolders, UiError, WindowMode};

/// Window of a demo.
#[derive(Clone, Debug)]
pub struct MapDemo {
    /// Subject.
    pub show: MapShow,
    /// Data files, and where the games are recorded that somebody takes over.
    pub places: Places,
    /// After so long without input it goes on.
    pub idle: Duration,
    /// Folders for what the program notes for itself.
    pub own: OwnFolders,
    /// The data folder.
    pub data: Option<PathBuf>,
    /// Width and height in pixels; `None` for the default.
    pub size: Option<(u32, u32)>,
    /// Framed or over the whole screen.
    pub mode: WindowMode,
    /// Quality of the picture; `None` for what the machine draws fast enough.
    pub quality: Option<Quality>,
}

/// Shows evening after evening until the window is closed, by Esc too while nobody plays.
///
/// # Errors
/// There is no display, or no driver that can draw on it.
pub fn demo<G: OnHexes>(game: Match<G>, demo: MapDemo) -> Result<(), UiError> {
    let MapDemo { show, places, idle, own, data, size, mode, quality } = demo;
    run_window(&own.clone(), data.as_deref(), move |_| {
        let mode = match mode {
            WindowMode::Framed => bevy::window::WindowMode::Windowed,
            WindowMode::Fullscreen => {
                bevy::window::WindowMode::BorderlessFullscreen(MonitorSelection::Primary)
            }
        };
        let mut app = window(title::<G>(&game), size, mode);
        app.insert_resource(PictureQuality::new(quality));
        add_show(&mut app, game, show, (places, &own))?;
        playing::plugin::<G>(&mut app, Book::parse(G::RULES).map_err(UiError::Start)?);
        app.insert_resource(Idle(idle))
            .add_systems(Update, close_by_escape::<G>)
            .add_systems(Last, (join::<G>, disregard_keys::<G>).chain());
        Ok(app)
    })
}

fn close_by_escape<G: OnHexes>(
    (keys, table): (Res<ButtonInput<KeyCode>>, Res<Table<G>>),
    mut exit: MessageWriter<AppExit>,
) {
    if table.is_watched() && keys.just_pressed(KeyCode::Escape) {
        exit.write(AppExit::Success);
    }
}
