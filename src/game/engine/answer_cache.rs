//! A cache of answers that take long to find. Proposals, checks and the order itself ask the same in the same position.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy::prelude::Resource;

use super::components::{ModelState, UnitState};
use super::table_state::TableState;
use crate::rules::turn::Turn;

/// How many answers are kept: the newest.
const KEPT: usize = 8;

/// The cached answers of a battle. The cache never changes a result.
#[derive(Resource, Default)]
pub(in crate::game) struct AnswerCache(Mutex<Vec<Known>>);

/// All of a battle that an answer can depend on; dice and agenda are not.
#[derive(PartialEq)]
pub(in crate::game) struct Position {
    pub(super) turn: Turn,
    pub(super) table: TableState,
    pub(super) units: Vec<UnitState>,
    pub(super) models: Vec<ModelState>,
}

/// An answer, and what it was the answer to.
struct Known {
    position: Position,
    question: Box<dyn Any + Send>,
    answer: Box<dyn Any + Send>,
}

impl AnswerCache {
    /// The answer to a question in a position, computed if it is not cached.
    pub(super) fn get_or_find<Q, A>(&self, position: Position, question: Q, find: impl FnOnce() -> A) -> A
    where
        Q: PartialEq + Send + 'static,
        A: Clone + Send + 'static,
    {
        let known = self.known().iter().find_map(|known| {
            let asked = known.question.downcast_ref::<Q>().is_some_and(|asked| *asked == question);
            let answer = known.answer.downcast_ref::<A>().filter(|_| asked && known.position == position);
            answer.cloned()
        });
        if let Some(answer) = known {
            return answer;
        }
        let answer = find();
        let mut known = self.known();
        if known.len() >= KEPT {
            known.remove(0);
        }
        known.push(Known { position, question: Box::new(question), answer: Box::new(answer.clone()) });
        answer
    }

    fn known(&self) -> MutexGuard<'_, Vec<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
