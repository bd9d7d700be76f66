//! Counters on one another, the uppermost first.

use serde::{Deserialize, Serialize};

/// Counters of one hex in order, the uppermost first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Stack<T> {
    counters: Vec<T>,
}

impl<T> Default for Stack<T> {
    fn default() -> Self {
        Self { counters: Vec::new() }
    }
}

impl<T: PartialEq> Stack<T> {
    /// From the top.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.counters.iter()
    }

    /// Number of counters.
    pub fn len(&self) -> usize {
        self.counters.len()
    }

    /// Whether nothing lies here.
    pub fn is_empty(&self) -> bool {
        self.counters.is_empty()
    }

    /// Puts a counter below all others.
    pub fn put_under(&mut self, counter: T) {
        self.counters.push(counter);
    }

    /// Takes a counter out; whether it was there.
    pub fn take(&mut self, counter: &T) -> bool {
        let found = self.counters.iter().position(|known| known == counter);
        found.map(|index| self.counters.remove(index)).is_some()
    }

    /// Brings a counter to the top; whether it was there.
    pub fn raise(&mut self, counter: &T) -> bool {
        let found = self.counters.iter().position(|known| known == counter);
        found.map(|index| self.counters[..=index].rotate_right(1)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_keeps_its_order() {
        let mut stack = Stack::default();
        for counter in [1, 2, 3] {
            stack.put_under(counter);
        }
        assert!(stack.raise(&3) && !stack.raise(&4));
        assert_eq!(stack.iter().collect::<Vec<_>>(), [&3, &1, &2], "the third lies on top");
        assert!(stack.take(&1) && !stack.take(&1));
        assert_eq!((stack.len(), stack.is_empty()), (2, false));
    }
}
