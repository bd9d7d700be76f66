//! The rules that an experiment compares: rulesets by name or path, or one of them with some of its values changed.

use std::path::{Path, PathBuf};

use tabletop_data::fault::{Fault, Faults};
use tabletop_data::ron::edit::with_value;
use tabletop_data::ron::nearest::nearest;
use tabletop_data::ron::{Reader, one_of};
use tabletop_data::source_text::SourceText;
use tabletop_lab::experiment::{Placed, Rules, Tried};
use tabletop_lab::laboratory::short;
use tabletop_lab::plan::Arm;
use tabletop_shell::Hosted;
use tabletop_shell::files::{FileKind, Files, RULESET, is_path};
use tabletop_shell::recognise::file_of;
use tabletop_shell::rules::RuleValue;

/// Rules that are played.
#[derive(Clone)]
pub(crate) struct Ruled {
    /// Their name in reports.
    pub(crate) name: String,
    pub(crate) source: SourceText,
    pub(crate) values: Vec<RuleValue>,
}

impl Ruled {
    pub(crate) fn value(&self, key: &str) -> Option<&RuleValue> {
        self.values.iter().find(|value| value.key == key)
    }
}

/// Finds what an experiment names, and records what is wrong.
pub(crate) struct Finder<'a, 'r> {
    pub(crate) files: Files<'a>,
    /// The experiment's folder.
    pub(crate) folder: &'a Path,
    pub(crate) reader: &'a Reader<'r>,
    /// Faults of other files.
    pub(crate) others: Vec<Fault>,
}

impl Finder<'_, '_> {
    /// The path of what is named: beside the experiment, or the name of something of the game. What is neither, or is of another
    /// game, is a fault at its place.
    pub(crate) fn locate<G: Hosted>(&self, kind: FileKind, named: &Placed) -> Option<PathBuf> {
        let file = self.folder.join(&named.text);
        if file.is_file() {
            let of = file_of(&file);
            let is_of_game = |game: &Option<String>| game.as_deref() == Some(G::ID);
            if of.is_some_and(|of| is_of_game(&of.game) && of.word == kind.first_word) {
                return Some(file);
            }
            let what = format!("{} is no {} of {}", named.text, kind.word, G::NAME);
            self.reader.fault(named.at, what, self.known(kind, &named.text));
            return None;
        }
        let name = Path::new(&named.text);
        let found = self.files.find(kind, name).filter(|_| !is_path(name));
        if found.is_none() {
            let what =
                format!("{} has no {} \"{}\", neither here nor shipped", G::NAME, kind.word, named.text);
            self.reader.fault(named.at, what, self.known(kind, &named.text));
        }
        found
    }

    fn known(&self, kind: FileKind, named: &str) -> String {
        let names = self.files.names(kind);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!("a path beside this file, or {}", one_of(Some(named), &names))
    }

    /// The value that was read. The faults of its file are added to those of others, each once.
    pub(crate) fn kept<T>(&mut self, read: Result<T, Faults>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(Faults(faults)) => {
                for fault in faults {
                    if !self.others.contains(&fault) {
                        self.others.push(fault);
                    }
                }
                None
            }
        }
    }

    fn named<G: Hosted>(&mut self, named: &Placed) -> Option<Ruled> {
        let path = self.locate::<G>(RULESET, named)?;
        let read = self.files.read(RULESET, &path).and_then(|source| {
            let (_, values) = G::values(&source)?;
            Ok(Ruled { name: short(&named.text), source, values })
        });
        self.kept(read)
    }

    /// Every ruleset; `None` for one that is wrong, which is recorded.
    pub(crate) fn rules<G: Hosted>(&mut self, rules: &Rules) -> Vec<Option<Ruled>> {
        match rules {
            Rules::Named(names) => names.iter().map(|name| self.named::<G>(name)).collect(),
            Rules::Varied { key, on, values } => {
                let base = self.named::<G>(on);
                let Some(base) = base.filter(|base| self.is_key(base, key)) else { return vec![None] };
                values.iter().map(|value| self.varied::<G>(&base, key, value)).collect()
            }
            Rules::EachSwitch(on) => match self.named::<G>(on) {
                Some(base) => each_switch::<G>(base),
                None => vec![None],
            },
            Rules::Grid { on, numbers } => match self.named::<G>(on) {
                Some(base) => self.grid::<G>(base, numbers),
                None => vec![None],
            },
        }
    }

    /// Test for a key of a ruleset; one that it does not have is recorded.
    fn is_key(&self, base: &Ruled, key: &Placed) -> bool {
        let is_key = base.value(&key.text).is_some();
        if !is_key {
            let mut known = base.values.iter().map(|value| value.key.as_str());
            let expected = match nearest(&key.text, known.clone()) {
                Some(nearest) => nearest.to_owned(),
                None => format!("a key of rulesets, such as {}", known.next_back().unwrap_or_default()),
            };
            self.reader.fault(key.at, format!("there is no key \"{}\"", key.text), expected);
        }
        is_key
    }

    fn varied<G: Hosted>(&self, base: &Ruled, key: &Placed, value: &Placed) -> Option<Ruled> {
        match with_values::<G>(base, &[(&key.text, &value.text)]) {
            Ok(ruled) => Some(ruled),
            Err((what, expected)) => {
                self.reader.fault(value.at, what, expected);
                None
            }
        }
    }

    /// A ruleset, and the same with each combination of values that is not its own.
    fn grid<'n, G: Hosted>(&self, base: Ruled, numbers: &'n [Tried]) -> Vec<Option<Ruled>> {
        // Each is looked at, so that everything that is wrong is said.
        let wrong = numbers.iter().filter(|tried| !self.is_number(&base, tried)).count();
        if wrong > 0 {
            return vec![None];
        }
        let mut combinations: Vec<Vec<&Placed>> = vec![Vec::new()];
        for tried in numbers {
            let with = |before: &Vec<&'n Placed>| {
                let with = |value: &'n Placed| [before.as_slice(), &[value]].concat();
                tried.values.iter().map(with).collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(with).collect();
        }
        let mut arms = Vec::new();
        for values in combinations {
            let set: Vec<(&str, &str)> =
                numbers.iter().zip(&values).map(|(tried, value)| (&*tried.key.text, &*value.text)).collect();
            if set.iter().all(|(key, value)| base.value(key).is_some_and(|own| own.value == value.trim())) {
                continue;
            }
            arms.push(match with_values::<G>(&base, &set) {
                Ok(ruled) => Some(ruled),
                Err((what, expected)) => {
                    // At the first number, unless the fault names another.
                    let named = set.iter().position(|(key, _)| what.contains(key)).unwrap_or_default();
                    self.reader.fault(values[named].at, what, expected);
                    None
                }
            });
        }
        [Some(base)].into_iter().chain(arms).collect()
    }

    fn is_number(&self, base: &Ruled, tried: &Tried) -> bool {
        if !self.is_key(base, &tried.key) {
            return false;
        }
        let number = base.value(&tried.key.text).is_some_and(|own| own.value.parse::<f64>().is_ok());
        if !number {
            let expected = "a number; an experiment with `vary` compares the words of a switch";
            self.reader.fault(tried.key.at, format!("{} is no number", tried.key.text), expected);
        }
        number
    }
}

/// A ruleset, and the same with each switch turned alone.
fn each_switch<G: Hosted>(base: Ruled) -> Vec<Option<Ruled>> {
    let words = |value: &RuleValue| {
        let key = value.key.clone();
        value.others.clone().into_iter().map(move |word| (key.clone(), word))
    };
    // One that may not stand beside the others is left out.
    let turned = |(key, word): (String, String)| with_values::<G>(&base, &[(&key, &word)]).ok().map(Some);
    let others: Vec<Option<Ruled>> = base.values.iter().flat_map(words).filter_map(turned).collect();
    [Some(base)].into_iter().chain(others).collect()
}

/// The ruleset with some values changed as an author would change them in its file, or what is wrong with them and what was expected.
fn with_values<G: Hosted>(base: &Ruled, set: &[(&str, &str)]) -> Result<Ruled, (String, String)> {
    let mut source = base.source.clone();
    let mut names = Vec::new();
    for (key, value) in set {
        let own = base.value(key);
        let words = own.map_or(&[][..], |own| &own.others);
        let is_word = own.is_some_and(|own| own.value == *value) || words.iter().any(|word| word == value);
        if !words.is_empty() && !is_word {
            let known: Vec<&str> =
                own.iter().map(|own| own.value.as_str()).chain(words.iter().map(String::as_str)).collect();
            return Err((format!("{key} is {value}"), one_of(Some(value), &known)));
        }
        source = with_value(&source, key, value).map_err(|why| {
            (format!("{key} cannot be set from here: {why}"), "a ruleset of your own that sets it".to_owned())
        })?;
        let field = key.rsplit('.').next().unwrap_or(key).replace('_', "-");
        names.push(format!("{field}-{}", value.trim_matches('"')));
    }
    let name = names.join("-");
    let named = with_value(&source, "name", &format!("\"{name}\"")).map_err(|why| (why, String::new()))?;
    let source = SourceText { name: format!("{name}.ron"), text: named.text };
    // What is wrong with the file is wrong with the values.
    let read = G::values(&source).map_err(|Faults(faults)| {
        faults.into_iter().next().map_or_else(Default::default, |fault| {
            (
                format!("{}: {}", set.iter().map(|set| set.0).collect::<Vec<_>>().join(", "), fault.what),
                fault.expected,
            )
        })
    })?;
    let changed = |value: &&RuleValue| base.value(&value.key).is_none_or(|own| own.value != value.value);
    let strange = read.1.iter().filter(changed).find(|value| set.iter().all(|(key, _)| *key != value.key));
    match strange {
        Some(strange) => Err((format!("{name} changes {} too", strange.key), "another value".to_owned())),
        None => Ok(Ruled { name, source, values: read.1 }),
    }
}

/// The arms of a plan: each with its differences to the first.
pub(crate) fn arms(rules: &[Ruled]) -> Vec<Arm> {
    let Some(yardstick) = rules.first() else { return Vec::new() };
    let differs = |ruled: &Ruled| {
        let line = |value: &RuleValue| {
            let own = yardstick.value(&value.key).filter(|own| own.value != value.value)?;
            let rules =
                if value.rules.is_empty() { String::new() } else { format!(" ({})", value.rules.join(", ")) };
            Some(format!("{} {} → {}{rules}", value.key, own.value, value.value))
        };
        ruled.values.iter().filter_map(line).collect()
    };
    rules.iter().map(|ruled| Arm { name: ruled.name.clone(), differs: differs(ruled) }).collect()
}
