//! Messages for people, on standard error. Nobody has to hear them: a tool whose standard error is closed or full ends
//! with the same status as any other, where `eprintln!` would panic.

use std::fmt::Display;
use std::io::{self, Write};

/// Standard error; what cannot be written to it is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardError;

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _unheard = io::stderr().write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Prints a message and ends the line, in one write.
pub fn tell(message: impl Display) {
    let _never_fails = StandardError.write_all(format!("{message}\n").as_bytes());
}
