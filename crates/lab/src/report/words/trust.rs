//! Limits of the answer.

use super::capital;
use super::survey::is_survey;
use crate::bench::End;
use crate::findings::{Findings, Method, Part, Stopped, Verdict};
use crate::report::numbers::{Form, count, decimal};

pub(super) fn trust(findings: &Findings) -> Vec<String> {
    let played = &findings.played;
    let blocks = if findings.arms.len() > 1 { "with the same dice under all rules" } else { "of one seed" };
    let mut trust = vec![format!(
        "{} {blocks}, {}: {} stalled, {} refused.",
        capital(&count(played.blocks, "block", "blocks")),
        count(played.games, "game", "games"),
        played.stalled,
        played.refused
    )];
    // Of many rulesets a table says it.
    let touched = findings.touched.iter().filter(|_| !is_survey(findings));
    for touched in touched {
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
        trust.push(format!(
            "The same dice bind the games of a block together: correlation {} in {words}.",
            decimal(correlation, 2)
        ));
    }
    trust
}

fn stopped(findings: &Findings) -> String {
    let waited = matches!(findings.played.stopped, Stopped::Known | Stopped::Limit);
    let watched = waited || findings.differences.iter().any(|found| found.by == Method::Sequence);
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
        let line = |parts: &[Part], names: Vec<String>| {
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
