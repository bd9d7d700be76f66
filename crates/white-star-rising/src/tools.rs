//! The game's part of the command-line tools: its name, files, questions and rulebook.

mod questions;
mod values;

use tabletop::adviser::Advisers;
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

use crate::data::forces::read_forces;
use crate::data::ruleset::Ruleset;
use crate::game::{View, Wsr};
use crate::library::{bundle, rulesets};
use crate::players::WsrAdvisers;
use crate::setup::{Bundle, WsrSetup, read};

/// Forces of a battle.
const FORCES: FileKind = FileKind { first_word: "Forces", word: "forces file", folder: "forces" };

impl Hosted for Wsr {
    const NAME: &'static str = "White Star Rising";
    const FOLDER: &'static str = "assets/white-star-rising";
    const LEVEL_MARKS: &'static [&'static str] = &["map"];
    const KINDS: &'static [FileKind] = &[RULESET, FORCES];
    const LISTS: Lists = &["units"];
    const QUESTIONS: &'static [Question] = questions::QUESTIONS;
    const RULES: RuleTexts = RuleTexts {
        prefix: "WSR-",
        book: include_str!("../../../assets/white-star-rising/rulebook.ron"),
        status: include_str!("../../../assets/white-star-rising/rules-status.txt"),
        missing: include_str!("../../../assets/white-star-rising/rules-missing.txt"),
    };
    const ADVISER: &'static str = "random";

    fn gather(level: SourceText, ruleset: Option<SourceText>, files: &Files<'_>) -> Result<Bundle, Faults> {
        let ruleset = match ruleset {
            Some(ruleset) => ruleset,
            None => files.named(RULESET, rulesets()[0].id)?,
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

    fn advisers(_: &Files<'_>) -> Box<dyn Advisers<Self>> {
        Box::new(WsrAdvisers)
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
