//! A cache of answers that take long to find. Proposals, checks and the order itself ask the same in the same position.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of cached answers; the newest are kept.
const KEPT: usize = 8;

/// The cached answers of a battle, each with the position, of type `P`, that it depends on. The cache never changes a
/// result.
#[cfg_attr(feature = "ecs", derive(bevy_ecs::prelude::Resource))]
pub struct AnswerCache<P: Send + Sync + 'static>(Mutex<Vec<CacheEntry<P>>>);

/// An answer, and what it was the answer to.
struct CacheEntry<P> {
    position: P,
    question: Box<dyn Any + Send>,
    answer: Box<dyn Any + Send>,
}

impl<P: Send + Sync + 'static> Default for AnswerCache<P> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<P: PartialEq + Send + Sync + 'static> AnswerCache<P> {
    /// The answer to a question in a position, computed if it is not cached.
    pub fn get_or_find<Q, A>(&self, position: P, question: Q, find: impl FnOnce() -> A) -> A
    where
        Q: PartialEq + Send + 'static,
        A: Clone + Send + 'static,
    {
        let cached = self.entries().iter().find_map(|entry| {
            let asked = entry.question.downcast_ref::<Q>().is_some_and(|asked| *asked == question);
            let answer = entry.answer.downcast_ref::<A>().filter(|_| asked && entry.position == position);
            answer.cloned()
        });
        if let Some(answer) = cached {
            return answer;
        }
        let answer = find();
        let mut entries = self.entries();
        if entries.len() >= KEPT {
            entries.remove(0);
        }
        entries.push(CacheEntry { position, question: Box::new(question), answer: Box::new(answer.clone()) });
        answer
    }

    fn entries(&self) -> MutexGuard<'_, Vec<CacheEntry<P>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
