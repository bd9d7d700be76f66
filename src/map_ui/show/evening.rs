//! A show and its state.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::Resource;
use tabletop::ids::Side;
use tabletop::matches::Match;
use tabletop::record::history::EntryId;
use tabletop_counters::OnHexes;
use tabletop_shell::rules::Book;

use super::captions::Caption;
use crate::ui::ShowSource;
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
pub(super) enum Phase {
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
pub(super) struct Show<G: OnHexes> {
    pub phase: Phase,
    /// Beginning of the phase, and the time at which something was shown last.
    pub since: Duration,
    pub progress: Duration,
    pub options: MapShow,
    /// The last entry of a record.
    pub last: EntryId,
    pub programme: Programme<Match<G>>,
    pub book: Book,
    /// Whether everything is played at once, because it comes before the part that is shown.
    pub skips: bool,
    /// The scene and the phase that were directed last.
    pub seen: Option<(u64, Phase)>,
    pub caption: Option<Caption>,
    /// To whoever touches mouse or keys, at the head of the picture.
    pub hint: Option<String>,
    pub card: Option<Card>,
}

impl<G: OnHexes> Show<G> {
    pub fn enter(&mut self, phase: Phase, now: Duration) {
        (self.phase, self.since, self.progress) = (phase, now, now);
    }
}
