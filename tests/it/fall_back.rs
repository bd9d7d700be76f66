//! Falling back and routing against an independent oracle, which shares only plain types with the program: its
//! own sight and paths, places and headings sampled densely.
//!
//! Every run judges some random tables; `WARSTRIKE_TABLES=1000` judges more, starting with
//! `WARSTRIKE_FIRST_TABLE`.

mod concealed;
mod cover;
mod danger;
mod estimated;
mod eyes;
mod followers;
mod hiding;
mod home;
mod invariants;
mod leader;
mod left_over;
mod nearest;
mod pent_up;
mod planted;
mod played;
mod rout;
mod sampled;
mod scene;
pub mod tables;
mod together;
mod turned;
mod ways;
mod wedge;

use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{ModelEnd, Retreat, RetreatOutcome};
use warstrike::rules::falling_back::Occasion;

use super::paths::in_parallel;
use super::random_tables::{all_tables, first_table, tables};
use leader::{COARSE, Verdict};
use scene::Scene;
use tables::{Draft, Ground, UNIT, draft_on};

/// The program's retreat for a draft's unit, and its scene; `None` if no model of it stands or the unit is too
/// weak.
fn found(draft: &Draft) -> Option<(Scene, Retreat)> {
    if draft.units.first().is_none_or(|squad| squad.id != UNIT) {
        return None;
    }
    let battle = draft.battle();
    let found = retreat(battle.view(), UNIT, Occasion::Action)?;
    let weak = found.strength.standing * 4 < found.strength.started;
    assert_eq!(weak, found.outcome == RetreatOutcome::Destroyed, "FB-1: {:?}", found.strength);
    (!weak).then(|| (Scene::of(battle.view(), UNIT), found))
}

/// The verdicts of a judge on random tables.
fn judge_tables(
    ground: Ground,
    count: u64,
    judge: impl Fn(&Scene, &Retreat) -> Vec<Verdict> + Sync,
) -> Vec<(u64, Verdict)> {
    let first = first_table();
    let of = |index| {
        found(&draft_on(ground, first + index)).map_or(Vec::new(), |(scene, found)| judge(&scene, &found))
    };
    let all = in_parallel(tables(count), of).into_iter();
    all.flat_map(|(index, verdicts)| verdicts.into_iter().map(move |verdict| (first + index, verdict)))
        .collect()
}

/// Counts verdicts by kind, prints those within tolerance, and returns the wrong ones.
fn count_verdicts(verdicts: &[(u64, Verdict)]) -> Vec<String> {
    let mut counts = std::collections::BTreeMap::new();
    for (index, verdict) in verdicts {
        let kind = match verdict {
            Verdict::Right(case) => format!("right: {case}"),
            Verdict::Undecided(why) => format!("undecided: {why}"),
            Verdict::Within(_) => "within tolerance".to_owned(),
            Verdict::Wrong(_) => "wrong".to_owned(),
        };
        *counts.entry(kind).or_insert(0) += 1;
        if let Verdict::Within(why) = verdict {
            println!("table {index}, within tolerance: {why}");
        }
    }
    println!("{counts:#?}");
    let wrong = verdicts.iter().filter_map(|(index, verdict)| match verdict {
        Verdict::Wrong(why) => Some(format!("table {index}: {why}")),
        _ => None,
    });
    wrong.collect()
}

fn check(verdicts: &[(u64, Verdict)]) {
    let wrong = count_verdicts(verdicts);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rule: FB-2, FB-3, FB-4.
#[test]
fn on_random_tables_no_leader_finds_a_better_safe_position() {
    check(&judge_tables(Ground::Crowded, 60, |scene, found| vec![leader::judge(scene, found, COARSE)]));
}

/// Rule: ROU-1, ROU-2, ROU-3.
#[test]
fn on_random_tables_no_model_routs_wrongly_or_is_lost_needlessly() {
    check(&judge_tables(Ground::Open, 100, |scene, found| match &found.outcome {
        RetreatOutcome::Rout { retreats } => rout::judge(scene, retreats),
        _ => Vec::new(),
    }));
}

/// Rule: FB-5.
#[test]
fn on_random_tables_followers_end_legally_and_together_where_they_can() {
    let verdicts = judge_tables(Ground::Crowded, 60, |scene, found| match &found.outcome {
        RetreatOutcome::FallBack { retreats, .. } => followers::judge(scene, retreats),
        _ => Vec::new(),
    });
    let count = |kind: &Verdict| verdicts.iter().filter(|(_, verdict)| verdict == kind).count();
    let [whole, given_up] = [together::SEARCHED_WHOLE, together::GIVEN_UP].map(|kind| count(&kind));
    println!("of {} small units left apart the grid of {given_up} is too large to search", whole + given_up);
    check(&verdicts);
}

/// Rule: FB-5, COH-1. The leader ends on top of a hill, 2.127 high. No model at its foot is in coherency with
/// one up there, so one has to stand on its lower step, 0.45 high, for the others to follow. All nine can.
#[test]
fn a_follower_stands_on_a_step_so_that_others_can_follow() {
    let (_, found) = found(&draft_on(Ground::Crowded, 165)).unwrap();
    let apart =
        found.outcome.retreats().iter().filter(|run| !matches!(run.end, ModelEnd::Stands { .. })).count();
    assert_eq!((found.outcome.retreats().len(), apart), (9, 0), "{found:?}");
}

/// Rule: FB-5, MOV-5. The unit stands in a chain, each link as near to the leader as it can be and hold the
/// next. The last model could stand at the very boundary of an enemy's zone, around which a path of 2.68 leads
/// there: less than Mv, so it may not end there, however much longer other paths are.
#[test]
fn chains_are_tightened_and_no_model_ends_too_near() {
    let (scene, found) = found(&draft_on(Ground::Crowded, 556)).unwrap();
    let verdicts = followers::judge(&scene, found.outcome.retreats());
    assert_eq!(verdicts.len(), 6, "{found:?}");
    check(&verdicts.into_iter().map(|verdict| (556, verdict)).collect::<Vec<_>>());
}

/// Rule: FB-5, BAS-10. A model stands 1.163 from a place 0.0047 off the boundary of a roof, which still
/// supports it there. The straight path up is difficult and shorter than half its Mv of 6, so it may not end
/// there, although paths that keep to the roof are 3.25 long.
#[test]
fn no_model_ends_too_near_just_off_a_roof() {
    let (scene, found) = found(&draft_on(Ground::Crowded, 1046)).unwrap();
    let verdicts = followers::judge(&scene, found.outcome.retreats());
    assert_eq!(verdicts.len(), 7, "{found:?}");
    check(&verdicts.into_iter().map(|verdict| (1046, verdict)).collect::<Vec<_>>());
}

/// Rule: FB-5, GO-4, BAS-10. A model could stand with its base at the corner of impassable ground, around which
/// a path of 1.82 leads there: less than its Mv of 6, so it may not end there, although paths that keep clear
/// of the corner cross a roof and are 5.37 long, more than half its Mv.
#[test]
fn no_model_ends_too_near_at_the_corner_of_impassable_ground() {
    let (scene, found) = found(&draft_on(Ground::Crowded, 1083)).unwrap();
    let verdicts = followers::judge(&scene, found.outcome.retreats());
    assert_eq!(verdicts.len(), 9, "{found:?}");
    check(&verdicts.into_iter().map(|verdict| (1083, verdict)).collect::<Vec<_>>());
}

/// Rule: MOV-5, HIL-1, STR-3, BAS-10. Paths are found exactly and stored in whole thousandths.
#[test]
fn rounding_leads_no_model_to_an_illegal_place() {
    for (number, reason) in [
        (23_989, "0.0047 within the foot of a step, on which an enemy is too near, becomes 0.0053: over it"),
        (35_899, "a corner on the ground before a hill's foot is rounded onto its step"),
        (44_414, "an enemy's ring over a step, where no corners of whole thousandths follow it"),
        (44_627, "the same"),
        (
            88_054,
            "a path over the corner of a hill's top and down onto a floor is rounded past it, below the floor",
        ),
    ] {
        let (scene, found) = found(&draft_on(Ground::Crowded, number)).unwrap();
        assert_eq!(invariants::broken(&scene, &found), Ok(()), "table {number}: {reason}");
    }
}

/// Rule: MOV-4, MOV-5, GO-4, COH-1, FB-5, ROU-2.
#[test]
fn on_random_tables_every_end_is_legal() {
    let broken = judge_tables(Ground::Crowded, 300, |scene, found| match invariants::broken(scene, found) {
        Ok(()) => vec![Verdict::Right(match found.outcome {
            RetreatOutcome::FallBack { .. } => "falls back",
            _ => "routs",
        })],
        Err(why) => vec![Verdict::Wrong(why)],
    });
    check(&broken);
}
