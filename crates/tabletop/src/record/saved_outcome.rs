//! Outcomes of commands, as saves keep them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::agenda::Agenda;
use crate::battle::Outcome;
use crate::dice::{SavedRoll, rolls};
use crate::game::Game;

/// Saved outcome of a command: a program whose rules have changed since shows the battle by it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct SavedOutcome<G: Game> {
    /// Facts, in order.
    pub facts: Vec<G::Fact>,
    /// The dice, in order.
    pub rolls: Vec<SavedRoll<G>>,
    /// Agenda afterwards.
    pub agenda: ReadLate<Agenda<G>>,
}

/// A part of a line that is read only where it is wanted: the program may not know all of it any more.
#[derive(Clone, Debug)]
pub enum ReadLate<T> {
    /// To be written.
    Known(Box<T>),
    /// As it was read.
    Text(Box<RawValue>),
}

impl<T: DeserializeOwned + Clone> ReadLate<T> {
    /// Parses the part, unless it is already known.
    ///
    /// # Errors
    /// The program does not know what it says.
    pub fn read(&self) -> serde_json::Result<T> {
        match self {
            Self::Known(value) => Ok((**value).clone()),
            Self::Text(text) => serde_json::from_str(text.get()),
        }
    }
}

impl<T: Serialize> Serialize for ReadLate<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Known(value) => value.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
        }
    }
}

impl<'de, T> Deserialize<'de> for ReadLate<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::Text)
    }
}

impl<G: Game> From<&Outcome<G>> for SavedOutcome<G> {
    fn from(outcome: &Outcome<G>) -> Self {
        Self {
            facts: outcome.facts.clone(),
            rolls: rolls(&outcome.draws).into_iter().map(SavedRoll::from).collect(),
            agenda: ReadLate::Known(Box::new(outcome.agenda.clone())),
        }
    }
}
