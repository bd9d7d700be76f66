//! Reading a save: every whole line up to the first damage, with whatever line ends, marks and empty lines another program
//! left: a line's checksum is over its content alone.

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::journal::{
    AFTER_LINE, AFTER_SUM, BEFORE_SUM, FIRST_WITH_GAME, FORMAT, Header, OLDEST_FORMAT, SaveLine, checksum,
};
use super::whole_file::why_not_read;
use crate::game::Game;
use crate::text::bytes::wide_encoding;
use crate::text::lines::json_fault;

/// Largest save that is read, bytes.
pub const LARGEST_SAVE: u64 = 256 << 20;

/// First place at which a save cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// Line of the file, from 1.
    pub line: usize,
    /// Offset of that line's first byte in the file.
    pub offset: usize,
    /// Description of the damage.
    pub what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} (from byte {}): {}", self.line, self.offset, self.what)
    }
}

/// A line with its number in the file, from 1, and the offset of its first byte.
pub type PlacedLine<G> = (usize, usize, SaveLine<G>);

/// The lines of a save that are whole, in order.
#[derive(Clone, Debug)]
pub struct ReadSave<G: Game> {
    /// The first line.
    pub header: Header<G>,
    /// The lines after it.
    pub lines: Vec<PlacedLine<G>>,
    /// Damage that ended the reading before the end of the file, if any.
    pub damage: Option<Damage>,
}

/// Why nothing of a save could be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's.
    #[error("{}", why_not_read(.0))]
    Io(#[from] std::io::Error),
    /// More than [`LARGEST_SAVE`].
    #[error("the file is larger than {} MiB, too large for a save", LARGEST_SAVE >> 20)]
    TooLarge,
    /// Its first line is damaged or is none of a save.
    #[error("{0}")]
    NoHeader(Damage),
}

/// Reads a save up to its end or its first damage.
///
/// # Errors
/// Not even its header can be read.
pub fn read_save<G: Game>(path: &Path) -> Result<ReadSave<G>, ReadError> {
    parse_save(&read_bytes(path)?)
}

/// The bytes of a save's file.
///
/// # Errors
/// The system's, or it is too large for a save.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(LARGEST_SAVE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST_SAVE { Err(ReadError::TooLarge) } else { Ok(bytes) }
}

/// As [`read_save`], from the file's bytes.
///
/// # Errors
/// Not even the header can be read.
pub fn parse_save<G: Game>(bytes: &[u8]) -> Result<ReadSave<G>, ReadError> {
    if let Some(encoding) = wide_encoding(bytes) {
        let what = format!("this file is {encoding}, and a save is UTF-8: save it as UTF-8");
        return Err(ReadError::NoHeader(Damage { line: 1, offset: 0, what }));
    }
    let mark = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let mut lines = Lines { bytes, offset: mark, number: 0, sum: 0 };
    let header = match lines.next_line() {
        Some(Ok((_, _, SaveLine::Header(header)))) => *header,
        Some(Ok((line, offset, _))) => {
            let what = "a save begins with its header; this line is something else".to_owned();
            return Err(ReadError::NoHeader(Damage { line, offset, what }));
        }
        Some(Err(damage)) => return Err(ReadError::NoHeader(damage)),
        None => {
            let what = "the file is empty".to_owned();
            return Err(ReadError::NoHeader(Damage { line: 1, offset: 0, what }));
        }
    };
    let mut save = ReadSave { header, lines: Vec::new(), damage: None };
    while let Some(line) = lines.next_line() {
        match line {
            Ok((line, offset, SaveLine::Header(_))) => {
                let what = "a second header in the middle of the file".to_owned();
                save.damage = Some(Damage { line, offset, what });
                break;
            }
            Ok(line) => save.lines.push(line),
            Err(damage) => {
                save.damage = Some(damage);
                break;
            }
        }
    }
    Ok(save)
}

/// Takes a file apart line by line, holding each against its checksum.
struct Lines<'a> {
    bytes: &'a [u8],
    offset: usize,
    number: usize,
    sum: u64,
}

/// First bytes of a file from some editors.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// End of a line in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    LineEnd,
    EndOfFile,
}

impl<'a> Lines<'a> {
    /// The next line that is not empty. What is wrong with it is wrong from the empty lines before it on.
    fn next_line<G: Game>(&mut self) -> Option<Result<PlacedLine<G>, Damage>> {
        let mut empty = None;
        loop {
            let (number, offset, line, ending) = self.next_bytes()?;
            if line.is_empty() {
                empty.get_or_insert((number, offset));
                continue;
            }
            let damaged = |what: String| {
                let (line, offset) = empty.unwrap_or((number, offset));
                Damage { line, offset, what }
            };
            return Some(match self.read(line) {
                Ok(read) => Ok((number, offset, read)),
                Err(_) if ending == Ending::EndOfFile => {
                    Err(damaged("the file is cut off within this line".to_owned()))
                }
                Err(what) => Err(damaged(what)),
            });
        }
    }

    /// The next line without its end and what is blank before it, with its number and offset. A line ends as on any
    /// system: what is in it has no line end of its own.
    fn next_bytes(&mut self) -> Option<(usize, usize, &'a [u8], Ending)> {
        let (offset, bytes) = (self.offset, self.bytes);
        let rest = bytes.get(offset..).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let (end, ending) = match rest[length..] {
            [b'\r', b'\n', ..] => (2, Ending::LineEnd),
            [] => (0, Ending::EndOfFile),
            _ => (1, Ending::LineEnd),
        };
        self.offset += length + end;
        self.number += 1;
        let mut line = &rest[..length];
        if bytes[self.offset..].iter().all(|byte| END_MARKS.contains(byte)) {
            line = trimmed(line, END_MARKS);
        }
        Some((self.number, offset, trimmed(line, BLANKS), ending))
    }

    /// Holds a line against its checksum.
    fn read<G: Game>(&mut self, line: &[u8]) -> Result<SaveLine<G>, String> {
        let (digits, body) =
            take_apart(line).ok_or_else(|| "this is not a line of a save, or it is damaged".to_owned())?;
        let sum = checksum(body, self.sum);
        if format!("{sum:016x}").as_bytes() != digits {
            return Err("its checksum does not match: this line, or one before it, was changed".to_owned());
        }
        self.sum = sum;
        let body = std::str::from_utf8(body).map_err(|_| "its content is not UTF-8".to_owned())?;
        check_kind::<G>(body)?;
        serde_json::from_str(body).map_err(|error| {
            let (column, what) = json_fault(body, &error);
            format!("its content cannot be read: {what} at character {column}")
        })
    }
}

/// Part of a header from which any program knows whether it can read it.
#[derive(Deserialize)]
enum Kind {
    Header {
        format: u32,
        #[serde(default)]
        game: Option<String>,
    },
}

/// Whether a header is one of a game and a format that this program reads. Any other line may pass.
fn check_kind<G: Game>(body: &str) -> Result<(), String> {
    let Ok(Kind::Header { format, game }) = serde_json::from_str(body) else { return Ok(()) };
    if !(OLDEST_FORMAT..=FORMAT).contains(&format) {
        return Err(format!(
            "the save has format {format}; this program reads formats {OLDEST_FORMAT} to {FORMAT}"
        ));
    }
    match game {
        Some(game) if game != G::ID => {
            Err(format!("the save is of the game \"{game}\"; this program plays \"{}\"", G::ID))
        }
        None if format >= FIRST_WITH_GAME => Err("the save does not say which game it is of".to_owned()),
        _ => Ok(()),
    }
}

/// Blanks that editors leave at the end of a line.
const BLANKS: &[u8] = b" \t";

/// End-of-file mark of old systems (Ctrl-Z), and the bytes that may stand around it.
const END_MARKS: &[u8] = b"\x1a\r\n \t";

/// A line without some bytes at its end.
fn trimmed<'a>(line: &'a [u8], ends: &[u8]) -> &'a [u8] {
    let length = line.iter().rposition(|byte| !ends.contains(byte)).map_or(0, |last| last + 1);
    &line[..length]
}

/// The checksum's digits and what they are over.
fn take_apart(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (digits, rest) = line.strip_prefix(BEFORE_SUM)?.split_at_checked(16)?;
    let body = rest.strip_prefix(AFTER_SUM)?.strip_suffix(AFTER_LINE)?;
    Some((digits, body))
}
