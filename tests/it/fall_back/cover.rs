//! Running for cover by the outline of 2012 on random tables, judged by the oracle's own sight and paths: a
//! unit in cover stays; its leader goes to what is cover by the words of the rule, and no sampled place is
//! certainly cover and nearer; without cover it takes the shortest path to its edge. Followers end legally, in
//! coherency, and in cover where they can.

use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{Leaves, ModelEnd, Retreat, RetreatOutcome};
use warstrike::rules::falling_back::Occasion;

use super::eyes::Cover;
use super::leader::{self, COARSE, Verdict};
use super::scene::{SLACK, Scene};
use super::tables::{Ground, UNIT, draft_on};
use super::{all_tables, check, first_table, followers, hiding, home, invariants, tables};
use crate::paths::in_parallel;

/// Judges what a weakened unit does that failed its test.
///
/// Rule: OFB-2, OFB-3, OFB-6.
pub fn judge(scene: &Scene, retreat: &Retreat) -> Verdict {
    let in_cover = scene.unit_in_cover();
    let stays = retreat.outcome == RetreatOutcome::StayInCover;
    match (stays, in_cover) {
        (true, Cover::Clear) => return Verdict::Wrong("it stays, but is seen".to_owned()),
        (true, Cover::Doubtful) => return Verdict::Within("it stays, barely in cover".to_owned()),
        (true, Cover::Covered) => return Verdict::Right("stays"),
        (false, Cover::Covered) => return Verdict::Wrong("it runs, but is in cover".to_owned()),
        (false, Cover::Clear | Cover::Doubtful) => {}
    }
    let [_, max] = scene.limits()[0];
    let retreats = retreat.outcome.retreats();
    if let Some(run) = retreats.iter().find(|run| run.length.0 > max + SLACK) {
        return Verdict::Wrong(format!("{} runs {}", run.model, run.length.0));
    }
    if let RetreatOutcome::RunForEdge { leaves, .. } = &retreat.outcome {
        let all_leave = retreats.iter().all(|run| run.end == ModelEnd::Leaves);
        if all_leave != (*leaves == Leaves::Table) {
            return Verdict::Wrong("some leave".to_owned());
        }
    }
    leader::judge(scene, retreat, COARSE)
}

/// Judges the leader's and the followers' runs.
///
/// Rule: OFB-3, OFB-4, OFB-5, OFB-6.
pub fn judge_runs(scene: &Scene, retreat: &Retreat) -> Vec<Verdict> {
    if let Err(why) = invariants::broken(scene, retreat) {
        return vec![Verdict::Wrong(why)];
    }
    match &retreat.outcome {
        RetreatOutcome::RunForCover { safe_position, retreats, draws } => {
            hiding::judge(scene, safe_position, retreats, *draws)
        }
        RetreatOutcome::RunForEdge { edge, leaves, retreats } => {
            let mut verdicts = vec![home::judge(scene, edge, *leaves, &retreats[0])];
            if *leaves == Leaves::NotYet {
                verdicts.extend(followers::judge(scene, retreats));
            }
            verdicts
        }
        _ => Vec::new(),
    }
}

/// The verdicts of a judge on weakened units on random tables.
pub fn judge_tables(
    ground: Ground,
    count: u64,
    judge: impl Fn(&Scene, &Retreat) -> Vec<Verdict> + Sync,
) -> Vec<(u64, Verdict)> {
    let first = first_table();
    let of = |number: u64| -> Option<Vec<Verdict>> {
        let battle = draft_on(ground, number).weakened(number)?.battle_by("outline-2012");
        let found = retreat(battle.view(), UNIT, Occasion::Action)?;
        Some(judge(&Scene::of(battle.view(), UNIT), &found))
    };
    let all = in_parallel(tables(count), |index| of(first + index).unwrap_or_default()).into_iter();
    all.flat_map(|(index, verdicts)| verdicts.into_iter().map(move |verdict| (first + index, verdict)))
        .collect()
}

/// Rule: OFB-3, OFB-4, OFB-5, OFB-6, COH-1, MOV-4.
#[test]
fn on_random_tables_followers_end_in_cover_where_they_can() {
    check(&judge_tables(Ground::Crowded, 12, judge_runs));
}

/// Rule: OFB-2, OFB-3, OFB-6.
#[test]
fn on_random_tables_no_cover_is_nearer_than_what_is_found() {
    let verdicts = judge_tables(Ground::Crowded, 40, |scene, found| vec![judge(scene, found)]);
    check(&verdicts);
    let right = |case| verdicts.iter().any(|(_, verdict)| *verdict == Verdict::Right(case));
    assert!(
        !all_tables() || ["stays", "within", "none"].into_iter().all(right),
        "the tables are too similar"
    );
}
