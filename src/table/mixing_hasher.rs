//! A quick hash for the keys of caches, which are trusted. Caches never change a result, and nobody asks for their order.

use std::hash::Hasher;

/// Multiplies and folds.
#[derive(Default)]
pub(super) struct MixingHasher(u64);

/// An odd number whose bits look random: 2⁶⁴ over the golden ratio.
const MIX: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for MixingHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(MIX);
        self.0 = ((product as u64) ^ (product >> 64) as u64).wrapping_add(MIX);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_i32(&mut self, word: i32) {
        self.write_u64(u64::from(word as u32));
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(MIX)
    }
}
