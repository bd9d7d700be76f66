//! What a report says, in sentences. "Nothing found" is never "nothing there": it says how large an effect may hide.

use super::numbers::{Form, count, percent};
use super::{Report, Seen};
use crate::bench::End;
use crate::experiment::Expected;
use crate::findings::{Difference, Findings, HeadToHead, Judged, Method, Stopped, Verdict};
use crate::statistics::pentanomial::Decision;

/// A table whose sides are further from even than this shows little of who gains.
const LOPSIDED: f64 = 0.25;

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
    /// What it may be trusted for.
    pub(super) trust: Vec<String>,
    /// Games to look at.
    pub(super) see: &'r [Seen],
}

/// The measures under an arm.
pub(super) struct Table {
    /// The heads of the columns.
    pub(super) heads: [String; 5],
    /// A row for each measure.
    pub(super) rows: Vec<Row>,
}

/// A measure.
pub(super) struct Row {
    /// Name, yardstick, arm, difference, verdict, bet.
    pub(super) cells: [String; 6],
    /// Whether it is clear.
    pub(super) clear: bool,
}

impl<'r> Words<'r> {
    pub(super) fn of(report: &'r Report) -> Self {
        let findings = &report.findings;
        let arms: Vec<usize> = (1..findings.arms.len()).collect();
        Self {
            title: title(findings),
            points: points(findings),
            question: &findings.question,
            answer: answer(findings),
            tables: arms.into_iter().map(|arm| table(findings, arm)).collect(),
            trust: trust(findings),
            see: &report.see,
        }
    }
}

fn title(findings: &Findings) -> String {
    let name = findings.name.to_uppercase().replace(['-', '_'], " ");
    let arms: Vec<&str> = findings.arms.iter().map(|arm| arm.name.as_str()).collect();
    match arms.as_slice() {
        [one] => format!("{name}   by {one}"),
        [one, other] => format!("{name}   {one} → {other}"),
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

fn answer(findings: &Findings) -> Vec<String> {
    let mut answer: Vec<String> =
        findings.head_to_head.iter().map(|meeting| met(findings, meeting)).collect();
    for arm in 1..findings.arms.len() {
        let of: Vec<&Difference> = findings.differences.iter().filter(|found| found.arm == arm).collect();
        let under = if findings.arms.len() > 2 {
            format!("Under {}: ", findings.arms[arm].name)
        } else {
            String::new()
        };
        let says = arm_says(&of);
        answer.push(format!("{under}{}", says.join(" ")));
    }
    answer.extend(lopsided(findings));
    answer
}

/// What one arm does.
fn arm_says(of: &[&Difference]) -> Vec<String> {
    let mut says = Vec::new();
    let with = |wanted: fn(&Verdict) -> bool| of.iter().copied().filter(move |found| wanted(&found.verdict));
    says.extend(with(|verdict| *verdict == Verdict::Clear).map(clearly));
    says.extend(with(|verdict| *verdict == Verdict::Leans).map(leaning));
    let none: Vec<String> = with(|verdict| matches!(verdict, Verdict::NoMoreThan(_))).map(no_more).collect();
    if !none.is_empty() {
        says.push(format!("No effect over {}.", none.join(", over ")));
    }
    let same: Vec<&str> =
        with(|verdict| *verdict == Verdict::Same).map(|found| found.words.as_str()).collect();
    if !same.is_empty() {
        says.push(format!("The same in every block: {}.", same.join(", ")));
    }
    let few: Vec<String> = with(|verdict| *verdict == Verdict::TooFew).map(too_few).collect();
    if !few.is_empty() {
        says.push(format!("Too few blocks differ to say anything of {}.", few.join(", ")));
    }
    says
}

/// `Units shaken fall by 2.2 a game (−2.6 to −1.9).`
fn clearly(found: &Difference) -> String {
    let form = Form::of(found);
    let verb = if found.difference < 0.0 { "fewer" } else { "more" };
    let ends = found.interval.map(|interval| format!(" ({})", form.ends(interval))).unwrap_or_default();
    let by = form.distance(found.difference);
    match found.is_share {
        true => format!("{}: {by} {verb}{ends}.", capital(&found.words)),
        false => format!("{}: {by} {verb} a game{ends}.", capital(&found.words)),
    }
}

fn leaning(found: &Difference) -> String {
    let form = Form::of(found);
    let to = if found.difference < 0.0 { "fewer" } else { "more" };
    format!(
        "{} leans to {to} ({}): alone it would be clear, among all that is watched it is not{}.",
        capital(&found.words),
        form.change(found.difference),
        settle(found)
    )
}

fn no_more(found: &Difference) -> String {
    let form = Form::of(found);
    let reach = found.interval.map_or(0.0, |interval| interval.reach());
    format!("{} on {}", form.bound(reach), found.words)
}

fn too_few(found: &Difference) -> String {
    format!("{} ({} of {})", found.words, found.differing, found.blocks)
}

fn settle(found: &Difference) -> String {
    found.would_settle.map(|blocks| format!("; about {blocks} blocks would settle it")).unwrap_or_default()
}

fn met(findings: &Findings, meeting: &HeadToHead) -> String {
    let [a, b] = &findings.players[meeting.players];
    let pairs: u64 = meeting.counts.iter().sum();
    let [low, high] = meeting.shares.map(percent);
    let says = match meeting.decision {
        Decision::Higher => format!("{a} is the better player"),
        Decision::Lower => format!("{a} is not better than {b} by as much as was asked"),
        Decision::Open => format!("{a} against {b} is not decided"),
    };
    let [loses, draws] = [meeting.bounds[0], meeting.bounds[1]];
    let [c0, c1, c2, c3, c4] = meeting.counts;
    format!(
        "{says}: {} ± {} of the wins in {} (sequential test of {low} against {high}: {:.2} within {loses:.2} to \
         {draws:.2}; pairs [{c0} {c1} {c2} {c3} {c4}]).",
        percent(meeting.share),
        percent(1.96 * meeting.error),
        count(pairs, "pair", "pairs"),
        meeting.ratio
    )
    .replace('-', "−")
}

fn lopsided(findings: &Findings) -> Vec<String> {
    let tables =
        findings.evenness.iter().filter(|table| table.games > 0 && (table.share - 0.5).abs() > LOPSIDED);
    let line = |table: &crate::findings::Evenness| {
        format!(
            "{} is too lopsided to show who gains: A wins {} of its {} under {}.",
            capital(&findings.tables[table.table]),
            percent(table.share),
            count(table.games, "game", "games"),
            findings.arms.first().map_or("", |arm| arm.name.as_str())
        )
    };
    tables.map(line).collect()
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

fn table(findings: &Findings, arm: usize) -> Table {
    let of = findings.differences.iter().filter(|found| found.arm == arm);
    let name = |arm: usize| findings.arms[arm].name.clone();
    Table {
        heads: [
            "a game".to_owned(),
            name(0),
            name(arm),
            "difference, 95 %".to_owned(),
            "your bet".to_owned(),
        ],
        rows: of.map(row).collect(),
    }
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
        Verdict::Same => "the same in every block".to_owned(),
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
            verdict,
            bet,
        ],
        clear: found.verdict == Verdict::Clear,
    }
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

fn trust(findings: &Findings) -> Vec<String> {
    let played = &findings.played;
    let blocks = if findings.arms.len() > 1 { "with the same dice under all rules" } else { "of one seed" };
    let mut trust = vec![format!(
        "{} {blocks}, {}: {} stalled, {} refused.",
        capital(&count(played.blocks, "block", "blocks")),
        count(played.games, "game", "games"),
        played.stalled,
        played.refused
    )];
    for touched in &findings.touched {
        trust.push(format!(
            "{}: {} untouched to the last die; {} changed.",
            findings.arms[touched.arm].name,
            count(touched.untouched, "block", "blocks"),
            count(touched.winners_changed, "winner", "winners")
        ));
    }
    trust.push(stopped(findings));
    trust.push(format!(
        "The same game twice: 0 differences in {} (as it must be).",
        count(played.audited, "game", "games")
    ));
    if played.incomparable > 0 {
        trust.push(format!(
            "{} have a game without an end and are compared in nothing: a draw would be a lie.",
            count(played.incomparable, "block", "blocks")
        ));
    }
    for game in &played.without_end {
        let why = match &game.end {
            End::Stalled => "it did not end".to_owned(),
            End::Refused(why) => format!("it could not be played on: {why}"),
            End::Won(_) | End::Drawn => continue,
        };
        let (table, arm) = (&findings.tables[game.table], &findings.arms[game.arm].name);
        trust.push(format!("Block {}, seed {} on {table} by {arm}: {why}.", game.block, game.seed));
    }
    trust.extend(by_part(findings));
    if findings.changed_late {
        trust.push(
            "What is watched or bet was changed when games had been played already: no bet is judged.".into(),
        );
    }
    let judged = findings.differences.len();
    if judged > 1 {
        trust.push(format!(
            "{judged} differences are judged together (Holm), so that none is clear by number alone."
        ));
    }
    if let Some(correlation) = findings.differences.iter().find_map(|found| found.correlation) {
        let measure = findings.differences.iter().find(|found| found.correlation.is_some());
        let words = measure.map_or("", |found| found.words.as_str());
        trust.push(
            format!(
                "The same dice bind the games of a block together: correlation {correlation:.2} in {words}."
            )
            .replace('-', "−"),
        );
    }
    trust
}

fn stopped(findings: &Findings) -> String {
    let watched = findings.differences.iter().any(|found| found.by == Method::Sequence);
    let interval = if watched || !findings.head_to_head.is_empty() {
        "the intervals hold however often they are looked at"
    } else {
        "nothing that was found could end it early"
    };
    match findings.played.stopped {
        Stopped::Fixed => "The number of blocks was fixed beforehand.".to_owned(),
        Stopped::Clock => format!("The clock ended it: {interval}."),
        Stopped::Known => format!("It ended when what was asked was known: {interval}."),
        Stopped::Limit => format!("What was asked is not known, and no more was to be played: {interval}."),
    }
}

/// The first clear measure by players and by table: whether the answer depends on them.
fn by_part(findings: &Findings) -> Vec<String> {
    let clear = findings.differences.iter().filter(|found| found.verdict == Verdict::Clear);
    let mut lines = Vec::new();
    for found in clear.take(2) {
        let form = Form::of(found);
        let players =
            findings.players.iter().map(|[a, b]| if a == b { a.clone() } else { format!("{a} and {b}") });
        let line = |parts: &[crate::findings::Part], names: Vec<String>| {
            let parts = parts
                .iter()
                .zip(names)
                .map(|(part, name)| format!("{name} {}", form.change(part.difference)));
            parts.collect::<Vec<_>>().join(", ")
        };
        if found.by_players.len() > 1 {
            lines.push(format!(
                "By players: {} {}.",
                line(&found.by_players, players.collect()),
                found.words
            ));
        }
        if found.by_table.len() > 1 {
            lines.push(format!(
                "By table: {} {}.",
                line(&found.by_table, findings.tables.clone()),
                found.words
            ));
        }
    }
    lines
}
