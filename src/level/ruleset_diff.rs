//! The differences between two rulesets, in words or as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::rules::ruleset::{KeyInfo, Ruleset, Unit, Value, keys};

/// Differences between two rulesets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The first.
    pub a: Named,
    /// The second.
    pub b: Named,
    /// Every key whose values differ, in the order of the rulebook.
    pub differences: Vec<Difference>,
}

/// A ruleset by its name and hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// [`Ruleset::hash`] in sixteen hexadecimal digits: JSON numbers do not hold it.
    pub hash: String,
}

/// One key whose values differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// As files write it.
    pub key: &'static str,
    /// The chapter in words.
    pub chapter: &'static str,
    /// The paragraphs that use it.
    pub rules: &'static [&'static str],
    /// Description.
    pub words: &'static str,
    /// Unit of its number.
    pub unit: Unit,
    /// Its value in the first ruleset.
    pub a: Value,
    /// Its value in the second.
    pub b: Value,
    /// Whether any of its paragraphs is built, so that the difference shows in play.
    pub built: bool,
    /// The key, for wording its values.
    #[serde(skip)]
    info: &'static KeyInfo,
}

impl Difference {
    /// Change from the first value to the second: "6 hits → 8 hits".
    pub fn change(&self) -> String {
        format!("{} → {}", self.info.say(self.a), self.info.say(self.b))
    }
}

/// Compares two rulesets key by key; `is_built` says of a paragraph's id
/// whether the program plays it.
pub fn compare(a: &Ruleset, b: &Ruleset, is_built: impl Fn(&str) -> bool) -> Comparison {
    let [in_a, in_b] = [a.values(), b.values()];
    let differences = keys()
        .iter()
        .filter_map(|info| {
            let [a, b] = [*in_a.get(info.key)?, *in_b.get(info.key)?];
            (a != b).then(|| difference(info, a, b, &is_built))
        })
        .collect();
    Comparison { a: named(a), b: named(b), differences }
}

fn named(ruleset: &Ruleset) -> Named {
    Named { name: ruleset.name.clone(), hash: format!("{:016x}", ruleset.hash()) }
}

fn difference(info: &'static KeyInfo, a: Value, b: Value, is_built: &impl Fn(&str) -> bool) -> Difference {
    let KeyInfo { key, chapter, rules, words, unit, .. } = *info;
    let built = rules.iter().any(|rule| is_built(rule));
    Difference { key, chapter, rules, words, unit, a, b, built, info }
}

impl Comparison {
    /// Writes the comparison as text: a heading, then the differences chapter by chapter;
    /// one line if there are none.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write_words(&self, out: &mut impl Write) -> io::Result<()> {
        let [a, b] = [&self.a.name, &self.b.name];
        let mut chapter = "";
        match self.differences.len() {
            0 => return writeln!(out, "{a} and {b} are the same rules."),
            1 => writeln!(out, "{a} and {b} differ in one point:")?,
            many => writeln!(out, "{a} and {b} differ in {many} points:")?,
        }
        for difference in &self.differences {
            if difference.chapter != chapter {
                chapter = difference.chapter;
                writeln!(out, "\n{chapter}")?;
            }
            self.write_difference(difference, out)?;
        }
        Ok(())
    }

    fn write_difference(&self, difference: &Difference, out: &mut impl Write) -> io::Result<()> {
        let Difference { key, rules, words, a, b, info, .. } = difference;
        let note = if difference.built { "" } else { " (not built yet)" };
        writeln!(out, "  {key} ({}){note}", rules.join(", "))?;
        writeln!(out, "    {words}")?;
        let width = self.a.name.chars().count().max(self.b.name.chars().count());
        writeln!(out, "    {:width$}  {}", self.a.name, info.say(*a))?;
        writeln!(out, "    {:width$}  {}", self.b.name, info.say(*b))
    }

    /// Writes the comparison as one JSON object on one line.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}
