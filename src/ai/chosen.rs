//! A choice and why: the sentences in which computer players explain themselves.

use tabletop::portfolio::{self, ALTERNATIVES};

use super::appraisal::{Appraisal, TermKind};
use super::proposals::Proposal;
use crate::game::engine::WarStrike;
use crate::rules::ids::UnitId;

/// How many reasons are given.
const REASONS: usize = 2;

/// Differences of fewer points are no reason.
const REASON_POINTS: f64 = 0.5;

/// What was chosen.
pub type Chosen = portfolio::Chosen<WarStrike, Appraisal>;

/// Something that was not chosen.
pub type Alternative = portfolio::Alternative<WarStrike>;

/// A proposal and its worth.
#[derive(Clone, Debug)]
pub(super) struct Weighed {
    pub(super) proposal: Proposal,
    pub(super) appraisal: Appraisal,
}

/// The best of what some units may do: of each unit its best, of all the one that gains most over its first proposal, which
/// changes least. A unit without a choice goes first.
pub(super) fn best_of(units: &[(UnitId, Vec<Weighed>)]) -> Option<Chosen> {
    let best = units.iter().filter_map(|(_, weighed)| {
        let first = weighed.first()?;
        let best = weighed
            .iter()
            .reduce(|best, next| if next.appraisal.value > best.appraisal.value { next } else { best })?;
        let gain =
            if weighed.len() == 1 { f64::INFINITY } else { best.appraisal.value - first.appraisal.value };
        Some((gain, best, weighed))
    });
    let (_, best, all) = best.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    Some(explained(best, all))
}

/// A choice among what one unit may do, explained.
fn explained(best: &Weighed, all: &[Weighed]) -> Chosen {
    let mut others: Vec<&Weighed> = all.iter().filter(|other| other.proposal != best.proposal).collect();
    others.sort_by(|a, b| b.appraisal.value.total_cmp(&a.appraisal.value));
    // Several places may go by the same words: one of them is enough to tell.
    let mut known = vec![best.proposal.words.clone()];
    others.retain(|other| {
        let is_new = !known.contains(&other.proposal.words);
        known.push(other.proposal.words.clone());
        is_new
    });
    others.truncate(ALTERNATIVES);
    let alternative = |other: &&Weighed| Alternative {
        does: does(&other.proposal),
        command: other.proposal.command.clone(),
        less: best.appraisal.value - other.appraisal.value,
        lacks: lacks(&best.appraisal, &other.appraisal),
        why: {
            let rest = others.iter().copied().filter(|one| one.proposal != other.proposal);
            reasons(&other.appraisal, &rest.chain([best]).collect::<Vec<_>>())
        },
    };
    Chosen {
        command: best.proposal.command.clone(),
        does: does(&best.proposal),
        why: why(best, &others),
        appraisal: Some(best.appraisal.clone()),
        alternatives: others.iter().map(alternative).collect(),
    }
}

/// Who does what.
fn does(proposal: &Proposal) -> String {
    match proposal.unit.number {
        0 => format!("{} {}", proposal.unit.side, proposal.words),
        _ => format!("{} {}", proposal.unit, proposal.words),
    }
}

/// What speaks for a choice, what against it, and what the next best lacks.
fn why(best: &Weighed, others: &[&Weighed]) -> String {
    let Some(next) = others.first() else {
        let said = best.proposal.known.first();
        return said.map_or_else(|| "there is nothing else it may do".to_owned(), |term| term.says.clone());
    };
    let mut why = reasons(&best.appraisal, others);
    let lacks = lacks(&best.appraisal, &next.appraisal);
    if !lacks.is_empty() {
        let stop = if why.is_empty() { "" } else { ". " };
        why = format!("{why}{stop}If it {} instead, {lacks}", next.proposal.words);
    }
    why
}

/// The terms in which a proposal is ahead of others, and the one in which it is behind.
fn reasons(mine: &Appraisal, others: &[&Weighed]) -> String {
    let mean =
        |kind| others.iter().map(|other| other.appraisal.points(kind)).sum::<f64>() / others.len() as f64;
    let mut reasons: Vec<(f64, TermKind, &str)> = mine
        .terms
        .iter()
        .map(|term| (mine.points(term.kind) - mean(term.kind), term.kind, term.says.as_str()))
        .collect();
    if mine.points(TermKind::Risk) == 0.0 {
        reasons.push((-mean(TermKind::Risk), TermKind::Risk, "no enemy can fire at it there"));
    }
    reasons.sort_by(|a, b| b.0.total_cmp(&a.0));
    let pros = reasons.iter().filter(|(gain, ..)| *gain > REASON_POINTS).map(|(.., says)| *says);
    let mut why: Vec<&str> = pros.take(REASONS).collect();
    if why.is_empty() {
        why.extend(mine.terms.first().map(|term| term.says.as_str()));
    }
    let mut why = why.join("; ");
    let against = reasons.iter().rev().find(|(_, kind, _)| *kind != TermKind::Approach);
    let against = against.filter(|(gain, _, says)| *gain < -REASON_POINTS && !why.contains(says));
    if let Some((.., says)) = against {
        why = if why.is_empty() { (*says).to_owned() } else { format!("{why}, though {says}") };
    }
    why
}

/// The term in which one appraisal falls farthest behind another, as a clause.
pub(super) fn lacks(best: &Appraisal, other: &Appraisal) -> String {
    let behind = TermKind::ALL.map(|kind| (best.points(kind) - other.points(kind), kind));
    let farthest = behind.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let Some((_, kind)) = farthest.filter(|(less, _)| *less > 0.0) else { return String::new() };
    let (mine, its) = (best.amount(kind), other.amount(kind));
    let differ = (mine - its).abs() >= 0.1;
    match kind {
        TermKind::Harm if differ => format!("the enemy should lose {its:.1} models, not {mine:.1}"),
        TermKind::Harm => "it does the enemy less harm".to_owned(),
        TermKind::Risk if differ => format!("it should take {its:.1} hits, not {mine:.1}"),
        TermKind::Risk => "it is more exposed".to_owned(),
        TermKind::Objectives => "it does less for the objectives".to_owned(),
        TermKind::Approach => "it is farther from the enemy".to_owned(),
        TermKind::Combat => "it does worse in close combat".to_owned(),
        TermKind::Retreat => "its way back is worse".to_owned(),
        TermKind::Nerve => "its side is less likely to keep its nerve".to_owned(),
        TermKind::Support => "it does less for the others of its side".to_owned(),
    }
}
