//! Many rulesets held against one: only what changes something is said one by one.

use super::answer::{clearly, leaning};
use super::sheets::Sheet;
use super::{BET, DIFFERENCE, EQUAL_ARMS, Table, row};
use crate::findings::{Difference, Findings, Verdict};
use crate::report::numbers::{Form, count};

/// From so many rulesets on a report lists only those that change something.
const MANY: usize = 5;

pub(super) fn is_survey(findings: &Findings) -> bool {
    findings.arms.len() > MANY
}

fn shows(found: &Difference) -> bool {
    matches!(found.verdict, Verdict::Clear | Verdict::Leans)
}

/// The differences of an arm, in a short line.
fn differs(findings: &Findings, arm: usize) -> String {
    let points: Vec<String> = findings.arms[arm].differs.iter().map(|point| brief(point)).collect();
    points.join("; ")
}

/// `key before (what that means) → after (what that means) (PARAGRAPHS)`, without what they mean.
fn brief(point: &str) -> String {
    let Some((before, after)) = point.split_once(" → ") else { return point.to_owned() };
    let head = |part: &str| part.split(" (").next().unwrap_or_default().to_owned();
    let paragraphs = point.rfind(" (").map_or("", |at| &point[at..]);
    format!("{} → {}{paragraphs}", head(before), head(after))
}

/// Number of rulesets held against the first.
pub(super) fn points(findings: &Findings) -> Vec<String> {
    vec![format!(
        "{}, each held against {} alone",
        count(findings.arms.len() as u64 - 1, "change", "changes"),
        findings.arms[0].name
    )]
}

/// The changes that matter, the surest first, and the most that the rest can do.
pub(super) fn answer(findings: &Findings) -> Vec<String> {
    let (mut answer, mut doubtful, mut quiet) = (Vec::new(), Vec::new(), Vec::new());
    for arm in 1..findings.arms.len() {
        let of = || findings.differences.iter().filter(move |found| found.arm == arm);
        let said: Vec<String> = of().filter(|found| found.verdict == Verdict::Clear).map(clearly).collect();
        let leans: Vec<String> = of().filter(|found| found.verdict == Verdict::Leans).map(leaning).collect();
        if said.is_empty() && leans.is_empty() {
            quiet.push(arm);
        } else {
            let lines = if said.is_empty() { &mut doubtful } else { &mut answer };
            lines.push(format!("{}: {}", differs(findings, arm), [said, leans].concat().join(" ")));
        }
    }
    answer.append(&mut doubtful);
    answer.extend(rest(findings, &quiet, answer.is_empty()));
    let silent: Vec<String> = untouched(findings).map(|arm| findings.arms[arm].name.clone()).collect();
    if !silent.is_empty() {
        answer.push(format!("Not a single die in any game falls otherwise under {}.", silent.join(", ")));
    }
    answer.extend(findings.left_out.iter().cloned());
    answer
}

/// Arms that touch no game.
fn untouched(findings: &Findings) -> impl Iterator<Item = usize> {
    let blocks = findings.played.blocks;
    findings.touched.iter().filter(move |touched| touched.untouched == blocks).map(|touched| touched.arm)
}

fn rest(findings: &Findings, quiet: &[usize], are_all: bool) -> Option<String> {
    let of = || findings.differences.iter().filter(|found| quiet.contains(&found.arm));
    let mut measures: Vec<&str> = Vec::new();
    of().for_each(|found| {
        if !measures.contains(&found.words.as_str()) {
            measures.push(&found.words);
        }
    });
    let bound = |words: &&str| {
        let bounded = of().filter(|found| found.words == **words).filter_map(|found| {
            let is_bounded = matches!(found.verdict, Verdict::NoMoreThan(_) | Verdict::Same);
            is_bounded.then_some((found, found.interval?.reach()))
        });
        let (found, reach) = bounded.max_by(|a, b| a.1.total_cmp(&b.1))?;
        Some(format!("over {} on {words}", Form::of(found).bound(reach)))
    };
    let bounds: Vec<String> = measures.iter().filter_map(bound).collect();
    let who = match (quiet.len(), are_all) {
        (0, _) => return None,
        (1, false) => "The other one".to_owned(),
        (many, false) => format!("The other {many}"),
        (many, true) => format!("All {many}"),
    };
    let few = of().filter(|found| found.verdict == Verdict::TooFew).count();
    let few = match few {
        0 => String::new(),
        few => format!(" In {few} of their measures too few blocks differ to say anything."),
    };
    match bounds.is_empty() {
        true => Some(format!("{who}: nothing measurable.{few}")),
        false => Some(format!("{who}: nothing measurable {}.{few}", bounds.join(", "))),
    }
}

/// One table of everything that is clear or leans.
pub(super) fn tables(findings: &Findings) -> Vec<Table> {
    let mut found: Vec<usize> =
        (0..findings.differences.len()).filter(|index| shows(&findings.differences[*index])).collect();
    found.sort_by(|a, b| findings.differences[*a].chance.total_cmp(&findings.differences[*b].chance));
    let line = |index: &usize| {
        let found = &findings.differences[*index];
        let mut row = row(found);
        row.cells[0] = format!("{}: {}", findings.arms[found.arm].name, row.cells[0]);
        row
    };
    let heads = ["a game", findings.arms[0].name.as_str(), "changed", DIFFERENCE, EQUAL_ARMS, BET];
    let rows = found.iter().map(line).collect();
    if found.is_empty() {
        return Vec::new();
    }
    let has_bets = found.iter().any(|index| findings.differences[*index].bet.is_some());
    vec![Table { heading: None, found, heads: heads.map(str::to_owned), rows, has_bets }]
}

/// Reach of each change.
pub(super) fn sheet(findings: &Findings) -> Sheet {
    let share = |part: u64| format!("{part} of {}", findings.played.blocks);
    let row = |touched: &crate::findings::Touched| {
        let of = findings.differences.iter().filter(|found| found.arm == touched.arm);
        let first = of.min_by(|a, b| a.together.total_cmp(&b.together));
        let effect = first.map_or_else(String::new, |found| {
            let form = Form::of(found);
            let ends = found.interval.map_or("–".to_owned(), |interval| form.ends(interval));
            format!("{}: {} ({ends})", found.words, form.change(found.difference))
        });
        vec![
            differs(findings, touched.arm),
            share(findings.played.blocks - touched.untouched),
            touched.winners_changed.to_string(),
            effect,
        ]
    };
    Sheet {
        title: "What each change touches".to_owned(),
        about: "Blocks in which at least one die falls otherwise, games with another winner, and the measure that is least likely \
                to be chance, judged alone. Two equal arms touch none."
            .to_owned(),
        heads: ["the change", "blocks touched", "winners changed", "largest effect, 95 %"].map(str::to_owned).to_vec(),
        rows: findings.touched.iter().map(row).collect(),
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_is_said_briefly() {
        for (point, expected) in [
            (
                "leadership.shaken_at 6 hits → 8 hits (SUP-3, NRV-1)",
                "leadership.shaken_at 6 hits → 8 hits (SUP-3, NRV-1)",
            ),
            ("a.b Any (all (of them)) → Some (a few) (STR-1)", "a.b Any → Some (STR-1)"),
            ("more 0 → 1", "more 0 → 1"),
        ] {
            assert_eq!(brief(point), expected);
        }
    }
}
