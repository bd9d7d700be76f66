//! Running luck: how many dice succeeded so far, against how many were to be expected.
//!
//! Read from the dice that the history holds, so it needs no counting while a battle is played. Only
//! dice that needed some face count; the face of a roll-off is neither good nor bad by itself.

use crate::game::engine::dice::Draw;
use crate::game::engine::record::history::History;
use crate::rules::ids::Side;

/// The luck of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLuck {
    /// Whose dice.
    pub side: Side,
    /// How often each face from 1 to 6 came up, on any die.
    pub faces: [u32; 6],
    /// Of all dice that needed some face.
    pub all: Luck,
    /// The same by what they were rolled for, in the order in which each was first rolled.
    pub purposes: Vec<(&'static str, Luck)>,
}

/// How some dice did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// How many.
    pub dice: u32,
    /// Successes to be expected: the sum of their chances.
    pub expected: f64,
    /// Successes there were.
    pub successes: u32,
    /// How many standard deviations the successes are above what was expected, below it if negative;
    /// `None` where chance had no say.
    pub deviations: Option<f64>,
    /// The chance of so many successes or fewer.
    pub no_better: f64,
}

/// The luck of both sides on the line of the history that leads to the present: what was undone, and
/// other branches, do not count.
///
/// Rule: BAS-3 (chances).
pub fn running_luck(history: &History) -> [SideLuck; 2] {
    let line = history.line();
    let draws = || line.iter().flat_map(|entry| entry.outcome.draws.iter().copied());
    Side::BOTH.map(|side| luck_of(side, draws().filter(|draw| draw.by.side() == side)))
}

/// The luck of a side with these dice, its own.
pub fn luck_of(side: Side, draws: impl Iterator<Item = Draw>) -> SideLuck {
    let mut faces = [0; 6];
    let mut all = Tally::default();
    let mut purposes: Vec<(&'static str, Tally)> = Vec::new();
    for draw in draws {
        if let Some(count) = faces.get_mut(usize::from(draw.face).wrapping_sub(1)) {
            *count += 1;
        }
        let (Some(good), Some(is_met)) = (draw.needs.good_faces(), draw.needs.met_by(draw.face)) else {
            continue;
        };
        let known = purposes.iter().position(|(purpose, _)| *purpose == draw.purpose);
        let at = known.unwrap_or_else(|| {
            purposes.push((draw.purpose, Tally::default()));
            purposes.len() - 1
        });
        for tally in [&mut all, &mut purposes[at].1] {
            tally.dice[usize::from(good)] += 1;
            tally.successes += u32::from(is_met);
        }
    }
    let purposes = purposes.into_iter().map(|(purpose, tally)| (purpose, tally.luck())).collect();
    SideLuck { side, faces, all: all.luck(), purposes }
}

/// Dice by how many of their six faces were good, and how many succeeded.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    dice: [u32; 7],
    successes: u32,
}

impl Tally {
    fn luck(&self) -> Luck {
        let by_chance = || (0_u32..).zip(self.dice).map(|(good, dice)| (f64::from(good), f64::from(dice)));
        let expected: f64 = by_chance().map(|(good, dice)| dice * good).sum::<f64>() / 6.0;
        let variance: f64 = by_chance().map(|(good, dice)| dice * good * (6.0 - good)).sum::<f64>() / 36.0;
        let off = f64::from(self.successes) - expected;
        Luck {
            dice: self.dice.iter().sum(),
            expected,
            successes: self.successes,
            deviations: (variance > 0.0).then(|| off / variance.sqrt()),
            no_better: self.chance_of_at_most(self.successes),
        }
    }

    /// The chance that so many of the dice, or fewer, succeed: the dice are added one by one to the
    /// chances of each number of successes.
    fn chance_of_at_most(&self, max: u32) -> f64 {
        let mut chances = Spread { min: 0, chances: vec![1.0] };
        for (good, dice) in (0_u32..).zip(self.dice) {
            for _ in 0..dice {
                chances.add_die(f64::from(good) / 6.0);
            }
        }
        chances.at_most(max)
    }
}

/// The chance of each number of successes.
struct Spread {
    /// The number that the first chance is of.
    min: u32,
    chances: Vec<f64>,
}

impl Spread {
    /// A chance that is left out: of a million such, all together are nothing to a reader.
    const NOTHING: f64 = 1e-30;

    fn add_die(&mut self, chance: f64) {
        self.chances.push(0.0);
        for index in (0..self.chances.len()).rev() {
            let from_below = if index > 0 { self.chances[index - 1] * chance } else { 0.0 };
            self.chances[index] = self.chances[index] * (1.0 - chance) + from_below;
        }
        // Numbers that never come up in practice would make many dice slow.
        while self.chances.len() > 1 && self.chances.last().is_some_and(|last| *last < Self::NOTHING) {
            self.chances.pop();
        }
        let common = self.chances.iter().position(|chance| *chance >= Self::NOTHING).unwrap_or(0);
        self.chances.drain(..common);
        self.min += common as u32;
    }

    fn at_most(&self, max: u32) -> f64 {
        let counted = (max + 1).saturating_sub(self.min) as usize;
        self.chances.iter().take(counted).sum::<f64>().min(1.0)
    }
}

#[cfg(test)]
mod tests;
