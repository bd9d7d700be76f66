//! Reading a save: every whole line up to the first damage.

use std::fmt;
use std::io::Read;
use std::path::Path;

use serde::Serialize;

use super::journal::{AFTER_LINE, AFTER_SUM, BEFORE_SUM, FORMAT, Header, SaveLine, checksum};

/// Largest save that is read, bytes.
pub const LARGEST_SAVE: u64 = 256 << 20;

/// Where a save stops making sense, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// Line of the file, from 1.
    pub line: usize,
    /// Offset of that line's first byte in the file.
    pub offset: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} (from byte {}): {}", self.line, self.offset, self.what)
    }
}

/// The lines of a save that are whole, in order.
#[derive(Clone, Debug)]
pub struct ReadSave {
    /// The first line.
    pub header: Header,
    /// The lines after it, each with its number in the file and its offset.
    pub lines: Vec<(usize, usize, SaveLine)>,
    /// What ended the reading before the end of the file, if anything did.
    pub damage: Option<Damage>,
}

/// Why nothing of a save could be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system's.
    #[error("{0}")]
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
pub fn read_save(path: &Path) -> Result<ReadSave, ReadError> {
    let file = std::fs::File::open(path)?;
    if file.metadata()?.len() > LARGEST_SAVE {
        return Err(ReadError::TooLarge);
    }
    let mut bytes = Vec::new();
    file.take(LARGEST_SAVE).read_to_end(&mut bytes)?;
    parse_save(&bytes)
}

/// As [`read_save`], from the file's bytes.
///
/// # Errors
/// Not even the header can be read.
pub fn parse_save(bytes: &[u8]) -> Result<ReadSave, ReadError> {
    let mut lines = Lines { bytes, offset: 0, number: 0, sum: 0 };
    let header = match lines.next_line() {
        Some(Ok((_, _, SaveLine::Header(header)))) if header.format == FORMAT => *header,
        Some(Ok((line, offset, SaveLine::Header(header)))) => {
            let what = format!("the save has format {}; this program reads format {FORMAT}", header.format);
            return Err(ReadError::NoHeader(Damage { line, offset, what }));
        }
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

impl Lines<'_> {
    fn next_line(&mut self) -> Option<Result<(usize, usize, SaveLine), Damage>> {
        let rest = self.bytes.get(self.offset..).filter(|rest| !rest.is_empty())?;
        let offset = self.offset;
        self.number += 1;
        let damage = |what: &str| Damage { line: self.number, offset, what: what.to_owned() };
        let Some(length) = rest.iter().position(|byte| *byte == b'\n') else {
            return Some(Err(damage("the file is cut off within this line")));
        };
        self.offset += length + 1;
        let Some((digits, body)) = take_apart(&rest[..length]) else {
            return Some(Err(damage("this is not a line of a save, or it is damaged")));
        };
        let sum = checksum(body, self.sum);
        if format!("{sum:016x}").as_bytes() != digits {
            return Some(Err(damage(
                "its checksum does not match: this line, or one before it, was changed",
            )));
        }
        self.sum = sum;
        match serde_json::from_slice(body) {
            Ok(line) => Some(Ok((self.number, offset, line))),
            Err(error) => Some(Err(damage(&format!("its content cannot be read: {error}")))),
        }
    }
}

/// The checksum's digits and what they are over.
fn take_apart(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (digits, rest) = line.strip_prefix(BEFORE_SUM)?.split_at_checked(16)?;
    let body = rest.strip_prefix(AFTER_SUM)?.strip_suffix(AFTER_LINE)?;
    Some((digits, body))
}
