//! Dice or decision: what orders and dice of a battle gained, as a report says it.

use serde::Serialize;

use super::data::Report;
use crate::analysis::{
    Analysis, LuckWord, Moment, Part, Points, curve, headline, in_short, reason, verdict_on_dice,
};
use crate::game::engine::record::history::EntryId;
use crate::rules::ids::Side;

/// What orders and dice gained.
#[derive(Clone, Debug, Serialize)]
pub struct DiceOrDecision {
    /// All of it in a sentence.
    pub said: String,
    /// What the position was worth to A at the beginning, points.
    pub start: Points,
    /// And at the end.
    pub end: Points,
    /// What each side's orders gained, for that side.
    pub orders: [Points; 2],
    /// What the dice gave A.
    pub dice: Points,
    /// What commands gained A that were played by other rules.
    pub other_rules: Points,
    /// What the players' word brought A at a real table.
    pub by_word: Points,
    /// How unusual the dice were.
    pub luck: Luck,
    /// Command by command.
    pub curve: Vec<Step>,
    /// The orders that changed most, in the order of the game.
    pub orders_that_changed: Vec<Swing>,
    /// The dice that changed most, in the order of the game.
    pub dice_that_changed: Vec<Swing>,
}

/// How unusual the dice of a battle were.
#[derive(Clone, Debug, Serialize)]
pub struct Luck {
    /// What they gave, in a sentence.
    pub said: String,
    /// Whether such dice are to be expected: two games of three are so.
    pub ordinary: bool,
    /// What such dice give A in two games of three, points: from, to.
    pub usual: [Points; 2],
}

/// How far both parts have come after a command.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Step {
    /// The command.
    pub command: EntryId,
    /// Who gave it.
    pub by: Side,
    /// The turn that it belongs to: an index of the report's turns.
    pub turn: usize,
    /// What the position was worth to A before it.
    pub before: Points,
    /// What was expected after it; `None` where it was told, or played by other rules.
    pub expected: Option<Points>,
    /// What it was worth after its dice.
    pub after: Points,
    /// What each side's orders have gained, for that side.
    pub orders: [Points; 2],
    /// What the dice have given A.
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
    /// Who, and by how much: "Vanguard (A) +31".
    pub headline: String,
    /// What happened.
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
