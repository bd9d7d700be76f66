//! The analysis of a game that was played: what its orders gained, and what its dice.
//!
//! ```text
//! value before a command ──order──▶ value expected after it ──dice──▶ value after it
//! ```
//!
//! The value of a position is what computer players think it is worth ([`standing`]). The expected value follows every number
//! of successes that the dice of a command may show ([`tabletop::chance`]). What a command changes is the order's part up to
//! the expected value, and the dice's from there on: by itself, the dice's part is nothing in the mean.

mod lessons;
mod points;
mod words;

use std::sync::Arc;

use serde::Serialize;
use tabletop::chance::{Effort, expected};
use tabletop::matches::{MatchError, Passed};

use crate::ai::standing;
use crate::game::engine::WarStrike;
use crate::game::engine::battle::{Battle, SubmitError};
use crate::game::engine::command::Command;
use crate::game::engine::dice::Dice;
use crate::game::engine::play::Match;
use crate::game::engine::record::history::EntryId;
use crate::game::engine::snapshot::Snapshot;
use crate::game::narration::{Rolls, Sentence, Weight, sentences};
use crate::level::judgement_file::Judgement;
use crate::rules::ids::Side;
use crate::rules::turn::Turn;

pub use lessons::{Lesson, lessons};
pub use points::Points;
pub use words::{LuckWord, part_of_orders, verdict_on_dice};

/// How many turning points a game has, of its orders and of its dice.
pub const TURNING_POINTS: usize = 5;

/// Swings of fewer points turn nothing.
const TURNS_POINTS: f64 = 1.0;

/// How far dice are followed. A volley with its saves takes some hundreds of plays.
const EFFORT: Effort = Effort { exact: 1000, samples: 300, seed: 20_130_223 };

/// What a game was worth, command by command.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// What the position was worth to A when the first command was given.
    pub start: Points,
    /// Every command of the line that leads to the present.
    pub moments: Vec<Moment>,
}

/// What one command was worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Its entry in the record.
    pub entry: EntryId,
    /// Who gave it.
    pub by: Side,
    /// When.
    #[serde(skip)]
    pub turn: Turn,
    /// What happened, in a sentence; empty where nothing is worth a word.
    pub says: String,
    /// The value before it, to A.
    pub before: Points,
    /// The value expected after it; `None` where the rules of this program do not bring about what was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Points>,
    /// The value after it.
    pub after: Points,
    /// The standard error of the expected value; `None` where it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Points>,
    /// How far its dice may carry the value from what is expected: a variance, points².
    pub variance: f64,
}

impl Moment {
    /// What the order gained, for A.
    pub fn order(&self) -> Points {
        self.expected.map_or(Points::default(), |expected| expected - self.before)
    }

    /// What the dice gained, for A.
    pub fn dice(&self) -> Points {
        self.expected.map_or(Points::default(), |expected| self.after - expected)
    }

    /// What neither explains: the command was played by other rules.
    pub fn unexplained(&self) -> Points {
        if self.expected.is_some() { Points::default() } else { self.after - self.before }
    }
}

/// What a swing came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An order.
    Order,
    /// Its dice.
    Dice,
}

/// What the dice of a game gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceGain {
    /// For A.
    pub gain: Points,
    /// The standard deviation of what such dice give.
    pub deviation: Points,
}

impl DiceGain {
    /// How many standard deviations they gave; `None` where they had no say.
    pub fn deviations(&self) -> Option<f64> {
        let deviation = self.deviation.as_f64();
        (deviation > 0.0).then(|| self.gain.as_f64() / deviation)
    }
}

impl Analysis {
    /// Analyses the line of a game that leads to the present.
    ///
    /// # Errors
    /// The record cannot be played: a bug.
    pub fn of(game: &Match, judgement: &Judgement) -> Result<Self, MatchError<WarStrike>> {
        let (mut scratch, _) = Battle::new(Arc::clone(game.setup()), Dice::seeded(0))?;
        let mut start = Points::default();
        let mut moments: Vec<Moment> = Vec::new();
        game.play_again(&mut scratch, |battle, passed| {
            let value = worth(battle, judgement);
            match (passed.before, &passed.entry.command) {
                (Some(before), Some(command)) => {
                    let last = moments.last().map_or(start, |moment| moment.after);
                    let moment = moment(battle, (before, command), &passed, [last, value], judgement)?;
                    moments.push(moment);
                }
                (None, _) | (_, None) => start = value,
            }
            Ok::<(), MatchError<WarStrike>>(())
        })?;
        Ok(Self { start, moments })
    }

    /// What the position is worth to A at the end of the line.
    pub fn end(&self) -> Points {
        self.moments.last().map_or(self.start, |moment| moment.after)
    }

    /// What a side's orders gained, for that side.
    pub fn orders(&self, side: Side) -> Points {
        let own = self.moments.iter().filter(|moment| moment.by == side);
        own.map(Moment::order).sum::<Points>().for_side(side)
    }

    /// What the dice gave.
    pub fn dice(&self) -> DiceGain {
        let variance: f64 = self.moments.iter().map(|moment| moment.variance).sum();
        let gain = self.moments.iter().map(Moment::dice).sum();
        DiceGain { gain, deviation: Points::nearest(variance.sqrt()) }
    }

    /// What commands that were played by other rules gained, for A.
    pub fn unexplained(&self) -> Points {
        self.moments.iter().map(Moment::unexplained).sum()
    }

    /// The largest swings of a kind, in the order of the game.
    pub fn turning_points(&self, part: Part) -> Vec<&Moment> {
        let swing = |moment: &&Moment| match part {
            Part::Order => moment.order().size(),
            Part::Dice => moment.dice().size(),
        };
        let turns = |moment: &&Moment| swing(moment) >= Points::nearest(TURNS_POINTS);
        let mut largest: Vec<&Moment> = self.moments.iter().filter(turns).collect();
        largest.sort_by_key(|moment| std::cmp::Reverse(swing(moment)));
        largest.truncate(TURNING_POINTS);
        largest.sort_by_key(|moment| moment.entry);
        largest
    }
}

/// What a battle is worth to A.
fn worth(battle: &Battle, judgement: &Judgement) -> Points {
    Points::nearest(standing(battle, Side::A, judgement))
}

/// What a command was worth that was given in a state, with the value before and after it.
fn moment(
    battle: &mut Battle,
    (before, command): (&Snapshot, &Command),
    passed: &Passed<'_, WarStrike>,
    [value_before, after]: [Points; 2],
    judgement: &Judgement,
) -> Result<Moment, MatchError<WarStrike>> {
    let entry = passed.entry;
    let (expected, error, variance) = match (&entry.departure, entry.outcome.draws.is_empty()) {
        (Some(_), _) => (None, None, 0.0),
        (None, true) => (Some(after), None, 0.0),
        (None, false) => {
            let value = expected_after(battle, before, command, judgement)?;
            (Some(Points::nearest(value.mean)), value.error.map(Points::nearest), value.variance)
        }
    };
    let says = what_happened(&sentences(battle.setup(), &entry.outcome.facts));
    let (by, turn) = (command.player, before.turn);
    Ok(Moment { entry: entry.id, by, turn, says, before: value_before, expected, after, error, variance })
}

/// The sentence that says the most of a command: the first with dice, else the first.
fn what_happened(sentences: &[Sentence]) -> String {
    let mut lines = sentences.iter().filter(|sentence| sentence.weight == Weight::Line);
    let rolled = lines.clone().find(|sentence| sentence.rolls != Rolls::None);
    rolled.or_else(|| lines.next()).map(|sentence| sentence.text.clone()).unwrap_or_default()
}

/// The value to A that a command leads to, before its dice are rolled.
fn expected_after(
    battle: &mut Battle,
    before: &Snapshot,
    command: &Command,
    judgement: &Judgement,
) -> Result<tabletop::chance::Expectation, SubmitError> {
    expected(battle, before, command, EFFORT, |battle| standing(battle, Side::A, judgement))
}
