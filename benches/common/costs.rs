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
    pub fn of(cases: usize, max_time: Duration, mut work: impl FnMut(usize)) -> Self {
        let mut rays = Rays::new(SEED);
        let mut ratios = vec![Vec::with_capacity(SAMPLES); cases];
        let (begun, mut samples) = (Instant::now(), 0);
        while samples == 0 || (samples < SAMPLES && begun.elapsed() < max_time) {
            let ray = sample(RAYS, || rays.cast());
            for (case, ratios) in ratios.iter_mut().enumerate() {
                ratios.push(sample(1, || work(case)) / ray);
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
