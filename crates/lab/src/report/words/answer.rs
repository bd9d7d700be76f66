//! The answer, in sentences.

use super::{capital, is_early, sides};
use crate::findings::{Difference, Evenness, Findings, HeadToHead, Judged, Touched, Verdict};
use crate::report::numbers::{Form, count, decimal, percent};
use crate::statistics::pentanomial::Decision;
use crate::statistics::sequence::FIRST_LOOK;

/// A table whose sides are further from even than this shows little of who gains.
const LOPSIDED: f64 = 0.25;

pub(super) fn answer(findings: &Findings) -> Vec<String> {
    let mut answer: Vec<String> =
        findings.head_to_head.iter().map(|meeting| met(findings, meeting)).collect();
    for arm in 1..findings.arms.len() {
        let of: Vec<&Difference> = findings.differences.iter().filter(|found| found.arm == arm).collect();
        let under = if findings.arms.len() > 2 {
            format!("Under {}: ", findings.arms[arm].name)
        } else {
            String::new()
        };
        let mut says = arm_says(&of);
        says.extend(
            findings
                .touched
                .iter()
                .filter(|touched| touched.arm == arm)
                .map(|touched| reach(findings, touched)),
        );
        answer.push(format!("{under}{}", says.join(" ")));
    }
    answer.extend(bets(findings));
    match findings.sides.is_empty() {
        true => answer.extend(lopsided(findings)),
        false => answer.extend(sides::answer(findings)),
    }
    answer.extend(findings.left_out.iter().cloned());
    answer
}

/// Outcome of the author's bets.
fn bets(findings: &Findings) -> Option<String> {
    let judged = |wanted: Judged| {
        findings.differences.iter().filter(|found| found.bet.is_some_and(|bet| bet.1 == wanted)).count()
    };
    let all = [Judged::Right, Judged::Wrong, Judged::Open].map(judged);
    let [right, wrong, open] = all;
    (all.iter().sum::<usize>() > 0).then(|| format!("Your bets: {right} right, {wrong} wrong, {open} open."))
}

/// Share of the games that a change touches at all.
fn reach(findings: &Findings, touched: &Touched) -> String {
    let blocks = findings.played.blocks;
    let changed = match touched.winners_changed {
        0 => "no winner changes".to_owned(),
        1 => "one winner changes".to_owned(),
        many => format!("{many} winners change"),
    };
    format!(
        "It touches {} of {} at all; {changed}.",
        blocks - touched.untouched,
        count(blocks, "block", "blocks")
    )
}

/// Effects of one arm.
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
    let (early, few): (Vec<_>, Vec<_>) =
        with(|verdict| *verdict == Verdict::TooFew).partition(|found| is_early(found));
    let few: Vec<String> = few.into_iter().map(too_few).collect();
    if !few.is_empty() {
        says.push(format!("Too few blocks differ to say anything of {}.", few.join(", ")));
    }
    if !early.is_empty() {
        let early: Vec<&str> = early.into_iter().map(|found| found.words.as_str()).collect();
        says.push(format!("From {FIRST_LOOK} blocks on something is said of {}.", early.join(", ")));
    }
    says
}

/// `Units shaken fall by 2.2 a game (−2.6 to −1.9).`
pub(super) fn clearly(found: &Difference) -> String {
    let form = Form::of(found);
    let verb = if found.difference < 0.0 { "fewer" } else { "more" };
    let ends = found.interval.map(|interval| format!(" ({})", form.ends(interval))).unwrap_or_default();
    let by = form.distance(found.difference);
    match found.is_share {
        true => format!("{}: {by} {verb}{ends}.", capital(&found.words)),
        false => format!("{}: {by} {verb} a game{ends}.", capital(&found.words)),
    }
}

pub(super) fn leaning(found: &Difference) -> String {
    let form = Form::of(found);
    let to = if found.difference < 0.0 { "fewer" } else { "more" };
    let ends = found.interval.map(|interval| format!(", {}", form.ends(interval))).unwrap_or_default();
    format!(
        "{} leans to {to} ({}{ends}): alone it would be clear, among all that is watched it is not{}.",
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

pub(super) fn settle(found: &Difference) -> String {
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
    let [low_bound, high_bound] = meeting.bounds.map(|bound| decimal(bound, 2));
    let [c0, c1, c2, c3, c4] = meeting.counts;
    format!(
        "{says}: {} ± {} of the wins in {} (sequential test of {low} against {high}: {} within {low_bound} to \
         {high_bound}; pairs [{c0} {c1} {c2} {c3} {c4}]).",
        percent(meeting.share),
        percent(1.96 * meeting.error),
        count(pairs, "pair", "pairs"),
        decimal(meeting.ratio, 2)
    )
}

fn lopsided(findings: &Findings) -> Vec<String> {
    let tables =
        findings.evenness.iter().filter(|table| table.games > 0 && (table.share - 0.5).abs() > LOPSIDED);
    let line = |table: &Evenness| {
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
