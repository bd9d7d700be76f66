//! Text files, bounded in size, as editors, version control and mailers leave them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use tabletop::text::bytes::{TextFault, plain_text, with_line_feeds, without_mark};

use super::fault::{Fault, Faults};
use super::source_text::SourceText;

/// The largest file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// Reads a text file. `name` is what faults call it.
///
/// # Errors
/// It cannot be read, is larger than [`MAX_FILE_BYTES`] (then nothing of it is
/// read), or is not text as [`text_of`] takes it.
pub fn read_text(path: &Path, name: &str) -> Result<SourceText, Faults> {
    let fault = |what: String, expected: &str| Faults(vec![whole_file_fault(name, what, expected)]);
    if path.is_dir() {
        return Err(fault("this is a folder".to_owned(), "a file"));
    }
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
/// They are in another encoding, mix the kinds of line ends, or hold a conflict of version control; one fault at the
/// first such place.
pub fn text_of(bytes: Vec<u8>, name: &str) -> Result<SourceText, Faults> {
    match plain_text(bytes) {
        Ok(text) => Ok(SourceText { name: name.to_owned(), text }),
        Err(TextFault { line, column, what, expected }) => {
            let (file, expected) = (name.to_owned(), expected.to_owned());
            Err(Faults(vec![Fault { file, line, column, what, expected }]))
        }
    }
}

/// The first 64 KiB of a file as text, bytes that are not UTF-8 replaced; `None` if it cannot be read.
pub fn read_head(path: &Path) -> Option<String> {
    let mut head = Vec::new();
    File::open(path).ok()?.take(1 << 16).read_to_end(&mut head).ok()?;
    let text = without_mark(String::from_utf8_lossy(&head).into_owned());
    with_line_feeds(text).ok()
}

/// A fault of a file as a whole, placed at its beginning.
pub fn whole_file_fault(name: &str, what: impl Into<String>, expected: impl Into<String>) -> Fault {
    Fault { file: name.to_owned(), line: 1, column: 1, what: what.into(), expected: expected.into() }
}

/// A fault of no file: a name was given for which there is none.
pub fn nameless_fault(what: impl Into<String>, expected: impl Into<String>) -> Fault {
    Fault { file: String::new(), line: 0, column: 0, what: what.into(), expected: expected.into() }
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
