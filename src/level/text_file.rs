//! Reading a file's text: of bounded size, with errors as faults.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::fault::{Fault, Faults};
use super::setup::SourceText;

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Reads a text file. `name` is what faults call it.
///
/// # Errors
/// It cannot be read, is larger than [`MAX_FILE_BYTES`] (then nothing of it is
/// read), or is not UTF-8 (the fault is at the first byte that is not).
pub fn read_text(path: &Path, name: &str) -> Result<SourceText, Faults> {
    let fault = |what: String, expected: &str| Faults(vec![whole_file_fault(name, what, expected)]);
    let bytes = match read_bounded(path) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            let megabytes = MAX_FILE_BYTES / (1024 * 1024);
            return Err(fault(
                format!("this file is larger than {megabytes} MiB and was not read"),
                "a smaller file",
            ));
        }
        Err(error) => {
            return Err(fault(
                format!("this file cannot be read: {error}"),
                "a file that exists and may be read",
            ));
        }
    };
    text_of(bytes, name)
}

/// The text in a file's bytes.
///
/// # Errors
/// They are not UTF-8; the fault is at the first such byte.
pub fn text_of(bytes: Vec<u8>, name: &str) -> Result<SourceText, Faults> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceText { name: name.to_owned(), text: without_mark(text) }),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            Err(Faults(vec![not_text(name, &error.as_bytes()[..valid])]))
        }
    }
}

/// The first 64 KiB of a file as text, bytes that are not UTF-8 replaced; `None` if it cannot be read.
pub(super) fn read_head(path: &Path) -> Option<String> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(1 << 16).read_to_end(&mut head).ok()?;
    Some(without_mark(String::from_utf8_lossy(&head).into_owned()))
}

/// A fault of a file as a whole, placed at its beginning.
pub(super) fn whole_file_fault(name: &str, what: impl Into<String>, expected: impl Into<String>) -> Fault {
    Fault { file: name.to_owned(), line: 1, column: 1, what: what.into(), expected: expected.into() }
}

/// The file's bytes, or `None` if they are too many. A device or pipe does not
/// state its length, so reading is bounded too.
fn read_bounded(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > MAX_FILE_BYTES {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= MAX_FILE_BYTES))
}

/// Some editors begin a file with a byte order mark.
fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

fn not_text(name: &str, valid: &[u8]) -> Fault {
    let before = String::from_utf8_lossy(valid);
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    Fault {
        file: name.to_owned(),
        line: before.matches('\n').count() + 1,
        column: last_line.chars().count() + 1,
        what: "this byte is not UTF-8 text".to_owned(),
        expected: "a text file in UTF-8".to_owned(),
    }
}
