//! Answers that take long to find, kept as long as the battle is as it was: who proposes an order, who checks it and who
//! carries it out ask the same.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy::prelude::Resource;

use super::components::{ModelState, UnitState};
use super::table_state::TableState;
use crate::rules::turn::Turn;

/// So many answers are kept, the newest.
const KEPT: usize = 8;

/// What a battle remembers. It never changes a result.
#[derive(Resource, Default)]
pub(in crate::game) struct Remembered(Mutex<Vec<Known>>);

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

impl Remembered {
    /// The answer to a question in a position, found if it is not known.
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
