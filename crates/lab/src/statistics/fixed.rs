//! The usual interval and test of a mean, for a number of blocks that was fixed before the first game. Whoever looks at it
//! again and again, and stops when he likes what he sees, is wrong in a third of his findings.

use super::Interval;
use super::functions::{student_below, student_quantile};
use super::moments::Moments;

/// Student's interval; `None` for fewer than two blocks.
pub fn interval(blocks: &Moments, alpha: f64) -> Option<Interval> {
    (blocks.n >= 2).then(|| Interval::around(blocks.mean, half_width(blocks.n, blocks.deviation(), alpha)))
}

/// Half the interval that so many blocks give.
pub fn half_width(n: u64, deviation: f64, alpha: f64) -> f64 {
    student_quantile(1.0 - alpha / 2.0, n.max(2) as f64 - 1.0) * deviation / (n.max(1) as f64).sqrt()
}

/// The chance of a mean at least so far from 0 if there is no effect.
pub fn p_value(blocks: &Moments) -> f64 {
    match (blocks.mean, blocks.error()) {
        (0.0, _) => 1.0,
        (_, 0.0) => 0.0,
        (mean, error) => 2.0 * student_below(-(mean / error).abs(), blocks.n as f64 - 1.0),
    }
}
