//! The game's part of the command-line tools: its name, files, questions and rulebook.

mod questions;
mod values;

use std::path::Path;
use std::sync::Arc;

use tabletop::adviser::{Adviser, Advisers};
use tabletop::agenda::Decision;
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::fault::Faults;
use tabletop_data::ron::Reader;
use tabletop_data::source_text::SourceText;
use tabletop_shell::files::{FileKind, Files, RULESET};
use tabletop_shell::orders::Lists;
use tabletop_shell::rules::{RuleTexts, RuleValue};
use tabletop_shell::tally::{Add, Tally};
use tabletop_shell::{Answer, Hosted, Question, ToolError};

use crate::data::forces::read_forces;
use crate::data::ruleset::Ruleset;
use crate::fact::Fact;
use crate::game::{View, Wsr};
use crate::library::bundle;
use crate::order::Order;
use crate::players::{Advising, WsrAdvisers, WsrPlayer, read_style};
use crate::setup::{Bundle, WsrSetup, read};
use crate::{tallies, uses};

/// Forces of a battle.
const FORCES: FileKind = FileKind { first_word: "Forces", word: "forces file", folder: "forces" };

/// A style of a computer player.
const STYLE: FileKind = FileKind { first_word: "Style", word: "style", folder: "styles" };

impl Hosted for Wsr {
    const NAME: &'static str = "White Star Rising";
    const FOLDER: &'static str = "assets/white-star-rising";
    const LEVEL_MARKS: &'static [&'static str] = &["map"];
    const KINDS: &'static [FileKind] = &[RULESET, FORCES, STYLE];
    const LISTS: Lists = &["units"];
    const QUESTIONS: &'static [Question] = questions::QUESTIONS;
    const RULES: RuleTexts = RuleTexts {
        prefix: "WSR-",
        book: include_str!("../../../assets/white-star-rising/rulebook.ron"),
        status: include_str!("../../../assets/white-star-rising/rules-status.txt"),
        missing: include_str!("../../../assets/white-star-rising/rules-missing.txt"),
    };
    const RULESET: &'static str = "book";
    const ADVISER: &'static str = "sensible";
    const TALLIES: &'static [Tally] = tallies::TALLIES;
    const USED: &'static [&'static str] = uses::USED;

    fn gather(level: SourceText, ruleset: Option<SourceText>, files: &Files<'_>) -> Result<Bundle, Faults> {
        let ruleset = match ruleset {
            Some(ruleset) => ruleset,
            None => files.named(RULESET, Self::RULESET)?,
        };
        let forces = named_forces(&level, files)?;
        bundle(level, Some(forces), Some(ruleset))
    }

    fn describe(setup: &WsrSetup) -> String {
        let [a, b] = Side::BOTH.map(|side| setup.force(side).units.len());
        let hexes = setup.level.map.len();
        format!("a level of {}, \"{}\": {hexes} hexes, {a} and {b} units", Self::NAME, setup.level_name())
    }

    fn check_file(kind: FileKind, source: &SourceText) -> Result<String, Faults> {
        if kind == RULESET {
            let ruleset = read(source, Ruleset::read)?;
            return Ok(format!("a ruleset of {}, \"{}\"", Self::NAME, ruleset.name));
        }
        if kind == STYLE {
            let style = read_style(&source.name, source)?;
            return Ok(format!("a style of {}, \"{}\"", Self::NAME, style.name));
        }
        let [a, b] = read(source, read_forces)?;
        let units =
            |force: &crate::data::forces::Force| format!("\"{}\" of {} units", force.name, force.units.len());
        Ok(format!("forces of {}, {} and {}", Self::NAME, units(&a), units(&b)))
    }

    fn values(ruleset: &SourceText) -> Result<(String, Vec<RuleValue>), Faults> {
        let ruleset = read(ruleset, Ruleset::read)?;
        Ok((ruleset.name.clone(), values::of(&ruleset)))
    }

    fn ask(
        view: View<'_>,
        decision: Option<Decision<Self>>,
        player: Option<Side>,
        question: &str,
        words: &[String],
    ) -> Result<Answer, ToolError> {
        questions::ask(view, decision, player, question, words)
    }

    fn winner(view: View<'_>) -> Option<Side> {
        view.play.winner
    }

    fn turn(view: View<'_>) -> u32 {
        u32::from(view.play.turn)
    }

    fn count(setup: &WsrSetup, fact: &Fact, add: &mut Add<'_>) {
        tallies::count(setup, fact, add);
    }

    fn count_end(view: View<'_>, add: &mut Add<'_>) {
        tallies::count_end(view, add);
    }

    fn uses(fact: &Fact) -> &'static [&'static str] {
        uses::of_fact(fact)
    }

    fn uses_of_order(view: View<'_>, order: &Order) -> Vec<&'static str> {
        uses::of_order(view, order)
    }

    fn adviser(
        style: &str,
        files: &Files<'_>,
        setup: &Arc<WsrSetup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<Self>>, String> {
        let asked = Path::new(style);
        let of_file = files.find(STYLE, asked).filter(|path| !files.is_shipped(path));
        if of_file.is_none() {
            return WsrAdvisers.adviser(style, setup, seed);
        }
        let source = files.read(STYLE, asked).map_err(|faults| faults.to_string())?;
        let player = WsrPlayer::of_file(&source, setup, seed)?;
        Ok(Box::new(Advising { style: style.to_owned(), player }))
    }
}

/// The forces that a level names.
fn named_forces(level: &SourceText, files: &Files<'_>) -> Result<SourceText, Faults> {
    let reader = Reader::new(level);
    let named = reader.root().and_then(|root| {
        let (_, body) = root.variant(&["Level"])?;
        let Some(node) = body.fields_of_name("forces").into_iter().next() else {
            body.fault("the field `forces` is missing", "`forces: …` between these brackets");
            return None;
        };
        let name = node.name(60)?;
        let forces = files.named(FORCES, &name);
        if let Err(faults) = &forces
            && let Some(fault) = faults.0.iter().find(|fault| fault.file.is_empty())
        {
            node.fault(fault.what.clone(), fault.expected.clone());
            return None;
        }
        Some(forces)
    });
    reader.finish(named)?
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tabletop_shell::rules::Book;

    use super::*;
    use crate::library::rulesets;

    /// The rulebook has the paragraphs whose status is kept, and its switches are keys of the ruleset.
    #[test]
    fn the_rulebook_agrees_with_status_and_ruleset() {
        let book = Book::parse(Wsr::RULES).unwrap();
        let ids: Vec<&str> = book.paragraphs().map(|paragraph| paragraph.id.as_str()).collect();
        let kept = Wsr::RULES.status.lines().filter_map(|line| line.split(' ').next());
        assert_eq!(ids, kept.collect::<Vec<_>>());
        let (_, values) = Wsr::values(&rulesets()[0].source()).unwrap();
        let keys: BTreeSet<&str> = values.iter().map(|value| value.key.as_str()).collect();
        let marks: BTreeSet<&str> = book.sources.iter().map(|source| source.mark.as_str()).collect();
        let mut set = BTreeSet::new();
        for paragraph in book.paragraphs() {
            assert!(!paragraph.sources.is_empty(), "{}", paragraph.id);
            for mark in &paragraph.sources {
                assert!(marks.contains(mark.as_str()), "{}: {mark}", paragraph.id);
            }
            for switch in paragraph.rulings.iter().filter_map(|ruling| ruling.switch.as_deref()) {
                assert!(keys.contains(switch), "{}: {switch}", paragraph.id);
                assert!(set.insert(switch), "{switch} is set by two rulings");
            }
        }
        let switches: BTreeSet<&str> = keys.into_iter().filter(|key| key.starts_with("switches.")).collect();
        assert_eq!(set, switches, "every switch belongs to a ruling");
    }

    /// Each paragraph that a text names is one of the book.
    #[test]
    fn references_lead_somewhere() {
        let book = Book::parse(Wsr::RULES).unwrap();
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        for paragraph in book.paragraphs() {
            let words = paragraph.text.split(|c| !is_part(c)).filter(|word| word.starts_with("WSR-"));
            for word in words {
                assert!(book.find(word).is_some(), "{} names {word}", paragraph.id);
            }
        }
    }
}
