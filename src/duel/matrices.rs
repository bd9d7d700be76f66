//! The answers for every pair and every setting, and what differs between two such sets.

use std::num::NonZeroUsize;

use super::cards::Contender;
use super::exchange::{Exchange, exchange};
use super::setting::{Measure, Setting};
use super::table::Rules;
use crate::level::setup::SourceText;
use crate::rules::ruleset::Ruleset;

/// Every contender against every contender, in every setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrices {
    /// Rows and columns.
    pub contenders: Vec<Contender>,
    /// In the order in which they were asked.
    pub settings: Vec<Setting>,
    /// By setting, then the first unit, then its target.
    cells: Vec<Exchange>,
}

/// Reason for no matrices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{first} against {target}: {why}")]
pub struct DuelError {
    first: String,
    target: String,
    why: String,
}

/// A pair whose figure differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// Index of the setting.
    pub setting: usize,
    /// Index of the first unit.
    pub first: usize,
    /// Index of its target.
    pub target: usize,
    /// Before; `None`: it could do nothing.
    pub from: Option<f64>,
    /// After.
    pub to: Option<f64>,
}

impl Matrices {
    /// Asks every pair, on all cores; what is found does not depend on their number.
    ///
    /// # Errors
    /// A pair that cannot be set up by the ruleset.
    pub fn of(
        contenders: Vec<Contender>,
        chain: &[SourceText],
        ruleset: &Ruleset,
        settings: Vec<Setting>,
    ) -> Result<Self, DuelError> {
        let (rules, many) = (Rules { chain, ruleset }, contenders.len());
        let count = settings.len() * many * many;
        let ask = |index: usize| {
            let (setting, pair) = (settings[index / (many * many)], index % (many * many));
            let pair = [&contenders[pair / many], &contenders[pair % many]];
            exchange(pair, rules, setting).map_err(|error| {
                let [first, target] = pair.map(|one| one.card.id.clone());
                DuelError { first, target, why: error.to_string() }
            })
        };
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(count.max(1));
        let share = |first: usize| (first..count).step_by(threads).map(ask).collect::<Result<Vec<_>, _>>();
        let shares: Vec<Result<Vec<Exchange>, DuelError>> = std::thread::scope(|scope| {
            let share = &share;
            let works: Vec<_> = (0..threads).map(|first| scope.spawn(move || share(first))).collect();
            let join = |work: std::thread::ScopedJoinHandle<_>| {
                work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            works.into_iter().map(join).collect()
        });
        let shares = shares.into_iter().collect::<Result<Vec<_>, _>>()?;
        let cells = (0..count).map(|index| shares[index % threads][index / threads]).collect();
        Ok(Self { contenders, settings, cells })
    }

    /// The answer for a pair, by indices.
    pub fn cell(&self, setting: usize, first: usize, target: usize) -> &Exchange {
        let many = self.contenders.len();
        &self.cells[(setting * many + first) * many + target]
    }

    /// Every pair of a setting: rows of first units, columns of targets.
    pub fn rows(&self, setting: usize) -> impl Iterator<Item = &[Exchange]> {
        let many = self.contenders.len();
        self.cells.chunks(many.max(1)).skip(setting * many).take(many)
    }
}

/// The pairs whose figure differs by that much, the largest difference first.
pub fn compared(before: &Matrices, after: &Matrices, measure: Measure, smallest: f64) -> Vec<Shift> {
    let many = before.contenders.len();
    let mut shifts: Vec<Shift> = before
        .cells
        .iter()
        .zip(&after.cells)
        .enumerate()
        .map(|(index, (from, to))| Shift {
            setting: index / (many * many),
            first: index / many % many,
            target: index % many,
            from: from.figure(measure),
            to: to.figure(measure),
        })
        .filter(|shift| shift.from.is_some() != shift.to.is_some() || shift.change().abs() >= smallest)
        .collect();
    shifts.sort_by(|one, other| other.change().abs().total_cmp(&one.change().abs()));
    shifts
}

impl Shift {
    /// After less before; what can do nothing does 0.
    pub fn change(&self) -> f64 {
        self.to.unwrap_or_default() - self.from.unwrap_or_default()
    }
}
