//! A value of a ruleset with the paragraphs that use it.

use serde::Serialize;
use tabletop_data::ruleset::{Number, Switch};

/// Value of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleValue {
    /// As files write it, with the field that it is in: "switches.assault_tie".
    pub key: String,
    /// As files write it.
    pub value: String,
    /// The other values of a switch.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Paragraphs that use it.
    pub rules: Vec<String>,
}

impl RuleValue {
    /// A value that has no other words.
    pub fn new(key: impl Into<String>, value: impl ToString, rules: &[&str]) -> Self {
        let rules = rules.iter().map(|rule| (*rule).to_owned()).collect();
        Self { key: key.into(), value: value.to_string(), others: Vec::new(), rules }
    }

    /// The fields of a row of a table: "terrain.woods.shelter" is a field of the row "terrain.woods".
    pub fn row<'a>(
        row: &str,
        fields: impl IntoIterator<Item = (&'a str, String)>,
        rules: &[&str],
    ) -> Vec<Self> {
        fields.into_iter().map(|(field, value)| Self::new(format!("{row}.{field}"), value, rules)).collect()
    }
}

impl From<Number> for RuleValue {
    fn from(number: Number) -> Self {
        Self::new(format!("numbers.{}", number.name), number.value, number.rules)
    }
}

impl From<Switch> for RuleValue {
    fn from(switch: Switch) -> Self {
        let others = switch.words.iter().filter(|word| **word != switch.word);
        let others = others.map(|word| (*word).to_owned()).collect();
        let value = Self::new(format!("switches.{}", switch.name), switch.word, switch.rules);
        Self { others, ..value }
    }
}
