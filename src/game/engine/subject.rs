//! Subject of a refusal, a prompt, a roll or a sentence.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::dice::Roller;
use crate::rules::ids::{ModelId, UnitId};

/// A unit, or one of its models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The whole unit.
    Unit(UnitId),
    /// One model.
    Model(ModelId),
}

impl Subject {
    /// The unit, or the model's.
    pub const fn unit(self) -> UnitId {
        match self {
            Self::Unit(unit) => unit,
            Self::Model(model) => model.unit,
        }
    }

    /// The model, if it is one.
    pub const fn model(self) -> Option<ModelId> {
        match self {
            Self::Unit(_) => None,
            Self::Model(model) => Some(model),
        }
    }
}

impl From<UnitId> for Subject {
    fn from(unit: UnitId) -> Self {
        Self::Unit(unit)
    }
}

impl From<ModelId> for Subject {
    fn from(model: ModelId) -> Self {
        Self::Model(model)
    }
}

/// A unit as the roller of its own dice.
pub fn roller(unit: UnitId) -> Roller {
    Roller::of(unit.side, unit)
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(unit) => unit.fmt(f),
            Self::Model(model) => model.fmt(f),
        }
    }
}

/// `{"unit":"A1","model":"A1.3"}`, the model only where it is one.
impl Serialize for Subject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_map(None)?;
        fields.serialize_entry("unit", &self.unit())?;
        if let Some(model) = self.model() {
            fields.serialize_entry("model", &model)?;
        }
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Subject {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Fields {
            unit: UnitId,
            model: Option<ModelId>,
        }
        let Fields { unit, model } = Fields::deserialize(deserializer)?;
        match model {
            Some(model) if model.unit != unit => {
                Err(serde::de::Error::custom(format!("{model} is no model of {unit}")))
            }
            Some(model) => Ok(Self::Model(model)),
            None => Ok(Self::Unit(unit)),
        }
    }
}
