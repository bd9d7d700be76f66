//! Data files: the ruleset with its result table, the units, the level.

pub mod level;
pub mod ruleset;
pub mod table;
pub mod units;

use tabletop_data::ron::Node;

/// Id of the game in files.
pub const GAME: &str = "last-hundred-yards";

/// Reads the name of the game that a file is of.
pub fn read_game(node: Node<'_>) -> Option<()> {
    tabletop_data::reading::game(node, GAME)
}

/// Reads a number or a pair of numbers, the second of the reduced side.
pub fn one_or_two(node: Node<'_>) -> Option<[u8; 2]> {
    if node.source().starts_with('(') {
        let [full, reduced] = node.array::<2>()?.map(|node| node.byte(0..=20, ""));
        return Some([full?, reduced?]);
    }
    node.byte(0..=20, "").map(|value| [value; 2])
}
