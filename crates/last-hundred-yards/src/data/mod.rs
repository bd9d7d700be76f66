//! Data files: the ruleset with its result table, the units, the level.

pub mod level;
pub mod ruleset;
pub mod table;
pub mod units;

use std::str::FromStr;

use tabletop_data::ron::Node;

/// Id of the game in files.
pub const GAME: &str = "last-hundred-yards";

/// Reads the name of the game that a file is of.
pub fn read_game(node: Node<'_>) -> Option<()> {
    let game = node.name(60)?;
    if game == GAME {
        return Some(());
    }
    node.fault(format!("this file is of the game \"{game}\""), format!("\"{GAME}\""));
    None
}

/// Reads every item, so that every fault is found.
pub fn all<T>(nodes: Vec<Node<'_>>, read: impl Fn(Node<'_>) -> Option<T>) -> Option<Vec<T>> {
    let read: Vec<Option<T>> = nodes.into_iter().map(read).collect();
    read.into_iter().collect()
}

/// Reads an id.
pub fn id<T: FromStr<Err = String>>(node: Node<'_>) -> Option<T> {
    node.text(20)?.parse().map_err(|error: String| node.fault(error, "an id")).ok()
}

/// Reads a number or a pair of numbers, the second of the reduced side.
pub fn one_or_two(node: Node<'_>) -> Option<[u8; 2]> {
    if node.source().starts_with('(') {
        let [full, reduced] = node.array::<2>()?.map(|node| node.byte(0..=20, ""));
        return Some([full?, reduced?]);
    }
    node.byte(0..=20, "").map(|value| [value; 2])
}
