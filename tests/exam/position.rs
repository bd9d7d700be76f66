//! A row of the table of positions.

use serde::Deserialize;
use warstrike::rules::ids::{ModelId, UnitId};

/// A position of the exam.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Its name, and that of its level.
    pub id: String,
    /// What a good player does.
    pub good: String,
    /// Why, worked out by hand.
    pub why: String,
    /// What would be a mistake.
    pub mistake: String,
    /// What happens before the question is put.
    #[serde(default)]
    pub before: Vec<Before>,
    /// The unit whose command is judged; if left out, the first command is.
    #[serde(default)]
    pub of: Option<Named>,
    /// What is asked.
    #[serde(default)]
    pub asked: Asked,
    /// Right is what has all properties of one of these rows.
    pub accepts: Vec<Vec<Property>>,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Asked {
    /// An action: it is judged when it is over.
    #[default]
    Action,
    /// A question in the middle of one.
    Answer,
}

/// What happens before the question is put.
#[derive(Debug, Deserialize)]
pub enum Before {
    /// A command, as in a script.
    Command(String),
    /// Deployment as usual, until a player chooses who deploys.
    UsualUntilUnitsAreChosen,
    /// Deployment as usual, until units are placed.
    UsualUntilUnitsArePlaced,
}

/// What a command, and what came of it, may be like.
#[derive(Debug, Deserialize)]
pub enum Property {
    /// The order is one of these.
    Order(Vec<String>),
    /// This unit acts.
    By(Named),
    /// It fires at this unit, whoever else is fired at.
    FiresAt(Named),
    /// It is On My Target at this model.
    Calls(NamedModel),
    /// It fires at nobody.
    HoldsFire,
    /// It fires before it moves.
    FiresFirst,
    /// It throws something.
    Throws,
    /// The leader ends so near to a point, inches.
    EndsWithin { of: [f64; 2], inches: f64 },
    /// A model of the unit ends so near to another unit, base to base, inches.
    EndsNear { unit: Named, inches: f64 },
    /// No model of the other unit sees any of it at the end.
    HiddenFrom(Named),
    /// It has a model near enough to an objective to hold it.
    AtObjective(String),
    /// The leader does not move.
    Stays,
    /// These units are among those that deploy.
    Deploys(Vec<Named>),
    /// Not so.
    Not(Box<Property>),
}

/// A unit by its id: "A1".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named(pub UnitId);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|_| serde::de::Error::custom(format!("\"{text}\" is no unit")))
    }
}

/// A model by its id: "B1.4".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedModel(pub ModelId);

impl<'de> Deserialize<'de> for NamedModel {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(|_| serde::de::Error::custom(format!("\"{text}\" is no model")))
    }
}
