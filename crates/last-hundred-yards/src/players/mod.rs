//! Computer players: styles by their ids, and advisers of them. A player looks at the battle as his side sees it.

mod atlas;
mod imagine;
mod look;
mod muster;
mod random;
mod search;
mod shots;
mod style;
mod value;
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
#[cfg(test)]
pub use atlas::Atlas;
#[cfg(test)]
pub use imagine::imagined;
use random::Random;
use search::Search;
pub use style::read_style;
use style::{Method, Style, Weights, shipped};
#[cfg(test)]
pub use value::{COUNT, Features, chance, features};
use weigh::Weighing;

/// The styles of The Last Hundred Yards.
#[derive(Clone, Copy, Debug, Default)]
pub struct LhyAdvisers;

/// A computer player of a style.
pub struct LhyPlayer(Kind);

enum Kind {
    Random(Random),
    Weighing(Box<Weighing>),
    Search(Box<Search>),
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
        Self::of_style(found, &styles, seed)
    }

    /// A player of a style from a file, which may name those that come with the game.
    ///
    /// # Errors
    /// The faults of the file.
    pub fn of_file(source: &SourceText, seed: u64) -> Result<Self, String> {
        let styles = shipped().map_err(|faults| faults.to_string())?;
        let style = read_style(&source.name, source).map_err(|faults| faults.to_string())?;
        Self::of_style(&style, &styles, seed)
    }

    fn of_style(found: &Style, styles: &[Style], seed: u64) -> Result<Self, String> {
        let named = |id: &str| weights_of(styles, id);
        Ok(Self(match found.method.clone() {
            Method::Random => Kind::Random(Random::new(seed)),
            Method::Weigh(weights) => Kind::Weighing(Box::new(Weighing::new(weights))),
            Method::Search(searching) => {
                let search = Search::new(searching, named);
                let search =
                    search.ok_or_else(|| format!("style \"{}\" names styles that do not weigh", found.id))?;
                Kind::Search(Box::new(search))
            }
        }))
    }

    /// Forgets the game before: as a new player with this seed.
    pub fn begin_again(&mut self, seed: u64) {
        match &mut self.0 {
            Kind::Random(random) => *random = Random::new(seed),
            Kind::Weighing(_) | Kind::Search(_) => {}
        }
    }

    /// Chooses the next command, with its reasons; `None` once the battle is over.
    pub fn choose(&mut self, battle: &Battle<Lhy>) -> Option<Chosen<Lhy, f64>> {
        match &mut self.0 {
            Kind::Random(random) => random.choose(battle),
            Kind::Weighing(weighing) => weighing.choose(battle),
            Kind::Search(search) => search.choose(battle),
        }
    }

    /// The same command without reasons.
    pub fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        match &mut self.0 {
            Kind::Random(random) => random.command(battle),
            Kind::Weighing(weighing) => weighing.command(battle),
            Kind::Search(search) => search.command(battle),
        }
    }
}

fn weights_of(styles: &[Style], id: &str) -> Option<Weights> {
    match &styles.iter().find(|style| style.id == id)?.method {
        Method::Weigh(weights) => Some(*weights),
        Method::Random | Method::Search(_) => None,
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

    fn command(&mut self, battle: &Battle<Lhy>) -> Option<Command<Lhy>> {
        self.player.command(battle)
    }

    fn begin_again(&mut self, seed: u64) -> bool {
        self.player.begin_again(seed);
        true
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
