//! A cache that several threads share: games on one table find in it what others have worked out. It never changes a result.

use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::lookup_map::{LookupMap, hash_of};

/// Several maps, so that threads seldom wait for each other.
const SHARDS: usize = 16;

/// The first of the bits of a hash that say which.
const SHARD_BITS_FROM: u32 = 40;

/// Values by their keys, at most `CAPACITY` in each of its maps: one that is full is emptied.
pub(super) struct SharedCache<K, V, const CAPACITY: usize>(Arc<[Mutex<LookupMap<K, V>>; SHARDS]>);

impl<K: Eq + Hash, V: Clone, const CAPACITY: usize> SharedCache<K, V, CAPACITY> {
    /// The value of a key, found if it is not cached. Nobody waits while it is found.
    pub fn get_or_find(&self, key: K, find: impl FnOnce() -> V) -> V {
        // By bits that a map itself does not use: it tells keys apart by the highest ones and places them by the lowest. If all keys of
        // a map had the same highest bits, it would compare whole keys for nothing.
        let shard = (hash_of(&key) >> SHARD_BITS_FROM) as usize % SHARDS;
        let locked = || -> MutexGuard<LookupMap<K, V>> {
            self.0[shard].lock().unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = locked().get(&key) {
            return known.clone();
        }
        let found = find();
        let mut values = locked();
        if values.len() >= CAPACITY {
            values.clear();
        }
        values.insert(key, found.clone());
        found
    }
}

impl<K, V, const CAPACITY: usize> Default for SharedCache<K, V, CAPACITY> {
    fn default() -> Self {
        Self(Arc::new(std::array::from_fn(|_| Mutex::default())))
    }
}

impl<K, V, const CAPACITY: usize> Clone for SharedCache<K, V, CAPACITY> {
    /// The same cache.
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, V, const CAPACITY: usize> fmt::Debug for SharedCache<K, V, CAPACITY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedCache").finish_non_exhaustive()
    }
}

impl<K, V, const CAPACITY: usize> PartialEq for SharedCache<K, V, CAPACITY> {
    /// Always true: the cached values follow from the table, so two tables that differ in them alone are equal.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full map is emptied, and what was dropped is found again.
    #[test]
    fn it_stays_small_and_always_answers() {
        let cache: SharedCache<u64, u64, 4> = SharedCache::default();
        let mut found = 0;
        for round in 0..3 {
            for key in 0..1000 {
                let value = cache.get_or_find(key, || {
                    found += 1;
                    key * key
                });
                assert_eq!(value, key * key, "round {round}");
            }
        }
        assert!(found > 1000, "{found}");
        assert!(cache.0.iter().all(|map| map.lock().unwrap().len() <= 4));
    }

    /// A cached value is computed once, whichever copy is asked.
    #[test]
    fn copies_share_it() {
        let cache: SharedCache<u64, u64, 8> = SharedCache::default();
        assert_eq!(cache.get_or_find(1, || 2), 2);
        assert_eq!(cache.clone().get_or_find(1, || 3), 2);
    }
}
