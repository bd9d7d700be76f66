//! The rules that an experiment compares: rulesets by name or path, or one of them with a key at several values.

use std::path::{Path, PathBuf};

use tabletop_data::ron::Reader;
use tabletop_lab::experiment::{Placed, Rules};
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
            let info = key(&wanted.text);
            if info.is_none() {
                let known: Vec<&str> = keys().iter().map(|info| info.key).collect();
                let nearest = tabletop_data::ron::nearest::nearest(&wanted.text, known.into_iter());
                let expected = nearest.unwrap_or("a key of rulesets, such as leadership.shaken_at");
                reader.fault(wanted.at, format!("there is no key \"{}\"", wanted.text), expected);
            }
            let of = |value: &Placed| varied(base.as_ref()?, info?, value, (reader, others));
            values.iter().map(of).collect()
        }
        Rules::EachSwitch(on) => match read_named(on, folder, data, (reader, others)) {
            Some(base) => each_switch(base),
            None => vec![None],
        },
    }
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
    let alone = SourceText { name: String::new(), text: value.text.clone() };
    let value_reader = Reader::new(&alone);
    let read = value_reader.root().and_then(|node| read_value(info, node));
    let read = match value_reader.finish(read) {
        Ok(read) => read,
        Err(Faults(faults)) => {
            for fault in faults {
                let what = fault.what.replacen("the file", info.key, 1);
                reader.fault(value.at, what, fault.expected);
            }
            return None;
        }
    };
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

/// The ruleset of an overlay that sets one key, or what is wrong with it; and what the overlay is called.
fn with_key(
    base: &Rulebook,
    info: &'static KeyInfo,
    value: Value,
) -> Result<(Rulebook, String), (Faults, String)> {
    let (chapter, field) = info.path();
    let name = format!("{}-{value}", field.replace('_', "-"));
    let text = format!(
        "Ruleset(\n    name: \"{name}\",\n    about: \"{} is {}.\",\n    on: \"{}\",\n    set: ({chapter}: ({field}: \
         {value})),\n)\n",
        info.key,
        info.say(value).replace(['"', '\\'], "'"),
        base.ruleset.name
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
