//! Tables of numbers beside the judged ones: each with what two equal arms would differ by.

use crate::findings::{Adjusted, Bar, Findings, Gauged, Layer, Mean, Panel, Picture};
use crate::report::numbers::{Form, count, decimal};
use crate::statistics::Interval;

/// So many rulesets have columns of their own; of more only the yardstick has.
const SHOWN_ARMS: usize = 4;

/// A table with a heading.
pub(in crate::report) struct Sheet {
    /// The heading.
    pub(in crate::report) title: String,
    /// A sentence about it.
    pub(in crate::report) about: String,
    /// The heads of its columns.
    pub(in crate::report) heads: Vec<String>,
    /// Its rows: words first, then numbers.
    pub(in crate::report) rows: Vec<Vec<String>>,
    /// For each row what it means, for readers of the page; empty where the words say it.
    pub(in crate::report) notes: Vec<String>,
}

/// Number of rulesets shown side by side.
pub(in crate::report) fn shown_arms(findings: &Findings) -> usize {
    if findings.arms.len() > SHOWN_ARMS { 1 } else { findings.arms.len() }
}

/// The tables of luck and of what the margin goes with.
pub(super) fn of_luck(findings: &Findings) -> Vec<Sheet> {
    let mut sheets = Vec::new();
    if let Some(first) = findings.adjusted.first() {
        sheets.push(Sheet {
            title: format!("Luck taken out of {}", first.words),
            about: "Dice less what they were expected to show, by the exact odds of each roll, taken from the margin: the mean \
                    stays. R² is the share of the differences' variance that goes with the dice, in blocks that \
                    had no say in it; where both arms roll much the same dice, it is small or below 0, and the raw one is the surer."
                .to_owned(),
            heads: heads(["against the yardstick", "raw, 95 %", "luck taken out, 95 %", "R²", "worth", "blocks"]),
            rows: findings.adjusted.iter().map(|adjusted| adjusted_row(findings, adjusted)).collect(),
            notes: Vec::new(),
        });
        sheets.push(Sheet {
            title: "The luck itself".to_owned(),
            about: "Successes beyond expectation, side A less side B: 0 on average, whatever the rules. Shown is the difference \
                    of the first ruleset that is compared to the yardstick."
                .to_owned(),
            heads: heads(["a game", "mean, 95 %", "equal arms, dice of their own", "blocks"]),
            rows: first
                .zero
                .iter()
                .map(|zero| {
                    let mut row = vec![zero.words.clone(), mean(&zero.mean, false)];
                    row.extend([noise(&zero.mean, false), zero.mean.blocks.to_string()]);
                    row
                })
                .collect(),
            notes: Vec::new(),
        });
    }
    if let Some(explained) = &findings.explained {
        let yardstick = findings.arms.first().map_or("", |arm| arm.name.as_str());
        let row = |words: &str, part: &Mean| vec![words.to_owned(), mean(part, true)];
        sheets.push(Sheet {
            title: format!("Skill and luck: what {} goes with", explained.words),
            about: format!(
                "Shares of its variance in {} by {yardstick}, one after the other. What is left is how the same players play on \
                 after what fell. Two equal arms have 0 of each but for the interval.",
                count(explained.games, "game", "games")
            ),
            heads: heads(["goes with", "share, 95 %"]),
            rows: vec![
                row("the table", &explained.table),
                row("who plays, and which side", &explained.players),
                row("the dice", &explained.dice),
                vec!["none of these".to_owned(), format!("{}%", decimal(100.0 * explained.rest, 0))],
            ],
            notes: Vec::new(),
        });
    }
    sheets
}

fn heads<const N: usize>(heads: [&str; N]) -> Vec<String> {
    heads.map(str::to_owned).to_vec()
}

fn adjusted_row(findings: &Findings, adjusted: &Adjusted) -> Vec<String> {
    let with = |value: f64, interval: Option<Interval>| {
        let form = Form::of_interval(interval, false);
        let ends = interval.map_or("–".to_owned(), |interval| form.ends(interval));
        format!("{}  ({ends})", form.change(value))
    };
    vec![
        findings.arms[adjusted.arm].name.clone(),
        with(adjusted.raw, adjusted.raw_interval),
        with(adjusted.adjusted, adjusted.adjusted_interval),
        decimal(adjusted.r2, 2),
        worth(adjusted.r2),
        adjusted.blocks.to_string(),
    ]
}

/// Number of times the blocks that would be as sure without it.
fn worth(r2: f64) -> String {
    match 1.0 / (1.0 - r2).max(1e-6) {
        times if times < 1.05 => "no surer".to_owned(),
        times => format!("{} times the blocks", decimal(times, 1)),
    }
}

/// The gauges of the rulesets.
pub(super) fn of_gauges(findings: &Findings) -> Option<Sheet> {
    let arms = shown_arms(findings);
    let row = |gauged: &Gauged| {
        let mut row = vec![gauged.words.clone()];
        let cell =
            |arm: &Option<Mean>| arm.map_or("not counted".to_owned(), |arm| mean(&arm, gauged.is_share));
        row.extend(gauged.arms.iter().take(arms).map(cell));
        let first = gauged.arms.first().copied().flatten();
        row.push(first.map_or("–".to_owned(), |mean| noise(&mean, gauged.is_share)));
        row.push(first.map_or(0, |mean| mean.blocks).to_string());
        row
    };
    // What no player of these games says of itself is named, not listed.
    let (counted, not): (Vec<&Gauged>, Vec<&Gauged>) =
        findings.gauges.iter().partition(|gauged| gauged.arms.iter().any(Option::is_some));
    let not: Vec<&str> = not.into_iter().map(|gauged| gauged.words.as_str()).collect();
    let not = if not.is_empty() {
        String::new()
    } else {
        format!(" Not counted in these games: {}.", not.join(", "))
    };
    (!counted.is_empty()).then(|| Sheet {
        title: "What a game is like".to_owned(),
        about: "With 95 % intervals. \"Equal arms\" is how far apart two arms with the same rules and dice of their own are in 95 of \
                100 experiments of this size: what is less is noise. With the same dice they do not differ at all."
            .to_owned()
            + &not,
        heads: arm_heads(findings, "a game"),
        rows: counted.iter().map(|gauged| row(gauged)).collect(),
        notes: counted.iter().map(|gauged| gauged.means.clone()).collect(),
    })
}

fn arm_heads(findings: &Findings, first: &str) -> Vec<String> {
    let arms = findings.arms.iter().take(shown_arms(findings)).map(|arm| arm.name.clone());
    let mut heads = vec![first.to_owned()];
    heads.extend(arms);
    heads.extend(["equal arms".to_owned(), "blocks".to_owned()]);
    heads
}

/// The numbers of a picture; squares of a table are no numbers that anybody reads.
pub(in crate::report) fn of_picture(findings: &Findings, picture: &Picture) -> Option<Sheet> {
    let (title, about, rows) = match picture {
        Picture::Course { title, by, from, panels, .. } => {
            let rounds = |panel: &Panel| {
                let rounds = panel.arms.first().map_or(0, Vec::len);
                let row = |round: usize| {
                    let means: Vec<Mean> = panel.arms.iter().map(|arm| arm[round]).collect();
                    row_of(findings, format!("{}, {by} {}", panel.words, *from + round as i64), &means, false)
                };
                (0..rounds).map(row).collect::<Vec<_>>()
            };
            (title, String::new(), panels.iter().flat_map(rounds).collect())
        }
        Picture::Bars { title, is_share, bars, never } => {
            let row = |bar: &Bar| row_of(findings, bar.words.clone(), &bar.arms, *is_share);
            (title, never_used(never), bars.iter().map(row).collect::<Vec<_>>())
        }
        Picture::Places { .. } => return None,
    };
    let heads = arm_heads(findings, "a game");
    Some(Sheet { title: title.clone(), about, heads, rows, notes: Vec::new() })
}

/// Paragraphs that never came up, in a sentence.
pub(in crate::report) fn never_used(never: &[String]) -> String {
    if never.is_empty() { String::new() } else { format!("Never in these games: {}.", never.join(", ")) }
}

fn row_of(findings: &Findings, words: String, means: &[Mean], is_share: bool) -> Vec<String> {
    let mut row = vec![words];
    row.extend(means.iter().take(shown_arms(findings)).map(|of| mean(of, is_share)));
    let first = means.first().copied().unwrap_or_default();
    row.extend([noise(&first, is_share), first.blocks.to_string()]);
    row
}

/// `3.7 (3.4 to 4.0)`.
pub(in crate::report) fn mean(mean: &Mean, is_share: bool) -> String {
    let form = Form::of_interval(mean.interval, is_share);
    match mean.interval {
        Some(Interval { low, high }) => {
            format!("{} ({} to {})", form.level(mean.value), form.plain(low), form.plain(high))
        }
        None => form.level(mean.value),
    }
}

fn noise(mean: &Mean, is_share: bool) -> String {
    mean.noise.map_or("–".to_owned(), |noise| {
        format!("± {}", Form::of_interval(mean.interval, is_share).distance(noise))
    })
}

/// A table from above in letters, for a terminal: the more often, the darker.
pub(in crate::report) fn map(findings: &Findings, table: usize, layer: &Layer) -> Vec<String> {
    const SHADES: [char; 8] = [' ', '.', ':', '-', '=', '+', '*', '#'];
    let [columns, _] = findings.grounds[table].squares();
    let squares = &layer.arms[0];
    let top = squares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let shade = |value: &f64| {
        let step = libm::ceil((value / top).sqrt() * (SHADES.len() - 1) as f64) as usize;
        // Two letters a square, because letters are twice as high as wide.
        [SHADES[step.min(SHADES.len() - 1)]; 2]
    };
    // The table's first row is its south.
    squares.chunks(columns.max(1)).rev().map(|row| row.iter().flat_map(shade).collect()).collect()
}
