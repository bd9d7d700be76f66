//! Random choices of the tests, the same in every run.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random choices from a seed.
pub struct Chance(ChaCha8Rng);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 up to but not including `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// From `-most` to `most`.
    pub fn around(&mut self, most: i32) -> i32 {
        self.below(2 * most as usize + 1) as i32 - most
    }

    /// From 0 to 1.
    pub fn share(&mut self) -> f64 {
        self.below(1_000_001) as f64 / 1e6
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    /// The same things in another order.
    pub fn shuffled<T: Copy>(&mut self, things: &[T]) -> Vec<T> {
        let mut left = things.to_vec();
        (0..things.len()).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }
}
