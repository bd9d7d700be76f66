//! The bootstrap of blocks: whole blocks are drawn again, never games, because the games of a block share their dice.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Interval;

/// Number of times that the blocks are drawn again.
const DRAWS: usize = 2000;

/// So many blocks are drawn in all, at most; of very many blocks fewer draws are enough.
const MAX_DRAWN: usize = 20_000_000;

/// Interval that holds the mean of the blocks in all draws but a share `alpha`; `None` for fewer than two blocks. The same seed
/// gives the same interval.
pub fn interval(blocks: &[f64], seed: u64, alpha: f64) -> Option<Interval> {
    if blocks.len() < 2 {
        return None;
    }
    let draws = DRAWS.min(MAX_DRAWN / blocks.len()).max(200);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut any = || ((u128::from(generator.next_u64()) * blocks.len() as u128) >> 64) as usize;
    let mut means: Vec<f64> = (0..draws)
        .map(|_| (0..blocks.len()).map(|_| blocks[any()]).sum::<f64>() / blocks.len() as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    let at = |share: f64| means[((share * (draws - 1) as f64).round() as usize).min(draws - 1)];
    Some(Interval { low: at(alpha / 2.0), high: at(1.0 - alpha / 2.0) })
}
