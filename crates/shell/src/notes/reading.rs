//! Reading notes: everything that can be read is, and a sentence says of the rest what it was.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use super::line::{Answers, GameLine, Line, LineId, Note};
use super::place::{notes_file, picture_path};

/// The notes of a save.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// Their game, as their first line says.
    pub game: GameLine,
    /// The other lines, in order.
    pub lines: Vec<Line>,
    /// A sentence for each thing that was not read.
    pub unread: Vec<String>,
}

/// More is not read: a game of many hours has less than one of these.
const LARGEST_FILE: u64 = 32 << 20;
const LARGEST_PICTURE: u64 = 16 << 20;

/// Reads the notes of a save; none if there are none.
pub fn read_notes(save: &Path) -> Notes {
    let path = notes_file(save);
    match read_whole(&path, LARGEST_FILE) {
        Ok(bytes) => Notes::parse(&bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => Notes::default(),
        Err(error) => {
            let unread = format!("The notes were not read: {error} ({}).", path.display());
            Notes { unread: vec![unread], ..Notes::default() }
        }
    }
}

/// Reads a picture of a save's notes.
///
/// # Errors
/// A sentence: it is not there, or no picture.
pub fn read_picture(save: &Path, name: &str) -> Result<Vec<u8>, String> {
    let not_read = |why: &dyn std::fmt::Display| format!("The picture {name} was not read: {why}.");
    let path = picture_path(save, name).ok_or_else(|| not_read(&"that is no name of a picture"))?;
    let bytes = read_whole(&path, LARGEST_PICTURE).map_err(|error| match error.kind() {
        ErrorKind::NotFound => not_read(&"it is not there"),
        _ => not_read(&error),
    })?;
    if is_png(&bytes) { Ok(bytes) } else { Err(not_read(&"it is no picture")) }
}

/// True of bytes that begin as a PNG does.
pub fn is_png(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

fn read_whole(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("it is larger than {} MiB", limit >> 20),
        ));
    }
    Ok(bytes)
}

impl Notes {
    /// Reads the bytes of a file.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut notes = Self::default();
        let mut known: BTreeSet<LineId> = BTreeSet::new();
        let lines = bytes.split(|byte| *byte == b'\n').enumerate();
        let (mut damaged, mut unknown) = (Vec::new(), Vec::new());
        for (index, line) in lines.filter(|(_, line)| !line.trim_ascii().is_empty()) {
            match serde_json::from_slice::<Line>(line).map(Line::cleaned) {
                Ok(Line::Game(game)) => notes.game = game,
                Ok(line) if line.id().is_none_or(|id| known.insert(id.clone())) => notes.lines.push(line),
                // Copied twice.
                Ok(_) => {}
                Err(_) if serde_json::from_slice::<serde_json::Value>(line).is_ok() => {
                    unknown.push(index + 1)
                }
                Err(_) => damaged.push(index + 1),
            }
        }
        for (which, what) in [(damaged, "damaged"), (unknown, "of a kind that this program does not know")] {
            notes.unread.extend(not_read(&which, what));
        }
        notes
    }

    /// The remarks.
    pub fn notes(&self) -> impl Iterator<Item = &Note> {
        self.lines.iter().filter_map(|line| match line {
            Line::Note(note) => Some(note),
            _ => None,
        })
    }

    /// The answers to the questions at the end, if they were asked.
    pub fn answers(&self) -> Option<&Answers> {
        self.lines.iter().rev().find_map(|line| match line {
            Line::Answers(answers) => Some(answers),
            _ => None,
        })
    }
}

/// "Line 7 of the notes was not read: it is damaged."
fn not_read(lines: &[usize], what: &str) -> Option<String> {
    let (first, rest) = lines.split_first()?;
    let numbers: Vec<String> = rest.iter().map(ToString::to_string).collect();
    Some(match numbers.last() {
        None => format!("Line {first} of the notes was not read: it is {what}."),
        Some(last) => {
            let between = numbers[..numbers.len() - 1].iter().map(|number| format!(", {number}"));
            format!(
                "Lines {first}{} and {last} of the notes were not read: they are {what}.",
                between.collect::<String>()
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::line::Read;
    use super::*;
    use tabletop::record::history::EntryId;

    fn line(number: usize) -> String {
        let id = LineId(format!("a-{number}"));
        serde_json::to_string(&Line::Read(Read { id, entry: EntryId(number), rule: "MOV-5".into() })).unwrap()
    }

    #[test]
    fn everything_that_can_be_read_is() {
        let lines = [line(1), line(2), line(1), line(3)];
        for (text, read, unread) in [
            (String::new(), 0, ""),
            (lines.join("\n"), 3, ""),
            (
                format!("{}\n{{\"Read\":{{\"id\"\n{}\n", lines[0], lines[1]),
                2,
                "Line 2 of the notes was not read: it is damaged.",
            ),
            (
                format!("\u{0}\n{}\nno\n{}", lines[0], &lines[1][..9]),
                1,
                "Lines 1, 3 and 4 of the notes were not read: they are damaged.",
            ),
            (
                format!("{{\"Sung\":{{}}}}\n{}", lines[0]),
                1,
                "Line 1 of the notes was not read: it is of a kind that this program does not know.",
            ),
            (r#"{"Read":{"id":"a-9","entry":1,"rule":"MOV-5","of_tomorrow":3}}"#.to_owned(), 1, ""),
        ] {
            let notes = Notes::parse(text.as_bytes());
            assert_eq!((notes.lines.len(), notes.unread.join(" ").as_str()), (read, unread), "{text}");
        }
        let bytes = [b"\xff\xfe\n".as_slice(), line(1).as_bytes()].concat();
        assert_eq!(Notes::parse(&bytes).lines.len(), 1, "what is no text is one damaged line");
    }

    /// Printed later, a text cannot move the cursor of a terminal.
    #[test]
    fn texts_have_no_control_characters() {
        let text = r#"{"Note":{"id":"a-1","entry":3,"when":"now","text":"one\u001b[2Jtwo\nthree"}}"#;
        assert_eq!(Notes::parse(text.as_bytes()).notes().next().unwrap().text, "one [2Jtwo three");
    }
}
