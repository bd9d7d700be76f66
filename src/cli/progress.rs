//! How far something slow is, on standard error: a line that changes on a terminal, else one now and then.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::time::Instant;

use warstrike::standard_error::{StandardError, tell};

/// The line.
pub(super) struct Progress {
    begun: Instant,
    on_terminal: bool,
}

impl Progress {
    pub fn new() -> Self {
        Self { begun: Instant::now(), on_terminal: std::io::stderr().is_terminal() }
    }

    /// Seconds since the beginning.
    pub fn seconds(&self) -> u64 {
        self.begun.elapsed().as_secs()
    }

    /// Says it; where lines stay, only if it is one to stay.
    pub fn say(&self, line: impl Display, stays: bool) {
        match self.on_terminal {
            true => drop(write!(StandardError, "\r{line} ")),
            false if stays => tell(line),
            false => {}
        }
    }

    /// Leaves the line.
    pub fn end(&self) {
        if self.on_terminal {
            tell("");
        }
    }
}
