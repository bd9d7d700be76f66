//! The analysis of a game that was played: what its orders gained, and what its dice.
//!
//! ```text
//! value before a command ──order──▶ value expected after it ──dice──▶ value after it
//! ```
//!
//! The value of a position is what computer players think it is worth ([`standing_in_parts`](crate::ai::standing_in_parts)):
//! forces, nerve, objectives; victory is no part of it, as it follows from these and would fall to whoever ended the last phase.
//! The expected value follows every number of successes that the dice of a command may show ([`tabletop::chance`]). What a
//! command changes is the order's part up to the expected value, and the dice's from there on: by itself, the dice's part is
//! nothing on average.

mod analyst;
mod curve;
mod lessons;
mod points;
mod words;
mod worth;

use serde::Serialize;

use crate::game::engine::record::history::EntryId;
use crate::rules::ids::Side;
use crate::rules::turn::Turn;

pub use analyst::Analyst;
pub use curve::{CurvePoint, curve};
pub use lessons::{Lesson, Tutor, lessons};
pub use points::Points;
pub use words::{
    LuckWord, headline, in_short, part_of_orders, reason, verdict_on_dice, when, words_of_lesson,
};
pub use worth::Worth;

/// Number of turning points of a game, of its orders and of its dice.
pub const TURNING_POINTS: usize = 5;

/// Swings of fewer points turn nothing.
const TURNS_POINTS: f64 = 1.0;

/// The value of a game, command by command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Analysis {
    /// Value of the position to A after deployment, when the first order was given.
    pub start: Points,
    /// Every command of the line since.
    pub moments: Vec<Moment>,
}

/// Kinds of commands, by whose doing their gains are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Kind {
    /// An order, or an answer.
    Order,
    /// The end of a phase, which its player has not thought of for its gain: it turns nothing.
    PhaseEnd,
    /// The players' word of what happened at a real table: neither an order nor dice of this program.
    Word,
    /// It was played by other rules.
    OtherRules,
}

impl Kind {
    /// True if order and dice explain its gain.
    pub fn is_explained(self) -> bool {
        match self {
            Self::Order | Self::PhaseEnd => true,
            Self::Word | Self::OtherRules => false,
        }
    }
}

/// The worth of one command.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Its entry in the record.
    pub entry: EntryId,
    /// Side that gave it.
    pub by: Side,
    /// The kind of command.
    pub kind: Kind,
    /// The turn in which it was given.
    #[serde(skip)]
    pub turn: Turn,
    /// The event in a sentence; empty where nothing is worth a word.
    pub says: String,
    /// The value before it, to A.
    pub before: Points,
    /// The value expected after it; `None` where the rules of this program do not bring about what was recorded: it was told, or
    /// played by other rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<Points>,
    /// The value after it.
    pub after: Points,
    /// The order's part, by what it comes from.
    pub order_from: Worth,
    /// The dice's part, by what it comes from.
    pub dice_from: Worth,
    /// The standard error of the expected value; `None` where it is exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Points>,
    /// Variance that its dice give the value, points².
    pub variance: f64,
}

impl Moment {
    /// Gain of the order, for A.
    pub fn order(&self) -> Points {
        self.expected.map_or(Points::default(), |expected| expected - self.before)
    }

    /// Gain of the dice, for A.
    pub fn dice(&self) -> Points {
        self.expected.map_or(Points::default(), |expected| self.after - expected)
    }

    /// Gain of one of both, for A.
    pub fn gain(&self, part: Part) -> Points {
        match part {
            Part::Order => self.order(),
            Part::Dice => self.dice(),
        }
    }

    /// That gain, by what it comes from.
    pub fn comes_from(&self, part: Part) -> Worth {
        match part {
            Part::Order => self.order_from,
            Part::Dice => self.dice_from,
        }
    }

    /// Gain that neither explains, if the command was of this kind.
    fn unexplained(&self, kind: Kind) -> Points {
        let counts = self.kind == kind && !kind.is_explained();
        if counts { self.after - self.before } else { Points::default() }
    }
}

/// The two parts of a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// An order.
    Order,
    /// Its dice.
    Dice,
}

/// The gain by the dice of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiceGain {
    /// For A.
    pub gain: Points,
    /// The standard deviation of what such dice give.
    pub deviation: Points,
}

impl DiceGain {
    /// Standard deviations of the gain; `None` where dice had no say.
    pub fn deviations(&self) -> Option<f64> {
        let deviation = self.deviation.as_f64();
        (deviation > 0.0).then(|| self.gain.as_f64() / deviation)
    }
}

impl Analysis {
    /// Value of the position to A at the end of the line.
    pub fn end(&self) -> Points {
        self.moments.last().map_or(self.start, |moment| moment.after)
    }

    /// Gain of a side's orders, for that side.
    pub fn orders(&self, side: Side) -> Points {
        let own = self.moments.iter().filter(|moment| moment.by == side);
        own.map(Moment::order).sum::<Points>().for_side(side)
    }

    /// Gain by the dice.
    pub fn dice(&self) -> DiceGain {
        let variance: f64 = self.moments.iter().map(|moment| moment.variance).sum();
        let gain = self.moments.iter().map(Moment::dice).sum();
        DiceGain { gain, deviation: Points::nearest(variance.sqrt()) }
    }

    /// Gain of commands that were played by other rules, for A.
    pub fn unexplained(&self) -> Points {
        self.moments.iter().map(|moment| moment.unexplained(Kind::OtherRules)).sum()
    }

    /// Gain by the players' word at a real table, for A.
    pub fn by_word(&self) -> Points {
        self.moments.iter().map(|moment| moment.unexplained(Kind::Word)).sum()
    }

    /// The largest swings of a part, in the order of the game; the end of a phase is no order that turns anything.
    pub fn turning_points(&self, part: Part) -> Vec<&Moment> {
        let swing = |moment: &&Moment| moment.gain(part).size();
        let counts = |moment: &&Moment| part == Part::Dice || moment.kind == Kind::Order;
        let turns = |moment: &&Moment| counts(moment) && swing(moment) >= Points::nearest(TURNS_POINTS);
        let mut largest: Vec<&Moment> = self.moments.iter().filter(turns).collect();
        largest.sort_by_key(|moment| std::cmp::Reverse(swing(moment)));
        largest.truncate(TURNING_POINTS);
        largest.sort_by_key(|moment| moment.entry);
        largest
    }
}
