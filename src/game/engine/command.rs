//! What a player may ask for: one complete choice, as it is logged and replayed.

use serde::{Deserialize, Serialize};

pub use crate::game::kinds::Order;
use crate::rules::ids::Side;

/// One choice of one player.
///
/// In orders files and saves it is one JSON object a line, for example
/// `{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Who chooses.
    pub player: Side,
    /// What.
    pub order: Order,
}

impl Command {
    /// A player's order.
    pub fn new(player: Side, order: impl Into<Order>) -> Self {
        Self { player, order: order.into() }
    }
}
