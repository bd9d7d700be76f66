//! The answer, in sentences.

use super::{capital, is_early, meetings, sides};
use crate::findings::{Difference, Evenness, Findings, Judged, Touched, Verdict};
use crate::report::numbers::{Form, count, percent};
use crate::statistics::sequence::FIRST_LOOK;

/// A table whose sides are further from even than this shows little of who gains.
const LOPSIDED: f64 = 0.25;

pub(super) fn answer(findings: &Findings) -> Vec<String> {
    let mut answer = meetings::answer(findings);
    for arm in 1..findings.arms.len() {
        let of: Vec<&Difference> = findings.differences.iter().filter(|found| found.arm == arm).collect();
        let touched = findings.touched.iter().find(|touched| touched.arm == arm);
        let says = arm_says(&of).into_iter().chain(touched.map(|touched| reach(findings, touched)));
        // Of several arms, each paragraph says which.
        let under = match findings.arms.len() > 2 {
            true => format!("Under {}: ", findings.arms[arm].name),
            false => String::new(),
        };
        answer.extend(says.map(|line| format!("{under}{line}")));
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
    if touched.games_touched == 0 {
        return "It touches no game at all: not a single die falls otherwise.".to_owned();
    }
    let changed = match touched.winners_changed {
        0 => "no winner changes".to_owned(),
        1 => "one winner changes".to_owned(),
        many => format!("{many} winners change"),
    };
    format!(
        "It touches {} of {} at all ({} of {}); {changed}.",
        touched.games_touched,
        count(touched.games, "game", "games"),
        blocks - touched.untouched,
        count(blocks, "block", "blocks")
    )
}

/// A line for each kind of conclusion about an arm, the surest first.
fn arm_says(of: &[&Difference]) -> Vec<String> {
    let with = |wanted: fn(&Verdict) -> bool| of.iter().copied().filter(move |found| wanted(&found.verdict));
    let listed = |line: fn(&Difference) -> String, found: &[&Difference]| {
        found.iter().map(|found| line(found)).collect::<Vec<_>>().join(", ")
    };
    let mut says = Vec::new();
    let clear: Vec<String> = with(|verdict| *verdict == Verdict::Clear).map(clearly).collect();
    if !clear.is_empty() {
        says.push(clear.join(" "));
    }
    let leans: Vec<&Difference> = with(|verdict| *verdict == Verdict::Leans).collect();
    match leans.as_slice() {
        [] => {}
        [one] => says.push(leaning(one)),
        many => says.push(format!(
            "Each of these would be clear alone, among all that is watched it is not: {}.",
            listed(leans_to, many)
        )),
    }
    let none: Vec<&Difference> = with(|verdict| matches!(verdict, Verdict::NoMoreThan(_))).collect();
    if !none.is_empty() {
        says.push(format!(
            "No effect over {}.",
            none.into_iter().map(no_more).collect::<Vec<_>>().join(", over ")
        ));
    }
    let same: Vec<&Difference> = with(|verdict| *verdict == Verdict::Same).collect();
    if !same.is_empty() {
        says.push(format!("The same in every block: {}.", listed(|found| found.words.clone(), &same)));
    }
    let (early, few): (Vec<&Difference>, Vec<&Difference>) =
        with(|verdict| *verdict == Verdict::TooFew).partition(|found| is_early(found));
    if !few.is_empty() {
        says.push(format!("Too few blocks differ to say anything of {}.", listed(too_few, &few)));
    }
    if !early.is_empty() {
        let early = listed(|found| found.words.clone(), &early);
        says.push(format!("From {FIRST_LOOK} blocks on something is said of {early}."));
    }
    says
}

/// `assaults +0.12 (+0.03 to +0.21)`.
fn leans_to(found: &Difference) -> String {
    let form = Form::of(found);
    let ends = found.interval.map(|interval| format!(" ({})", form.ends(interval))).unwrap_or_default();
    format!("{} {}{ends}", found.words, form.change(found.difference))
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
