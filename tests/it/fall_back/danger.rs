//! Dangerous ground on random tables: by the outline of 2012 no model ends in it; by the other editions it is
//! ground like any other.

use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{ModelRetreat, Retreat, RetreatOutcome};
use warstrike::rules::falling_back::Occasion;
use warstrike::rules::measures::Place;
use warstrike::table::piece::{Danger, Kind, Piece};

use super::leader::{COARSE, Verdict};
use super::scene::{OracleModel, Scene, Seeks};
use super::tables::{Draft, Ground, UNIT, draft_on};
use super::{check, cover, first_table, followers, invariants, judge_tables, leader, rout, tables};
use crate::paths::figures::{Figure, Point};
use crate::paths::in_parallel;
use crate::paths::legs;
use crate::paths::world::Surface;

impl Scene {
    /// The dangerous ground in which no model on a surface may end, even with a part of its base: a piece's
    /// ground, or a structure with all its floors.
    ///
    /// Rule: OFB-5, GO-5 (end places by the whole base), GO-6.
    pub fn danger(&self, at: Point, on: Surface, slack: f64) -> Option<&Piece> {
        let dangerous = |(index, piece): &(usize, &Piece)| {
            let bears = match piece.kind {
                Kind::Structure { .. } => on.floor.is_none_or(|floor| floor == *index),
                _ => on.floor.is_none(),
            };
            let outside = || Figure::of(&piece.footprint).outside(at);
            piece.danger == Danger::Dangerous && bears && outside() < self.table.mover.radius - slack
        };
        let mut pieces = self.table.pieces.iter().enumerate().filter(|_| self.seeks != Seeks::Safety);
        pieces.find(dangerous).map(|(_, piece)| piece)
    }

    /// Whether a model certainly stands in dangerous ground.
    pub fn is_in_danger(&self, model: &OracleModel) -> bool {
        let on = self.through.surface(model.at());
        on.is_some_and(|on| self.danger(model.centre(), on, 0.006).is_some())
    }

    /// Whether a model that begins in dangerous ground ends in it too.
    pub fn remains_in_danger(&self, model: &OracleModel, end: Place) -> bool {
        self.is_in_danger(model) && self.is_in_danger(&model.there(end))
    }

    /// Checks that a model goes by the shortest way out of dangerous ground, as far as straight ways tell: none leads
    /// out that is shorter, or at all if it does not get out.
    ///
    /// Rule: OFB-5.
    pub fn leaves_danger(&self, model: &OracleModel, run: &ModelRetreat) -> Result<(), String> {
        let [_, max] = self.limits()[0];
        let end = run.path.last().copied().unwrap_or(model.at());
        let max = if self.remains_in_danger(model, end) { max - 0.02 } else { run.length.0 - GOOD };
        if self.starts_close(model) {
            return Ok(());
        }
        let from = model.centre();
        for turn in 0..WAYS {
            let angle = f64::from(turn) * std::f64::consts::TAU / f64::from(WAYS);
            for step in 1..=(max.max(0.0) / SPACING) as usize {
                let length = step as f64 * SPACING;
                let point = [from[0] + length * libm::cos(angle), from[1] + length * libm::sin(angle)];
                let Some(on) = self.through.surfaces(point).first().copied() else { break };
                let at = self.place(point, on);
                if self.end(model, at, -0.02).is_ok()
                    && legs::judge(&self.around, model.at(), &[at], 0.0).is_ok()
                {
                    return Err(format!("{at} is out of dangerous ground, {length} away: {run:?}"));
                }
            }
        }
        Ok(())
    }
}

/// How many straight ways out are tried, and at which distances, inches.
const WAYS: i32 = 48;
const SPACING: f64 = 0.25;

/// How much shorter another way may be, inches.
const GOOD: f64 = 0.1;

/// The verdicts on a fall back or a rout.
fn judge(scene: &Scene, found: &Retreat) -> Vec<Verdict> {
    if let Err(why) = invariants::broken(scene, found) {
        return vec![Verdict::Wrong(why)];
    }
    let mut verdicts = vec![leader::judge(scene, found, COARSE)];
    match &found.outcome {
        RetreatOutcome::FallBack { retreats, .. } => verdicts.extend(followers::judge(scene, retreats)),
        RetreatOutcome::Rout { retreats } => verdicts.extend(rout::judge(scene, retreats)),
        _ => {}
    }
    verdicts
}

/// Rule: FB-2, FB-3, FB-4, FB-5, ROU-1, ROU-2, ROU-3.
#[test]
fn on_dangerous_ground_units_fall_back_and_rout_as_elsewhere() {
    check(&judge_tables(Ground::Perilous, 8, judge));
}

/// The outcome of a forced fall back on a draft, by rules without the outline.
fn outcome(draft: &Draft) -> Option<RetreatOutcome> {
    Some(retreat(draft.battle().view(), UNIT, Occasion::Action)?.outcome)
}

/// Rule: GO-6 (danger matters only in OFB-5).
#[test]
fn dangerous_ground_does_not_change_a_fall_back() {
    let first = first_table();
    let others = in_parallel(tables(30), |index| {
        let draft = draft_on(Ground::Perilous, first + index);
        draft.units.first().is_some_and(|squad| squad.id == UNIT) && outcome(&draft) != outcome(&draft.safe())
    });
    let moved: Vec<u64> =
        others.into_iter().filter_map(|(index, moved)| moved.then_some(first + index)).collect();
    assert!(moved.is_empty(), "tables {moved:?}");
}

/// Rule: OFB-2, OFB-3, OFB-4, OFB-5, OFB-6.
#[test]
fn by_the_outline_no_model_ends_in_dangerous_ground() {
    check(&cover::judge_tables(Ground::Perilous, 12, |scene, found| {
        let mut verdicts = vec![cover::judge(scene, found)];
        verdicts.extend(cover::judge_runs(scene, found));
        verdicts
    }));
}
