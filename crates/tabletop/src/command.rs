//! Commands of players: one complete choice, as it is logged and replayed.

use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::ids::Side;

/// One choice of one player.
///
/// In orders files and saves it is one JSON object a line, for example
/// `{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Command<G: Game> {
    /// Player who gives the command.
    pub player: Side,
    /// Order given.
    pub order: G::Order,
}

impl<G: Game> Command<G> {
    /// A player's order.
    pub fn new(player: Side, order: impl Into<G::Order>) -> Self {
        Self { player, order: order.into() }
    }
}
