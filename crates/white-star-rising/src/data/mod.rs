//! Data files: the ruleset, the forces, the level.

pub mod forces;
pub mod level;
pub mod ruleset;

use tabletop::game::Game;
use tabletop_data::ron::Node;

use crate::game::Wsr;

/// Reads the name of the game that a file is of.
pub fn read_game(node: Node<'_>) -> Option<()> {
    tabletop_data::reading::game(node, Wsr::ID)
}
