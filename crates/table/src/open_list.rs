//! The open list of a best-first search.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Nodes with their keys. The node with the smallest key leaves first; of equal keys, the oldest.
#[derive(Debug)]
pub struct OpenList<K, N> {
    heap: BinaryHeap<Entry<K, N>>,
    /// Breaks ties independently of the heap.
    sequence: u32,
}

#[derive(Debug)]
struct Entry<K, N> {
    key: K,
    sequence: u32,
    node: N,
}

impl<K: Ord, N> OpenList<K, N> {
    /// Without nodes.
    pub fn new() -> Self {
        Self { heap: BinaryHeap::new(), sequence: 0 }
    }

    /// Adds a node.
    pub fn push(&mut self, key: K, node: N) {
        self.sequence += 1;
        self.heap.push(Entry { key, sequence: self.sequence, node });
    }

    /// Removes the node with the smallest key.
    pub fn pop(&mut self) -> Option<(K, N)> {
        self.heap.pop().map(|entry| (entry.key, entry.node))
    }

    /// Removes the node with the smallest key if that key fits.
    pub fn pop_if(&mut self, fits: impl FnOnce(&K) -> bool) -> Option<(K, N)> {
        self.heap.peek().filter(|entry| fits(&entry.key))?;
        self.pop()
    }

    /// Whether it holds no node.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Keeps some of the nodes, asked for from the largest key to the smallest.
    pub fn retain(&mut self, mut keeps: impl FnMut(&N) -> bool) {
        let entries = std::mem::take(&mut self.heap).into_sorted_vec();
        self.heap = entries.into_iter().filter(|entry| keeps(&entry.node)).collect();
    }

    /// Changes all keys; ties are broken as before.
    pub fn change_keys(&mut self, mut change: impl FnMut(&mut K)) {
        let mut entries = std::mem::take(&mut self.heap).into_vec();
        entries.iter_mut().for_each(|entry| change(&mut entry.key));
        self.heap = entries.into();
    }
}

impl<K: Ord, N> Default for OpenList<K, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Ord, N> PartialEq for Entry<K, N> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<K: Ord, N> Eq for Entry<K, N> {}

impl<K: Ord, N> PartialOrd for Entry<K, N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, N> Ord for Entry<K, N> {
    /// Reversed: the heap pops the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key).then_with(|| other.sequence.cmp(&self.sequence))
    }
}

/// A number that is ordered as by [`f64::total_cmp`].
#[derive(Clone, Copy, Debug)]
pub struct Ordered(pub f64);

impl PartialEq for Ordered {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ordered {}

impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ordered {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(keys: &[f64]) -> OpenList<Ordered, usize> {
        let mut list = OpenList::new();
        keys.iter().enumerate().for_each(|(index, key)| list.push(Ordered(*key), index));
        list
    }

    fn drained(mut list: OpenList<Ordered, usize>) -> Vec<usize> {
        std::iter::from_fn(|| list.pop()).map(|(_, node)| node).collect()
    }

    #[test]
    fn the_smallest_key_leaves_first_and_the_oldest_of_a_tie() {
        assert_eq!(drained(list(&[2.0, 3.0, 1.0, 2.0])), [2, 0, 3, 1]);
    }

    #[test]
    fn a_node_whose_key_does_not_fit_stays() {
        let mut list = list(&[2.0, 3.0]);
        assert_eq!(list.pop_if(|key| key.0 > 2.0), None);
        assert_eq!(list.pop_if(|key| key.0 < 3.0), Some((Ordered(2.0), 0)));
        assert_eq!(drained(list), [1]);
    }

    /// Nodes that are kept, and nodes with new keys, keep their age.
    #[test]
    fn nodes_are_dropped_and_keys_are_changed() {
        let (mut list, mut asked) = (list(&[2.0, 1.0, 3.0, 4.0]), Vec::new());
        list.retain(|node| {
            asked.push(*node);
            *node != 0
        });
        assert_eq!(asked, [3, 2, 0, 1], "the largest key first");
        list.change_keys(|key| key.0 = 0.0);
        assert_eq!(drained(list), [1, 2, 3]);
    }
}
