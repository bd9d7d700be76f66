//! Why a command was not accepted: the rule, what was measured, and where.

use std::fmt;

use serde::Serialize;

use crate::game::Game;
use crate::ids::RuleId;

/// A command that was not accepted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound = "")]
pub struct Refusal<G: Game> {
    /// The kind of mistake.
    pub reason: G::Reason,
    /// The paragraph of the rulebook that forbids it.
    pub rule: RuleId,
    /// In words, for the player.
    pub text: String,
    /// What was measured and what the limit is, where lengths are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
    /// The spot on the table.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// What it is about.
    #[serde(flatten)]
    pub about: Option<G::Subject>,
}

/// A point over the table in a refusal, in the table's unit of length, to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot(pub [f64; 2]);

/// A measured length and the limit it was held against, to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// What was measured.
    pub value: f64,
    /// What is allowed.
    pub limit: f64,
}

/// Lengths as refusals show them.
fn thousandths(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
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

impl<G: Game> Refusal<G> {
    /// A refusal that names neither length nor place.
    pub fn new(reason: impl Into<G::Reason>, rule: &'static str, text: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            rule: RuleId(rule),
            text: text.into(),
            measured: None,
            at: None,
            about: None,
        }
    }

    /// Adds what it is about.
    pub fn about(mut self, subject: impl Into<G::Subject>) -> Self {
        self.about = Some(subject.into());
        self
    }

    /// Adds what was measured and the limit.
    pub fn measured(mut self, value: f64, limit: f64) -> Self {
        self.measured = Some(Measured { value, limit });
        self
    }

    /// Adds the spot on the table.
    pub fn at(mut self, spot: [f64; 2]) -> Self {
        self.at = Some(Spot(spot));
        self
    }
}

impl<G: Game> fmt::Display for Refusal<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}
