//! The lines of a stream as they come: what [`bytes`](super::bytes) takes for text, line by line, so that each
//! can be answered before the next is written. Also where in such a line its JSON is wrong.

use std::io::{self, BufRead};

use super::bytes::{END_MARK, TextFault, decode, is_blank, is_curly_quote, lone_return};

/// The longest line that is read: a command of 255 models with the longest
/// paths is far shorter.
const MAX_LINE_BYTES: usize = 4 << 20;

/// Kind of line end in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// None has ended yet.
    Unknown,
    /// The first ended in a carriage return; a line feed may follow.
    Returned,
    /// In carriage returns alone.
    Return,
    /// In line feeds, with carriage returns before them or without.
    Feed,
}

/// A stream's lines.
#[derive(Debug)]
pub struct TextLines<R> {
    input: R,
    end: LineEnd,
    number: usize,
}

/// Why a line could not be had.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The system's.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is longer than any line needs to be.
    #[error("a line longer than {} MiB", MAX_LINE_BYTES >> 20)]
    TooLong,
    /// It is not text.
    #[error("{}:{}: {}; expected: {}", .0.line, .0.column, .0.what, .0.expected)]
    NotText(TextFault),
}

impl<R: BufRead> TextLines<R> {
    /// The lines of a stream from here on.
    pub fn new(input: R) -> Self {
        Self { input, end: LineEnd::Unknown, number: 0 }
    }

    /// The next line without its end, and its number from 1; `None` at the end of the stream.
    ///
    /// # Errors
    /// It cannot be read, or is not text.
    pub fn next_line(&mut self) -> Result<Option<(usize, String)>, LineError> {
        let Some(bytes) = self.next_bytes()? else { return Ok(None) };
        self.number += 1;
        let number = self.number;
        let in_line = |fault: TextFault| LineError::NotText(TextFault { line: number, ..fault });
        let mut line = decode(bytes).map_err(in_line)?;
        if self.end != LineEnd::Return {
            line.truncate(line.trim_end_matches('\r').len());
        }
        if let Some(at) = line.find(['\r', '\n']) {
            return Err(in_line(lone_return((number, line[..at].chars().count() + 1))));
        }
        let text = line.trim_end_matches(|c| c == END_MARK || is_blank(c)).len();
        if line[text..].contains(END_MARK) && self.input.fill_buf()?.is_empty() {
            line.truncate(text);
        }
        Ok(Some((number, line)))
    }

    /// The bytes of the next line, without the one that ends it.
    fn next_bytes(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        let mut bytes = Vec::new();
        let mut is_first = true;
        loop {
            let buffer = self.input.fill_buf()?;
            let Some(first) = buffer.first() else {
                return Ok(Some(bytes).filter(|bytes| !bytes.is_empty()));
            };
            if is_first && self.end == LineEnd::Returned {
                is_first = false;
                match first {
                    b'\n' => {
                        self.end = LineEnd::Feed;
                        self.input.consume(1);
                        continue;
                    }
                    b'\r' => {}
                    _ => self.end = LineEnd::Return,
                }
            }
            is_first = false;
            let ends = |byte: &u8| match self.end {
                LineEnd::Unknown => matches!(byte, b'\r' | b'\n'),
                LineEnd::Returned | LineEnd::Return => *byte == b'\r',
                LineEnd::Feed => *byte == b'\n',
            };
            let found = buffer.iter().position(ends);
            let length = found.unwrap_or(buffer.len());
            bytes.extend_from_slice(&buffer[..length]);
            let ended_by = found.map(|at| buffer[at]);
            self.input.consume(length + usize::from(found.is_some()));
            if bytes.len() >= MAX_LINE_BYTES {
                return Err(LineError::TooLong);
            }
            match ended_by {
                None => {}
                Some(byte) => {
                    if self.end == LineEnd::Unknown {
                        self.end = if byte == b'\r' { LineEnd::Returned } else { LineEnd::Feed };
                    }
                    return Ok(Some(bytes));
                }
            }
        }
    }
}

/// A line of JSON with plain spaces for blanks of any other width outside its quotation marks, one for one.
pub fn with_plain_blanks(line: &str) -> String {
    let (mut quoted, mut escaped) = (false, false);
    let plain = |c: char| {
        let is_quote = c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
        quoted ^= is_quote;
        if !quoted && is_blank(c) { ' ' } else { c }
    };
    line.chars().map(plain).collect()
}

/// Returns the column of a fault in a line of JSON, counted in characters from 1, and its description.
pub fn json_fault(line: &str, error: &serde_json::Error) -> (usize, String) {
    let text = error.to_string();
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let mut at = error.column().saturating_sub(1).min(line.len());
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    let column = line[..at].chars().count() + 1;
    let what = match line[at..].chars().next() {
        Some(c) if is_curly_quote(c) => format!("{c} is not a straight quotation mark (\"): {what}"),
        Some(c)
            if c.is_ascii_digit() && line[..at].trim_end().ends_with(',') && what.starts_with("key must") =>
        {
            format!("{what}; a decimal has a point, as in 6.5, not a comma")
        }
        _ => what.to_owned(),
    };
    (column, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives out a byte at a time, as a slow writer does.
    struct Slow<'a>(&'a [u8]);

    impl io::Read for Slow<'_> {
        fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
            let length = to.len().min(1);
            self.0.read(&mut to[..length])
        }
    }

    fn lines(bytes: &[u8]) -> Result<Vec<(usize, String)>, String> {
        let mut lines = TextLines::new(io::BufReader::new(Slow(bytes)));
        let mut read = Vec::new();
        while let Some(line) = lines.next_line().map_err(|error| error.to_string())? {
            read.push(line);
        }
        Ok(read)
    }

    #[test]
    fn lines_of_any_kind_are_the_same_lines() {
        let expected = [(1, "ä".to_owned()), (2, String::new()), (3, "b".to_owned())];
        for (text, why) in [
            ("ä\n\nb\n", "line feeds"),
            ("ä\n\nb", "without the last"),
            ("ä\r\n\r\nb\r\n", "of Windows"),
            ("ä\r\rb\r", "of old Macs"),
            ("ä\r\rb", "without the last"),
            ("\u{feff}ä\n\nb\n", "a byte order mark"),
            ("ä\n\nb\u{1a}", "an end mark"),
        ] {
            assert_eq!(lines(text.as_bytes()).unwrap(), expected, "{why}");
        }
        assert_eq!(lines(b"").unwrap(), []);
        assert_eq!(lines(b"a\n\x1a\r\n").unwrap()[1], (2, String::new()), "an end mark in its own line");
    }

    #[test]
    fn what_is_not_certain_is_named_with_its_place() {
        for (bytes, part, why) in [
            (&b"\xff\xfe{\0"[..], "1:1: this file is UTF-16", "Windows' Unicode"),
            (b"{\0\"\0p\0", "1:1: this file is UTF-16", "without a mark"),
            (b"a\n\xc3\xa4\xe9\n", "2:2: this byte (0xE9) is not UTF-8", "Latin-1, in characters"),
            (b"a\n\xc3\xa4b\rc\n", "2:3: a carriage return stands alone", "does a line end there?"),
            (b"a\rb\nc\r", "2:2: a carriage return stands alone", "the other way round"),
        ] {
            let error = lines(bytes).unwrap_err();
            assert!(error.contains(part), "{why}: {error}");
        }
        assert_eq!(lines(b"a\x1a\nb\n").unwrap()[0].1, "a\x1a", "it does not end there");
    }

    #[test]
    fn blanks_in_quotation_marks_are_kept() {
        for (line, plain) in [
            ("{\u{a0}\"a\u{a0}b\":\u{3000}1}", "{ \"a\u{a0}b\": 1}"),
            ("[\"\\\"\u{a0}\",\u{200b}2]", "[\"\\\"\u{a0}\", 2]"),
            ("[\"\\\\\",\u{a0}2]", "[\"\\\\\", 2]"),
        ] {
            assert_eq!(with_plain_blanks(line), plain);
        }
    }

    #[test]
    fn json_is_wrong_at_a_character() {
        for (line, column, part) in [
            (r#"{"näme":x}"#, 9, "expected value"),
            ("{“name”:1}", 2, "“ is not a straight quotation mark"),
            (r#"{"ä":90,5}"#, 9, "a decimal has a point"),
            ("[1,", 3, "EOF"),
        ] {
            let error = serde_json::from_str::<serde_json::Value>(line).unwrap_err();
            let (at, what) = json_fault(line, &error);
            assert_eq!(at, column, "{line}: {what}");
            assert!(what.contains(part), "{line}: {what}");
        }
    }
}
