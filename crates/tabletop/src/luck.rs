//! Running luck: how many dice succeeded so far, against how many were to be expected.
//!
//! Read from the dice that the history holds, so it needs no counting while a battle is played. Only
//! dice that needed some face count; the face of a roll-off is neither good nor bad by itself.

use std::collections::BTreeMap;

use crate::dice::{Die, Draw};
use crate::game::Game;
use crate::ids::Side;
use crate::record::history::History;
use crate::spread::Spread;

/// The luck of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLuck {
    /// Player who rolled the dice.
    pub side: Side,
    /// Number of times each face came up, from face 1, by the kind of die.
    pub faces_by_die: BTreeMap<Die, Vec<u32>>,
    /// Of all dice that needed some face.
    pub all: Luck,
    /// The same by the purpose of the rolls, in the order in which each was first rolled.
    pub purposes: Vec<(&'static str, Luck)>,
}

impl SideLuck {
    /// Number of times each face of a kind of die came up, from face 1.
    pub fn faces(&self, die: Die) -> Vec<u32> {
        let counted = self.faces_by_die.get(&die).cloned();
        counted.unwrap_or_else(|| vec![0; usize::from(die.sides())])
    }
}

/// Result of some dice, compared with the expected one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck {
    /// Number of dice.
    pub dice: u32,
    /// Successes to be expected: the sum of their chances.
    pub expected: f64,
    /// Successes there were.
    pub successes: u32,
    /// The standard deviation of the successes.
    pub spread: f64,
    /// Distance of the successes from the expected number, in standard deviations, negative below it; `None` where chance had no say.
    pub deviations: Option<f64>,
    /// The chance of this number of successes or fewer.
    pub no_better: f64,
}

/// The luck of both sides on the line of the history that leads to the present: what was undone, and
/// other branches, do not count.
pub fn running_luck<G: Game>(history: &History<G>) -> [SideLuck; 2] {
    let line = history.line();
    let draws = || line.iter().flat_map(|entry| entry.outcome.draws.iter().copied());
    Side::BOTH.map(|side| luck_of(side, draws().filter(|draw| draw.roll.by.side == side)))
}

/// The luck of a side with these dice, its own.
pub fn luck_of<G: Game>(side: Side, draws: impl Iterator<Item = Draw<G>>) -> SideLuck {
    let mut faces: BTreeMap<Die, Vec<u32>> = BTreeMap::new();
    let mut all = Tally::default();
    let mut purposes: Vec<(&'static str, Tally)> = Vec::new();
    for draw in draws {
        let Draw { roll, face } = draw;
        let counts = faces.entry(roll.die).or_insert_with(|| vec![0; usize::from(roll.die.sides())]);
        if let Some(count) = counts.get_mut(usize::from(face).wrapping_sub(1)) {
            *count += 1;
        }
        let (Some(good), Some(is_met)) = (roll.good_faces(), roll.needs.met_by(face)) else { continue };
        let known = purposes.iter().position(|(purpose, _)| *purpose == roll.purpose);
        let at = known.unwrap_or_else(|| {
            purposes.push((roll.purpose, Tally::default()));
            purposes.len() - 1
        });
        for tally in [&mut all, &mut purposes[at].1] {
            *tally.dice.entry((roll.die, good)).or_default() += 1;
            tally.successes += u32::from(is_met);
        }
    }
    let purposes = purposes.into_iter().map(|(purpose, tally)| (purpose, tally.luck())).collect();
    SideLuck { side, faces_by_die: faces, all: all.luck(), purposes }
}

/// Dice by their kind and by how many of their faces were good, and how many succeeded.
#[derive(Clone, Debug, Default)]
struct Tally {
    dice: BTreeMap<(Die, u8), u32>,
    successes: u32,
}

impl Tally {
    fn luck(&self) -> Luck {
        let [expected, variance] = self.by_die().fold([0.0; 2], |[expected, variance], (sides, dice)| {
            let good: f64 = dice.iter().map(|(good, count)| count * good).sum();
            let both: f64 = dice.iter().map(|(good, count)| count * good * (sides - good)).sum();
            [expected + good / sides, variance + both / (sides * sides)]
        });
        let off = f64::from(self.successes) - expected;
        Luck {
            dice: self.dice.values().sum(),
            expected,
            successes: self.successes,
            spread: variance.sqrt(),
            deviations: (variance > 0.0).then(|| off / variance.sqrt()),
            no_better: self.chance_of_at_most(self.successes),
        }
    }

    /// For each kind of die its sides, and the dice as (good faces, how many).
    fn by_die(&self) -> impl Iterator<Item = (f64, Vec<(f64, f64)>)> {
        let mut kinds: BTreeMap<Die, Vec<(f64, f64)>> = BTreeMap::new();
        for (&(die, good), &count) in &self.dice {
            kinds.entry(die).or_default().push((f64::from(good), f64::from(count)));
        }
        kinds.into_iter().map(|(die, dice)| (f64::from(die.sides()), dice))
    }

    /// The chance that so many of the dice, or fewer, succeed: the dice are added one by one to the
    /// chances of each number of successes.
    fn chance_of_at_most(&self, max: u32) -> f64 {
        let mut chances = Spread::default();
        for (&(die, good), &count) in &self.dice {
            for _ in 0..count {
                chances.add_die(f64::from(good) / f64::from(die.sides()));
            }
        }
        chances.at_most(max)
    }
}

#[cfg(test)]
mod tests;
