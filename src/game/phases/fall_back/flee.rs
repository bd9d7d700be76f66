//! Running for cover or the own table edge, by the outline of 2012.

use std::cell::RefCell;

use super::edge::{edge_made_for, touches_own_edge};
use super::followers::{Ends, followers};
use super::leader::{lead, to_haven, toward, unless_pinned};
use super::retreat::{DrawsFire, Edge, Leaves, RetreatOutcome, Run, RunEnd};
use super::safe::SafePositionTest;
use crate::game::engine::view::{ModelView, View};
use crate::rules::falling_back::{MoveLimit, limits, quiet_run};

/// Where a unit runs that has to and is not in cover: for the nearest cover, or, where there is none, for its
/// own edge.
///
/// Rule: OFB-3.
pub(super) fn where_to_run(view: View, leader: ModelView) -> Option<RetreatOutcome> {
    match to_haven(view, leader) {
        Some((haven, runs)) => {
            let draws = draws_fire(view, leader, haven.length.0, &runs);
            Some(RetreatOutcome::RunForCover { haven, runs, draws })
        }
        None => for_edge(view, leader),
    }
}

/// Whether a model needs a longer way to cover than the unit may run unshot at.
///
/// Rule: OFB-4.
fn draws_fire(view: View, leader: ModelView, needed: f64, runs: &[Run]) -> DrawsFire {
    let most = quiet_run(leader.card.characteristics.movement, &view.setup().ruleset);
    let mut needed = std::iter::once(needed).chain(runs.iter().map(|run| run.length.0));
    match needed.all(|length| view.allowance().at_most(length, most)) {
        true => DrawsFire::No,
        false => DrawsFire::SnapFire,
    }
}

/// As far as possible toward the own edge; over it, if the leader reaches it.
///
/// Rule: OFB-3 (none), OFB-6.
fn for_edge(view: View, leader: ModelView) -> Option<RetreatOutcome> {
    let limits = limits(leader.card.characteristics.movement, &view.setup().ruleset);
    unless_pinned(|pinned| {
        let edge = edge_made_for(view, leader, pinned);
        let run = match &edge {
            Edge::At { path, .. } => toward(view, leader, path, pinned),
            Edge::Barred => lead(view, leader, Vec::new(), MoveLimit::Full),
        };
        let end = run.end_from(leader.pose.at)?;
        let leaves = match touches_own_edge(view, leader, end) {
            true => Leaves::Table,
            false => Leaves::NotYet,
        };
        let safety = RefCell::new(SafePositionTest::new(view, leader, &[]));
        let others = followers(view, leader, limits, end, Ends::Firm(&safety));
        Some(others.map(|others| {
            let mut runs: Vec<Run> = std::iter::once(run).chain(others).collect();
            if leaves == Leaves::Table {
                runs.iter_mut().for_each(|run| run.end = RunEnd::Leaves);
            }
            RetreatOutcome::RunForEdge { edge, leaves, runs }
        }))
    })
}
