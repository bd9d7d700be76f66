//! Computer players: styles by their ids, and advisers of them. A player looks at the battle as his side sees it.

mod look;
mod random;
mod style;
mod weigh;
mod words;

use std::sync::Arc;

use tabletop::adviser::{Advice, Adviser, Advisers, OtherAdvice, StyleName};
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;
use tabletop_data::source_text::SourceText;

use crate::game::Lhy;
use crate::setup::LhySetup;
use random::Random;
pub use style::read_style;
use style::{Method, Style, shipped};
use weigh::Weighing;

/// The styles of The Last Hundred Yards.
#[derive(Clone, Copy, Debug, Default)]
pub struct LhyAdvisers;

/// A computer player of a style.
pub struct LhyPlayer(Kind);

enum Kind {
    Random(Random),
    Weighing(Weighing),
}

impl LhyPlayer {
    /// A player of a style; the same seed gives the same answers.
    ///
    /// # Errors
    /// A sentence that lists the styles.
    pub fn new(style: &str, seed: u64) -> Result<Self, String> {
        let styles = shipped().map_err(|faults| faults.to_string())?;
        let Some(found) = styles.iter().find(|known| known.id == style) else {
            let ids: Vec<&str> = styles.iter().map(|style| style.id.as_str()).collect();
            return Err(format!(
                "The Last Hundred Yards has no style \"{style}\"; it has {}",
                ids.join(", ")
            ));
        };
        Ok(Self::of_style(found, seed))
    }

    /// A player of a style from a file.
    ///
    /// # Errors
    /// The faults of the file.
    pub fn of_file(source: &SourceText, seed: u64) -> Result<Self, String> {
        let style = read_style(&source.name, source).map_err(|faults| faults.to_string())?;
        Ok(Self::of_style(&style, seed))
    }

    fn of_style(found: &Style, seed: u64) -> Self {
        Self(match found.method {
            Method::Random => Kind::Random(Random::new(seed)),
            Method::Weigh(weights) => Kind::Weighing(Weighing::new(weights)),
        })
    }

    /// Chooses the next command, with its reasons; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        match &mut self.0 {
            Kind::Random(random) => random.choose(battle),
            Kind::Weighing(weighing) => weighing.choose(battle),
        }
    }

    /// The same command without reasons.
    pub fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        match &mut self.0 {
            Kind::Random(random) => random.command(battle),
            Kind::Weighing(weighing) => weighing.choose(battle).map(|chosen| chosen.command),
        }
    }
}

/// The styles there are.
pub fn styles() -> Vec<StyleName> {
    // A test reads the files; one that cannot be read offers no style.
    let styles = shipped().unwrap_or_default().into_iter();
    styles.map(|Style { id, name, about, method: _ }| StyleName { id, name, about }).collect()
}

/// A player of a style, as an adviser.
pub struct Advising {
    pub style: String,
    pub player: LhyPlayer,
}

impl Adviser<Lhy> for Advising {
    fn advise(&mut self, battle: &Battle<Lhy>) -> Option<Advice<Lhy>> {
        let chosen = self.player.choose(battle)?;
        let others = chosen.alternatives.into_iter();
        Some(Advice {
            command: chosen.command,
            by: self.style.clone(),
            does: chosen.does,
            why: chosen.why,
            alternatives: others
                .map(|other| OtherAdvice { does: other.does, less: other.less, lacks: other.lacks })
                .collect(),
        })
    }
}

impl Advisers<Lhy> for LhyAdvisers {
    fn styles(&self) -> Vec<StyleName> {
        styles()
    }

    fn adviser(&self, style: &str, _: &Arc<LhySetup>, seed: u64) -> Result<Box<dyn Adviser<Lhy>>, String> {
        Ok(Box::new(Advising { style: style.to_owned(), player: LhyPlayer::new(style, seed)? }))
    }
}
