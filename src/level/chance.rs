//! Random choices from a seed, the same on every machine. Dice are rolled by the battle alone (`game/engine/dice.rs`).

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Random choices.
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// From a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// From 0 up to but not including `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// From `-limit` to `limit`.
    pub fn around(&mut self, limit: i32) -> i32 {
        self.below(2 * limit as usize + 1) as i32 - limit
    }

    /// From 0 to 1.
    pub fn share(&mut self) -> f64 {
        self.below(1_000_001) as f64 / 1e6
    }

    /// True once in so many times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of some things; `None` of none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { Some(from[self.below(from.len())]) }
    }

    /// The same things in another order.
    pub fn shuffled<T: Copy>(&mut self, things: &[T]) -> Vec<T> {
        let mut left = things.to_vec();
        (0..things.len()).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }
}
