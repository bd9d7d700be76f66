//! Computer players: styles by their ids, and advisers of them.

mod random;
mod search;
mod style;
mod tables;
mod weigh;

use std::sync::Arc;

use tabletop::adviser::{Advice, Adviser, Advisers, OtherAdvice, StyleName};
use tabletop::battle::Battle;
use tabletop::command::Command;
use tabletop::portfolio::Chosen;
use tabletop_data::source_text::SourceText;

use crate::game::Wsr;
use crate::setup::WsrSetup;
use random::Random;
use search::Search;
pub use style::read_style;
use style::{Method, Style, Weights, shipped};
use tables::Tables;
use weigh::Weighing;

/// The styles of White Star Rising.
#[derive(Clone, Copy, Debug, Default)]
pub struct WsrAdvisers;

/// A computer player of a style.
pub struct WsrPlayer(Kind);

enum Kind {
    Random(Random),
    Weighing(Weighing),
    Search(Box<Search>),
}

impl WsrPlayer {
    /// A player of a style for battles of a setup; the same seed gives the same answers.
    ///
    /// # Errors
    /// A sentence that lists the styles.
    pub fn new(style: &str, setup: &Arc<WsrSetup>, seed: u64) -> Result<Self, String> {
        let styles = shipped().map_err(|faults| faults.to_string())?;
        let Some(found) = styles.iter().find(|known| known.id == style) else {
            let ids: Vec<&str> = styles.iter().map(|style| style.id.as_str()).collect();
            return Err(format!("White Star Rising has no style \"{style}\"; it has {}", ids.join(", ")));
        };
        Self::of_style(found, &styles, setup, seed)
    }

    /// A player of a style from a file, which may name those that come with the game.
    ///
    /// # Errors
    /// The faults of the file.
    pub fn of_file(source: &SourceText, setup: &Arc<WsrSetup>, seed: u64) -> Result<Self, String> {
        let styles = shipped().map_err(|faults| faults.to_string())?;
        let style = read_style(&source.name, source).map_err(|faults| faults.to_string())?;
        Self::of_style(&style, &styles, setup, seed)
    }

    fn of_style(found: &Style, styles: &[Style], setup: &Arc<WsrSetup>, seed: u64) -> Result<Self, String> {
        let named = |id: &str| weights_of(styles, id);
        let style = &found.id;
        Ok(Self(match found.method.clone() {
            Method::Random => Kind::Random(Random::new(seed)),
            Method::Weigh(weights) => Kind::Weighing(Weighing::new(weights, Arc::new(Tables::new(setup)))),
            Method::Search(searching) => {
                let search = Search::new(setup, searching, named).map_err(|error| error.to_string())?;
                let search =
                    search.ok_or_else(|| format!("style \"{style}\" names styles that do not weigh"))?;
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
    pub fn choose(&mut self, battle: &Battle<Wsr>) -> Option<Chosen<Wsr, f64>> {
        match &mut self.0 {
            Kind::Random(random) => random.choose(battle),
            Kind::Weighing(weighing) => weighing.choose_for_unit(battle, None),
            Kind::Search(search) => search.choose(battle),
        }
    }

    /// The same command without reasons: quicker.
    pub fn command(&mut self, battle: &Battle<Wsr>) -> Option<Command<Wsr>> {
        match &mut self.0 {
            Kind::Random(random) => random.command(battle),
            Kind::Weighing(weighing) => weighing.command(battle),
            Kind::Search(search) => search.choose(battle).map(|chosen| chosen.command),
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
    pub player: WsrPlayer,
}

impl Adviser<Wsr> for Advising {
    fn advise(&mut self, battle: &Battle<Wsr>) -> Option<Advice<Wsr>> {
        let chosen = self.player.choose(battle)?;
        Some(Advice {
            command: chosen.command,
            by: self.style.clone(),
            does: chosen.does,
            why: chosen.why,
            alternatives: chosen
                .alternatives
                .into_iter()
                .map(|other| OtherAdvice { does: other.does, less: other.less, lacks: other.lacks })
                .collect(),
        })
    }

    fn command(&mut self, battle: &Battle<Wsr>) -> Option<Command<Wsr>> {
        self.player.command(battle)
    }

    fn begin_again(&mut self, seed: u64) -> bool {
        self.player.begin_again(seed);
        true
    }
}

impl Advisers<Wsr> for WsrAdvisers {
    fn styles(&self) -> Vec<StyleName> {
        styles()
    }

    fn adviser(
        &self,
        style: &str,
        setup: &Arc<WsrSetup>,
        seed: u64,
    ) -> Result<Box<dyn Adviser<Wsr>>, String> {
        Ok(Box::new(Advising { style: style.to_owned(), player: WsrPlayer::new(style, setup, seed)? }))
    }
}
