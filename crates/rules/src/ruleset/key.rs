//! The metadata of a ruleset key: its rules, unit, description and allowed
//! values.
//!
//! Knows no particular key; the chapters beside this file define them.

use std::fmt;

use serde::Serialize;

/// One number or switch of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct KeyInfo {
    /// Chapter and field, as files write it: `movement.enemy_gap`.
    pub key: &'static str,
    /// The chapter's title.
    pub chapter: &'static str,
    /// Ids of the paragraphs that use it, the one that defines it first.
    pub rules: &'static [&'static str],
    /// The unit of its number.
    pub unit: Unit,
    /// A description in one or more sentences.
    pub words: &'static str,
    /// Its allowed values.
    pub allowed: Allowed,
    /// The ruling of which it says the reading, by its paragraph and number: `FB-5.1`. Its first word is the ruling.
    pub ruling: Option<&'static str>,
    /// Value meant by a base without it, if rulesets and saves were written before there was the key.
    #[serde(skip)]
    pub before: Option<Value>,
}

/// The unit of a key's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Unit {
    /// No number: a switch.
    Switch,
    /// A length.
    Inches,
    /// An angle.
    Degrees,
    /// Hundredths of a whole.
    Percent,
    /// A part of one whole, from 0 to 1.
    Share,
    /// Times the unit's Mv.
    TimesMv,
    /// Times the unit's Aw.
    TimesAw,
    /// Times a weapon's rate of fire.
    TimesRate,
    /// Times what it would be otherwise.
    Times,
    /// The lowest face with which a die succeeds.
    Face,
    /// Points of a characteristic or of a roll.
    Points,
    /// Dice.
    Dice,
    /// Hits.
    Hits,
    /// Nerve markers or suppression markers.
    Markers,
    /// Wounds.
    Wounds,
    /// Attacks in close combat.
    Attacks,
    /// Rounds of the game or of a close combat.
    Rounds,
    /// Turns of one player.
    Turns,
    /// Objectives or obstacles.
    Pieces,
    /// Units of a force.
    Units,
    /// Models of a force.
    Models,
}

impl Unit {
    /// The unit after 1, and after any other number.
    const fn forms(self) -> [&'static str; 2] {
        match self {
            Self::Switch => ["", ""],
            Self::Inches => [" inch", " inches"],
            Self::Degrees => [" degree", " degrees"],
            Self::Percent => [" %", " %"],
            Self::Share => [" of the whole", " of the whole"],
            Self::TimesMv => [" × Mv", " × Mv"],
            Self::TimesAw => [" × Aw", " × Aw"],
            Self::TimesRate => [" × rate of fire", " × rate of fire"],
            Self::Times => [" times", " times"],
            Self::Face => ["+", "+"],
            Self::Points => [" point", " points"],
            Self::Dice => [" die", " dice"],
            Self::Hits => [" hit", " hits"],
            Self::Markers => [" marker", " markers"],
            Self::Wounds => [" wound", " wounds"],
            Self::Attacks => [" attack", " attacks"],
            Self::Rounds => [" round", " rounds"],
            Self::Turns => [" turn", " turns"],
            Self::Pieces => [" piece", " pieces"],
            Self::Units => [" unit", " units"],
            Self::Models => [" model", " models"],
        }
    }

    /// The name used in tables: `inches`, `× Mv`; nothing for a switch.
    pub fn name(self) -> &'static str {
        match self {
            Self::Face => "face",
            other => other.forms()[1].trim_start(),
        }
    }
}

/// The allowed values of a key.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Allowed {
    /// A number between the two, both included.
    Number {
        /// At least.
        min: f64,
        /// At most.
        max: f64,
    },
    /// A whole number between the two, both included.
    Whole {
        /// At least.
        min: u8,
        /// At most.
        max: u8,
    },
    /// `true` or `false`.
    Fact,
    /// One of these words.
    Choice(&'static [Choice]),
}

/// One of the words of a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// As files write it.
    pub name: &'static str,
    /// Meaning of the word.
    pub words: &'static str,
}

/// The value of a key.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// Finite and never −0.
    Number(f64),
    /// A whole number.
    Whole(u8),
    /// `true` or `false`.
    Fact(bool),
    /// One word of a switch.
    Choice(&'static str),
}

/// The value as files write it and as the hash reads it.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Fact(fact) => fact.fmt(f),
            Self::Choice(name) => name.fmt(f),
        }
    }
}

impl KeyInfo {
    /// The key's chapter and field, as ruleset files nest them.
    pub fn path(&self) -> (&'static str, &'static str) {
        self.key.split_once('.').unwrap_or((self.key, ""))
    }

    /// A value of this key in words, with its unit: `2 inches`, `yes`.
    pub fn say(&self, value: Value) -> String {
        match value {
            Value::Fact(true) => "yes".to_owned(),
            Value::Fact(false) => "no".to_owned(),
            Value::Choice(name) => format!("{name} ({})", self.choice_words(name)),
            Value::Number(number) => format!("{number}{}", self.unit.forms()[usize::from(number != 1.0)]),
            Value::Whole(number) => format!("{number}{}", self.unit.forms()[usize::from(number != 1)]),
        }
    }

    /// Meaning of one of the key's words; empty for an unknown word.
    fn choice_words(&self, name: &str) -> &'static str {
        let Allowed::Choice(choices) = self.allowed else { return "" };
        choices.iter().find(|choice| choice.name == name).map_or("", |choice| choice.words)
    }
}

impl Allowed {
    /// Whether a value has the right kind and is in range.
    pub fn permits(&self, value: Value) -> bool {
        match (*self, value) {
            (Self::Number { min, max }, Value::Number(number)) => min <= number && number <= max,
            (Self::Whole { min, max }, Value::Whole(number)) => min <= number && number <= max,
            (Self::Fact, Value::Fact(_)) => true,
            (Self::Choice(choices), Value::Choice(name)) => choices.iter().any(|choice| choice.name == name),
            _ => false,
        }
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { min, max } => write!(f, "a number from {min} to {max}"),
            Self::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Fact => f.write_str("true or false"),
            Self::Choice(choices) => {
                let names: Vec<_> = choices.iter().map(|choice| choice.name).collect();
                f.write_str(&names.join(" or "))
            }
        }
    }
}
