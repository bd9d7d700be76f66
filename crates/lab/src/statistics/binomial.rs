//! Exact bounds of a share (Clopper and Pearson): what can be said of rare events.

use super::functions::{beta_share, root};

/// The largest share with which as few as `hits` of `n` still come about with a chance of `alpha`.
pub fn upper_bound(hits: u64, n: u64, alpha: f64) -> f64 {
    if hits >= n {
        return 1.0;
    }
    let (a, b) = (hits as f64 + 1.0, (n - hits) as f64);
    root(0.0, 1.0, |share| beta_share(share, a, b) - (1.0 - alpha))
}
