//! Rows as CSV (RFC 4180).

use std::io::{self, Write};

use super::{Cell, Rows};
use crate::plan::Plan;

/// Writes a table as CSV, row by row.
pub struct Csv<'w> {
    to: &'w mut dyn Write,
}

impl<'w> Csv<'w> {
    /// A table with its head.
    ///
    /// # Errors
    /// The writer's.
    pub fn new(to: &'w mut dyn Write, plan: &Plan, rows: Rows) -> io::Result<Self> {
        let mut csv = Self { to };
        let names = rows.columns(plan).into_iter().map(|(name, _)| name);
        csv.line(names.map(Cell::from))?;
        Ok(csv)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// The writer's.
    pub fn row(&mut self, cells: &[Cell]) -> io::Result<()> {
        self.line(cells.iter().cloned())
    }

    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        for (index, cell) in cells.enumerate() {
            if index > 0 {
                self.to.write_all(b",")?;
            }
            match cell {
                Cell::Number(number) => write!(self.to, "{number}")?,
                Cell::Words(words) => field(self.to, &words)?,
            }
        }
        self.to.write_all(b"\r\n")
    }
}

/// A field, in quotes where it needs them. What a spreadsheet would take for a formula gets an apostrophe.
fn field(to: &mut dyn Write, text: &str) -> io::Result<()> {
    let mark = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    match text.contains(['"', ',', '\n', '\r']) {
        true => write!(to, "\"{mark}{}\"", text.replace('"', "\"\"")),
        false => write!(to, "{mark}{text}"),
    }
}
