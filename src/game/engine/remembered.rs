//! Answers that take long to find, kept as long as the battle is as it was: who proposes an order, who checks it and who
//! carries it out ask the same.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bevy::prelude::Resource;

use super::components::{ModelState, UnitState};
use super::table_state::TableState;
use super::view::View;
use crate::rules::turn::Turn;

/// So many answers are kept, the newest.
const KEPT: usize = 8;

/// What a battle remembers. It never changes a result.
#[derive(Resource, Default)]
pub(in crate::game) struct Remembered(Mutex<Vec<Known>>);

/// An answer, and what it was the answer to.
struct Known {
    state: State,
    question: Box<dyn Any + Send>,
    answer: Box<dyn Any + Send>,
}

/// All of a battle that an answer can depend on; dice and agenda are not.
#[derive(PartialEq)]
struct State {
    turn: Turn,
    table: TableState,
    units: Vec<UnitState>,
    models: Vec<ModelState>,
}

impl State {
    fn of(view: View) -> Self {
        let units = view.index.units.iter().filter_map(|entry| view.units.get_inner(entry.entity).ok());
        let models = view.index.models.iter().filter_map(|(_, entity)| view.models.get_inner(*entity).ok());
        let moved = |model: &ModelState| {
            let elsewhere = view.poses.iter().find(|(id, _)| *id == model.id);
            ModelState { pose: elsewhere.map_or(model.pose, |(_, pose)| *pose), ..*model }
        };
        Self {
            turn: view.turn,
            table: view.table.clone(),
            units: units.copied().collect(),
            models: models.map(moved).collect(),
        }
    }
}

impl Remembered {
    fn known(&self) -> MutexGuard<'_, Vec<Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl View<'_> {
    /// The answer to a question that nothing but the battle as it stands decides, found if it is not known.
    pub(in crate::game) fn remembered<Q, A>(&self, question: Q, find: impl FnOnce() -> A) -> A
    where
        Q: PartialEq + Send + 'static,
        A: Clone + Send + 'static,
    {
        let state = State::of(*self);
        let known = self.remembered.known().iter().find_map(|known| {
            let asked = known.question.downcast_ref::<Q>().is_some_and(|asked| *asked == question);
            let answer = known.answer.downcast_ref::<A>().filter(|_| asked && known.state == state);
            answer.cloned()
        });
        if let Some(answer) = known {
            return answer;
        }
        let answer = find();
        let mut known = self.remembered.known();
        if known.len() >= KEPT {
            known.remove(0);
        }
        known.push(Known { state, question: Box::new(question), answer: Box::new(answer.clone()) });
        answer
    }
}
