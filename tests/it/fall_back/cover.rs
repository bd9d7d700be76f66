//! Running for cover by the outline of 2012, on random tables, judged by the oracle's own sight and ways: the unit stays
//! where it is in cover, what its leader makes for is cover by the words of the rule, and no place that is sampled is
//! surely cover and nearer.

use warstrike::game::fall_back::retreat;
use warstrike::game::fall_back::retreat::{Course, Leaves, Retreat, RunEnd};
use warstrike::rules::falling_back::Occasion;

use super::eyes::Cover;
use super::leader::{self, COARSE, Verdict};
use super::scene::{SLACK, Scene};
use super::tables::{Ground, UNIT, draft_on};
use super::{check, first_table, tables};
use crate::paths::everywhere;

/// Holds what a unit does against the rules that is weakened and has failed its test.
///
/// Rule: OFB-2, OFB-3, OFB-6.
pub fn judge(scene: &Scene, retreat: &Retreat) -> Verdict {
    let in_cover = scene.unit_in_cover();
    let stays = retreat.course == Course::StayInCover;
    match (stays, in_cover) {
        (true, Cover::Clear) => return Verdict::Wrong("it stays, but is seen".to_owned()),
        (true, Cover::Doubtful) => return Verdict::Within("it stays, hardly in cover".to_owned()),
        (true, Cover::Covered) => return Verdict::Right("stays"),
        (false, Cover::Covered) => return Verdict::Wrong("it runs, but is in cover".to_owned()),
        (false, Cover::Clear | Cover::Doubtful) => {}
    }
    let [_, most] = scene.limits()[0];
    let runs = retreat.course.runs();
    if let Some(run) = runs.iter().find(|run| run.length.0 > most + SLACK) {
        return Verdict::Wrong(format!("{} runs {}", run.model, run.length.0));
    }
    if let Course::RunForEdge { leaves, .. } = &retreat.course {
        let all_leave = runs.iter().all(|run| run.end == RunEnd::Leaves);
        if all_leave != (*leaves == Leaves::Table) {
            return Verdict::Wrong("some leave".to_owned());
        }
    }
    leader::judge(scene, retreat, COARSE)
}

/// What came of the table of a number; none where nobody stands who has to fall back.
fn judged(number: u64) -> Option<Verdict> {
    let battle = draft_on(Ground::Crowded, number).weakened(number)?.battle_by("outline-2012");
    let found = retreat(battle.view(), UNIT, Occasion::Action)?;
    Some(judge(&Scene::of(battle.view(), UNIT), &found))
}

/// Rule: OFB-2, OFB-3, OFB-6.
#[test]
fn on_random_tables_no_cover_is_nearer_than_what_is_found() {
    let first = first_table();
    let all = everywhere(tables(40), |nth| judged(first + nth));
    let verdicts: Vec<(u64, Verdict)> =
        all.into_iter().filter_map(|(nth, verdict)| Some((first + nth, verdict?))).collect();
    check(&verdicts);
    let right = |case| verdicts.iter().any(|(_, verdict)| *verdict == Verdict::Right(case));
    let wide = std::env::var_os("WARSTRIKE_TABLES").is_some();
    assert!(wide || ["stays", "within", "none"].into_iter().all(right), "the tables are too much alike");
}
