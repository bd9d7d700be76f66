//! The time of a show: title, battle, end, the next evening.

use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;
use tabletop::game::Setup;
use tabletop::matches::{Match, MatchError};
use tabletop_counters::OnHexes;
use tabletop_shell::rules::Book;

use super::cards;
use super::evening::{MapShow, Phase, Show};
use crate::map_ui::session::{Seat, Table};
use crate::standard_error;
use crate::ui::ShowSource;
use crate::ui::background::programme::Programme;
use crate::ui::output::film::FilmPlace;
use crate::ui::session::events::{UiEvent, emit};

/// Duration of the title and of the end.
const TITLE: Duration = Duration::from_millis(4500);
const END: Duration = Duration::from_millis(7000);
/// Time between the last thing that is shown and the end.
const LAST_LOOK: Duration = Duration::from_millis(1200);
/// A battle in which nothing has happened for so long is left.
const PATIENCE: Duration = Duration::from_secs(600);

impl<G: OnHexes> Show<G> {
    /// A show of the match on the table.
    ///
    /// # Errors
    /// A record cannot be replayed.
    pub fn new(
        options: MapShow,
        book: Book,
        table: &mut Table<G>,
        open: impl Fn(&std::path::Path, u64) -> Result<Match<G>, String> + Send + Sync + 'static,
    ) -> Result<Self, MatchError<G>> {
        let programme = Programme::new(options.levels.clone(), table.game().seed(), open);
        seat(table, &options);
        let last = match options.source {
            ShowSource::History => table.rewind()?,
            ShowSource::Players => table.moment().entry,
        };
        Ok(Self {
            phase: Phase::Title,
            since: Duration::ZERO,
            progress: Duration::ZERO,
            last,
            options,
            programme,
            book,
            skips: false,
            seen: None,
            caption: None,
            hint: None,
            card: None,
        })
    }

    /// Place of the match on the table.
    fn place(table: &Table<G>) -> FilmPlace {
        let game = table.game();
        FilmPlace { commands: game.history().line().len() - 1, round: G::turn(game.battle().view()) }
    }

    /// Whether nothing of the battle follows that is to be shown.
    pub(super) fn is_at_end(&self, table: &Table<G>) -> bool {
        let is_played_out = match self.options.source {
            ShowSource::Players => table.is_over(),
            ShowSource::History => table.moment().entry == self.last,
        };
        is_played_out || self.options.part.is_done(Self::place(table))
    }

    /// Another battle follows, or nothing.
    pub(super) fn leave(&mut self, now: Duration) {
        let phase = if self.programme.next_level().is_some() { Phase::Opening } else { Phase::Over };
        self.programme.prepare();
        (self.caption, self.card) = (None, None);
        self.enter(phase, now);
    }

    /// Goes on with the battle by so many seconds.
    fn play(
        &mut self,
        table: &mut Table<G>,
        seconds: f32,
        now: Duration,
        proxy: Option<&EventLoopProxyWrapper>,
    ) {
        self.skips = !self.options.part.has_begun(Self::place(table));
        table.skip(self.skips);
        if self.skips {
            table.show_all();
        }
        if !table.is_showing() && self.is_at_end(table) {
            if self.skips || now.saturating_sub(self.progress) >= LAST_LOOK {
                self.end(table, now);
            }
            return;
        }
        let before = table.moment();
        table.advance(seconds, proxy);
        if !table.is_showing() && self.options.source == ShowSource::History && !self.is_at_end(table) {
            let shown = table.show_next();
            if let Err(error) = shown {
                standard_error::tell(format_args!("{}: {error}", table.game().setup().level_name()));
                return self.leave(now);
            }
        }
        if table.is_showing() || table.moment() != before {
            self.progress = now;
        }
        let asks = table.asked().is_some() && self.options.source == ShowSource::Players;
        if asks || table.is_halted() || now.saturating_sub(self.progress) > PATIENCE {
            let why = table.notice.as_ref().map_or("nothing happens any more", |notice| &notice.text);
            standard_error::tell(format_args!("{}: {why}", table.game().setup().level_name()));
            self.leave(now);
        }
    }

    /// Tells who won; a part that ends before the battle has no end card.
    fn end(&mut self, table: &Table<G>, now: Duration) {
        self.caption = None;
        emit(&UiEvent::ShowEnds);
        if !table.is_over() || self.skips {
            return self.leave(now);
        }
        let card = cards::end(table, self.programme.next_level());
        emit(&UiEvent::ShowSays { text: card.title.clone() });
        self.card = Some(card);
        self.enter(Phase::End, now);
    }

    /// Opens the next battle once it is set up; one that cannot be opened is said and left out.
    fn open(&mut self, table: &mut Table<G>, now: Duration) {
        match self.programme.take() {
            None => self.programme.prepare(),
            Some(Err(why)) => standard_error::tell(why),
            Some(Ok(game)) => {
                if let Err(error) = table.open(game) {
                    return standard_error::tell(error);
                }
                seat(table, &self.options);
                self.enter(Phase::Title, now);
                emit(&UiEvent::ShowOpens { level: table.game().setup().level_name().to_owned() });
            }
        }
    }
}

/// Gives both seats to whoever plays, and lets everybody else watch.
fn seat<G: OnHexes>(table: &mut Table<G>, options: &MapShow) {
    let seats = match options.source {
        ShowSource::Players => options.styles.clone().map(Seat::Computer),
        // Nobody is asked for what is recorded.
        ShowSource::History => [Seat::Person, Seat::Person],
    };
    table.begin(seats);
    table.watch(options.viewer);
}

/// Keeps the time.
pub(super) fn conduct<G: OnHexes>(
    time: Res<Time<Real>>,
    mut table: ResMut<Table<G>>,
    mut show: ResMut<Show<G>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // The clock of the show goes on by itself.
    redraw.write(RequestRedraw);
    let now = time.elapsed();
    let lasted = now.saturating_sub(show.since);
    match show.phase {
        Phase::Title => {
            let skips = !show.options.part.has_begun(Show::place(&table));
            if lasted >= TITLE || skips {
                show.card = None;
                show.enter(Phase::Battle, now);
                if !skips {
                    table.tell_opening();
                }
            } else if show.card.is_none() {
                show.card = Some(cards::title(&table, &show.options));
            }
        }
        // After a rest the first frame would count the rest.
        Phase::Battle => show.play(&mut table, time.delta_secs().min(0.1), now, proxy.as_deref()),
        Phase::End if lasted >= END => show.leave(now),
        Phase::Opening => show.open(&mut table, now),
        Phase::End | Phase::Over => {}
    }
}
