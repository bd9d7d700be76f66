//! Whole files of RON: all items of a list with all their faults, typed ids, the game that a file is of.

use std::str::FromStr;

use crate::fault::Faults;
use crate::ron::{Node, Reader};
use crate::source_text::SourceText;

/// Reads a file whole.
///
/// # Errors
/// All its faults, with their places.
pub fn read<T>(source: &SourceText, read: impl FnOnce(Node<'_>) -> Option<T>) -> Result<T, Faults> {
    let reader = Reader::new(source);
    let value = reader.root().and_then(read);
    reader.finish(value)
}

/// Reads every item, so that every fault is found; `None` if one cannot be read.
pub fn all<T>(nodes: Vec<Node<'_>>, read: impl Fn(Node<'_>) -> Option<T>) -> Option<Vec<T>> {
    let read: Vec<Option<T>> = nodes.into_iter().map(read).collect();
    read.into_iter().collect()
}

/// Reads the id of a unit or of anything else that reads itself from text; `None` with its fault.
pub fn typed_id<T: FromStr<Err = String>>(node: Node<'_>) -> Option<T> {
    node.text(20)?.parse().map_err(|error: String| node.fault(error, "an id")).ok()
}

/// Reads the id of the game that a file is of; `None` with a fault if it is another.
pub fn game(node: Node<'_>, id: &str) -> Option<()> {
    let game = node.name(60)?;
    if game == id {
        return Some(());
    }
    node.fault(format!("this file is of the game \"{game}\""), format!("\"{id}\""));
    None
}
