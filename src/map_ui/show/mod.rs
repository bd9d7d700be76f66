//! A show: an evening that nobody plays, for people who know neither the game nor its counters. `warstrike film` shows a recorded
//! match, or one of two computer players, frame by frame; `warstrike demo` shows evening after evening in the window.
//!
//! ```text
//! conductor  the time: title, battle, end, the next evening
//! stage      where the camera goes, what is lit, who is aimed at
//! captions   the line at the foot, in the game's own sentences
//! cards      the title and the end
//! painting   line, cards, arrows and the score at the head of the picture
//! film       the show on a film's clock
//! demo       the show in the window
//! ```

mod captions;
mod cards;
mod conductor;
mod demo;
mod film;
mod painting;
mod stage;

use std::path::{Path, PathBuf};
use std::time::Duration;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::record::history::EntryId;
use tabletop_counters::OnHexes;
use tabletop_shell::files::Files;
use tabletop_shell::rules::Book;

pub use demo::{MapDemo, demo};
pub use film::{MapFilm, film};

use self::captions::Caption;
use self::stage::Stage;
use super::scene::CameraMoves;
use super::session::{Table, open};
use crate::ui::ShowSource;
use crate::ui::UiError;
use crate::ui::background::programme::Programme;
use crate::ui::output::film::FilmPart;
use crate::ui::playback::show_card::Card;

/// Subject of a show.
#[derive(Clone, Debug)]
pub struct MapShow {
    /// Source of the commands.
    pub source: ShowSource,
    /// Styles by which the sides are played.
    pub styles: [String; 2],
    /// Side whose view is shown; everybody's without one.
    pub viewer: Option<Side>,
    /// The part of the battle.
    pub part: FilmPart,
    /// The levels that follow each other; the first is open already. Nothing follows where there are none.
    pub levels: Vec<PathBuf>,
}

/// Phase of a show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Title,
    Battle,
    End,
    /// The next battle is being set up.
    Opening,
    /// Nothing follows.
    Over,
}

/// A show.
#[derive(Resource)]
struct Show<G: OnHexes> {
    phase: Phase,
    /// Beginning of the phase, and the time at which something was shown last.
    since: Duration,
    progress: Duration,
    options: MapShow,
    /// The last entry of a record.
    last: EntryId,
    programme: Programme<Match<G>>,
    book: Book,
    /// Whether everything is played at once, because it comes before the part that is shown.
    skips: bool,
    stage: Stage<G>,
    caption: Option<Caption>,
    card: Option<Card>,
}

impl<G: OnHexes> Show<G> {
    fn enter(&mut self, phase: Phase, now: Duration) {
        (self.phase, self.since, self.progress) = (phase, now, now);
    }
}

/// Adds a show to a window or a film, which has the open match.
pub(super) fn add<G: OnHexes>(app: &mut App, options: MapShow) -> Result<(), UiError> {
    let book = Book::parse(G::RULES).map_err(UiError::Start)?;
    let mut table = app.world_mut().resource_mut::<Table<G>>();
    let places = table.places().clone();
    let open = move |level: &Path, seed| {
        open::<G>(level, Some(seed), &Files::new(&places.folders, G::ID, G::FOLDER))
    };
    let show = Show::new(options, book, &mut table, open);
    app.insert_resource(show.map_err(|error| UiError::Start(error.to_string()))?);
    app.add_systems(
        Update,
        (conductor::conduct::<G>, super::show::<G>, stage::direct::<G>).chain().before(CameraMoves),
    )
    .add_systems(EguiPrimaryContextPass, painting::paint::<G>);
    Ok(())
}
