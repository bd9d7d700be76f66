//! Advice on what to do: the interface through which the window asks computer players without knowing them.

use std::sync::Arc;

use crate::battle::Battle;
use crate::command::Command;
use crate::game::Game;
use crate::portfolio::{Alternative, Chosen};
use crate::record::history::Rationale;

/// Recommended command, with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<G: Game> {
    /// The command; `check` accepts it.
    pub command: Command<G>,
    /// Id of the adviser's style.
    pub by: String,
    /// In a few words: "A2 fires at B1"; empty where there was nothing to weigh.
    pub does: String,
    /// Why, in a sentence or two; empty where there was nothing to weigh.
    pub why: String,
    /// Other commands considered, best first.
    pub alternatives: Vec<OtherAdvice>,
}

impl<G: Game> Advice<G> {
    /// A choice as the advice of a style.
    pub fn of<A>(chosen: Chosen<G, A>, style: &str) -> Self {
        let Chosen { command, does, why, alternatives, appraisal: _ } = chosen;
        let other = |Alternative { does, less, lacks, .. }| OtherAdvice { does, less, lacks };
        let alternatives = alternatives.into_iter().map(other).collect();
        Self { command, by: style.to_owned(), does, why, alternatives }
    }

    /// Why the command is given, as it is kept with it.
    pub fn rationale(&self) -> Rationale {
        Rationale { by: self.by.clone(), does: self.does.clone(), why: self.why.clone() }
    }
}

/// Something that is worth less.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherAdvice {
    /// In a few words.
    pub does: String,
    /// Points that it is worth less.
    pub less: f64,
    /// Its disadvantage; empty where that cannot be said.
    pub lacks: String,
}

/// Somebody who says what to do in a battle.
pub trait Adviser<G: Game> {
    /// Recommends the next command; `None` once the battle is over, and where it finds no legal answer.
    fn advise(&mut self, battle: &Battle<G>) -> Option<Advice<G>>;

    /// The same command without its reasons, for games that nobody reads: quicker where a player can leave them out.
    fn command(&mut self, battle: &Battle<G>) -> Option<Command<G>> {
        self.advise(battle).map(|advice| advice.command)
    }

    /// Forgets the games before, as a new one with this seed; `false` where only a new one can.
    fn begin_again(&mut self, _seed: u64) -> bool {
        false
    }
}

/// A style that advisers can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleName {
    /// Id by which the style is requested.
    pub id: String,
    /// Shown to players.
    pub name: String,
    /// Description, in one sentence.
    pub about: String,
}

/// Makes advisers.
pub trait Advisers<G: Game>: Send + Sync {
    /// The styles there are.
    fn styles(&self) -> Vec<StyleName>;

    /// An adviser for battles with a setup.
    ///
    /// # Errors
    /// Why there is none of that style.
    fn adviser(&self, style: &str, setup: &Arc<G::Setup>, seed: u64) -> Result<Box<dyn Adviser<G>>, String>;
}
