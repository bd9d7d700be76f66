//! Exact bounds of a share (Clopper and Pearson): what can be said of rare events.

use super::Interval;
use super::functions::{beta_share, root};

/// The largest share with which as few as `hits` of `n` still come about with a chance of `alpha`.
pub fn upper_bound(hits: u64, n: u64, alpha: f64) -> f64 {
    if hits >= n {
        return 1.0;
    }
    let (a, b) = (hits as f64 + 1.0, (n - hits) as f64);
    root(0.0, 1.0, |share| beta_share(share, a, b) - (1.0 - alpha))
}

/// An interval of the mean of shares that have only whole multiples of `1 / steps`, `steps` at least 1: the mean is that of the
/// chances to reach each step, and each of those has its exact bounds.
pub fn stepped(shares: &[f64], steps: u64, alpha: f64) -> Interval {
    let (n, each) = (shares.len() as u64, alpha / (2 * steps) as f64);
    let reach = |step: u64| {
        let at = (step as f64 - 0.5) / steps as f64;
        shares.iter().filter(|share| **share > at).count() as u64
    };
    let mean = |of: &dyn Fn(u64) -> f64| (1..=steps).map(|step| of(reach(step))).sum::<f64>() / steps as f64;
    Interval {
        low: mean(&|hits| 1.0 - upper_bound(n - hits, n, each)),
        high: mean(&|hits| upper_bound(hits, n, each)),
    }
}
