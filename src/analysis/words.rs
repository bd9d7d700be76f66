//! An analysis in words.

use super::{Analysis, DiceGain, Points};
use crate::game::narration::words::force;
use crate::level::setup::Setup;
use crate::rules::ids::Side;

/// How unusual a side's dice were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuckWord {
    /// As in two games of three.
    Ordinary,
    /// As in less than one game of three.
    Lucky,
    /// As in less than one game of twenty.
    VeryLucky,
}

impl LuckWord {
    /// By standard deviations from what is expected.
    pub fn of(deviations: f64) -> Self {
        match deviations.abs() {
            far if far >= 2.0 => Self::VeryLucky,
            far if far >= 1.0 => Self::Lucky,
            _ => Self::Ordinary,
        }
    }
}

/// What the dice gave, in a sentence: "The dice gave Vanguard (A) 34 points, lucky: such dice give 25 more or less."
pub fn verdict_on_dice(setup: &Setup, dice: DiceGain) -> String {
    let lucky = if dice.gain >= Points::default() { Side::A } else { Side::B };
    let Some(deviations) = dice.deviations() else {
        return "No dice were rolled that mattered.".to_owned();
    };
    let usual = dice.deviation.as_f64().round();
    let word = match LuckWord::of(deviations) {
        LuckWord::Ordinary => "ordinary luck",
        LuckWord::Lucky => "lucky",
        LuckWord::VeryLucky => "very lucky",
    };
    let points = dice.gain.size().as_f64().round();
    format!(
        "The dice gave {} {points} points, {word}: dice like these give either side {usual} or so.",
        force(setup, lucky)
    )
}

/// What a side's orders gained, in a sentence: "The orders of Vanguard (A) gained 81 points."
pub fn part_of_orders(setup: &Setup, analysis: &Analysis, side: Side) -> String {
    let gain = analysis.orders(side);
    let verb = if gain < Points::default() { "cost it" } else { "gained" };
    format!("The orders of {} {verb} {} points.", force(setup, side), gain.size().as_f64().round())
}
