//! Ruleset files: a base that sets every key, and overlays based on another ruleset.
//!
//! A chain of files runs from the one that is played to the base. The format is described in
//! `docs/ruleset-format.md`.

use std::collections::{BTreeMap, BTreeSet};

use super::fault::{Fault, Faults};
use super::ron::{Fields, Node, Reader};
use super::ruleset_chain::{MAX_CHAIN_LENGTH, check_links};
use super::rulings::{belongs_to, read_confirmed};
use super::setup::SourceText;
use crate::rules::ruleset::{
    Allowed, KeyInfo, KeyOrderFault, Ruleset, Value, Values, key_order_faults, keys,
};

/// The fields of a ruleset file.
const FIELDS: [&str; 5] = ["name", "about", "on", "confirmed", "set"];

/// Characters of a ruleset's name.
const MAX_NAME_LENGTH: usize = 64;

/// Characters of a ruleset's description.
const MAX_ABOUT_LENGTH: usize = 2000;

/// Rulings that a file may confirm.
const MAX_CONFIRMED: usize = 1000;

/// One file, read alone.
#[derive(Debug)]
pub(super) struct Layer {
    /// The name and its offset.
    pub(super) name: (String, usize),
    about: String,
    /// The name of the one it is based on, if any, and its offset.
    pub(super) on: Option<(String, usize)>,
    /// The rulings that it confirms.
    confirmed: Vec<String>,
    /// The values it sets, and their offsets.
    set: BTreeMap<&'static str, (Value, usize)>,
}

/// Reads a ruleset from its chain of files: first the one that is played,
/// then each one that the previous is based on, last the base.
///
/// # Errors
/// Every mistake in every file of the chain, each at its place.
pub fn read_ruleset(chain: &[SourceText]) -> Result<Ruleset, Faults> {
    if chain.is_empty() || chain.len() > MAX_CHAIN_LENGTH {
        return Err(wrong_length(chain));
    }
    let readers: Vec<Reader> = chain.iter().map(Reader::new).collect();
    let last = readers.len() - 1;
    let read = |(index, reader)| read_layer(reader, if index == last { Place::Last } else { Place::Upper });
    // All files are read even if the first is wrong: every fault is reported at once.
    let layers: Vec<Option<Layer>> = readers.iter().enumerate().map(read).collect();
    let clean = readers.iter().all(Reader::is_clean);
    let layers: Option<Vec<Layer>> = layers.into_iter().collect();
    let ruleset = layers.filter(|_| clean).and_then(|layers| {
        check_links(&readers, &layers);
        flatten(&readers, &layers)
    });
    finish(readers, ruleset)
}

/// The name of the ruleset that this one is based on; `None` for one that sets
/// every key itself. The rest of the file is not checked.
///
/// # Errors
/// The file is not a ruleset, or its `on` is not a name.
pub fn based_on(source: &SourceText) -> Result<Option<String>, Faults> {
    let reader = Reader::new(source);
    let on = read_on(&reader);
    reader.finish(on).map(|on| on.map(|(name, _)| name))
}

/// The name of the ruleset a file is based on, and its offset.
pub(super) fn read_on(reader: &Reader<'_>) -> Option<Option<(String, usize)>> {
    let fields = reader.root()?.named("Ruleset", &FIELDS)?;
    fields.maybe("on", read_placed_name)
}

/// Reads the value of a key.
///
/// `None`, with a fault, if it is of another kind or out of range.
pub fn read_value(info: &KeyInfo, node: Node<'_>) -> Option<Value> {
    match info.allowed {
        // Adding 0 turns −0 into 0, so that equal rulesets have equal hashes.
        Allowed::Number { min, max } => {
            node.number(min..=max, info.unit.name()).map(|number| Value::Number(number + 0.0))
        }
        Allowed::Whole { min, max } => {
            let number = node.whole(min.into()..=max.into(), info.unit.name())?;
            u8::try_from(number).ok().map(Value::Whole)
        }
        Allowed::Fact => node.flag().map(Value::Fact),
        Allowed::Choice(choices) => {
            let words: Vec<_> = choices.iter().map(|choice| (choice.name, choice.name)).collect();
            node.word(&words).map(Value::Choice)
        }
    }
}

/// A file's place in its chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The last, which should be a base.
    Last,
    /// One before the last: it is based on the next.
    Upper,
}

fn read_layer(reader: &Reader<'_>, place: Place) -> Option<Layer> {
    let fields = reader.root()?.named("Ruleset", &FIELDS)?;
    let name = fields.need("name").and_then(read_placed_name);
    let about = fields.need("about").and_then(|node| node.text(MAX_ABOUT_LENGTH));
    let on = fields.maybe("on", read_placed_name);
    let confirmed = fields.or("confirmed", Vec::new(), read_rulings);
    let is_base = place == Place::Last && fields.get("on").is_none();
    let completeness = if is_base { Completeness::Base } else { Completeness::Overlay };
    let set = fields.need("set").and_then(|node| read_set(node, completeness));
    Some(Layer { name: name?, about: about?, on: on?, confirmed: confirmed?, set: set? })
}

/// A name that is a valid file name on every system, and its offset.
fn read_placed_name(node: Node<'_>) -> Option<(String, usize)> {
    let name = node.name(MAX_NAME_LENGTH)?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
    if plain && !name.starts_with('.') {
        return Some((name, node.offset()));
    }
    node.fault(format!("{} is not a ruleset's name", node.quote()), "letters, digits, - and . within");
    None
}

/// The names of the rulings that a file confirms.
fn read_rulings(node: Node<'_>) -> Option<Vec<String>> {
    let (mut names, mut is_whole): (Vec<String>, bool) = (Vec::new(), true);
    // Every wrong entry is a fault of its own.
    for node in node.items(0..=MAX_CONFIRMED)? {
        match read_confirmed(node) {
            Some(name) if names.contains(&name) => {
                node.fault(format!("{name} is confirmed twice"), "each ruling once");
                is_whole = false;
            }
            Some(name) => names.push(name),
            None => is_whole = false,
        }
    }
    is_whole.then_some(names)
}

/// Whether a file must set every key.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Completeness {
    /// It must.
    Base,
    /// It sets what differs.
    Overlay,
}

fn read_set(node: Node<'_>, completeness: Completeness) -> Option<BTreeMap<&'static str, (Value, usize)>> {
    let mut chapters: Vec<&str> = keys().iter().map(|info| info.path().0).collect();
    chapters.dedup();
    let given = node.fields(&chapters)?;
    let mut set = BTreeMap::new();
    for chapter in chapters {
        let infos: Vec<&KeyInfo> = keys().iter().filter(|info| info.path().0 == chapter).collect();
        let is_younger = infos.iter().all(|info| info.before.is_some());
        let needed = if is_younger { Completeness::Overlay } else { completeness };
        let Some(node) = field(&given, chapter, needed) else { continue };
        read_chapter(node, &infos, completeness, &mut set);
    }
    Some(set)
}

fn read_chapter(
    node: Node<'_>,
    infos: &[&'static KeyInfo],
    completeness: Completeness,
    set: &mut BTreeMap<&'static str, (Value, usize)>,
) {
    let names: Vec<&str> = infos.iter().map(|info| info.path().1).collect();
    let Some(fields) = node.fields(&names) else { return };
    for info in infos {
        let needed = if info.before.is_some() { Completeness::Overlay } else { completeness };
        let Some(node) = field(&fields, info.path().1, needed) else { continue };
        if let Some(value) = read_value(info, node) {
            set.insert(info.key, (value, node.offset()));
        }
    }
}

/// The field of that name; only in a base is it a fault if it is missing.
fn field<'a>(fields: &Fields<'a>, name: &str, completeness: Completeness) -> Option<Node<'a>> {
    match completeness {
        Completeness::Base => fields.need(name),
        Completeness::Overlay => fields.get(name),
    }
}

/// Lays every layer over the one below it.
///
/// `None`, with faults, if the numbers contradict each other.
fn flatten(readers: &[Reader<'_>], layers: &[Layer]) -> Option<Ruleset> {
    let top = layers.first()?;
    let mut values = Values::new();
    for layer in layers.iter().rev() {
        values.extend(layer.set.iter().map(|(key, (value, _))| (*key, *value)));
    }
    let older = |info: &&KeyInfo| !values.contains_key(info.key) && info.before.is_some();
    let assumed: Vec<&KeyInfo> = keys().iter().filter(older).collect();
    values.extend(assumed.iter().filter_map(|info| info.before.map(|value| (info.key, value))));
    let assumed = assumed.into_iter().map(|info| info.key).collect();
    let ruleset = Ruleset::from_values(top.name.0.clone(), top.about.clone(), &values)?;
    let ruleset = Ruleset { assumed, confirmed: confirmed(layers), ..ruleset };
    for disorder in key_order_faults(&ruleset) {
        record_disorder(readers, layers, disorder);
    }
    Some(ruleset)
}

/// Rulings that the files of a chain confirm, in the order of their names; without those that a file nearer to the played one reads
/// differently, by setting one of their switches.
fn confirmed(layers: &[Layer]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for layer in layers.iter().rev() {
        found.retain(|ruling: &String| !layer.set.keys().any(|key| belongs_to(key, ruling)));
        found.extend(layer.confirmed.iter().cloned());
    }
    found.into_iter().collect()
}

/// Records a fault where one of two contradicting keys was last set.
fn record_disorder(readers: &[Reader<'_>], layers: &[Layer], disorder: KeyOrderFault) {
    let KeyOrderFault { larger, larger_value, smaller, smaller_value } = disorder;
    let place = readers.iter().zip(layers).find_map(|(reader, layer)| {
        let set = layer.set.get(larger.key).or_else(|| layer.set.get(smaller.key))?;
        Some((reader, set.1))
    });
    if let Some((reader, at)) = place {
        reader.fault(
            at,
            format!("{} is {larger_value}, but {} is {smaller_value}", larger.key, smaller.key),
            format!("{} at most {}", larger.key, smaller.key),
        );
    }
}

/// The ruleset, if no file had a fault.
fn finish(readers: Vec<Reader<'_>>, ruleset: Option<Ruleset>) -> Result<Ruleset, Faults> {
    let clean = readers.iter().all(Reader::is_clean);
    if let Some(ruleset) = ruleset.filter(|_| clean) {
        return Ok(ruleset);
    }
    // Only the faulty files report.
    let faulty = readers.into_iter().filter(|reader| clean || !reader.is_clean());
    let faults = faulty.filter_map(|reader| reader.finish::<()>(None).err());
    Err(Faults(faults.flat_map(|found| found.0).collect()))
}

fn wrong_length(chain: &[SourceText]) -> Faults {
    let file = chain.first().map_or_else(|| "ruleset".to_owned(), |source| source.name.clone());
    let what = format!("{} ruleset files are based on each other", chain.len());
    let expected = format!("1 to {MAX_CHAIN_LENGTH} files");
    Faults(vec![Fault { file, line: 1, column: 1, what, expected }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ruleset::{
        ActionRules, BasicsRules, LeadershipRules, MovementRules, OutlineRules, ReactionRules, ShootingRules,
        SightRules,
    };

    /// The constants that unit tests of the rules use instead of the file must not drift from it. Naming every chapter
    /// makes a new one a compile error here.
    #[test]
    fn the_rules_test_constants_are_those_of_the_shipped_combined_ruleset() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/rulesets/combined.ron");
        let source = SourceText { name: "combined".to_owned(), text: std::fs::read_to_string(path).unwrap() };
        let shipped = read_ruleset(&[source]).unwrap_or_else(|faults| panic!("{faults}"));
        let Ruleset {
            name: _,
            about: _,
            assumed: _,
            confirmed: _,
            basics,
            turn: _,
            leadership,
            actions,
            reactions,
            movement,
            falling_back: _,
            outline,
            sight,
            shooting,
            close_combat: _,
            mission: _,
        } = shipped;
        assert_eq!(basics, BasicsRules::COMBINED);
        assert_eq!(leadership, LeadershipRules::COMBINED);
        assert_eq!(actions, ActionRules::COMBINED);
        assert_eq!(reactions, ReactionRules::COMBINED);
        assert_eq!(movement, MovementRules::COMBINED);
        assert_eq!(outline, OutlineRules::COMBINED);
        assert_eq!(sight, SightRules::COMBINED);
        assert_eq!(shooting, ShootingRules::COMBINED);
    }
}
