//! The game's part of the command-line tools: its name, files, questions and rulebook.

mod questions;
mod values;

use std::sync::Arc;

use tabletop::adviser::Adviser;
use tabletop::agenda::Decision;
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_data::fault::Faults;
use tabletop_data::reading::read;
use tabletop_data::source_text::SourceText;
use tabletop_shell::files::{FileKind, Files, RULESET, STYLE};
use tabletop_shell::orders::Lists;
use tabletop_shell::rules::{RuleTexts, RuleValue};
use tabletop_shell::styles::{adviser, check_style};
use tabletop_shell::tally::{Add, Tally};
use tabletop_shell::{Answer, Hosted, Question, ToolError};

use crate::data::ruleset::Ruleset;
use crate::data::units::read_units;
use crate::fact::Fact;
use crate::game::Lhy;
use crate::setup::{Bundle, LhySetup};
use crate::view::View;
use crate::{tallies, uses};

/// Units of a battle.
const UNITS: FileKind = FileKind { first_word: "Units", word: "units file", folder: "units" };

impl Hosted for Lhy {
    const NAME: &'static str = "The Last Hundred Yards";
    const FOLDER: &'static str = "assets/last-hundred-yards";
    const LEVEL_MARKS: &'static [&'static str] = &["map"];
    const KINDS: &'static [FileKind] = &[RULESET, UNITS, STYLE];
    const LISTS: Lists = &["units", "platoons"];
    const QUESTIONS: &'static [Question] = questions::QUESTIONS;
    const RULES: RuleTexts = tabletop_shell::rule_texts!("LHY-", "last-hundred-yards");
    const RULESET: &'static str = "lhy-book";
    const ADVISER: &'static str = "sensible";
    const TALLIES: &'static [Tally] = tallies::TALLIES;
    const USED: &'static [&'static str] = uses::USED;

    fn gather(level: SourceText, ruleset: Option<SourceText>, files: &Files<'_>) -> Result<Bundle, Faults> {
        let ruleset = match ruleset {
            Some(ruleset) => ruleset,
            None => files.named(RULESET, Self::RULESET)?,
        };
        let units = files.named_in(&level, "units", UNITS)?;
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
            return check_style::<Self>(source);
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

    fn turn(view: View<'_>) -> u32 {
        view.play.turn.into()
    }

    fn count(setup: &LhySetup, fact: &Fact, add: &mut Add<'_>) {
        tallies::count(setup, fact, add);
    }

    fn count_end(view: View<'_>, add: &mut Add<'_>) {
        tallies::count_end(view, add);
    }

    fn uses(setup: &LhySetup, fact: &Fact, used: &mut dyn FnMut(&'static str)) {
        uses::of_fact(setup, fact, used);
    }

    fn adviser(
        style: &str,
        files: &Files<'_>,
        _: &Arc<LhySetup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<Self>>, String> {
        adviser(style, files, seed)
    }
}

#[cfg(test)]
mod tests {
    use tabletop_shell::testing::rulebook_agrees;

    use super::*;
    use crate::library::rulesets;

    #[test]
    fn the_rulebook_agrees_with_itself_and_the_ruleset() {
        rulebook_agrees::<Lhy>(&rulesets()[0].source());
    }
}
