//! The report as text, for a terminal.

use super::Report;
use super::words::sheets::{Sheet, map, of_picture};
use super::words::{Table, Words};
use crate::findings::Picture;

/// The first screen: the answer, the judged measures, what they may be trusted for, a game to look at.
pub fn first_screen(report: &Report) -> String {
    joined(first_lines(&Words::of(report)))
}

/// All of it: the first screen, then every table, and what charts show in numbers.
pub fn text(report: &Report) -> String {
    let words = Words::of(report);
    let findings = &report.findings;
    let mut lines = first_lines(&words);
    let of_pictures = findings.pictures.iter().filter_map(|picture| of_picture(findings, picture));
    for sheet in words.sheets.into_iter().chain(of_pictures) {
        lines.extend([String::new(), sheet.title.to_uppercase()]);
        if !sheet.about.is_empty() {
            section(&mut lines, "", std::slice::from_ref(&sheet.about));
        }
        sheet_rows(&mut lines, &sheet);
    }
    for picture in &findings.pictures {
        let Picture::Places { title, table, shades, dots, .. } = picture else { continue };
        for layer in shades.iter().chain(dots) {
            let (table_name, arm) = (&findings.tables[*table], &findings.arms[0].name);
            lines.extend([
                String::new(),
                format!("{}: {}, {table_name}, {arm}", title.to_uppercase(), layer.words),
            ]);
            lines.extend(map(findings, *table, layer).into_iter().map(|row| format!("|{row}|")));
        }
    }
    joined(lines)
}

fn joined(lines: Vec<String>) -> String {
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n") + "\n"
}

fn first_lines(words: &Words) -> Vec<String> {
    let mut lines = vec![words.title.clone()];
    lines.extend(words.points.iter().cloned());
    lines.extend((!words.question.is_empty()).then(|| words.question.to_owned()));
    lines.push(String::new());
    section(&mut lines, "ANSWER", &words.answer);
    for table in &words.tables {
        lines.push(String::new());
        table_lines(&mut lines, table);
    }
    if let Some(front) = &words.front {
        lines.extend([String::new(), front.title.to_uppercase()]);
        sheet_rows(&mut lines, front);
    }
    if !words.see.is_empty() {
        lines.push(String::new());
        let see = words.see.iter().flat_map(|seen| [seen.game.clone(), seen.command.clone()]);
        section(&mut lines, "SEE IT", &see.collect::<Vec<_>>());
    }
    lines.push(String::new());
    section(&mut lines, "TRUST", &words.trust);
    lines.push(String::new());
    section(&mut lines, "REPEAT", &[words.repeat.to_owned()]);
    lines
}

fn sheet_rows(lines: &mut Vec<String>, sheet: &Sheet) {
    let rows: Vec<&[String]> = [&sheet.heads].into_iter().chain(&sheet.rows).map(Vec::as_slice).collect();
    columns(lines, &rows, |_| false);
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
    let [measure, before, after, difference, equal, bet] = &table.heads;
    let heads = [measure, before, after, difference, equal, "", bet].map(str::to_owned);
    let shown = if table.has_bets { heads.len() } else { heads.len() - 1 };
    let rows: Vec<&[String]> =
        [&heads[..shown]].into_iter().chain(table.rows.iter().map(|row| &row.cells[..shown])).collect();
    columns(lines, &rows, |column| matches!(column, 1 | 2));
}

/// Rows with their columns under each other: numbers stand to the right, words to the left.
fn columns(lines: &mut Vec<String>, rows: &[&[String]], is_right: impl Fn(usize) -> bool) {
    let count = rows.iter().map(|row| row.len()).max().unwrap_or_default();
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or_default()).collect();
    for row in rows {
        let cell = |(column, cell): (usize, &String)| {
            let pad = " ".repeat(widths[column] - cell.chars().count());
            if is_right(column) { format!("{pad}{cell}") } else { format!("{cell}{pad}") }
        };
        lines.push(row.iter().enumerate().map(cell).collect::<Vec<_>>().join("   "));
    }
}
