//! The report as text, for a terminal.

use super::Report;
use super::words::{Table, Words};

/// The first screen.
pub fn text(report: &Report) -> String {
    let words = Words::of(report);
    let mut lines = vec![words.title.clone()];
    lines.extend(words.points.iter().cloned());
    lines.push(words.question.to_owned());
    lines.push(String::new());
    section(&mut lines, "ANSWER", &words.answer);
    for table in &words.tables {
        lines.push(String::new());
        table_lines(&mut lines, table);
    }
    lines.push(String::new());
    section(&mut lines, "TRUST", &words.trust);
    if !words.see.is_empty() {
        lines.push(String::new());
        let see = words.see.iter().flat_map(|seen| [seen.game.clone(), seen.command.clone()]);
        section(&mut lines, "SEE IT", &see.collect::<Vec<_>>());
    }
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n") + "\n"
}

const WIDTH: usize = 110;
const INDENT: usize = 8;

/// A heading in the margin, and beside it paragraphs, broken into lines.
fn section(lines: &mut Vec<String>, head: &str, paragraphs: &[String]) {
    let mut head = format!("{head:INDENT$}");
    for paragraph in paragraphs {
        let mut line = head;
        head = " ".repeat(INDENT);
        let mut empty = true;
        for word in paragraph.split(' ') {
            if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
                lines.push(std::mem::replace(&mut line, head.clone()));
                empty = true;
            }
            if !empty {
                line.push(' ');
            }
            line.push_str(word);
            empty = false;
        }
        lines.push(line);
    }
}

fn table_lines(lines: &mut Vec<String>, table: &Table) {
    let [measure, before, after, difference, bet] = &table.heads;
    let heads = [measure, before, after, difference, "", bet].map(str::to_owned);
    let rows: Vec<&[String; 6]> =
        [&heads].into_iter().chain(table.rows.iter().map(|row| &row.cells)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: [usize; 6] = std::array::from_fn(width);
    for row in &rows {
        let cell = |column: usize| {
            let pad = " ".repeat(widths[column] - row[column].chars().count());
            // Numbers stand to the right, words to the left.
            if matches!(column, 1 | 2) {
                format!("{pad}{}", row[column])
            } else {
                format!("{}{pad}", row[column])
            }
        };
        lines.push((0..6).map(cell).collect::<Vec<_>>().join("   "));
    }
}
