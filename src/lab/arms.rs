//! The rules that an experiment compares: rulesets by name or path, or one of them with a key at several values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tabletop_data::ron::Reader;
use tabletop_lab::experiment::{Placed, Rules, Tried};
use tabletop_lab::plan::Arm;

use crate::level::data_folder::DataFolder;
use crate::level::fault::{Fault, Faults};
use crate::level::library::one_of_known;
use crate::level::rules_status::{Status, status};
use crate::level::ruleset_diff::compare;
use crate::level::ruleset_file::{read_ruleset, read_value};
use crate::level::setup::SourceText;
use crate::rules::ruleset::{Allowed, KeyInfo, Ruleset, Value, key, keys};

/// Rules that are played: their files from the one played to the base, and what they say.
pub(super) struct Rulebook {
    pub(super) chain: Vec<SourceText>,
    pub(super) ruleset: Ruleset,
}

/// Finds the rules. What is wrong with a name is recorded at its place, what is wrong with a file is added to `others`.
pub(super) fn find(
    rules: &Rules,
    folder: &Path,
    data: &DataFolder,
    (reader, others): (&Reader, &mut Vec<Fault>),
) -> Vec<Option<Rulebook>> {
    match rules {
        Rules::Named(names) => {
            names.iter().map(|name| read_named(name, folder, data, (reader, others))).collect()
        }
        Rules::Varied { key: wanted, on, values } => {
            let base = read_named(on, folder, data, (reader, others));
            let info = known_key(wanted, reader);
            let of = |value: &Placed| varied(base.as_ref()?, info?, value, (reader, others));
            values.iter().map(of).collect()
        }
        Rules::Grid { on, numbers } => {
            let numbers = read_numbers(numbers, reader);
            let base = read_named(on, folder, data, (reader, others));
            match base.zip(numbers) {
                Some((base, numbers)) => grid(base, &numbers, (reader, others)),
                None => vec![None],
            }
        }
        Rules::EachSwitch(on) => match read_named(on, folder, data, (reader, others)) {
            Some(base) => each_switch(base),
            None => vec![None],
        },
    }
}

/// The description of a key, or a fault at its place.
fn known_key(wanted: &Placed, reader: &Reader) -> Option<&'static KeyInfo> {
    let info = key(&wanted.text);
    if info.is_none() {
        let known: Vec<&str> = keys().iter().map(|info| info.key).collect();
        let nearest = tabletop_data::ron::nearest::nearest(&wanted.text, known.into_iter());
        let expected = nearest.unwrap_or("a key of rulesets, such as leadership.shaken_at");
        reader.fault(wanted.at, format!("there is no key \"{}\"", wanted.text), expected);
    }
    info
}

/// A number of a search: its key, and its values with their places.
struct Number {
    info: &'static KeyInfo,
    values: Vec<(Value, usize)>,
}

/// The numbers of a search; `None` if any of them is wrong.
fn read_numbers(tried: &[Tried], reader: &Reader) -> Option<Vec<Number>> {
    let read = |tried: &Tried| {
        let info = known_key(&tried.key, reader)?;
        if matches!(info.allowed, Allowed::Fact | Allowed::Choice(_)) {
            let what = format!("{} is no number", info.key);
            reader.fault(
                tried.key.at,
                what,
                "a number; an experiment with `vary` compares the words of a switch",
            );
            return None;
        }
        let mut values: Vec<(Value, usize)> = Vec::new();
        for value in &tried.values {
            match read_alone(info, value, reader) {
                Some(read) if values.iter().any(|before| before.0 == read) => {
                    reader.fault(value.at, format!("{} is {read} twice", info.key), "each value once");
                }
                Some(read) => values.push((read, value.at)),
                None => {}
            }
        }
        (values.len() == tried.values.len()).then_some(Number { info, values })
    };
    // Each is read, so that everything that is wrong is said.
    let read: Vec<Option<Number>> = tried.iter().map(read).collect();
    read.into_iter().collect()
}

/// A ruleset, and the same with each combination of values that is not its own.
fn grid(
    base: Rulebook,
    numbers: &[Number],
    (reader, others): (&Reader, &mut Vec<Fault>),
) -> Vec<Option<Rulebook>> {
    let mut arms = Vec::new();
    for values in combinations(numbers) {
        let set: Vec<(&'static KeyInfo, Value)> =
            numbers.iter().zip(&values).map(|(number, value)| (number.info, value.0)).collect();
        if set.iter().all(|(info, value)| base.ruleset.value(info.key) == Some(*value)) {
            continue;
        }
        arms.push(match with_keys(&base, &set) {
            Ok((rulebook, _)) => Some(rulebook),
            Err((Faults(faults), overlay)) => {
                for fault in faults {
                    if fault.file != overlay {
                        others.push(fault);
                        continue;
                    }
                    // Numbers that do not go together: at the one that the fault names first.
                    let named = set.iter().position(|(info, _)| fault.what.starts_with(info.key));
                    let at = values.get(named.unwrap_or(0)).map_or(0, |value| value.1);
                    reader.fault(at, fault.what, fault.expected);
                }
                None
            }
        });
    }
    [Some(base)].into_iter().chain(arms).collect()
}

/// Every combination of the values, the last number changing fastest.
fn combinations(numbers: &[Number]) -> Vec<Vec<(Value, usize)>> {
    numbers.iter().fold(vec![Vec::new()], |before, number| {
        let with = |values: &Vec<(Value, usize)>| {
            let values = values.clone();
            number.values.iter().map(move |value| [values.clone(), vec![*value]].concat())
        };
        before.iter().flat_map(with).collect()
    })
}

/// A ruleset, and the same with each switch, and each reading of a ruling that is a switch, turned alone. What may not stand
/// beside its other values is left out.
fn each_switch(base: Rulebook) -> Vec<Option<Rulebook>> {
    let turned = |info: &'static KeyInfo| {
        let now = base.ruleset.value(info.key);
        let values = match info.allowed {
            Allowed::Choice(choices) => choices.iter().map(|choice| Value::Choice(choice.name)).collect(),
            Allowed::Fact => vec![Value::Fact(true), Value::Fact(false)],
            Allowed::Number { .. } | Allowed::Whole { .. } => Vec::new(),
        };
        values.into_iter().filter(|value| Some(*value) != now).map(|value| (info, value)).collect::<Vec<_>>()
    };
    let others: Vec<Option<Rulebook>> = keys()
        .iter()
        .flat_map(turned)
        .filter_map(|(info, value)| with_key(&base, info, value).ok().map(|(rulebook, _)| Some(rulebook)))
        .collect();
    [Some(base)].into_iter().chain(others).collect()
}

/// What kind of thing is named, and which of them are shipped.
pub(super) struct Shipped {
    pub(super) kind: &'static str,
    pub(super) names: Vec<String>,
}

impl Shipped {
    /// The path of what is named: beside the experiment, or the name of something shipped. What is neither is a fault at its
    /// place.
    pub(super) fn locate(&self, named: &Placed, folder: &Path, reader: &Reader) -> Option<PathBuf> {
        let file = folder.join(&named.text);
        if file.is_file() {
            return Some(file);
        }
        if self.names.contains(&named.text) {
            return Some(PathBuf::from(&named.text));
        }
        let what = format!("there is no {} \"{}\", neither here nor shipped", self.kind, named.text);
        reader.fault(
            named.at,
            what,
            format!("a path beside this file, or {}", one_of_known(&named.text, &self.names)),
        );
        None
    }
}

/// What was read. The faults of its file are added to those of others, each once.
pub(super) fn kept<T>(read: Result<T, Faults>, others: &mut Vec<Fault>) -> Option<T> {
    match read {
        Ok(read) => Some(read),
        Err(Faults(faults)) => {
            for fault in faults {
                if !others.contains(&fault) {
                    others.push(fault);
                }
            }
            None
        }
    }
}

fn read_named(
    named: &Placed,
    folder: &Path,
    data: &DataFolder,
    (reader, others): (&Reader, &mut Vec<Fault>),
) -> Option<Rulebook> {
    let shipped = Shipped { kind: "ruleset", names: data.rulesets() };
    let path = shipped.locate(named, folder, reader)?;
    let read = data.ruleset_chain(&path).and_then(|chain| Ok((read_ruleset(&chain)?, chain)));
    kept(read, others).map(|(ruleset, chain)| Rulebook { chain, ruleset })
}

/// A ruleset with one key at another value: an overlay, as somebody would write it.
fn varied(
    base: &Rulebook,
    info: &'static KeyInfo,
    value: &Placed,
    (reader, others): (&Reader, &mut Vec<Fault>),
) -> Option<Rulebook> {
    let read = read_alone(info, value, reader)?;
    match with_key(base, info, read) {
        Ok((rulebook, _)) => Some(rulebook),
        Err((Faults(faults), overlay)) => {
            // The overlay is ours: what is wrong with it is wrong with the value.
            for fault in faults {
                match fault.file == overlay {
                    true => reader.fault(value.at, fault.what, fault.expected),
                    false => others.push(fault),
                }
            }
            None
        }
    }
}

/// A value that stands alone, or faults at its place.
fn read_alone(info: &'static KeyInfo, value: &Placed, reader: &Reader) -> Option<Value> {
    let alone = SourceText { name: String::new(), text: value.text.clone() };
    let value_reader = Reader::new(&alone);
    let read = value_reader.root().and_then(|node| read_value(info, node));
    match value_reader.finish(read) {
        Ok(read) => Some(read),
        Err(Faults(faults)) => {
            for fault in faults {
                let what = fault.what.replacen("the file", info.key, 1);
                reader.fault(value.at, what, fault.expected);
            }
            None
        }
    }
}

/// The ruleset of an overlay that sets one key, or what is wrong with it; and what the overlay is called.
fn with_key(
    base: &Rulebook,
    info: &'static KeyInfo,
    value: Value,
) -> Result<(Rulebook, String), (Faults, String)> {
    with_keys(base, &[(info, value)])
}

/// The same for an overlay that sets several keys.
fn with_keys(
    base: &Rulebook,
    values: &[(&'static KeyInfo, Value)],
) -> Result<(Rulebook, String), (Faults, String)> {
    let mut names: Vec<[String; 2]> = Vec::new();
    let mut about: Vec<String> = Vec::new();
    let mut chapters: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (info, value) in values {
        let (chapter, field) = info.path();
        let words: Vec<&str> = field.split('_').collect();
        let letters: String = words.iter().filter_map(|word| word.chars().next()).collect();
        names.push([format!("{}-{value}", words.join("-")), format!("{letters}-{value}")]);
        about.push(format!("{} is {}.", info.key, info.say(*value).replace(['"', '\\'], "'")));
        chapters.entry(chapter).or_default().push(format!("{field}: {value}"));
    }
    let set: Vec<String> =
        chapters.iter().map(|(chapter, fields)| format!("{chapter}: ({})", fields.join(", "))).collect();
    // Names of files have an end; the key's first letters are enough where there are several.
    const LONG: usize = 48;
    let [long, short] =
        [0, 1].map(|form| names.iter().map(|name| name[form].as_str()).collect::<Vec<_>>().join("-"));
    let name = if long.len() > LONG { short } else { long };
    let text = format!(
        "Ruleset(\n    name: \"{name}\",\n    about: \"{}\",\n    on: \"{}\",\n    set: ({}),\n)\n",
        about.join(" "),
        base.ruleset.name,
        set.join(", ")
    );
    let overlay = SourceText { name: format!("{name}.ron"), text };
    let called = overlay.name.clone();
    let chain: Vec<SourceText> = [overlay].into_iter().chain(base.chain.iter().cloned()).collect();
    match read_ruleset(&chain) {
        Ok(ruleset) => Ok((Rulebook { chain, ruleset }, called)),
        Err(faults) => Err((faults, called)),
    }
}

/// The arms of a plan: each with its differences to the first.
pub(super) fn arms(rules: &[Rulebook]) -> Vec<Arm> {
    let Some(yardstick) = rules.first() else { return Vec::new() };
    let differs = |rulebook: &Rulebook| {
        let comparison = compare(&yardstick.ruleset, &rulebook.ruleset, |id| status(id) != Status::NotBuilt);
        let line = |difference: &crate::level::ruleset_diff::Difference| {
            let info = key(difference.key);
            let say = |value| info.map_or_else(|| format!("{value}"), |info| info.say(value));
            let rules = difference.rules.join(", ");
            format!("{} {} → {} ({rules})", difference.key, say(difference.a), say(difference.b))
        };
        comparison.differences.iter().map(line).collect()
    };
    let arm = |rulebook: &Rulebook| Arm { name: rulebook.ruleset.name.clone(), differs: differs(rulebook) };
    rules.iter().map(arm).collect()
}
