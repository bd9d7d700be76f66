//! A mean of blocks, with how sure it is and what chance alone does to it.

use serde::Serialize;

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
}

/// Sums of what is 0 in blocks that are not added.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sums {
    sum: f64,
    squares: f64,
}

impl Sums {
    pub(super) fn add(&mut self, value: f64) {
        self.sum += value;
        self.squares += value * value;
    }

    pub(super) fn total(&self) -> f64 {
        self.sum
    }

    /// The mean of so many blocks.
    pub(super) fn mean(&self, blocks: u64) -> Mean {
        let n = blocks.max(1) as f64;
        let value = self.sum / n;
        let variance = if blocks < 2 { 0.0 } else { (self.squares - n * value * value).max(0.0) / (n - 1.0) };
        Mean::with_error(value, (variance / n).sqrt(), blocks)
    }
}
