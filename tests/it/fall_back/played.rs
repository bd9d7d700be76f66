//! What the preview promises is what is played, by both procedures: `retreat` is asked first, then the order is
//! given, and every model's way and end, who is lost or leaves and why, markers and facts are held against the promise.
//!
//! By the outline of 2012 the enemy may be asked for snap fire before the run and after it (OFB-4). He holds it here,
//! and so everyone does what was promised. Where he fires, those who are left run from where they stand: who is lost,
//! who leads, where they find cover and what they are worth when they leave may then be other than was promised.
//!
//! Some tables are played in every run, more where the environment asks for them.

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

use super::{first_table, tables};
use crate::paths::in_parallel;
use battles::{Outcome, on_draft, on_stress};

/// One fall back: as it was promised, and as it was played.
struct Play {
    unit: UnitId,
    procedure: FallBackProcedure,
    promise: Retreat,
    before: Snapshot,
    outcome: Outcome,
    after: Snapshot,
}

impl Play {
    /// The fall back of a unit that is suppressed; none where nobody of it stands.
    fn of(battle: &mut Battle, unit: UnitId) -> Option<Self> {
        let promise = retreat(battle.view(), unit, Occasion::Action)?;
        let before = battle.snapshot();
        let procedure = battle.view().setup().ruleset.falling_back.procedure;
        let outcome = match procedure {
            FallBackProcedure::SafePosition => battles::ordered(battle, unit),
            FallBackProcedure::Outline => battles::failed(battle, unit),
        };
        Some(Self { unit, procedure, promise, before, outcome, after: battle.snapshot() })
    }

    /// Which case it is.
    fn case(&self) -> &'static str {
        match (&self.promise.course, self.outcome.asked) {
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

    /// What was played otherwise than it was promised.
    fn broken(&self) -> Result<(), String> {
        self.models()?;
        self.units()?;
        self.told()?;
        self.questions()
    }

    /// Rule: OFB-4, RE-1.
    fn questions(&self) -> Result<(), String> {
        let draws = match &self.promise.course {
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

/// On which tables each case came up.
type Cases = BTreeMap<&'static str, Vec<u64>>;

/// Plays some tables.
fn played(count: u64, play: impl Fn(u64) -> Option<Play> + Sync) -> Cases {
    let first = first_table();
    let all = in_parallel(tables(count), |nth| play(first + nth));
    let (mut cases, mut wrong) = (Cases::new(), Vec::new());
    for (nth, play) in all.iter().filter_map(|(nth, play)| Some((first + nth, play.as_ref()?))) {
        cases.entry(play.case()).or_default().push(nth);
        wrong.extend(play.broken().err().map(|why| format!("table {nth}: {why}")));
    }
    for (case, numbers) in &cases {
        println!("{case}: {}, on {:?} and so on", numbers.len(), &numbers[..numbers.len().min(3)]);
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    cases
}

/// Whether all of some cases came up; where the environment says which tables are played, they need not.
fn all_came_up(found: &Cases, cases: &[&'static str]) {
    let asked =
        ["WARSTRIKE_TABLES", "WARSTRIKE_FIRST_TABLE"].iter().any(|name| std::env::var_os(name).is_some());
    let missing: Vec<_> = cases.iter().filter(|case| !found.contains_key(**case)).collect();
    assert!(asked || missing.is_empty(), "none {missing:?}: {found:?}");
}

/// Rule: FB-1, FB-4, FB-5, FB-6, ROU-1, ROU-2.
#[test]
fn what_is_promised_is_played() {
    let found = played(150, |nth| on_draft(nth, FallBackProcedure::SafePosition));
    all_came_up(&found, &["destroyed", "falls back", "routs"]);
}

/// Rule: OFB-1, OFB-2, OFB-3, OFB-4, OFB-6, OFB-7.
#[test]
fn what_is_promised_by_the_outline_is_played() {
    let found = played(150, |nth| on_draft(nth, FallBackProcedure::Outline));
    let runs =
        ["runs for cover", "runs for cover, fire held", "runs for the edge", "runs for the edge, fire held"];
    all_came_up(&found, &["destroyed", "stays", "crawls", "stays in cover", "leaves"]);
    all_came_up(&found, &runs);
}

/// Rule: FB-1, FB-4, FB-5, FB-6, ROU-1, ROU-2.
#[test]
fn what_is_promised_amid_a_hundred_pieces_is_played() {
    let found = played(8, |nth| on_stress(nth, FallBackProcedure::SafePosition));
    all_came_up(&found, &["destroyed", "falls back"]);
}

/// Rule: OFB-1, OFB-2, OFB-3, OFB-4, OFB-6, OFB-7.
#[test]
fn what_is_promised_amid_a_hundred_pieces_by_the_outline_is_played() {
    let found = played(8, |nth| on_stress(nth, FallBackProcedure::Outline));
    all_came_up(&found, &["destroyed", "crawls", "runs for cover"]);
}
