//! The game of a file, by what the file says.
//!
//! A save names its game in its header; a data file in its field `game`.

use std::path::Path;

use tabletop_data::fault::{Fault, Faults};
use tabletop_data::ron::{Reader, first_word};
use tabletop_data::source_text::SourceText;
use tabletop_data::text_file::{read_head, read_text};

use crate::any_game::AnyGame;
use crate::files::LEVEL;
use crate::open::{first_bytes, is_save};

/// Kind and game that a file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileOf {
    /// Game that it names, if it names one.
    pub game: Option<String>,
    /// The word that a data file begins with; "Save" for a save.
    pub word: String,
    /// Every game that it names, in order.
    named: Vec<String>,
}

/// Characters of the name of a game.
const LONGEST_NAME: usize = 60;

/// Bytes of a save in which its game is named.
const HEAD_OF_SAVE: u64 = 4096;

/// Finds out what a file says it is; `None` where it is neither a save nor a data file.
pub fn file_of(path: &Path) -> Option<FileOf> {
    if is_save(path) {
        let game = game_of_save(path);
        let named = game.iter().cloned().collect();
        return Some(FileOf { game, word: "Save".to_owned(), named });
    }
    let head = path.is_file().then(|| read_head(path)).flatten()?;
    let word = first_word(&head)?.to_owned();
    file_of_source(&read_text(path, "").ok()?, &word)
}

/// The game that the header of a save names, also where the save is damaged behind it.
fn game_of_save(path: &Path) -> Option<String> {
    let head = String::from_utf8_lossy(&first_bytes(path, HEAD_OF_SAVE)).into_owned();
    let (_, header) = head.lines().next()?.split_once("\"Header\"")?;
    let (_, game) = header.split_once("\"game\":\"")?;
    Some(game.split_once('"')?.0.to_owned())
}

fn file_of_source(source: &SourceText, word: &str) -> Option<FileOf> {
    let reader = Reader::new(source);
    let (_, body) = reader.root()?.variant(&[word])?;
    let names = body.fields_of_name("game");
    let named: Vec<String> = names.iter().filter_map(|node| node.name(LONGEST_NAME)).collect();
    Some(FileOf { game: named.first().cloned(), word: word.to_owned(), named })
}

/// The game that a file is of: one of `games`, or `None` for the program's own, whose id is `own`, and for what is no file of a
/// game.
///
/// # Errors
/// A level names two games, or none where it has to.
pub fn recognise<'g>(
    path: &Path,
    games: &[&'g dyn AnyGame],
    own: &str,
) -> Result<Option<&'g dyn AnyGame>, Faults> {
    let Some(file) = file_of(path) else { return Ok(None) };
    let game_of = |id: &String| games.iter().find(|game| game.id() == id).copied();
    match file.named.as_slice() {
        [] => nameless(path, &file.word, games),
        [one] => Ok(game_of(one)),
        [one, other, ..] => {
            let is_known = |id: &String| game_of(id).is_some() || id == own;
            if !is_known(one) && !is_known(other) {
                return Ok(None);
            }
            let what =
                format!("this {} names two games, \"{one}\" and \"{other}\"", file.word.to_lowercase());
            Err(fault_at(path, &file.word, "game", 1, what, "one field `game`".to_owned()))
        }
    }
}

/// A file that names no game: the program's own, unless it is a level with what only the others have.
fn nameless<'g>(
    path: &Path,
    word: &str,
    games: &[&'g dyn AnyGame],
) -> Result<Option<&'g dyn AnyGame>, Faults> {
    let marks = games.iter().flat_map(|game| game.level_marks());
    let mark = marks.copied().find(|mark| word == LEVEL.first_word && has_field(path, word, mark));
    let Some(mark) = mark else { return Ok(None) };
    let of_mark = games.iter().filter(|game| game.level_marks().contains(&mark));
    let games: Vec<String> =
        of_mark.map(|game| format!("game: \"{}\", for {}", game.id(), game.name())).collect();
    let what = format!("this level has a field `{mark}`, and names no game");
    Err(fault_at(path, word, mark, 0, what, games.join("; or ")))
}

fn has_field(path: &Path, word: &str, name: &str) -> bool {
    let body = |source: SourceText| {
        let reader = Reader::new(&source);
        let (_, body) = reader.root()?.variant(&[word])?;
        Some(!body.fields_of_name(name).is_empty())
    };
    read_text(path, "").ok().and_then(body).unwrap_or(false)
}

/// A fault at one of the fields of a name, or at the beginning.
fn fault_at(path: &Path, word: &str, field: &str, index: usize, what: String, expected: String) -> Faults {
    let name = path.display().to_string();
    let placed = read_text(path, &name).ok().and_then(|source| {
        let reader = Reader::new(&source);
        let (_, body) = reader.root()?.variant(&[word])?;
        body.fields_of_name(field).get(index)?.fault(what.clone(), expected.clone());
        reader.finish::<()>(None).err()?.0.into_iter().find(|fault| fault.what == what)
    });
    Faults(vec![placed.unwrap_or(Fault { file: name, line: 1, column: 1, what, expected })])
}
