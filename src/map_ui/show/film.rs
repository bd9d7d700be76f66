//! A show as a film: on a clock of its own, without a display.

use std::marker::PhantomData;

use bevy::prelude::*;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;

use super::added::add_show;
use super::evening::{MapShow, Phase, Show};
use crate::map_ui::session::{Places, Table};
use crate::ui::output::film::{FilmFile, FilmReport, Filmed, make};
use crate::ui::quality::PictureQuality;
use crate::ui::session::quality_level::Quality;
use crate::ui::{OwnFolders, UiError};

/// Subject and look of a film.
#[derive(Clone, Debug)]
pub struct MapFilm {
    /// File and frames.
    pub file: FilmFile,
    /// Subject.
    pub show: MapShow,
    /// Data files; nothing is recorded.
    pub places: Places,
    /// Quality of the picture.
    pub quality: Quality,
}

/// Films a match: a recorded one as it was played, or one of two computer players. `progress` hears how many frames have been drawn.
///
/// # Errors
/// No driver can draw, or the film cannot be written.
pub fn film<G: OnHexes>(
    game: Match<G>,
    film: MapFilm,
    progress: impl FnMut(u32),
) -> Result<FilmReport, UiError> {
    let MapFilm { file, show, places, quality } = film;
    make::<MapFilmed<G>>(&file, progress, |app| {
        app.insert_resource(PictureQuality::new(Some(quality)));
        add_show(app, game, show, (places, &OwnFolders::default()))
    })
}

/// The map, with its show.
struct MapFilmed<G>(PhantomData<G>);

/// Steps a second that are never longer than what counters and beats take for a rest.
const STEPS_A_SECOND: u32 = 10;

impl<G: OnHexes> Filmed for MapFilmed<G> {
    fn steps(rate: u16) -> u32 {
        STEPS_A_SECOND.div_ceil(u32::from(rate))
    }

    fn is_settled(world: &World) -> bool {
        let (show, table) = (world.resource::<Show<G>>(), world.resource::<Table<G>>());
        let waits = show.phase == Phase::Battle && table.is_thinking() && !show.is_at_end(table);
        let skips = show.phase == Phase::Battle && show.skips;
        !waits && !skips && show.phase != Phase::Opening
    }

    fn is_over(world: &World) -> bool {
        world.resource::<Show<G>>().phase == Phase::Over
    }

    fn is_shown(world: &World) -> bool {
        !world.resource::<Show<G>>().skips
    }
}
