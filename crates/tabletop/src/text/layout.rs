//! Text in columns.

use std::io::{self, Write};

/// Width of the reports.
pub const COLUMNS: usize = 100;

/// Paragraphs of running text, with an empty line between them.
///
/// # Errors
/// The output's.
pub fn blocks(out: &mut impl Write, text: &str) -> io::Result<()> {
    for (index, block) in text.split("\n\n").enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        for line in wrap(block, COLUMNS) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// Writes a name in the first column and the values below each other in the second; nothing if there are none.
///
/// # Errors
/// The output's.
pub fn field(out: &mut impl Write, name: &str, values: impl Iterator<Item = String>) -> io::Result<()> {
    const INDENT: usize = 10;
    let mut name = name;
    for value in values {
        for line in wrap(&value, COLUMNS - INDENT) {
            writeln!(out, "{name:<INDENT$}{line}")?;
            name = "";
        }
    }
    Ok(())
}

/// Breaks running text between words; a word wider than the line gets a line of its own.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        if !line.is_empty() {
            if line.chars().count() + 1 + word.chars().count() > columns {
                lines.push(std::mem::take(&mut line));
            } else {
                line.push(' ');
            }
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
