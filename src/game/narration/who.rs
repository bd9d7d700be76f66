//! Units as the subject of a sentence: "First rifles (A1) run", "Gate guard (B1) runs".

use super::words::unit;
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;

/// Subject of a sentence, with its grammatical number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Who {
    /// By name and id.
    pub name: String,
    number: Number,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Singular,
    Plural,
}

/// Words with which the second part of a name begins: "Knights of the gate".
const JOINING: [&str; 6] = ["of", "from", "at", "in", "with", "under"];

impl Who {
    /// A unit by its name and id.
    pub fn unit(setup: &Setup, id: UnitId) -> Self {
        let number = setup.unit(id).map_or(Number::Singular, |start| {
            if start.models.len() > 1 { number_of(&start.name) } else { Number::Singular }
        });
        Self { name: unit(setup, id), number }
    }

    /// Several units, or one.
    pub fn units(setup: &Setup, ids: &[UnitId]) -> Self {
        match ids {
            [only] => Self::unit(setup, *only),
            ids => Self { name: super::words::units(setup, ids), number: Number::Plural },
        }
    }

    /// The verb for one, or that for several: "First rifles (A1) run".
    pub fn does(&self, verbs: [&str; 2]) -> String {
        format!("{} {}", self.name, self.verb(verbs))
    }

    /// The word for one, or that for several.
    pub fn verb<'a>(&self, [one, several]: [&'a str; 2]) -> &'a str {
        match self.number {
            Number::Singular => one,
            Number::Plural => several,
        }
    }

    /// "is" or "are".
    pub fn is(&self) -> &'static str {
        self.verb(["is", "are"])
    }

    /// "has" or "have".
    pub fn has(&self) -> &'static str {
        self.verb(["has", "have"])
    }

    /// "it" or "they".
    pub fn it(&self) -> &'static str {
        self.verb(["it", "they"])
    }

    /// "its" or "their".
    pub fn its(&self) -> &'static str {
        self.verb(["its", "their"])
    }
}

/// The number of a name, by the word that it is about.
fn number_of(name: &str) -> Number {
    let head = name.split_whitespace().take_while(|word| !JOINING.contains(word)).last().unwrap_or_default();
    let head = head.to_lowercase();
    let singular = ["ss", "us", "is"].iter().any(|end| head.ends_with(end));
    if (head.ends_with('s') && !singular) || head.ends_with("men") {
        Number::Plural
    } else {
        Number::Singular
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verb_agrees_with_the_name() {
        for (name, number) in [
            ("First rifles", Number::Plural),
            ("Knights of the gate", Number::Plural),
            ("Marksmen", Number::Plural),
            ("Salvage guns", Number::Plural),
            ("Gate guard", Number::Singular),
            ("Heavy weapon team", Number::Singular),
            ("Guard of the Knights", Number::Singular),
            ("Command squad", Number::Singular),
            ("Salvage militia", Number::Singular),
            ("Chorus", Number::Singular),
            ("", Number::Singular),
        ] {
            assert_eq!(number_of(name), number, "{name}");
        }
    }
}
