//! A mean of blocks, with how sure it is and what chance alone does to it.

use serde::Serialize;

use crate::plan::Plan;
use crate::statistics::functions::student_quantile;
use crate::statistics::{ALPHA, Interval};

/// A mean a game, over blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// Its 95 % interval; `None` of fewer than two blocks.
    pub interval: Option<Interval>,
    /// Blocks.
    pub blocks: u64,
    /// So far apart are two equal arms in 95 of 100 experiments, if each has dice of its own: what is less is noise.
    pub noise: Option<f64>,
}

impl Mean {
    /// One with a standard error.
    pub fn with_error(value: f64, error: f64, blocks: u64) -> Self {
        if blocks < 2 {
            return Self { value, interval: None, blocks, noise: None };
        }
        let half = student_quantile(1.0 - ALPHA / 2.0, blocks as f64 - 1.0) * error;
        let noise = Some(half * std::f64::consts::SQRT_2);
        Self { value, interval: Some(Interval::around(value, half)), blocks, noise }
    }

    /// The same, of what is a count or a share: no end of its interval is negative.
    #[must_use]
    pub(super) fn not_negative(mut self) -> Self {
        if let Some(interval) = &mut self.interval {
            interval.low = interval.low.max(0.0);
        }
        self
    }
}

/// Sums of what is 0 in blocks that are not added, stratum by stratum: tables and players are played equally often by design, so
/// that they differ makes no mean unsure.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sums {
    strata: Vec<[f64; 2]>,
}

impl Sums {
    pub(crate) fn add(&mut self, stratum: usize, value: f64) {
        if self.strata.len() <= stratum {
            self.strata.resize(stratum + 1, [0.0; 2]);
        }
        self.strata[stratum][0] += value;
        self.strata[stratum][1] += value * value;
    }

    pub(crate) fn total(&self) -> f64 {
        self.strata.iter().map(|stratum| stratum[0]).sum()
    }

    /// The mean, of so many blocks in each stratum, of what cannot be negative.
    pub(super) fn mean(&self, blocks: &[u64]) -> Mean {
        let all: u64 = blocks.iter().sum();
        let value = self.total() / all.max(1) as f64;
        Mean::with_error(value, self.error(blocks), all).not_negative()
    }

    /// The standard error of the mean.
    pub(crate) fn error(&self, blocks: &[u64]) -> f64 {
        let all = blocks.iter().sum::<u64>().max(1) as f64;
        let of = |(index, n): (usize, &u64)| {
            let [sum, squares] = self.strata.get(index).copied().unwrap_or_default();
            let n = *n as f64;
            if n < 2.0 { 0.0 } else { n * (squares - sum * sum / n).max(0.0) / (n - 1.0) }
        };
        blocks.iter().enumerate().map(of).sum::<f64>().sqrt() / all
    }
}

/// Sums of a value that every block has, with the number of blocks in each stratum.
#[derive(Clone, Debug)]
pub(super) struct Strata {
    sums: Sums,
    blocks: Vec<u64>,
}

impl Strata {
    /// Those of a plan, without blocks.
    pub(super) fn of(plan: &Plan) -> Self {
        Self { sums: Sums::default(), blocks: vec![0; plan.strata() as usize] }
    }

    /// Adds a block by its number.
    pub(super) fn add(&mut self, block: u64, value: f64) {
        let stratum = (block % self.blocks.len() as u64) as usize;
        self.sums.add(stratum, value);
        self.blocks[stratum] += 1;
    }

    /// [`Mean::noise`]; `None` as long as a stratum has fewer than two blocks, of which nobody knows how steady they are.
    pub(super) fn noise(&self) -> Option<f64> {
        let is_steady = self.blocks.iter().all(|blocks| *blocks >= 2);
        self.sums.mean(&self.blocks).noise.filter(|_| is_steady)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tables that differ by 10 and are steady in themselves: the mean is known exactly. As one heap it would not be.
    #[test]
    fn strata_that_differ_make_no_mean_unsure() {
        let mut sums = Sums::default();
        (0..20).for_each(|block| sums.add(block % 2, 10.0 * (block % 2) as f64));
        assert_eq!((sums.mean(&[10, 10]).value, sums.error(&[10, 10])), (5.0, 0.0));
        let mut heap = Sums::default();
        (0..20).for_each(|block| heap.add(0, 10.0 * (block % 2) as f64));
        // Deviation √(25 · 20/19), of 20.
        assert!((heap.error(&[20]) - (25.0 / 19.0_f64).sqrt()).abs() < 1e-9, "{}", heap.error(&[20]));
        assert_eq!(
            heap.mean(&[20]).noise,
            Some(heap.mean(&[20]).interval.map(|at| at.high - 5.0).unwrap() * 2.0_f64.sqrt())
        );
    }
}
