//! Rows as CSV (RFC 4180).

use std::fmt::Write as _;
use std::io::{self, Write};

use super::{Cell, Rows};
use crate::plan::Plan;

/// Writes a table as CSV, row by row.
pub struct Csv<W: Write> {
    to: W,
    /// The row that is being written.
    line: String,
}

impl<W: Write> Csv<W> {
    /// A table with its head.
    ///
    /// # Errors
    /// The writer's.
    pub fn new(to: W, plan: &Plan, rows: Rows) -> io::Result<Self> {
        let mut csv = Self { to, line: String::new() };
        let heads: Vec<Cell> = rows.columns(plan).into_iter().map(|(name, _)| name.into()).collect();
        csv.row(&heads)?;
        Ok(csv)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// The writer's.
    pub fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        self.line.clear();
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.line.push(',');
            }
            match cell {
                Cell::Number(number) => number_into(&mut self.line, *number),
                Cell::Words(words) => field_into(&mut self.line, words),
            }
        }
        self.line.push_str("\r\n");
        self.to.write_all(self.line.as_bytes())
    }

    /// Its writer.
    pub fn into_inner(self) -> W {
        self.to
    }
}

/// A number in digits. Most are counts of one digit.
fn number_into(line: &mut String, number: i64) {
    match u8::try_from(number) {
        Ok(digit @ 0..=9) => line.push(char::from(b'0' + digit)),
        Ok(_) | Err(_) => {
            let _always_written = write!(line, "{number}");
        }
    }
}

/// A field, in quotes where it needs them. What a spreadsheet would take for a formula gets an apostrophe.
fn field_into(line: &mut String, text: &str) {
    let mark = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    let quote = if text.contains(['"', ',', '\n', '\r']) { "\"" } else { "" };
    line.push_str(quote);
    line.push_str(mark);
    match quote.is_empty() {
        true => line.push_str(text),
        false => line.push_str(&text.replace('"', "\"\"")),
    }
    line.push_str(quote);
}
