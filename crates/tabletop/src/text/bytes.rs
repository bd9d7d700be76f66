//! Bytes as text, wherever their meaning is certain; everything else is a fault that says what it is.
//!
//! A byte order mark is skipped, line ends of any one kind are line feeds, and the end-of-file mark of old systems
//! (Ctrl-Z) is no text. Other encodings are named, never guessed at.

/// First character of a file from some editors.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// End-of-text mark of old systems (Ctrl-Z).
pub(super) const END_MARK: char = '\u{1a}';

/// Marks that version control writes at the beginning of a line where two changes meet.
const CONFLICT_MARKS: [&str; 3] = ["<<<<<<< ", "||||||| ", ">>>>>>> "];

/// Why bytes are not taken for text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// Description of the fault.
    pub what: String,
    /// Expected text instead.
    pub expected: &'static str,
}

/// The text in bytes, its line ends line feeds, without marks at its beginning and end.
///
/// # Errors
/// They are in another encoding, mix the kinds of line ends, or hold a conflict of version control.
pub fn plain_text(bytes: Vec<u8>) -> Result<String, TextFault> {
    let mut text = with_line_feeds(decode(bytes)?)?;
    let end = text.trim_end_matches(|c| c == END_MARK || is_blank(c)).len();
    if text[end..].contains(END_MARK) {
        text.truncate(end);
    }
    match conflict_line(&text) {
        Some(line) => Err(TextFault {
            line,
            column: 1,
            what: "version control left a conflict of two versions here".to_owned(),
            expected: "one of the two, without the lines that begin with <<<<<<<, ======= and >>>>>>>",
        }),
        None => Ok(text),
    }
}

/// The characters in bytes, without a byte order mark.
///
/// # Errors
/// They are not UTF-8.
pub(super) fn decode(bytes: Vec<u8>) -> Result<String, TextFault> {
    if let Some(encoding) = wide_encoding(&bytes) {
        let what = format!("this file is {encoding}");
        return Err(TextFault { line: 1, column: 1, what, expected: "a text in UTF-8: save it as UTF-8" });
    }
    String::from_utf8(bytes).map(without_mark).map_err(|error| not_utf8(&error))
}

/// The encoding of a text whose characters have two or four bytes each.
pub fn wide_encoding(head: &[u8]) -> Option<&'static str> {
    let is_ascii = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match *head {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [a, 0, 0, 0, ..] | [0, 0, 0, a, ..] if is_ascii(a) => Some("UTF-32"),
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] if is_ascii(a) && is_ascii(b) => Some("UTF-16"),
        _ => None,
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> TextFault {
    let (bytes, utf8_error) = (error.as_bytes(), error.utf8_error());
    let valid = utf8_error.valid_up_to();
    let mut before = without_mark(String::from_utf8_lossy(&bytes[..valid]).into_owned());
    if !bytes.contains(&b'\n') {
        before = before.replace('\r', "\n");
    }
    let (line, column) = end_of(&before);
    let byte = bytes[valid];
    let is_text =
        |byte: &u8| !byte.is_ascii_control() || byte.is_ascii_whitespace() || *byte == END_MARK as u8;
    let what = match utf8_error.error_len() {
        // The first byte alone may as well be a letter of Latin-1.
        None if bytes.len() > valid + 1 => "the text ends in the middle of a character".to_owned(),
        _ if !bytes.iter().all(is_text) => "this byte is not UTF-8 text".to_owned(),
        _ if byte < 0xa0 => {
            format!("this byte (0x{byte:02X}) is not UTF-8: the text seems to be in Windows-1252")
        }
        _ => format!(
            "this byte (0x{byte:02X}) is not UTF-8: the text seems to be in Latin-1 or Windows-1252, where it is {}",
            char::from(byte)
        ),
    };
    TextFault { line, column, what, expected: "a text in UTF-8: save it as UTF-8" }
}

/// Some editors begin a file with a byte order mark; where files were joined there may be two.
pub fn without_mark(text: String) -> String {
    match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => rest.trim_start_matches(BYTE_ORDER_MARK).to_owned(),
        None => text,
    }
}

/// Every kind of line end is a line feed: `\r\n`, with more `\r` where it was converted twice, and a lone `\r` where a
/// text has no other.
///
/// # Errors
/// Lone `\r` among other line ends: whether a line ends there is not certain.
pub fn with_line_feeds(text: String) -> Result<String, TextFault> {
    if !text.contains('\r') {
        return Ok(text);
    }
    if !text.contains('\n') {
        return Ok(text.replace('\r', "\n"));
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => plain.extend([line.trim_end_matches('\r'), "\n"]),
            None => plain.push_str(line),
        }
    }
    match plain.find('\r') {
        None => Ok(plain),
        Some(at) => Err(lone_return(end_of(&plain[..at]))),
    }
}

/// The fault of a carriage return at a line and column, where lines end in line feeds.
pub(super) fn lone_return((line, column): (usize, usize)) -> TextFault {
    let what = "a carriage return stands alone here, where other lines end in line feeds".to_owned();
    TextFault { line, column, what, expected: "the same line end everywhere" }
}

/// Line and column behind a text.
fn end_of(before: &str) -> (usize, usize) {
    let last_line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, last_line.chars().count() + 1)
}

/// The first line that version control marked as a conflict, from 1.
fn conflict_line(text: &str) -> Option<usize> {
    let is_mark = |line: &str| CONFLICT_MARKS.iter().any(|mark| line.starts_with(mark));
    text.lines().position(is_mark).map(|index| index + 1)
}

/// Whether a character outside quotation marks only separates: white space of any width, also the one without any
/// that editors and web pages leave.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}' | BYTE_ORDER_MARK)
}

/// A quotation mark of printed text, which word processors and mailers write for a straight one.
pub fn is_curly_quote(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201f}' | '«' | '»' | '‹' | '›' | '「' | '」' | '『' | '』' | '＂' | '＇')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<String, TextFault> {
        plain_text(bytes.to_vec())
    }

    /// The same two lines, as left by editors, version control and mailers.
    #[test]
    fn what_is_certain_is_read() {
        for (bytes, why) in [
            (&b"a\nb\n"[..], "as it is written"),
            (b"\xef\xbb\xbfa\nb\n", "a byte order mark"),
            (b"\xef\xbb\xbf\xef\xbb\xbfa\nb\n", "two of them, where files were joined"),
            (b"a\r\nb\r\n", "line ends of Windows"),
            (b"a\r\r\nb\r\r\n", "converted twice"),
            (b"a\r\nb\n", "both kinds"),
            (b"a\rb\r", "line ends of old Macs"),
            (b"a\nb\n\x1a", "an end mark"),
            (b"a\r\nb\r\n\x1a\x1a\r\n", "two, and a line end"),
        ] {
            assert_eq!(read(bytes).unwrap().trim_end(), "a\nb", "{why}");
        }
        assert_eq!(read(b"a\nb").unwrap(), "a\nb", "no last line end");
        assert_eq!(read(b"a\nb\n\n \n").unwrap(), "a\nb\n\n \n", "empty lines stay");
        assert_eq!(read(b"").unwrap(), "");
        assert_eq!(
            read("ä\u{a0}\n".as_bytes()).unwrap(),
            "ä\u{a0}\n",
            "wide spaces stay: they may be in a name"
        );
    }

    #[test]
    fn what_is_not_certain_is_named_with_its_place() {
        let utf16: Vec<u8> = "(a)".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "(a)".encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (bytes, place, part, why) in [
            (&b"\xff\xfe(\0a\0"[..], (1, 1), "this file is UTF-16", "Windows' Unicode"),
            (b"\xfe\xff\0(\0a", (1, 1), "this file is UTF-16", "its other order"),
            (&utf16, (1, 1), "this file is UTF-16", "without a mark"),
            (&big, (1, 1), "this file is UTF-16", "its other order"),
            (b"\xff\xfe\0\0(\0\0\0", (1, 1), "this file is UTF-32", "four bytes each"),
            (b"(\0\0\0a\0\0\0", (1, 1), "this file is UTF-32", "without a mark"),
            ("ä\nä: caf".as_bytes(), (0, 0), "", "a text"),
            (
                b"\xc3\xa4\n\xc3\xa4 caf\xe9\n",
                (2, 6),
                "Latin-1 or Windows-1252, where it is é",
                "in characters",
            ),
            (b"\xef\xbb\xbfcaf\xe9", (1, 4), "Latin-1", "the mark has no column"),
            (b"a \x93b\x94", (1, 3), "Windows-1252", "its quotation marks"),
            (b"\x89PNG\r\n\x1a\n\0\0", (1, 1), "not UTF-8 text", "a picture"),
            (b"caf\xe2\x82", (1, 4), "ends in the middle of a character", "cut off"),
            (b"a\nb\rc\n", (2, 2), "a carriage return stands alone", "does a line end there?"),
            (b"a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n", (2, 1), "version control", "a conflict"),
        ] {
            match read(bytes) {
                Err(fault) => {
                    assert_eq!((fault.line, fault.column), place, "{why}: {fault:?}");
                    assert!(fault.what.contains(part), "{why}: {fault:?}");
                }
                Ok(text) => assert_eq!(place, (0, 0), "{why}: {text}"),
            }
        }
    }
}
