//! The parts of a show, put together.

use std::path::Path;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;
use tabletop_shell::files::Files;
use tabletop_shell::rules::Book;

use super::conductor::conduct;
use super::directing::direct;
use super::evening::{MapShow, Show};
use super::painting::paint;
use crate::map_ui::frame::{add_board, show, table_of};
use crate::map_ui::scene::CameraMoves;
use crate::map_ui::session::{Places, Table, open};
use crate::ui::{OwnFolders, UiError};

/// Adds everything that shows a match to people who watch. It rests while somebody plays.
pub(super) fn add_show<G: OnHexes>(
    app: &mut App,
    game: Match<G>,
    options: MapShow,
    (places, own): (Places, &OwnFolders),
) -> Result<(), UiError> {
    let book = Book::parse(G::RULES).map_err(UiError::Start)?;
    add_board(app, table_of(game, &places, None)?, own);
    let mut table = app.world_mut().resource_mut::<Table<G>>();
    let open = move |level: &Path, seed| {
        open::<G>(level, Some(seed), &Files::new(&places.folders, G::ID, G::FOLDER))
    };
    let evening = Show::new(options, book, &mut table, open);
    app.insert_resource(evening.map_err(|error| UiError::Start(error.to_string()))?);
    let shows = (conduct::<G>, show::<G>, direct::<G>).chain().before(CameraMoves);
    app.add_systems(Update, shows.run_if(is_watched::<G>))
        .add_systems(EguiPrimaryContextPass, paint::<G>.run_if(is_watched::<G>));
    Ok(())
}

fn is_watched<G: OnHexes>(table: Res<Table<G>>) -> bool {
    table.is_watched()
}
