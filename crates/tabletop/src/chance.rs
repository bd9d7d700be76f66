//! Random outcomes of a command: the expected value of the resulting position, over all its dice.
//!
//! All that may happen is a tree. A single die, such as the draw of a chit, has a branch for each face. Of several dice alike that
//! need some face, a game may read only the number of successes: they have a branch for each number. A command with too many
//! branches is played a number of times with other dice instead, and its value has an error.

use std::collections::VecDeque;

use crate::battle::{Battle, BattleError, SubmitError};
use crate::command::Command;
use crate::dice::{Dice, Die, Source, Wanted};
use crate::game::Game;
use crate::spread::Spread;

/// Limits of the work on one expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The most plays of the command by which every branch is followed.
    pub exact: u32,
    /// Plays with other dice where there are more branches; at least 2.
    pub samples: u32,
    /// Seed of the first of those plays.
    pub seed: u64,
}

/// The value of where a command leads, before its dice are rolled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expectation {
    /// The mean.
    pub mean: f64,
    /// The variance that its dice give it.
    pub variance: f64,
    /// The standard error of the mean; `None` where it is exact.
    pub error: Option<f64>,
}

/// Plays a command with all that its dice may show.
///
/// The battle does not come back to where it was: restore it.
///
/// # Errors
/// The command is refused, or the battle broke: a bug.
pub fn expected<G: Game>(
    battle: &mut Battle<G>,
    before: &G::Snapshot,
    command: &Command<G>,
    effort: Effort,
    mut value: impl FnMut(&Battle<G>) -> f64,
) -> Result<Expectation, SubmitError<G>> {
    Ok(expected_parts(battle, before, command, effort, |battle| [value(battle)])?.0)
}

/// The same for a value that is the sum of parts, with the mean of each part.
///
/// # Errors
/// As [`expected`].
pub fn expected_parts<G: Game, const PARTS: usize>(
    battle: &mut Battle<G>,
    before: &G::Snapshot,
    command: &Command<G>,
    effort: Effort,
    mut value: impl FnMut(&Battle<G>) -> [f64; PARTS],
) -> Result<(Expectation, [f64; PARTS]), SubmitError<G>> {
    let exact = every_branch(battle, before, command, effort.exact, &mut value);
    battle.dice_mut().set_source(Source::Seed);
    match exact? {
        Some(exact) => Ok(exact),
        None => sampled(battle, before, command, effort, value),
    }
}

/// Exactly; `None` if there are more branches than may be followed.
fn every_branch<G: Game, const PARTS: usize>(
    battle: &mut Battle<G>,
    before: &G::Snapshot,
    command: &Command<G>,
    plays: u32,
    value: &mut impl FnMut(&Battle<G>) -> [f64; PARTS],
) -> Result<Option<(Expectation, [f64; PARTS])>, SubmitError<G>> {
    let mut open = vec![Branch { faces: Vec::new(), chance: 1.0, share: 1.0 }];
    let mut seen = 0.0;
    let mut ends: Vec<(f64, [f64; PARTS])> = Vec::new();
    let mut played = 0;
    while let Some(branch) = open.pop() {
        if played + open.len() >= plays as usize || is_hopeless(played, seen, plays as usize) {
            return Ok(None);
        }
        played += 1;
        let share = branch.share;
        battle.restore(before)?;
        battle.dice_mut().set_source(Source::Fed(VecDeque::from(branch.faces.clone())));
        match battle.play(command) {
            Ok(()) => {
                seen += share;
                ends.push((branch.chance, value(battle)));
            }
            Err(SubmitError::Broken(BattleError::DiceWanted(wanted))) => {
                let Some(grown) = branch.grown(&wanted.wanted, plays as usize) else { return Ok(None) };
                open.extend(grown);
            }
            Err(error) => return Err(error),
        }
    }
    let parts = std::array::from_fn(|part| ends.iter().map(|(chance, value)| chance * value[part]).sum());
    let mean = parts.iter().sum::<f64>();
    let far = |value: &[f64; PARTS]| squared(value.iter().sum::<f64>() - mean);
    let variance = ends.iter().map(|(chance, value)| chance * far(value)).sum();
    Ok(Some((Expectation { mean, variance, error: None }, parts)))
}

/// Plays after which it is asked whether the tree is far too large.
const LOOK: usize = 60;
/// Factor by which a tree must look too large.
const FAR: f64 = 4.0;

/// Whether a tree of which so many plays have seen such a share looks far larger than may be followed: then no more are spent on it.
fn is_hopeless(played: usize, seen: f64, plays: usize) -> bool {
    played >= LOOK && played as f64 > FAR * seen * plays as f64
}

/// Faces up to a batch, the chance of what they stand for, and the share of the tree that they are, as if all that branches off at
/// one place were of a size.
struct Branch {
    faces: Vec<u8>,
    chance: f64,
    share: f64,
}

impl Branch {
    /// The branches after another batch; `None` if there are too many.
    fn grown<G: Game>(&self, wanted: &Wanted<G>, limit: usize) -> Option<Vec<Self>> {
        let mut grown = self.longer(wanted, limit)?;
        let share = self.share / grown.len().max(1) as f64;
        grown.iter_mut().for_each(|branch| branch.share = share);
        Some(grown)
    }

    fn longer<G: Game>(&self, wanted: &Wanted<G>, limit: usize) -> Option<Vec<Self>> {
        let longer = |faces: Vec<u8>, chance: f64| Self {
            faces: self.faces.iter().copied().chain(faces).collect(),
            chance: self.chance * chance,
            share: self.share,
        };
        let (die, count) = (wanted.roll.die, wanted.missing());
        let all_faces = || 1..=die.sides();
        let is_good = |face: &u8| wanted.roll.needs.met_by(*face);
        let needed = wanted.roll.good_faces().filter(|_| count > 1);
        let Some(good) = needed else {
            return every_row(die, count, limit).map(|rows| {
                let chance = 1.0 / rows.len() as f64;
                rows.into_iter().map(|row| longer(row, chance)).collect()
            });
        };
        let chance = f64::from(good) / f64::from(die.sides());
        let a_good = all_faces().find(|face| is_good(face) == Some(true));
        let a_bad = all_faces().find(|face| is_good(face) == Some(false));
        let row = |successes: u32| -> Option<Vec<u8>> {
            let good = std::iter::repeat_n(a_good, successes as usize);
            good.chain(std::iter::repeat_n(a_bad, (count - successes) as usize)).collect()
        };
        let chances = Spread::of(count, chance);
        let possible = chances.by_successes().filter_map(|(number, chance)| Some((row(number)?, chance)));
        Some(possible.map(|(row, chance)| longer(row, chance)).collect())
    }
}

/// Every row of faces that `count` dice may show; `None` if there are more than `limit`.
fn every_row(die: Die, count: u32, limit: usize) -> Option<Vec<Vec<u8>>> {
    let number = usize::from(die.sides()).checked_pow(count).filter(|number| *number <= limit)?;
    let mut rows = Vec::with_capacity(number);
    rows.push(Vec::new());
    for _ in 0..count {
        rows = rows
            .iter()
            .flat_map(|row: &Vec<u8>| {
                (1..=die.sides()).map(move |face| row.iter().copied().chain([face]).collect())
            })
            .collect();
    }
    Some(rows)
}

/// The mean of so many plays with other dice.
fn sampled<G: Game, const PARTS: usize>(
    battle: &mut Battle<G>,
    before: &G::Snapshot,
    command: &Command<G>,
    effort: Effort,
    mut value: impl FnMut(&Battle<G>) -> [f64; PARTS],
) -> Result<(Expectation, [f64; PARTS]), SubmitError<G>> {
    let samples = effort.samples.max(2);
    let mut values: Vec<[f64; PARTS]> = Vec::with_capacity(samples as usize);
    for sample in 0..samples {
        battle.restore(before)?;
        *battle.dice_mut() = Dice::seeded(effort.seed.wrapping_add(u64::from(sample)));
        battle.play(command)?;
        values.push(value(battle));
    }
    let number = f64::from(samples);
    let parts = std::array::from_fn(|part| values.iter().map(|value| value[part]).sum::<f64>() / number);
    let mean = parts.iter().sum::<f64>();
    let far = |value: &[f64; PARTS]| squared(value.iter().sum::<f64>() - mean);
    let variance = values.iter().map(far).sum::<f64>() / (number - 1.0);
    Ok((Expectation { mean, variance, error: Some((variance / number).sqrt()) }, parts))
}

fn squared(number: f64) -> f64 {
    number * number
}
