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

use crate::data::forces::read_forces;
use crate::data::ruleset::Ruleset;
use crate::fact::Fact;
use crate::game::{View, Wsr};
use crate::library::bundle;
use crate::order::Order;
use crate::setup::{Bundle, WsrSetup};
use crate::{tallies, uses};

/// Forces of a battle.
const FORCES: FileKind = FileKind { first_word: "Forces", word: "forces file", folder: "forces" };

impl Hosted for Wsr {
    const NAME: &'static str = "White Star Rising";
    const FOLDER: &'static str = "assets/white-star-rising";
    const LEVEL_MARKS: &'static [&'static str] = &["map"];
    const KINDS: &'static [FileKind] = &[RULESET, FORCES, STYLE];
    const LISTS: Lists = &["units"];
    const QUESTIONS: &'static [Question] = questions::QUESTIONS;
    const RULES: RuleTexts = tabletop_shell::rule_texts!("WSR-", "white-star-rising");
    const RULESET: &'static str = "book";
    const ADVISER: &'static str = "sensible";
    const TALLIES: &'static [Tally] = tallies::TALLIES;
    const USED: &'static [&'static str] = uses::USED;

    fn gather(level: SourceText, ruleset: Option<SourceText>, files: &Files<'_>) -> Result<Bundle, Faults> {
        let ruleset = match ruleset {
            Some(ruleset) => ruleset,
            None => files.named(RULESET, Self::RULESET)?,
        };
        let forces = files.named_in(&level, "forces", FORCES)?;
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
            return check_style::<Self>(source);
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

    fn uses(_: &WsrSetup, fact: &Fact, used: &mut dyn FnMut(&'static str)) {
        uses::of_fact(fact).iter().for_each(|paragraph| used(paragraph));
    }

    fn uses_of_order(view: View<'_>, order: &Order) -> Vec<&'static str> {
        uses::of_order(view, order)
    }

    fn adviser(
        style: &str,
        files: &Files<'_>,
        _: &Arc<WsrSetup>,
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
        rulebook_agrees::<Wsr>(&rulesets()[0].source());
    }
}
