//! Matrices for a terminal.

use std::fmt::Write as _;

use super::matrices::{Matrices, Shift};
use super::setting::Measure;

/// Stands where the first unit can do nothing.
const NOTHING: &str = "–";

/// Pairs that are listed of a comparison.
const LISTED: usize = 40;

/// One setting: rows fire or charge, columns are the targets, by their numbers.
pub fn matrix(matrices: &Matrices, setting: usize, measure: Measure) -> String {
    let names: Vec<&str> = matrices.contenders.iter().map(|one| one.card.id.as_str()).collect();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let (mut text, heading) = (String::new(), matrices.settings[setting].words());
    let mut line = |line: String| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(format!("{heading}: {}", measure.words()));
    let numbers: String = (1..=names.len()).fold(String::new(), |mut text, number| {
        let _always_written = write!(text, "{number:>6}");
        text
    });
    line(format!("{:width$}{numbers}", "", width = longest + 4));
    for (number, (name, row)) in names.iter().zip(matrices.rows(setting)).enumerate() {
        let cells = row.iter().fold(String::new(), |mut text, cell| {
            let _always_written = write!(text, "{:>6}", figure(cell.figure(measure), measure));
            text
        });
        line(format!("{:>3} {name:longest$}{cells}", number + 1));
    }
    text
}

/// The pairs that a comparison found, the largest differences first.
pub fn differences(matrices: &Matrices, shifts: &[Shift], measure: Measure) -> String {
    let mut text = how_many(matrices, shifts, measure);
    text.push('\n');
    for shift in shifts.iter().take(LISTED) {
        let _always_written = writeln!(text, "  {}", difference(matrices, shift, measure));
    }
    if shifts.len() > LISTED {
        let _always_written =
            writeln!(text, "  and {} smaller ones; --json lists all", shifts.len() - LISTED);
    }
    text
}

/// The number of pairs that a comparison found, of all that were compared.
pub(super) fn how_many(matrices: &Matrices, shifts: &[Shift], measure: Measure) -> String {
    let asked = matrices.settings.len() * matrices.contenders.len().pow(2);
    match shifts.len() {
        0 => format!("No pair changes: {asked} were compared ({}).", measure.words()),
        some => format!("{some} of {asked} pairs change ({}):", measure.words()),
    }
}

/// A pair that a comparison found: `Knights against Squires, Charge, first round: 3.6 → 3.5 (−0.1)`.
pub(super) fn difference(matrices: &Matrices, shift: &Shift, measure: Measure) -> String {
    let [first, target] = [shift.first, shift.target].map(|at| &matrices.contenders[at].card.name);
    let [from, to] = [shift.from, shift.to].map(|value| precise(value, measure));
    let sign = if shift.change() < 0.0 { "−" } else { "+" };
    let change = precise(Some(shift.change().abs()), measure);
    let setting = matrices.settings[shift.setting].words();
    format!("{first} against {target}, {setting}: {from} → {to} ({sign}{change})")
}

/// A figure with the decimals of its measure.
pub(super) fn figure(value: Option<f64>, measure: Measure) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| number(value, measure.decimals()))
}

/// A figure with one decimal more, for differences.
pub(super) fn precise(value: Option<f64>, measure: Measure) -> String {
    value.map_or_else(|| NOTHING.to_owned(), |value| number(value, measure.decimals() + 1))
}

fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    // No "-0".
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        return text.trim_start_matches('-').to_owned();
    }
    text.replace('-', "−")
}
