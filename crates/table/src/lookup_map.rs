//! The map of caches: a hash table that nobody can walk through, so that its order can change no result.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// Finds values by their keys.
#[derive(Clone, Debug)]
pub(super) struct LookupMap<K, V>(HashMap<K, V, BuildHasherDefault<MixingHasher>>);

impl<K, V> Default for LookupMap<K, V> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<K: Eq + Hash, V> LookupMap<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        self.0.get(key)
    }

    pub fn get_or_insert_with(&mut self, key: K, find: impl FnOnce() -> V) -> &V {
        self.0.entry(key).or_insert_with(find)
    }

    pub fn insert(&mut self, key: K, value: V) {
        self.0.insert(key, value);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// The hash of a key.
pub(super) fn hash_of(key: &impl Hash) -> u64 {
    let mut hasher = MixingHasher::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// A quick hash for keys that are trusted: multiplies and folds.
#[derive(Clone, Default)]
struct MixingHasher(u64);

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
