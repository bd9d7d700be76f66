//! The cost of one operation in several cases, in rays.

use std::time::{Duration, Instant};

use super::{RAYS, Rays, SAMPLES, SEED, median_of, sample};

/// Median costs of one operation in several cases.
pub struct Costs {
    /// For each case, in rays.
    pub medians: Vec<f64>,
    /// Samples per case.
    pub samples: usize,
}

impl Costs {
    /// Runs every case in turn, again and again, each time with rays of its own, because machines change
    /// speed. An operation that takes longer than `max_time` in total is sampled less often.
    ///
    /// For work of which nothing is remembered; else see [`Self::asked_anew`].
    pub fn of(cases: usize, max_time: Duration, mut work: impl FnMut(usize)) -> Self {
        Self::asked_anew(max_time, || (0..cases).map(|case| sample(1, || work(case))).collect())
    }

    /// The same for questions whose answers are remembered. Each call of `ask_all` makes a battle on which nothing has
    /// been asked, asks every case once, and returns the seconds that each took, without making the battle.
    pub fn asked_anew(max_time: Duration, mut ask_all: impl FnMut() -> Vec<f64>) -> Self {
        let mut rays = Rays::new(SEED);
        let mut ratios: Vec<Vec<f64>> = Vec::new();
        let (begun, mut samples) = (Instant::now(), 0);
        while samples == 0 || (samples < SAMPLES && begun.elapsed() < max_time) {
            let ray = sample(RAYS, || rays.cast());
            let seconds = ask_all();
            ratios.resize_with(seconds.len(), || Vec::with_capacity(SAMPLES));
            for (ratios, seconds) in ratios.iter_mut().zip(seconds) {
                ratios.push(seconds / ray);
            }
            samples += 1;
        }
        Self { medians: ratios.into_iter().map(|ratios| median_of(ratios.into_iter())).collect(), samples }
    }

    /// Mean over the cases; 0 where there are none.
    pub fn mean(&self) -> f64 {
        self.medians.iter().sum::<f64>() / self.cases().max(1) as f64
    }

    /// Of the slowest case.
    pub fn worst(&self) -> f64 {
        self.medians.iter().copied().fold(0.0, f64::max)
    }

    /// How many cases there are.
    pub fn cases(&self) -> usize {
        self.medians.len()
    }
}
