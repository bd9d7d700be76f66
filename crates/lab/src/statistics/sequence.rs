//! A confidence sequence of the mean: an interval that may be looked at after every block, and still is wrong in no more than
//! one run of twenty.
//!
//! The asymptotic form of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (arXiv 2103.06476). It holds once the spread is known
//! well; so it is first looked at after [`FIRST_LOOK`] blocks, and not before [`MIN_DIFFERENT`] of them differ from the
//! commonest value: on rare events it was wrong in four runs of ten without that.

use super::Interval;
use super::moments::Moments;

/// Blocks before the first look.
pub const FIRST_LOOK: u64 = 100;

/// Blocks that must differ from the commonest value.
pub const MIN_DIFFERENT: u64 = 20;

/// A confidence sequence, narrowest about the number of blocks it is tuned to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequence {
    alpha: f64,
    /// ρ², the more the earlier it is narrow.
    rho: f64,
}

impl Sequence {
    /// One that is narrowest about so many blocks.
    pub fn tuned(blocks: u64, alpha: f64) -> Self {
        let twice = -2.0 * libm::log(alpha);
        Self { alpha, rho: (twice + libm::log(twice) + 1.0) / blocks.max(1) as f64 }
    }

    /// Half the interval after so many blocks of such a spread.
    pub fn half_width(&self, n: u64, deviation: f64) -> f64 {
        let t = n.max(1) as f64;
        let grown = t * self.rho + 1.0;
        deviation * (2.0 * grown / (t * t * self.rho) * libm::log(grown.sqrt() / self.alpha)).sqrt()
    }

    /// The interval.
    pub fn interval(&self, blocks: &Moments) -> Interval {
        Interval::around(blocks.mean, self.half_width(blocks.n, blocks.deviation()))
    }

    /// The smallest `alpha` whose interval leaves out 0: a chance that may be watched.
    pub fn p_value(&self, blocks: &Moments) -> f64 {
        let (mean, deviation, t) = (blocks.mean, blocks.deviation(), blocks.n as f64);
        if mean == 0.0 || blocks.n == 0 {
            return 1.0;
        }
        if deviation == 0.0 {
            return 0.0;
        }
        let grown = t * self.rho + 1.0;
        let far = mean / deviation;
        let exponent = far * far * t * t * self.rho / (2.0 * grown) - 0.5 * libm::log(grown);
        libm::exp(-exponent).min(1.0)
    }
}

/// Number of blocks that makes an interval no wider than this on each side, by a function of how wide so many make it; `None` where
/// not even a hundred million do.
pub fn blocks_for(half: f64, half_width: impl Fn(u64) -> f64) -> Option<u64> {
    let (mut low, mut high) = (1_u64, 2_u64);
    while half_width(high) > half {
        if high > 100_000_000 {
            return None;
        }
        (low, high) = (high, high * 2);
    }
    while low + 1 < high {
        let middle = (low + high) / 2;
        if half_width(middle) > half { low = middle } else { high = middle }
    }
    Some(high)
}
