//! Standard output whose reader may close it, as `head` does. A tool then goes on to its end, unheard, and ends with its
//! own status: a game that is recorded is played, a save that is damaged is reported.

use std::io::{self, ErrorKind, Write};

/// Output that may be closed.
pub struct ClosableOutput<W: Write> {
    out: W,
    reader: Reader,
}

/// Reader of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Listens,
    Gone,
}

impl<W: Write> ClosableOutput<W> {
    /// Over an output.
    pub fn new(out: W) -> Self {
        Self { out, reader: Reader::Listens }
    }

    fn note<T>(&mut self, done: io::Result<T>, otherwise: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.reader = Reader::Gone;
                Ok(otherwise)
            }
            done => done,
        }
    }
}

impl<W: Write> Write for ClosableOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.reader == Reader::Gone {
            return Ok(bytes.len());
        }
        let written = self.out.write(bytes);
        self.note(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.reader == Reader::Gone {
            return Ok(());
        }
        let flushed = self.out.flush();
        self.note(flushed, ())
    }
}

/// A closed output is no error.
pub fn unless_closed(printed: io::Result<()>) -> io::Result<()> {
    printed.or_else(|error| if error.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(error) })
}
