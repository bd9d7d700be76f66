//! One question by two rulesets: what only one of them says.

use serde::Serialize;
use serde_json::{Map, Value};

use warstrike::game::narration::words::listed;
use warstrike::game::phases::fall_back::retreat::Retreat;

use super::OpeningArgs;

/// What differs between the answers by two rulesets.
#[derive(Serialize)]
pub(super) struct Compared {
    /// Their names.
    pub(super) rulesets: [String; 2],
    /// Units of which both say the same.
    same: Vec<Value>,
    /// All other units.
    differ: Vec<Differing>,
}

/// The answers by two rulesets as sentences: the lines of each unit, in the order of the units.
pub(super) struct ComparedWords {
    rulesets: [String; 2],
    same: Vec<String>,
    /// Units whose leader does the same, while other models end elsewhere.
    leader_alone: Vec<String>,
    lines: Vec<String>,
}

/// Answer of one ruleset about a unit, in sentences.
pub(super) struct Said<'a> {
    /// Name of the unit.
    pub(super) unit: String,
    /// Retreat that the sentences describe.
    pub(super) retreat: &'a Retreat,
    /// The answer in sentences, the first of which names the unit.
    pub(super) lines: Vec<String>,
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

impl ComparedWords {
    /// Compares the answers unit by unit.
    pub(super) fn of(rulesets: [String; 2], [a, b]: [Vec<Said>; 2]) -> Self {
        let (same, leader_alone, lines) = (Vec::new(), Vec::new(), Vec::new());
        let mut words = Self { rulesets, same, leader_alone, lines };
        for (a, b) in a.into_iter().zip(b) {
            if a.lines == b.lines {
                let alike = if a.retreat == b.retreat { &mut words.same } else { &mut words.leader_alone };
                alike.push(a.unit);
                continue;
            }
            for (ruleset, lines) in words.rulesets.iter().zip([a.lines, b.lines]) {
                words.lines.push(format!("By {ruleset}:"));
                words.lines.extend(lines.into_iter().map(|line| format!("    {line}")));
            }
        }
        words
    }

    /// Every line: first the units of which both say the same.
    pub(super) fn lines(self) -> Vec<String> {
        let [first, second] = &self.rulesets;
        let about = |units: &[String], what: &str| match units {
            [] => None,
            units => Some(format!("The same by {first} and {second}{what}: {}.", listed(units))),
        };
        let same = about(&self.same, "");
        let leader_alone = about(&self.leader_alone, ", but for where other models than the leader end");
        same.into_iter().chain(leader_alone).chain(self.lines).collect()
    }
}

fn fields_of<T: Serialize>(answers: &[T]) -> serde_json::Result<Vec<Map<String, Value>>> {
    let fields = |answer| match serde_json::to_value(answer)? {
        Value::Object(fields) => Ok(fields),
        _ => Ok(Map::new()),
    };
    answers.iter().map(fields).collect()
}
