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
use tabletop_shell::{Answer, Hosted, Question, ToolError};

use crate::data::ruleset::Ruleset;
use crate::data::units::read_units;
use crate::game::Lhy;
use crate::players::{Advising, LhyAdvisers, LhyPlayer, read_style};
use crate::setup::{Bundle, LhySetup, read};
use crate::view::View;

/// Units of a battle.
const UNITS: FileKind = FileKind { first_word: "Units", word: "units file", folder: "units" };

/// A style of a computer player.
const STYLE: FileKind = FileKind { first_word: "Style", word: "style", folder: "styles" };

impl Hosted for Lhy {
    const NAME: &'static str = "The Last Hundred Yards";
    const FOLDER: &'static str = "assets/last-hundred-yards";
    const LEVEL_MARKS: &'static [&'static str] = &["map"];
    const KINDS: &'static [FileKind] = &[RULESET, UNITS, STYLE];
    const LISTS: Lists = &["units", "platoons"];
    const QUESTIONS: &'static [Question] = questions::QUESTIONS;
    const RULES: RuleTexts = RuleTexts {
        prefix: "LHY-",
        book: include_str!("../../../../assets/last-hundred-yards/rulebook.ron"),
        status: include_str!("../../../../assets/last-hundred-yards/rules-status.txt"),
        missing: include_str!("../../../../assets/last-hundred-yards/rules-missing.txt"),
    };
    const RULESET: &'static str = "lhy-book";
    const ADVISER: &'static str = "sensible";

    fn gather(level: SourceText, ruleset: Option<SourceText>, files: &Files<'_>) -> Result<Bundle, Faults> {
        let ruleset = match ruleset {
            Some(ruleset) => ruleset,
            None => files.named(RULESET, Self::RULESET)?,
        };
        let units = named_units(&level, files)?;
        Ok(Bundle { ruleset, units, level })
    }

    fn describe(setup: &LhySetup) -> String {
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
        let cards = read(source, read_units)?;
        Ok(format!("units of {}, {} of them", Self::NAME, cards.len()))
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

    fn adviser(
        style: &str,
        files: &Files<'_>,
        setup: &Arc<LhySetup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<Self>>, String> {
        let asked = Path::new(style);
        let of_file = files.find(STYLE, asked).filter(|path| !files.is_shipped(path));
        if of_file.is_none() {
            return LhyAdvisers.adviser(style, setup, seed);
        }
        let source = files.read(STYLE, asked).map_err(|faults| faults.to_string())?;
        let player = LhyPlayer::of_file(&source, seed)?;
        Ok(Box::new(Advising { style: style.to_owned(), player }))
    }
}

/// The units file that a level names.
fn named_units(level: &SourceText, files: &Files<'_>) -> Result<SourceText, Faults> {
    let reader = Reader::new(level);
    let named = reader.root().and_then(|root| {
        let (_, body) = root.variant(&["Level"])?;
        let Some(node) = body.fields_of_name("units").into_iter().next() else {
            body.fault("the field `units` is missing", "`units: …` between these brackets");
            return None;
        };
        let name = node.name(60)?;
        let units = files.named(UNITS, &name);
        if let Err(faults) = &units
            && let Some(fault) = faults.0.iter().find(|fault| fault.file.is_empty())
        {
            node.fault(fault.what.clone(), fault.expected.clone());
            return None;
        }
        Some(units)
    });
    reader.finish(named)?
}
