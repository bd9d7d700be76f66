//! Why a command was not accepted: the rule, what was measured, and where.

use std::fmt;

use serde::Serialize;

use crate::game::Game;
use crate::ids::RuleId;

/// A command that was not accepted. Nothing has changed. It is plain data, and put into words when somebody reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal<G: Game> {
    /// The mistake.
    pub mistake: G::Mistake,
    /// Measured length and its limit, where lengths are compared.
    pub measured: Option<Measured>,
    /// The spot on the table.
    pub at: Option<Spot>,
    /// Subject of the refusal.
    pub about: Option<G::Subject>,
}

/// Mistake in a command; [`reasons!`](crate::reasons) defines the kinds.
pub trait Mistake<G: Game> {
    /// The kind of mistake.
    fn reason(&self) -> G::Reason;

    /// The paragraph of the rulebook that forbids it.
    fn rule(&self) -> RuleId;

    /// The refusal for it in words, for the player.
    fn words(&self, of: &Refusal<G>) -> String;
}

/// A point over the table in a refusal, in the table's unit of length, to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot(pub [f64; 2]);

/// A measured length and the limit it was held against, to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Measured length.
    pub value: f64,
    /// Allowed length.
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
    pub fn new(mistake: impl Into<G::Mistake>) -> Self {
        Self { mistake: mistake.into(), measured: None, at: None, about: None }
    }

    /// The kind of mistake.
    pub fn reason(&self) -> G::Reason {
        self.mistake.as_ref().reason()
    }

    /// The paragraph of the rulebook that forbids it.
    pub fn rule(&self) -> RuleId {
        self.mistake.as_ref().rule()
    }

    /// In words, for the player.
    pub fn text(&self) -> String {
        self.mistake.as_ref().words(self)
    }

    /// Adds what it is about.
    pub fn about(mut self, subject: impl Into<G::Subject>) -> Self {
        self.about = Some(subject.into());
        self
    }

    /// Adds what it is about, if anything.
    pub fn about_any(mut self, subject: Option<G::Subject>) -> Self {
        self.about = subject;
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
        write!(f, "{} [{}]", self.text(), self.rule())
    }
}

impl<G: Game> std::error::Error for Refusal<G> {}

impl<G: Game> Serialize for Refusal<G> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(bound = "")]
        struct Worded<G: Game> {
            reason: G::Reason,
            rule: RuleId,
            text: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            measured: Option<Measured>,
            #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
            at: Option<Spot>,
            #[serde(flatten)]
            about: Option<G::Subject>,
        }
        let (reason, rule, text) = (self.reason(), self.rule(), self.text());
        let &Self { measured, at, about, .. } = self;
        Worded::<G> { reason, rule, text, measured, at, about }.serialize(serializer)
    }
}
