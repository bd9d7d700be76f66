//! Limits of the answer.

use super::{capital, equal_arms, parts};
use crate::bench::End;
use crate::findings::{Findings, Method, Stopped};
use crate::report::numbers::{count, decimal};

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
    trust.push(stopped(findings));
    trust.push(format!(
        "The same game twice: 0 differences in {} (as it must be).",
        count(played.audited, "game", "games")
    ));
    trust.extend(equal_arms(findings).map(str::to_owned));
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
    trust.extend(parts::lines(findings));
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
    let interval = match findings.head_to_head.is_empty() {
        false if watched => "what the test decides holds however often it is looked at",
        true if watched => "the intervals hold however often they are looked at",
        true | false => "nothing that was found could end it early",
    };
    match findings.played.stopped {
        Stopped::Fixed => "The number of blocks was fixed beforehand.".to_owned(),
        Stopped::Clock => format!("The clock ended it: {interval}."),
        Stopped::Known => format!("It ended when what was asked was known: {interval}."),
        Stopped::Limit => format!("What was asked is not known, and no more was to be played: {interval}."),
    }
}
