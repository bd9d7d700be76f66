//! Questions of `show`, and their answers.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::ToolError;

/// A question that `show` answers about a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// As it is asked: "odds".
    pub name: &'static str,
    /// Words after the level, as help shows them: "FIRER TARGET".
    pub usage: &'static str,
    /// Number of words.
    pub words: RangeInclusive<usize>,
    /// Description, in a line.
    pub about: &'static str,
}

/// An answer: plain data, and the same in sentences.
#[derive(Clone, Debug)]
pub struct Answer {
    /// One JSON object.
    pub json: Box<RawValue>,
    /// One a line.
    pub sentences: Vec<String>,
}

impl Answer {
    /// From data that is written as an object.
    ///
    /// # Errors
    /// It cannot be written as JSON, which is a bug.
    pub fn new(data: &impl Serialize, sentences: Vec<String>) -> Result<Self, ToolError> {
        Ok(Self { json: serde_json::value::to_raw_value(data)?, sentences })
    }
}
