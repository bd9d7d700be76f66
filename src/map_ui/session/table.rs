//! The open match: who plays, what is shown of it, and what it waits for.

use std::collections::VecDeque;
use std::path::PathBuf;

use bevy::prelude::Resource;
use tabletop::agenda::Decision;
use tabletop::battle::Battle;
use tabletop::dice::Dice;
use tabletop::game::{Game, Setup};
use tabletop::ids::Side;
use tabletop::matches::{Match, MatchError};
use tabletop::refusal::Refusal;
use tabletop_counters::OnHexes;
use tabletop_shell::files::{Files, Folders};

use super::beats::{Beat, Pace};
use super::hand_roll::HandRoll;
use super::log::LogLine;
use super::moment::Moment;
use super::notice::Notice;
use super::remarks::Remarks;
use super::seats::{Seat, StandingOrder, seats_of};
use super::thinking::Thinker;
use super::watched::{Act, Watched};

/// Folders and files of the window.
#[derive(Clone, Debug)]
pub struct Places {
    /// The data files.
    pub folders: Folders,
    /// The folder of recordings and pictures; created when the first is written.
    pub records: PathBuf,
}

/// Stage of an evening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The players take their seats.
    Seating,
    /// They play.
    Playing,
}

/// The open match.
#[derive(Resource)]
pub struct Table<G: OnHexes> {
    pub(super) game: Match<G>,
    /// Number of the battle among those that were opened.
    pub(super) battle: u64,
    pub(super) places: Places,
    /// Who plays each side.
    pub seats: [Seat; 2],
    /// What the player of each side need not be asked.
    pub standing: [StandingOrder; 2],
    /// Seating or playing.
    pub stage: Stage,
    /// The last message to the player.
    pub notice: Option<Notice<G>>,
    /// How fast things are shown.
    pub pace: Pace,
    /// The computer's command could not be carried out: it waits until somebody says to try again.
    pub(super) halted: bool,
    /// The recording could not be begun.
    pub(super) unrecorded: bool,
    /// Notes on the game.
    pub remarks: Remarks,
    /// Between two people at the window it is handed over under a curtain.
    pub hands_over: bool,
    /// Side to which the window is being handed over.
    pub(super) curtain: Option<Side>,
    /// Dice that the players are to roll for a command.
    pub(super) hand: Option<HandRoll<G>>,
    /// A copy that follows fact by fact.
    pub(super) shown: Battle<G>,
    /// Side whose view is shown; everybody's without one.
    pub(super) viewer: Option<Side>,
    pub(super) beats: VecDeque<Beat<G>>,
    /// The command whose consequences are shown, if the viewer may know it.
    pub(super) act: Option<Act<G>>,
    /// Seconds until the next beat.
    pub(super) left: f32,
    /// What was said up to what is shown.
    pub(super) log: Vec<LogLine<G>>,
    /// Counts changes of what is shown.
    pub(super) changes: u64,
    pub(super) thinkers: [Option<Thinker<G>>; 2],
    pub(super) adviser: Option<Thinker<G>>,
    /// Nobody at the window plays: people watch.
    pub(super) watched: Option<Watched>,
}

impl<G: OnHexes> Table<G> {
    /// Opens a match.
    ///
    /// # Errors
    /// A copy of the battle could not be made, which is a bug.
    pub fn new(game: Match<G>, places: Places, seats: Option<[Seat; 2]>) -> Result<Self, MatchError<G>> {
        let shown = copy_of(&game)?;
        let stage = if seats.is_some() { Stage::Playing } else { Stage::Seating };
        let mut table = Self {
            game,
            battle: 1,
            places,
            seats: seats.unwrap_or([Seat::Person, Seat::Person]),
            standing: [StandingOrder::default(); 2],
            stage,
            notice: None,
            pace: Pace::default(),
            halted: false,
            unrecorded: false,
            remarks: Remarks::default(),
            hands_over: G::HIDES,
            curtain: None,
            hand: None,
            shown,
            viewer: None,
            beats: VecDeque::new(),
            act: None,
            left: 0.0,
            log: Vec::new(),
            changes: 1,
            thinkers: [None, None],
            adviser: None,
            watched: None,
        };
        if table.stage == Stage::Seating {
            table.seats = table.usual_seats();
        }
        table.remarks = Remarks::beside(table.game.recorded_to());
        table.jump();
        Ok(table)
    }

    /// Puts another match in the place of this one; its players take their seats anew.
    ///
    /// # Errors
    /// As [`Self::new`]; then this one stays.
    pub fn open(&mut self, game: Match<G>) -> Result<(), MatchError<G>> {
        let mut next = Self::new(game, self.places.clone(), None)?;
        (next.battle, next.changes) = (self.battle + 1, self.changes + 1);
        (next.pace, next.standing, next.hands_over) = (self.pace, self.standing, self.hands_over);
        *self = next;
        Ok(())
    }

    /// Seats as a recorded game had them; of a new one, side A's player against the game's adviser.
    fn usual_seats(&self) -> [Seat; 2] {
        let styles = self.styles();
        let played = seats_of(&self.game, |style| styles.iter().any(|known| known == style));
        let nobody_yet = self.game.history().entries().len() == 1;
        match played {
            [Seat::Person, Seat::Person] if nobody_yet => {
                [Seat::Person, Seat::Computer(G::ADVISER.to_owned())]
            }
            played => played,
        }
    }

    /// The match.
    pub fn game(&self) -> &Match<G> {
        &self.game
    }

    /// Number of the battle among those that were opened.
    pub fn battle(&self) -> u64 {
        self.battle
    }

    /// Counts changes of what is shown.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Folders and files.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The game's data files.
    pub fn files(&self) -> Files<'_> {
        Files::new(&self.places.folders, G::ID, G::FOLDER)
    }

    /// Names of the styles that come with the game.
    pub fn styles(&self) -> Vec<String> {
        let styles = G::KINDS.iter().find(|kind| kind.folder == "styles");
        styles.map(|kind| self.files().names(*kind)).unwrap_or_default()
    }

    /// The moment after which the match goes on, or that is looked at.
    pub fn moment(&self) -> Moment {
        Moment { battle: self.battle, entry: self.game.history().present().id }
    }

    /// What somebody at the window has to decide now; nothing while something is shown or looked at.
    pub fn asked(&self) -> Option<Decision<G>> {
        let decision = self.game.battle().decision()?;
        let is_person = self.seats[decision.player.index()] == Seat::Person;
        let is_ready = self.stage == Stage::Playing && self.beats.is_empty() && !self.is_looking();
        let is_free = self.curtain.is_none() && self.hand.is_none();
        (is_person && is_ready && is_free).then_some(decision)
    }

    /// Whether the computer has to decide now.
    pub fn awaits_computer(&self) -> bool {
        let decision = self.game.battle().decision();
        let of = |decision: Decision<G>| self.seats[decision.player.index()] != Seat::Person;
        let is_ready = self.stage == Stage::Playing && !self.is_looking() && self.hand.is_none();
        is_ready && decision.is_some_and(of)
    }

    /// Whether an earlier moment is looked at.
    pub fn is_looking(&self) -> bool {
        self.game.history().is_looked_at()
    }

    /// Whether the battle is over.
    pub fn is_over(&self) -> bool {
        self.game.battle().decision().is_none()
    }

    /// Name of a side: "Kranich".
    pub fn name(&self, side: Side) -> String {
        self.game.setup().force_name(side).to_owned()
    }

    /// Begins to play with these seats.
    pub fn begin(&mut self, seats: [Seat; 2]) {
        self.seats = seats;
        self.stage = Stage::Playing;
        self.viewer = None;
        self.thinkers = [None, None];
        self.notice = None;
        self.jump();
    }

    /// Tells the player that the rules or the system forbid something.
    pub fn fail(&mut self, error: &MatchError<G>) {
        self.notice = Some(match error {
            MatchError::Refused(refusal) => Notice::refused(refusal),
            other => Notice::failed(other.to_string()),
        });
    }

    /// Tells the player why an order is refused.
    pub fn refuse(&mut self, refusal: &Refusal<G>) {
        self.notice = Some(Notice::refused(refusal));
    }
}

fn copy_of<G: Game>(game: &Match<G>) -> Result<Battle<G>, MatchError<G>> {
    let (mut copy, _) = Battle::new(game.setup().clone(), Dice::seeded(0))?;
    copy.restore(&game.battle().snapshot())?;
    Ok(copy)
}
