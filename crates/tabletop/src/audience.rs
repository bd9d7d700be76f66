//! Visibility of facts to the players.

use crate::game::Game;
use crate::ids::Side;

/// Players who may see a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both players.
    Everybody,
    /// One of them.
    Only(Side),
}

impl Audience {
    /// Whether a player is among it.
    pub fn includes(self, player: Side) -> bool {
        match self {
            Self::Everybody => true,
            Self::Only(side) => side == player,
        }
    }
}

/// The facts that a player may see, in order.
pub fn facts_for<G: Game>(facts: &[G::Fact], player: Side) -> impl Iterator<Item = &G::Fact> {
    facts.iter().filter(move |fact| G::audience(fact).includes(player))
}
