//! A report in sentences. "Nothing found" is never "nothing there": it says how large an effect may hide.

mod answer;
pub(super) mod meetings;
mod parts;
mod search;
pub(super) mod sheets;
pub(super) mod sides;
mod survey;
mod trust;

use super::numbers::{Form, capital, count};
use super::{Report, Seen};
use crate::experiment::Expected;
use crate::findings::{Difference, Findings, Judged, Method, Verdict};
use crate::statistics::sequence::FIRST_LOOK;
use answer::{answer, settle};
use sheets::Sheet;
use trust::trust;

/// A report in words.
pub(super) struct Words<'r> {
    /// The name, and what is compared.
    pub(super) title: String,
    /// In what the rules differ: a line a point, for each arm.
    pub(super) points: Vec<String>,
    /// The question.
    pub(super) question: &'r str,
    /// The answer.
    pub(super) answer: Vec<String>,
    /// A table for each arm.
    pub(super) tables: Vec<Table>,
    /// The front of a search, or what the sides of tables win, or players against each other.
    pub(super) front: Option<Sheet>,
    /// Limits of the answer.
    pub(super) trust: Vec<String>,
    /// Games to look at.
    pub(super) see: &'r [Seen],
    /// Tables of luck and of what games are like.
    pub(super) sheets: Vec<Sheet>,
    /// The command that repeats all this.
    pub(super) repeat: &'r str,
}

/// Judged measures, such as those under an arm.
pub(super) struct Table {
    /// A heading, where there are several tables.
    pub(super) heading: Option<String>,
    /// For each row the number of its difference among all.
    pub(super) found: Vec<usize>,
    /// The heads of the columns.
    pub(super) heads: [String; 6],
    /// A row for each measure.
    pub(super) rows: Vec<Row>,
    /// A bet was made: without one the last column says nothing.
    pub(super) has_bets: bool,
}

/// A measure.
pub(super) struct Row {
    /// Name, yardstick, arm, difference, equal arms, verdict, bet.
    pub(super) cells: [String; 7],
    /// Clear, judged with all others.
    pub(super) clear: bool,
}

impl<'r> Words<'r> {
    pub(super) fn of(report: &'r Report) -> Self {
        let findings = &report.findings;
        let arms: Vec<usize> = (1..findings.arms.len()).collect();
        if let Some(front) = &report.front {
            let sheets = sheets::of_luck(findings).into_iter().chain(sheets::of_gauges(findings));
            return search::words(report, front, sheets.collect());
        }
        let is_survey = survey::is_survey(findings);
        let survey_sheet = is_survey.then(|| survey::sheet(findings));
        Self {
            title: title(findings),
            points: if is_survey { survey::points(findings) } else { points(findings) },
            question: &findings.question,
            answer: if is_survey { survey::answer(findings) } else { answer(findings) },
            tables: match is_survey {
                true => survey::tables(findings),
                false => arms.into_iter().map(|arm| table(findings, arm)).collect(),
            },
            front: sides::sheet(findings).or_else(|| meetings::sheet(findings)),
            trust: trust(findings),
            see: &report.see,
            sheets: survey_sheet
                .into_iter()
                .chain(sheets::of_luck(findings))
                .chain(sheets::of_gauges(findings))
                .collect(),
            repeat: &report.repeat,
        }
    }
}

fn title(findings: &Findings) -> String {
    let mut name = findings.name.to_uppercase().replace(['-', '_'], " ");
    if let Some(stage) = findings.stage {
        name = format!("{name}, STAGE {stage}");
    }
    let arms: Vec<&str> = findings.arms.iter().map(|arm| arm.name.as_str()).collect();
    match arms.as_slice() {
        [one] => format!("{name}   by {one}"),
        [one, other] => format!("{name}   {one} → {other}"),
        [one, others @ ..] if survey::is_survey(findings) => {
            format!("{name}   {one} → {} others", others.len())
        }
        [one, others @ ..] => format!("{name}   {one} → {}", others.join(", ")),
        [] => name,
    }
}

fn points(findings: &Findings) -> Vec<String> {
    let many = findings.arms.len() > 2;
    let line = |arm: &crate::plan::Arm| {
        let head = if many { format!("{}: ", arm.name) } else { String::new() };
        match arm.differs.as_slice() {
            [] => format!("{head}the same rules"),
            [one] => format!("{head}one point differs: {one}"),
            all => format!("{head}{} points differ: {}", all.len(), all.join("; ")),
        }
    };
    findings.arms.iter().skip(1).map(line).collect()
}

fn table(findings: &Findings, arm: usize) -> Table {
    let all = &findings.differences;
    let found: Vec<usize> = (0..all.len()).filter(|index| all[*index].arm == arm).collect();
    let name = |arm: usize| findings.arms[arm].name.clone();
    Table {
        heading: (findings.arms.len() > 2).then(|| name(arm)),
        heads: [
            format!("a game, {}", count(findings.played.blocks, "block", "blocks")),
            name(0),
            name(arm),
            DIFFERENCE.to_owned(),
            EQUAL_ARMS.to_owned(),
            BET.to_owned(),
        ],
        rows: found.iter().map(|index| row(&all[*index])).collect(),
        has_bets: found.iter().any(|index| all[*index].bet.is_some()),
        found,
    }
}

/// Heads of columns that every table of judged measures has.
const DIFFERENCE: &str = "difference, 95 %";
/// See [`equal_arms`].
const EQUAL_ARMS: &str = "equal ±";
/// See [`DIFFERENCE`].
const BET: &str = "your bet";

/// Meaning of the column of equal arms.
pub(super) fn equal_arms(findings: &Findings) -> Option<&'static str> {
    let is_said = findings.differences.iter().any(|found| found.noise.is_some());
    is_said.then_some(
        "Equal ±: so far apart are two arms with the same rules in 95 of 100 experiments of this size, if each has dice of its \
         own. With the same dice, as here, they are not apart at all: so a smaller difference can be clear, too.",
    )
}

fn row(found: &Difference) -> Row {
    let form = Form::of(found);
    let ends =
        found.interval.map_or_else(|| "(–)".to_owned(), |interval| format!("({})", form.ends(interval)));
    let verdict = match found.verdict {
        Verdict::Clear => "████ clear".to_owned(),
        Verdict::Leans => {
            format!("██   leans{}", settle(found).replace("; about", ";").replace(" would settle it", ""))
        }
        Verdict::NoMoreThan(reach) => format!("no effect over {}", form.bound(reach)),
        Verdict::Same => "no block differs".to_owned(),
        Verdict::TooFew if is_early(found) => format!("said from {FIRST_LOOK} blocks on"),
        Verdict::TooFew => format!("too few: {} of {} differ", found.differing, found.blocks),
    };
    let bet = match found.bet {
        None => "–".to_owned(),
        Some((expected, judged)) => format!("{}: {}", expected_words(expected), judged_words(judged)),
    };
    Row {
        cells: [
            found.words.clone(),
            form.level(found.yardstick),
            form.level(found.here),
            format!("{}  {ends}", form.change(found.difference)),
            found.noise.map_or_else(|| "–".to_owned(), |noise| form.plain(noise)),
            verdict,
            bet,
        ],
        clear: found.verdict == Verdict::Clear,
    }
}

/// An experiment that waits for something says nothing of a measure before its first look, however many blocks differ.
fn is_early(found: &Difference) -> bool {
    found.verdict == Verdict::TooFew && found.by == Method::Sequence
}

fn expected_words(expected: Expected) -> String {
    match expected {
        Expected::Same { within } => format!("the same within {within}"),
        Expected::Fewer | Expected::More => expected.words().to_owned(),
    }
}

fn judged_words(judged: Judged) -> &'static str {
    match judged {
        Judged::Right => "right",
        Judged::Wrong => "wrong",
        Judged::Open => "open",
        Judged::TooLate => "not judged",
    }
}
