//! Lines of a report: sentences of the log, the luck of dice, the making of the game.

use tabletop::luck::Luck;

use super::data::{DiceLine, Line, LuckLine, Making, Weight};
use crate::game::engine::play::Match;
use crate::game::engine::record::history::DiceOrigin;
use crate::game::engine::record::journal::{FORMAT, Header};
use crate::game::engine::snapshot::StateHash;
use crate::game::narration::{self, Rolls, Sentence};

/// A sentence as a line of a report; the heading of a turn is the turn's title already.
pub(super) fn line_of(sentence: &Sentence) -> Option<Line> {
    let weight = match sentence.weight {
        narration::Weight::Heading if sentence.text.starts_with("Round ") => return None,
        narration::Weight::Heading => Weight::Result,
        narration::Weight::Phase => Weight::Phase,
        narration::Weight::Quiet => Weight::Quiet,
        narration::Weight::Line => Weight::Plain,
    };
    let (text, details) = (sentence.text.clone(), sentence.details.clone());
    Some(Line { weight, text, dice: dice_of(&sentence.rolls), details })
}

fn dice_of(rolls: &Rolls) -> Vec<DiceLine> {
    match rolls {
        Rolls::None => Vec::new(),
        Rolls::RollOff(rolls) => {
            rolls.iter().flatten().map(|face| DiceLine { face: *face, good: None }).collect()
        }
        Rolls::AtMost { faces, limit } => {
            faces.iter().map(|face| DiceLine { face: *face, good: Some(face <= limit) }).collect()
        }
        Rolls::Reaching { faces, limit } => {
            faces.iter().map(|face| DiceLine { face: *face, good: Some(face >= limit) }).collect()
        }
    }
}

/// Standard deviations within which 19 games of 20 lie.
const USUAL: f64 = 1.96;

/// The dice of a purpose, with a word on them.
pub(super) fn luck_line(purpose: &str, luck: &Luck) -> LuckLine {
    let hundredths = |number: f64| (number * 100.0).round() / 100.0;
    let deviations = luck.deviations.unwrap_or(0.0);
    let usual = [luck.expected - USUAL * luck.spread, luck.expected + USUAL * luck.spread];
    let words = match (deviations, luck.dice) {
        (_, 0) => "no dice",
        (deviations, _) if deviations < -USUAL => "unlucky, as in one game of forty",
        (deviations, _) if deviations < -1.0 => "somewhat unlucky",
        (deviations, _) if deviations > USUAL => "lucky, as in one game of forty",
        (deviations, _) if deviations > 1.0 => "somewhat lucky",
        _ => "ordinary",
    };
    LuckLine {
        purpose: purpose.to_owned(),
        dice: luck.dice,
        successes: luck.successes,
        expected: hundredths(luck.expected),
        usual: usual.map(|end| hundredths(end.clamp(0.0, f64::from(luck.dice)))),
        words,
        said: narration::dice::luck(luck),
    }
}

/// Ruleset, dice and programs of a game.
pub(super) fn making(game: &Match, header: Option<&Header>) -> Making {
    let (history, ruleset) = (game.history(), &game.setup().ruleset);
    let line = history.line();
    let program = env!("CARGO_PKG_VERSION").to_owned();
    Making {
        ruleset: ruleset.name.clone(),
        about_ruleset: ruleset.about.clone(),
        ruleset_hash: StateHash(ruleset.hash()).to_string(),
        saved_by: header.map_or_else(|| program.clone(), |header| header.program.clone()),
        format: header.map_or(FORMAT, |header| header.format),
        reported_by: program,
        seed: game.seed().to_string(),
        commands: line.len() - 1,
        fed: line.iter().filter(|entry| entry.dice == DiceOrigin::Fed).count(),
        taken_back: history.entries().len() - line.len(),
        what_if: game.is_what_if(),
        state: history.present().outcome.hash.to_string(),
    }
}
