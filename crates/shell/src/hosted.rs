//! Interface of a game that the tools serve.

use std::sync::Arc;

use tabletop::adviser::Adviser;
use tabletop::agenda::Decision;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop_data::fault::Faults;
use tabletop_data::source_text::SourceText;

use crate::answer::{Answer, Question};
use crate::error::ToolError;
use crate::files::{FileKind, Files};
use crate::orders::Lists;
use crate::rules::{RuleTexts, RuleValue};
use crate::tally::{Add, Tally};

/// A game that the tools serve. Its every answer is listed, and its files name it in a field `game`.
pub trait Hosted: Game<Faults = Faults> {
    /// Its name to players: "The Lost Hundred".
    const NAME: &'static str;
    /// Folder of its shipped levels, rulesets and so on, from the folder of shipped data.
    const FOLDER: &'static str;
    /// Fields by which a level that forgets to name its game is known as one that has to.
    const LEVEL_MARKS: &'static [&'static str];
    /// Kinds of its data files besides levels.
    const KINDS: &'static [FileKind];
    /// Fields of its orders that are lists.
    const LISTS: Lists;
    /// Questions of `show`.
    const QUESTIONS: &'static [Question];
    /// Its rulebook.
    const RULES: RuleTexts;
    /// Ruleset of a level that names none.
    const RULESET: &'static str;
    /// Style that `advise` asks.
    const ADVISER: &'static str;
    /// Counts of its games beside winner, turns, orders and paragraphs. The first is how much better a side stands at the
    /// end: that of A less that of B is the margin.
    const TALLIES: &'static [Tally] = &[];
    /// Paragraphs whose use a fact or an order can show, in the order of the rulebook.
    const USED: &'static [&'static str] = &[];

    /// The files of a battle: a level and what it names, or another ruleset than it names.
    ///
    /// # Errors
    /// One that it names cannot be read; what is wrong in them is found when they are set up.
    fn gather(
        level: SourceText,
        ruleset: Option<SourceText>,
        files: &Files<'_>,
    ) -> Result<Self::Bundle, Faults>;

    /// A level that is in order, in a line: `a level, "The crossroads": 12 by 9 hexes, 9 and 8 units`.
    fn describe(setup: &Self::Setup) -> String;

    /// Checks a file of one of [`Self::KINDS`]; the same line of it.
    ///
    /// # Errors
    /// Its faults.
    fn check_file(kind: FileKind, source: &SourceText) -> Result<String, Faults>;

    /// Every value of a ruleset, in the order of the rulebook.
    ///
    /// # Errors
    /// The faults of the ruleset.
    fn values(ruleset: &SourceText) -> Result<(String, Vec<RuleValue>), Faults>;

    /// Answers one of [`Self::QUESTIONS`] with as many words as it wants, as a player may see the battle, or as it is.
    /// `decision` is what the battle waits for.
    ///
    /// # Errors
    /// The words name what is not there, or what the player may not ask.
    fn ask(
        view: Self::View<'_>,
        decision: Option<Decision<Self>>,
        player: Option<Side>,
        question: &str,
        words: &[String],
    ) -> Result<Answer, ToolError>;

    /// The winner of a battle that is over; `None` for a draw.
    fn winner(view: Self::View<'_>) -> Option<Side>;

    /// The turn of a battle, from 1; 0 before the first, and in a game without turns.
    fn turn(_: Self::View<'_>) -> u32 {
        0
    }

    /// Counts a fact: calls `add` with places in [`Self::TALLIES`].
    fn count(_setup: &Self::Setup, _fact: &Self::Fact, _add: &mut Add<'_>) {}

    /// Counts what a battle that is over looks like.
    fn count_end(_: Self::View<'_>, _add: &mut Add<'_>) {}

    /// Names the paragraphs that a fact is a use of; those of [`Self::USED`].
    fn uses(_setup: &Self::Setup, _fact: &Self::Fact, _used: &mut dyn FnMut(&'static str)) {}

    /// The paragraphs that an order, about to be carried out, is a use of beside those of its facts.
    fn uses_of_order(_: Self::View<'_>, _: &Self::Order) -> Vec<&'static str> {
        Vec::new()
    }

    /// A computer player of a style: the id of one that comes with the game, the name of one of the player's own, or a file.
    ///
    /// # Errors
    /// A sentence: there is none, or its file has faults.
    fn adviser(
        style: &str,
        files: &Files<'_>,
        setup: &Arc<Self::Setup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<Self>>, String>;
}
