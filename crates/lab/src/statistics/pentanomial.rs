//! Head to head: the sequential test on pairs of games with the sides swapped.
//!
//! A pair has one of five results (two losses … two wins), because its games share table and dice. The likelihood ratio is
//! worked out exactly: for each hypothesis the likeliest distribution with that mean is found, by the one root of its secular
//! equation. The usual approximation is of no use for lopsided counts: for fifty drawn pairs and nothing else it gives −1800
//! in place of −3.09.

use serde::{Deserialize, Serialize};

use super::functions::root;

/// Count of a class without a pair, so that no likelihood is 0.
const EMPTY: f64 = 1e-3;

/// Pairs before the first look.
pub const FIRST_LOOK: u64 = 50;

/// Number of pairs with each result: of the two games together the first player won 0, ½, 1, 1½, 2.
pub type Counts = [u64; 5];

/// Decision of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// Nothing yet.
    Open,
    /// The share is the lower one, or less.
    Lower,
    /// It is the higher one, or more.
    Higher,
}

/// A sequential test of two win shares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The share of the first hypothesis.
    pub lower: f64,
    /// The share of the second.
    pub higher: f64,
    /// The chance to take either for the other.
    pub alpha: f64,
}

impl Test {
    /// The logarithm of how much likelier the counts are by the higher share than by the lower.
    pub fn log_likelihood_ratio(&self, counts: &Counts) -> f64 {
        let weights = counts.map(|count| if count == 0 { EMPTY } else { count as f64 });
        let [low, high] = [self.lower, self.higher].map(|share| likeliest(&weights, share));
        let terms = weights.iter().zip(low.iter().zip(&high));
        terms.map(|(weight, (low, high))| weight * libm::log(high / low)).sum()
    }

    /// The ratios at which it decides for the lower and for the higher share.
    pub fn bounds(&self) -> [f64; 2] {
        let bound = libm::log((1.0 - self.alpha) / self.alpha);
        [-bound, bound]
    }

    /// Decision of the counts. Before the first look they say nothing.
    pub fn decide(&self, counts: &Counts) -> Decision {
        let [low, high] = self.bounds();
        let ratio = self.log_likelihood_ratio(counts);
        match counts.iter().sum::<u64>() {
            few if few < FIRST_LOOK => Decision::Open,
            _ if ratio <= low => Decision::Lower,
            _ if ratio >= high => Decision::Higher,
            _ => Decision::Open,
        }
    }
}

/// The share of a class.
fn share(class: usize) -> f64 {
    class as f64 / 4.0
}

/// The likeliest distribution over the classes with a given mean: each weight divided by 1 + θ (its share − the mean), where θ
/// makes the mean come out.
fn likeliest(weights: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = weights.iter().sum();
    let part = |class: usize, theta: f64| weights[class] / total / (1.0 + theta * (share(class) - mean));
    // Between the poles of the outermost classes every part is positive, and the sum falls.
    let (low, high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let theta =
        root(low, high, |theta| -(0..5).map(|class| part(class, theta) * (share(class) - mean)).sum::<f64>());
    std::array::from_fn(|class| part(class, theta))
}

/// Mean share of the pairs, and the standard error of it.
pub fn mean_share(counts: &Counts) -> (f64, f64) {
    let n = counts.iter().sum::<u64>() as f64;
    if n == 0.0 {
        return (0.5, 0.5);
    }
    let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
        counts.iter().enumerate().map(|(class, count)| *count as f64 * value(share(class))).sum()
    };
    let mean = sum(&|share| share) / n;
    let variance = sum(&|share| (share - mean) * (share - mean)) / (n - 1.0).max(1.0);
    (mean, (variance / n).sqrt())
}
