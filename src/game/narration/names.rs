//! The names in a sentence: which words of it are a unit or a force, and whose.

use crate::level::setup::Setup;
use crate::rules::ids::{Side, UnitId};

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its words; of a name those of the name.
    pub text: String,
    /// Of a name, whose it is.
    pub side: Option<Side>,
    /// Of the name of a unit, which it is.
    pub unit: Option<UnitId>,
}

/// Form of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ids {
    /// With the id that orders and tags use: "First rifles (A1)".
    Shown,
    /// Without it, where the name alone says who it is: their colours say whose they are.
    Hidden,
}

/// The parts of a sentence.
pub fn parts(setup: &Setup, text: &str, ids: Ids) -> Vec<Part> {
    let units =
        setup.units().map(|unit| (unit.name.clone(), unit.id.to_string(), unit.id.side, Some(unit.id)));
    let forces = Side::BOTH.map(|side| (setup.force_name(side).to_owned(), side.to_string(), side, None));
    let all: Vec<(String, String, Side, Option<UnitId>)> = units.chain(forces).collect();
    let is_alone = |name: &str| all.iter().filter(|(other, ..)| other == name).count() == 1;
    let labels: Vec<_> = all
        .iter()
        .map(|(name, id, side, unit)| (format!("{name} ({id})"), name.as_str(), *side, *unit))
        .collect();
    let (mut found, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let first = labels.iter().filter_map(|label| Some((rest.find(&label.0)?, label)));
        // The longer of two names that begin together, such as "Guard" and "Guard captain".
        let first = first.min_by_key(|(at, (label, ..))| (*at, std::cmp::Reverse(label.len())));
        let Some((at, (label, name, side, unit))) = first else { break };
        if at > 0 {
            found.push(Part { text: rest[..at].to_owned(), side: None, unit: None });
        }
        let text = if ids == Ids::Hidden && is_alone(name) { (*name).to_owned() } else { label.clone() };
        found.push(Part { text, side: Some(*side), unit: *unit });
        rest = &rest[at + label.len()..];
    }
    if !rest.is_empty() {
        found.push(Part { text: rest.to_owned(), side: None, unit: None });
    }
    found
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};

    #[test]
    fn a_sentence_falls_into_names_and_the_rest() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let mut setup = load_level("street", &data, None).unwrap();
        let text =
            "First rifles (A1) fire at Gate guard (B1): two fall. Town garrison (B) loses the crossing.";
        let flat = |setup: &Setup, ids| {
            let one = |part: Part| match part.side {
                Some(side) => format!("[{side} {}]", part.text),
                None => part.text,
            };
            parts(setup, text, ids).into_iter().map(one).collect::<String>()
        };
        assert_eq!(
            flat(&setup, Ids::Hidden),
            "[A First rifles] fire at [B Gate guard]: two fall. [B Town garrison] loses the crossing."
        );
        assert_eq!(
            flat(&setup, Ids::Shown).replace(['[', ']'], "").replace("A F", "F").matches("(A1)").count(),
            1
        );
        // Where two units have the same name, the ids tell them apart.
        setup.level.forces[0].units[0].name = "Gate guard".to_owned();
        let text = "Gate guard (B1) holds.";
        assert_eq!(parts(&setup, text, Ids::Hidden)[0].text, "Gate guard (B1)");
    }
}
