//! Dice or decision: what orders and dice of a battle gained, as a report says it.

use serde::Serialize;

use super::data::Report;
use crate::analysis::{
    Analysis, LuckWord, Moment, Part, Points, curve, headline, in_short, reason, verdict_on_dice,
};
use crate::game::engine::record::history::EntryId;
use crate::rules::ids::Side;

/// Gains of orders and dice.
#[derive(Clone, Debug, Serialize)]
pub struct DiceOrDecision {
    /// All of it in a sentence.
    pub said: String,
    /// Value of the position to A at the beginning, points.
    pub start: Points,
    /// And at the end.
    pub end: Points,
    /// Gain of each side's orders, for that side.
    pub orders: [Points; 2],
    /// Gain of A by the dice.
    pub dice: Points,
    /// Gain of A by commands that were played by other rules.
    pub other_rules: Points,
    /// Gain of A by the players' word at a real table.
    pub by_word: Points,
    /// Luck of the dice.
    pub luck: Luck,
    /// Command by command.
    pub curve: Vec<Step>,
    /// The orders that changed most, in the order of the game.
    pub orders_that_changed: Vec<Swing>,
    /// The dice that changed most, in the order of the game.
    pub dice_that_changed: Vec<Swing>,
}

/// The luck of a battle.
#[derive(Clone, Debug, Serialize)]
pub struct Luck {
    /// In a sentence.
    pub said: String,
    /// True if such dice are to be expected, as in two games of three.
    pub ordinary: bool,
    /// Range of such gains of A in two games of three, points: from, to.
    pub usual: [Points; 2],
}

/// Both parts after a command.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Step {
    /// The command.
    pub command: EntryId,
    /// Side that gave it.
    pub by: Side,
    /// The turn that it belongs to: an index of the report's turns.
    pub turn: usize,
    /// Value of the position to A before it.
    pub before: Points,
    /// Value expected after it; `None` for the players' word, and for other rules.
    pub expected: Option<Points>,
    /// Value after its dice.
    pub after: Points,
    /// Gain of each side's orders so far, for that side.
    pub orders: [Points; 2],
    /// Gain of A by the dice so far.
    pub dice: Points,
    /// The standard deviation of what such dice give.
    pub deviation: Points,
}

/// A turning point.
#[derive(Clone, Debug, Serialize)]
pub struct Swing {
    /// The command.
    pub command: EntryId,
    /// The turn that it belongs to: an index of the report's turns.
    pub turn: usize,
    /// The side that it favoured.
    pub side: Side,
    /// By how much.
    pub gain: Points,
    /// Side and gain: "Vanguard (A) +31".
    pub headline: String,
    /// The event, in a sentence.
    pub what: String,
    /// The values before, expected and after, and what its points come from.
    pub reason: String,
}

impl Report {
    /// The same with what orders and dice gained.
    #[must_use]
    pub fn with_analysis(self, analysis: &Analysis) -> Self {
        let decision = decision(&self, analysis);
        Self { dice_or_decision: Some(decision), ..self }
    }

    /// The turn that a command belongs to.
    fn turn_of(&self, command: EntryId) -> usize {
        let last = self.turns.len().saturating_sub(1);
        self.turn_of_command.get(&command).map_or(last, |turn| (*turn).min(last))
    }
}

fn decision(report: &Report, analysis: &Analysis) -> DiceOrDecision {
    let (setup, dice) = (&report.setup, analysis.dice());
    let swings = |part| {
        let turning = analysis.turning_points(part).into_iter();
        turning.map(|moment| swing(report, moment, part)).collect()
    };
    let steps = analysis.moments.iter().zip(curve(analysis)).map(|(moment, point)| Step {
        command: moment.entry,
        by: moment.by,
        turn: report.turn_of(moment.entry),
        before: moment.before,
        expected: moment.expected,
        after: moment.after,
        orders: point.orders,
        dice: point.dice,
        deviation: point.deviation,
    });
    DiceOrDecision {
        said: in_short(setup, analysis),
        start: analysis.start,
        end: analysis.end(),
        orders: Side::BOTH.map(|side| analysis.orders(side)),
        dice: dice.gain,
        other_rules: analysis.unexplained(),
        by_word: analysis.by_word(),
        luck: Luck {
            said: verdict_on_dice(setup, dice),
            ordinary: dice.luck() == LuckWord::Ordinary,
            usual: [-dice.deviation, dice.deviation],
        },
        curve: steps.collect(),
        orders_that_changed: swings(Part::Order),
        dice_that_changed: swings(Part::Dice),
    }
}

fn swing(report: &Report, moment: &Moment, part: Part) -> Swing {
    let gain = moment.gain(part);
    let side = if gain >= Points::default() { Side::A } else { Side::B };
    Swing {
        command: moment.entry,
        turn: report.turn_of(moment.entry),
        side,
        gain: gain.for_side(side),
        headline: headline(&report.setup, moment, part),
        what: moment.says.clone(),
        reason: reason(moment, part),
    }
}
