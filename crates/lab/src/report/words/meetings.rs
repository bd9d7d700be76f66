//! Players against each other under one ruleset, in sentences and as a table.

use super::sheets::Sheet;
use crate::findings::{Findings, HeadToHead};
use crate::report::numbers::{capital, count, decimal, percent};
use crate::statistics::Interval;
use crate::statistics::pentanomial::Decision;

/// A sentence for each meeting.
pub(super) fn answer(findings: &Findings) -> Vec<String> {
    findings.head_to_head.iter().map(|meeting| sentence(findings, meeting)).collect()
}

fn sentence(findings: &Findings, meeting: &HeadToHead) -> String {
    let [a, b] = &findings.players[meeting.players];
    let [_, higher] = meeting.shares.map(percent);
    let says = match meeting.decision {
        Decision::Higher => format!("{} is better than {b}", capital(a)),
        Decision::Lower => format!("{} does not win {higher} against {b}, which was asked", capital(a)),
        Decision::Open => format!("{} against {b} is not decided", capital(a)),
    };
    let half = points(half(meeting));
    format!(
        "{says}: it wins {} ± {half} of the games in {} (two equal players: 50 % ± {half}).",
        share(meeting.share),
        count(meeting.counts.iter().sum(), "pair", "pairs"),
    )
}

/// Half the 95 % interval of the share, for a number of pairs that was fixed beforehand.
fn half(meeting: &HeadToHead) -> f64 {
    1.96 * meeting.error
}

/// The share of the wins with its interval.
pub(in crate::report) fn interval(meeting: &HeadToHead) -> Interval {
    let Interval { low, high } = Interval::around(meeting.share, half(meeting));
    Interval { low: low.max(0.0), high: high.min(1.0) }
}

fn share(share: f64) -> String {
    format!("{} %", points(share))
}

fn points(share: f64) -> String {
    decimal(100.0 * share, 1)
}

/// The table, for the first screen.
pub(super) fn sheet(findings: &Findings) -> Option<Sheet> {
    let first = findings.head_to_head.first()?;
    let [lower, higher] = first.shares.map(percent);
    let [low, high] = first.bounds.map(|bound| decimal(bound, 2));
    let heads =
        ["player", "against", "wins, 95 %", "equal players", "pairs won 0, ½, 1, 1½, 2", "test", "it is"];
    Some(Sheet {
        title: "Player against player".to_owned(),
        about: format!(
            "A pair is a seed played twice with the players swapped. The test tells {higher} of the wins from {lower}: it decides \
             when its number leaves {low} to {high}, and may be looked at after every pair. The ± is that of a number of pairs fixed \
             beforehand; where the test ended the experiment, the share itself is a little too far from {lower}.",
        ),
        heads: heads.map(str::to_owned).to_vec(),
        rows: findings.head_to_head.iter().map(|meeting| row(findings, meeting)).collect(),
        notes: Vec::new(),
    })
}

fn row(findings: &Findings, meeting: &HeadToHead) -> Vec<String> {
    let [a, b] = findings.players[meeting.players].clone();
    let Interval { low, high } = interval(meeting);
    let says = match meeting.decision {
        Decision::Higher => "better".to_owned(),
        Decision::Lower => "not better by that".to_owned(),
        Decision::Open => "open".to_owned(),
    };
    vec![
        a,
        b,
        format!("{} ({} to {})", share(meeting.share), points(low), points(high)),
        format!("50 % ± {}", points(half(meeting))),
        meeting.counts.map(|pairs| pairs.to_string()).join(", "),
        decimal(meeting.ratio, 2),
        says,
    ]
}
