//! Why a command was not accepted: the rule, what was measured, and where.

use std::fmt;

use serde::Serialize;

pub use super::reason::General;
pub use crate::game::kinds::Reason;
use crate::rules::ids::{ModelId, RuleId, UnitId};

/// A command that was not accepted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// The kind of mistake.
    pub reason: Reason,
    /// The paragraph of the rulebook that forbids it.
    pub rule: RuleId,
    /// In words, for the player.
    pub text: String,
    /// What was measured and what the limit is, where lengths are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
    /// The spot on the table, inches.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// The unit it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The model it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelId>,
}

/// A point over the table in a refusal, inches to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot(pub [f64; 2]);

/// A measured length and the limit it was held against, inches to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// What was measured.
    pub value: f64,
    /// What is allowed.
    pub limit: f64,
}

/// Inches as refusals show them.
fn thousandths(inches: f64) -> f64 {
    (inches * 1000.0).round() / 1000.0
}

impl Serialize for Spot {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.map(thousandths).serialize(serializer)
    }
}

impl Serialize for Measured {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Measured", 2)?;
        fields.serialize_field("value", &thousandths(self.value))?;
        fields.serialize_field("limit", &thousandths(self.limit))?;
        fields.end()
    }
}

impl Refusal {
    /// A refusal that names neither length nor place.
    pub fn new(reason: impl Into<Reason>, rule: &'static str, text: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            rule: RuleId(rule),
            text: text.into(),
            measured: None,
            at: None,
            unit: None,
            model: None,
        }
    }

    /// Adds the unit it is about.
    pub fn of_unit(mut self, unit: UnitId) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Adds the model it is about, and its unit.
    pub fn of_model(mut self, model: ModelId) -> Self {
        self.unit = Some(model.unit);
        self.model = Some(model);
        self
    }

    /// Adds what was measured and the limit, inches.
    pub fn measured(mut self, value: f64, limit: f64) -> Self {
        self.measured = Some(Measured { value, limit });
        self
    }

    /// Adds the spot on the table, inches.
    pub fn at(mut self, spot: [f64; 2]) -> Self {
        self.at = Some(Spot(spot));
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}
