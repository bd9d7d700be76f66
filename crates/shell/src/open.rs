//! Opening saves of any game: which files are saves, and words for what is wrong with one.

use std::io::{ErrorKind, Read};
use std::path::Path;

use tabletop::game::Game;
use tabletop::matches::{LoadError, Match};
use tabletop::record::history::EntryId;
use tabletop::record::save::{Damage, ReadError};

use crate::error::{ToolError, ToolResult};

/// A file is a save: by its ending, or by its first bytes, one of which may be damaged.
/// No level, card or ruleset begins with a brace.
pub fn is_save(path: &Path) -> bool {
    if path.extension().is_some_and(|ending| ending == "jsonl") {
        return true;
    }
    let start = first_bytes(path, 200);
    let header = b"\"Header\"";
    let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
    start.first() == Some(&b'{') || start.windows(header.len()).any(|word| word == header)
}

/// The first bytes of a file; none if it cannot be read.
pub(crate) fn first_bytes(path: &Path, count: u64) -> Vec<u8> {
    let mut start = Vec::new();
    // A pipe would block.
    if path.is_file() {
        let read = std::fs::File::open(path).and_then(|file| file.take(count).read_to_end(&mut start));
        if read.is_err() {
            start.clear();
        }
    }
    start
}

/// Words for a save that could not be opened.
pub fn load_error<G: Game>(name: &Path, error: &LoadError<G>) -> String {
    let name = name.display();
    match error {
        LoadError::Read(ReadError::Io(error)) if error.kind() == ErrorKind::IsADirectory => {
            format!("{name}: this is a folder; expected: a save")
        }
        LoadError::Setup(faults) => format!("{name}: the files in it have mistakes\n{faults}"),
        error => format!("{name}: {error}"),
    }
}

/// Words for a damaged save of which a part could be read.
pub fn damage_message<G: Game>(name: &Path, opened: &Match<G>, damage: &Damage) -> String {
    let name = name.display();
    let kept = opened.history().entries().len() - 1;
    format!(
        "{name}: damaged at {damage}\nThe {kept} commands before that are intact; `warstrike replay {name} --recover FILE` \
         writes them to a file of their own."
    )
}

/// Brings a game to an entry.
///
/// # Errors
/// There is none of that number.
pub fn go_to<G: Game>(name: &Path, game: &mut Match<G>, entry: usize, damage: Option<&Damage>) -> ToolResult {
    let last = game.history().entries().len() - 1;
    if entry > last {
        let lost = damage.map(|damage| format!("; the rest is damaged at {damage}")).unwrap_or_default();
        return Err(ToolError::Bad(format!(
            "{}: there is no entry {entry}; expected: 0, the opening, to {last}{lost}",
            name.display()
        )));
    }
    game.go_to(EntryId(entry)).map_err(|error| ToolError::Bad(format!("{}: {error}", name.display())))
}
