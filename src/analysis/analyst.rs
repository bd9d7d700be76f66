//! Goes along a game, entry by entry, and works out what each command was worth: a window does so while it shows other things.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use tabletop::chance::{Effort, expected_parts};
use tabletop::matches::{MatchError, PlayedAgain};

use super::worth::Worth;
use super::{Analysis, Kind, Moment, Points};
use crate::game::engine::WarStrike;
use crate::game::engine::battle::{Battle, SubmitError};
use crate::game::engine::command::{Command, Order};
use crate::game::engine::dice::Dice;
use crate::game::engine::play::Match;
use crate::game::engine::record::history::{Entry, EntryId};
use crate::game::engine::snapshot::Snapshot;
use crate::game::narration::{Rolls, Sentence, Weight, narrated_setup, sentences};
use crate::game::phases::turn::kinds::Order as TurnOrder;
use crate::level::judgement_file::Judgement;
use crate::level::setup::Setup;
use crate::rules::turn::Phase;

/// The effort for dice. A volley with its saves takes some hundreds of plays.
const EFFORT: Effort = Effort { exact: 1000, samples: 300, seed: 20_130_223 };

/// At most so many threads work on one game.
const THREADS: usize = 8;

/// An analysis as far as it has come.
pub struct Analyst {
    battle: Battle,
    judgement: Judgement,
    again: PlayedAgain<WarStrike>,
    worth: Worth,
    analysis: Analysis,
    part: Share,
    /// Moments worked out before, on any line.
    known: BTreeMap<(EntryId, u64), Moment>,
}

/// A share of the commands with dice: each `of`th, from one on.
#[derive(Clone, Copy)]
struct Share {
    first: usize,
    of: usize,
}

impl Analyst {
    /// Before the opening of a game.
    ///
    /// # Errors
    /// The battle cannot be set up: a bug.
    pub fn new(setup: &Arc<Setup>, judgement: Judgement) -> Result<Self, MatchError<WarStrike>> {
        let (battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(0))?;
        let analysis = Analysis { start: Points::default(), moments: Vec::new() };
        let part = Share { first: 0, of: 1 };
        let again = PlayedAgain::default();
        Ok(Self { battle, judgement, again, worth: Worth::default(), analysis, part, known: BTreeMap::new() })
    }

    /// Works out the next entry of the line, the opening first, and returns the state in which its command was given.
    ///
    /// # Errors
    /// The entry cannot be played: a bug.
    pub fn pass(&mut self, entry: &Entry) -> Result<Option<Snapshot>, MatchError<WarStrike>> {
        let before = self.again.play(&mut self.battle, entry)?;
        let after = Worth::nearest(Worth::parts_of(&self.battle, &self.judgement));
        match (&before, &entry.command) {
            (Some(before), Some(command)) if before.turn.phase != Phase::Deployment => {
                let key = (entry.id, entry.outcome.hash.0);
                let known = self.known.get(&key).filter(|moment| moment.before == self.worth.total());
                let moment = match known {
                    Some(moment) => moment.clone(),
                    None => self.moment(before, command, entry, after)?,
                };
                self.known.insert(key, moment.clone());
                self.analysis.moments.push(moment);
            }
            // The position counts from where all have taken their places.
            (Some(_), Some(_)) | (None, _) | (_, None) => self.analysis.start = after.total(),
        }
        self.worth = after;
        Ok(before)
    }

    /// Goes back before the opening, to go along another line; what is known of entries on both is not worked out again.
    pub fn begin_again(&mut self) {
        self.again = PlayedAgain::default();
        self.analysis = Analysis::default();
    }

    /// The analysis so far.
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    fn moment(
        &mut self,
        state: &Snapshot,
        command: &Command,
        entry: &Entry,
        after: Worth,
    ) -> Result<Moment, MatchError<WarStrike>> {
        let before = self.worth;
        let kind = if entry.departure.is_some() { Kind::OtherRules } else { kind_of(&command.order) };
        let rolled =
            !entry.outcome.draws.is_empty() && self.analysis.moments.len() % self.part.of == self.part.first;
        let foreseen = match kind.is_explained() {
            false => None,
            true if rolled => Some(expected_after(&mut self.battle, state, command, &self.judgement)?),
            true => Some(Foreseen { worth: after, error: None, variance: 0.0 }),
        };
        let expected = foreseen.as_ref().map(|foreseen| foreseen.worth);
        Ok(Moment {
            entry: entry.id,
            by: command.player,
            kind,
            turn: state.turn,
            says: what_happened(&sentences(&narrated_setup(&self.battle.view()), &entry.outcome.facts)),
            before: before.total(),
            expected: expected.map(Worth::total),
            after: after.total(),
            order_from: expected.map_or(Worth::default(), |expected| expected - before),
            dice_from: expected.map_or(Worth::default(), |expected| after - expected),
            error: foreseen.as_ref().and_then(|foreseen| foreseen.error).map(Points::nearest),
            variance: foreseen.map_or(0.0, |foreseen| foreseen.variance),
        })
    }
}

impl Analysis {
    /// Analyses the line of a game that leads to the present, on as many threads as there are; what it says does not depend on
    /// their number.
    ///
    /// # Errors
    /// The record cannot be played: a bug.
    pub fn of(game: &Match, judgement: &Judgement) -> Result<Self, MatchError<WarStrike>> {
        let line = game.history().line();
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(THREADS);
        let share = |first| {
            let mut analyst = Analyst::new(game.setup(), *judgement)?;
            analyst.part = Share { first, of: threads };
            line.iter().try_for_each(|entry| analyst.pass(entry).map(drop))?;
            Ok::<_, MatchError<WarStrike>>(analyst.analysis)
        };
        let shares: Result<Vec<Self>, _> = std::thread::scope(|scope| {
            let works: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
            works
                .into_iter()
                .map(|work| work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .collect()
        });
        let mut shares = shares?.into_iter();
        let mut whole = shares.next().unwrap_or(Self { start: Points::default(), moments: Vec::new() });
        for (first, share) in shares.enumerate() {
            let own = share.moments.into_iter().enumerate();
            for (index, moment) in own.filter(|(index, _)| index % threads == first + 1) {
                whole.moments[index] = moment;
            }
        }
        Ok(whole)
    }
}

fn kind_of(order: &Order) -> Kind {
    match order {
        Order::Word(_) => Kind::Word,
        Order::Turn(TurnOrder::EndPhase) => Kind::PhaseEnd,
        Order::Turn(TurnOrder::TestToRecover(_))
        | Order::Deployment(_)
        | Order::Moving(_)
        | Order::Shooting(_)
        | Order::GetDown(_)
        | Order::FallBack(_)
        | Order::CloseCombat(_) => Kind::Order,
    }
}

/// The sentence that says the most of a command: the first with dice, else the first.
fn what_happened(sentences: &[Sentence]) -> String {
    let mut lines = sentences.iter().filter(|sentence| sentence.weight == Weight::Line);
    let rolled = lines.clone().find(|sentence| sentence.rolls != Rolls::None);
    rolled.or_else(|| lines.next()).map(|sentence| sentence.text.clone()).unwrap_or_default()
}

/// The outlook of a command before its dice are rolled.
pub(super) struct Foreseen {
    /// The mean.
    pub worth: Worth,
    /// The standard error of its total, points; `None` where it is exact.
    pub error: Option<f64>,
    /// The variance that the dice give it, points².
    pub variance: f64,
}

/// The outlook of a command given in a state.
pub(super) fn expected_after(
    battle: &mut Battle,
    before: &Snapshot,
    command: &Command,
    judgement: &Judgement,
) -> Result<Foreseen, SubmitError> {
    let value = |battle: &Battle| Worth::parts_of(battle, judgement);
    let (expected, parts) = expected_parts(battle, before, command, EFFORT, value)?;
    Ok(Foreseen { worth: Worth::nearest(parts), error: expected.error, variance: expected.variance })
}
