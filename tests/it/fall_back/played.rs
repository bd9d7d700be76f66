//! The preview against play, by both procedures: `retreat` is asked first, then the order is given, and every
//! model's path and end, every loss and its reason, markers and facts are compared with the promise.
//!
//! By the outline of 2012 the enemy may be asked for snap fire before and after the run (OFB-4). Here it holds
//! its fire, so everything happens as promised. If it fired, the models left would run from where they stand:
//! losses, the leader, cover found and what the unit counts when it leaves could all differ.
//!
//! Every run plays some tables; the environment can ask for more.

mod battles;
mod planted;
mod promised;

use std::collections::BTreeMap;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::snapshot::Snapshot;
use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{DrawsFire, Leaves, Retreat, RetreatOutcome};
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::ids::UnitId;
use warstrike::rules::ruleset::FallBackProcedure;

use super::{all_tables, first_table, tables};
use crate::paths::in_parallel;
use battles::{Outcome, on_draft, on_stress};

/// One fall back as promised and as played.
struct Play {
    unit: UnitId,
    procedure: FallBackProcedure,
    promise: Retreat,
    before: Snapshot,
    outcome: Outcome,
    after: Snapshot,
}

impl Play {
    /// The fall back of a suppressed unit; `None` if no model of it stands.
    fn of(battle: &mut Battle, unit: UnitId) -> Option<Self> {
        let promise = retreat(battle.view(), unit, Occasion::Action)?;
        let before = battle.snapshot();
        let procedure = battle.view().setup().ruleset.falling_back.procedure;
        let outcome = match procedure {
            FallBackProcedure::SafePosition => battles::play_order(battle, unit),
            FallBackProcedure::Outline => battles::play_failed_test(battle, unit),
        };
        Some(Self { unit, procedure, promise, before, outcome, after: battle.snapshot() })
    }

    /// The kind of outcome.
    fn case(&self) -> &'static str {
        match (&self.promise.outcome, self.outcome.asked) {
            (RetreatOutcome::Destroyed, _) => "destroyed",
            (RetreatOutcome::FallBack { .. }, _) => "falls back",
            (RetreatOutcome::Rout { .. }, _) => "routs",
            (RetreatOutcome::FireOrCrawl, _) if self.outcome.chosen.is_empty() => "stays",
            (RetreatOutcome::FireOrCrawl, _) => "crawls",
            (RetreatOutcome::StayInCover, _) => "stays in cover",
            (RetreatOutcome::RunForCover { .. }, 0) => "runs for cover",
            (RetreatOutcome::RunForCover { .. }, _) => "runs for cover, fire held",
            (RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. }, _) => "leaves",
            (RetreatOutcome::RunForEdge { .. }, 0) => "runs for the edge",
            (RetreatOutcome::RunForEdge { .. }, _) => "runs for the edge, fire held",
        }
    }

    /// The first difference between play and promise.
    fn broken(&self) -> Result<(), String> {
        self.models()?;
        self.units()?;
        self.facts()?;
        self.questions()
    }

    /// Rule: OFB-4, RE-1.
    fn questions(&self) -> Result<(), String> {
        let draws = match &self.promise.outcome {
            RetreatOutcome::RunForCover { draws, .. } => *draws == DrawsFire::SnapFire,
            RetreatOutcome::RunForEdge { .. } => true,
            _ => false,
        };
        match self.outcome.asked {
            0..=2 if draws => Ok(()),
            0 => Ok(()),
            times => Err(format!("the enemy is asked {times} times for snap fire, draws {draws}")),
        }
    }
}

/// The tables on which each case occurred.
type Cases = BTreeMap<&'static str, Vec<u64>>;

/// Plays some tables.
fn played(count: u64, play: impl Fn(u64) -> Option<Play> + Sync) -> Cases {
    let first = first_table();
    let all = in_parallel(tables(count), |index| play(first + index));
    let (mut cases, mut wrong) = (Cases::new(), Vec::new());
    for (index, play) in all.iter().filter_map(|(index, play)| Some((first + index, play.as_ref()?))) {
        cases.entry(play.case()).or_default().push(index);
        wrong.extend(play.broken().err().map(|why| format!("table {index}: {why}")));
    }
    for (case, numbers) in &cases {
        println!("{case}: {}, on {:?} and so on", numbers.len(), &numbers[..numbers.len().min(3)]);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    cases
}

/// Checks that some cases occurred; with other tables than usual they need not.
fn all_occurred(found: &Cases, cases: &[&'static str]) {
    let missing: Vec<_> = cases.iter().filter(|case| !found.contains_key(**case)).collect();
    assert!(!all_tables() || missing.is_empty(), "none {missing:?}: {found:?}");
}

/// Rule: FB-1, FB-4, FB-5, FB-6, ROU-1, ROU-2.
#[test]
fn the_preview_is_what_is_played() {
    let found = played(150, |index| on_draft(index, FallBackProcedure::SafePosition));
    all_occurred(&found, &["destroyed", "falls back", "routs"]);
}

/// Rule: OFB-1, OFB-2, OFB-3, OFB-4, OFB-6, OFB-7.
#[test]
fn the_preview_by_the_outline_is_what_is_played() {
    let found = played(150, |index| on_draft(index, FallBackProcedure::Outline));
    let retreats =
        ["runs for cover", "runs for cover, fire held", "runs for the edge", "runs for the edge, fire held"];
    all_occurred(&found, &["destroyed", "stays", "crawls", "stays in cover", "leaves"]);
    all_occurred(&found, &retreats);
}

/// Rule: FB-1, FB-4, FB-5, FB-6, ROU-1, ROU-2.
#[test]
fn the_preview_amid_a_hundred_pieces_is_what_is_played() {
    let found = played(8, |index| on_stress(index, FallBackProcedure::SafePosition));
    all_occurred(&found, &["destroyed", "falls back"]);
}

/// Rule: OFB-1, OFB-2, OFB-3, OFB-4, OFB-6, OFB-7.
#[test]
fn the_preview_by_the_outline_amid_a_hundred_pieces_is_what_is_played() {
    let found = played(8, |index| on_stress(index, FallBackProcedure::Outline));
    all_occurred(&found, &["destroyed", "crawls", "runs for cover"]);
}
