//! One question by two rulesets: what only one of them says.

use serde::Serialize;
use serde_json::{Map, Value};

use super::OpeningArgs;

/// What differs between the answers by two rulesets.
#[derive(Serialize)]
pub(super) struct Compared {
    /// Their names.
    pub(super) rulesets: [String; 2],
    /// The units of which both say the same.
    same: Vec<Value>,
    /// The others.
    differ: Vec<Differing>,
}

/// A unit of which two rulesets say different things.
#[derive(Serialize)]
struct Differing {
    unit: Value,
    /// By the first and by the second: only what differs.
    by: [Map<String, Value>; 2],
}

/// The two rulesets that `--ruleset A,B` names.
pub(super) fn two_rulesets(opening: &OpeningArgs) -> Option<[OpeningArgs; 2]> {
    let asked = opening.ruleset.as_deref().filter(|asked| !std::path::Path::new(asked).exists())?;
    let (a, b) = asked.split_once(',')?;
    Some([a, b].map(|one| OpeningArgs { ruleset: Some(one.trim().to_owned()), ..opening.clone() }))
}

impl Compared {
    /// Compares the answers unit by unit; both are lists of objects, each with a `unit`.
    pub(super) fn of<T: Serialize>(rulesets: [String; 2], answers: [&[T]; 2]) -> serde_json::Result<Self> {
        let [a, b] = answers.map(fields_of);
        let mut compared = Self { rulesets, same: Vec::new(), differ: Vec::new() };
        for (a, b) in a?.into_iter().zip(b?) {
            let unit = a.get("unit").cloned().unwrap_or_default();
            let only = |one: &Map<String, Value>, other: &Map<String, Value>| {
                let differs = |(key, value): &(&String, &Value)| other.get(*key) != Some(*value);
                one.iter().filter(differs).map(|(key, value)| (key.clone(), value.clone())).collect()
            };
            let by: [Map<String, Value>; 2] = [only(&a, &b), only(&b, &a)];
            match by.iter().all(Map::is_empty) {
                true => compared.same.push(unit),
                false => compared.differ.push(Differing { unit, by }),
            }
        }
        Ok(compared)
    }
}

fn fields_of<T: Serialize>(answers: &[T]) -> serde_json::Result<Vec<Map<String, Value>>> {
    let fields = |answer| match serde_json::to_value(answer)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    };
    answers.iter().map(fields).collect()
}
