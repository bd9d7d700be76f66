//! Dependence of an answer on the players and on the table: the difference in each part of the blocks.

use crate::findings::{Difference, Findings, Part, Verdict};
use crate::report::numbers::Form;

/// So many measures are shown by parts.
const SHOWN: usize = 2;

/// Lines about the first clear measures; where none is clear, about the first that has an interval at all.
pub(super) fn lines(findings: &Findings) -> Vec<String> {
    let all = &findings.differences;
    let clear: Vec<&Difference> =
        all.iter().filter(|found| found.verdict == Verdict::Clear).take(SHOWN).collect();
    let shown = match clear.is_empty() {
        true => {
            all.iter().find(|found| found.interval.is_some() && found.differing > 0).into_iter().collect()
        }
        false => clear,
    };
    let mut lines = Vec::new();
    if let ([[a, b]], false) = (findings.players.as_slice(), all.is_empty()) {
        let who = if a == b { a.clone() } else { format!("{a} and {b}") };
        lines.push(format!(
            "By players: only {who} played. Whether the answer depends on the player, these games cannot say."
        ));
    }
    for found in shown {
        let players =
            findings.players.iter().map(|[a, b]| if a == b { a.clone() } else { format!("{a} and {b}") });
        let head = |by: &str| format!("By {by}, {}", named(findings, found));
        let by_players = (found.by_players.as_slice(), found.players_apart);
        let by_table = (found.by_table.as_slice(), found.tables_apart);
        lines.extend(line(found, (head("players"), "player"), by_players, players.collect()));
        lines.extend(line(found, (head("table"), "table"), by_table, findings.tables.clone()));
    }
    lines
}

/// The measure, and of several arms which.
fn named(findings: &Findings, found: &Difference) -> String {
    match findings.arms.len() > 2 {
        true => format!("{} under {}", found.words, findings.arms[found.arm].name),
        false => found.words.clone(),
    }
}

/// `By players, nerve markers: quick −1.0 (−1.4 to −0.6), swift −0.5 (−0.7 to −0.3): the size depends on the player, the sign does not.`
fn line(
    found: &Difference,
    (head, on): (String, &str),
    (parts, are_apart): (&[Part], Option<bool>),
    names: Vec<String>,
) -> Option<String> {
    if parts.len() < 2 {
        return None;
    }
    let form = Form::of(found);
    let part = |(part, name): (&Part, String)| {
        let ends = part.interval.map(|interval| format!(" ({})", form.ends(interval))).unwrap_or_default();
        format!("{name} {}{ends}", form.change(part.difference))
    };
    let said: Vec<String> = parts.iter().zip(names).map(part).collect();
    Some(format!("{head}: {}{}.", said.join(", "), conclusion(parts, are_apart, on)))
}

/// The dependence on a part, where the parts differ by more than chance.
fn conclusion(parts: &[Part], are_apart: Option<bool>, on: &str) -> String {
    let has = |sign: f64| {
        let is_so = |part: &Part| part.interval.is_some_and(|at| sign * at.low > 0.0 && sign * at.high > 0.0);
        parts.iter().any(is_so)
    };
    let all = |sign: f64| parts.iter().all(|part| sign * part.difference > 0.0);
    match are_apart {
        None => String::new(),
        Some(false) => ": no farther apart than chance would have them".to_owned(),
        Some(true) if has(1.0) && has(-1.0) => format!(": which way it goes depends on the {on}"),
        Some(true) if all(1.0) || all(-1.0) => {
            format!(": the size depends on the {on}, the sign does not")
        }
        Some(true) => format!(": it depends on the {on}"),
    }
}
