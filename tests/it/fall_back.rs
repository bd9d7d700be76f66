//! Falling back and routing against an oracle that shares nothing with the program but its plain
//! types: own sight, own paths, places and headings sampled densely.
//!
//! Some tables are judged in every run, more where the environment asks for them:
//! `WARSTRIKE_TABLES=1000`, from `WARSTRIKE_FIRST_TABLE` on.

mod concealed;
mod cover;
mod danger;
mod eyes;
mod followers;
mod hiding;
mod home;
mod invariants;
mod leader;
mod left_over;
mod nearest;
mod planted;
mod played;
mod rout;
mod sampled;
mod scene;
mod tables;
mod together;
mod turned;
mod ways;
mod wedge;

use warstrike::game::phases::fall_back::retreat;
use warstrike::game::phases::fall_back::retreat::{Retreat, RetreatOutcome, RunEnd};
use warstrike::rules::falling_back::Occasion;

use super::paths::in_parallel;
use leader::{COARSE, Verdict};
use scene::Scene;
use tables::{Draft, Ground, UNIT, draft_on};

/// How many tables are looked at; more where the environment says so.
fn tables(count: u64) -> u64 {
    number("WARSTRIKE_TABLES").unwrap_or(count)
}

/// From which table on.
fn first_table() -> u64 {
    number("WARSTRIKE_FIRST_TABLE").unwrap_or(0)
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().and_then(|text| text.parse().ok())
}

/// What the program says of a draft's unit, and the scene it says it of; none where nobody stands
/// or the unit is too weak.
fn found(draft: &Draft) -> Option<(Scene, Retreat)> {
    if draft.units.first().is_none_or(|squad| squad.id != UNIT) {
        return None;
    }
    let battle = draft.battle();
    let found = retreat(battle.view(), UNIT, Occasion::Action)?;
    let weak = found.strength.standing * 4 < found.strength.started;
    assert_eq!(weak, found.course == RetreatOutcome::Destroyed, "FB-1: {:?}", found.strength);
    (!weak).then(|| (Scene::of(battle.view(), UNIT), found))
}

/// The verdicts of a judge on some random tables, or more where the environment says so.
fn judged(
    ground: Ground,
    count: u64,
    judge: impl Fn(&Scene, &Retreat) -> Vec<Verdict> + Sync,
) -> Vec<(u64, Verdict)> {
    let first = first_table();
    let of = |nth| {
        found(&draft_on(ground, first + nth)).map_or(Vec::new(), |(scene, found)| judge(&scene, &found))
    };
    let all = in_parallel(tables(count), of).into_iter();
    all.flat_map(|(nth, verdicts)| verdicts.into_iter().map(move |verdict| (first + nth, verdict))).collect()
}

/// Counts verdicts by kind, shows what is not plainly right, and gives back what is wrong.
fn counted(verdicts: &[(u64, Verdict)]) -> Vec<String> {
    let mut counts = std::collections::BTreeMap::new();
    for (nth, verdict) in verdicts {
        let kind = match verdict {
            Verdict::Right(case) => format!("right: {case}"),
            Verdict::Untold(why) => format!("untold: {why}"),
            Verdict::Within(_) => "within tolerance".to_owned(),
            Verdict::Wrong(_) => "wrong".to_owned(),
        };
        *counts.entry(kind).or_insert(0) += 1;
        if let Verdict::Within(why) = verdict {
            println!("table {nth}, within tolerance: {why}");
        }
    }
    println!("{counts:#?}");
    let wrong = verdicts.iter().filter_map(|(nth, verdict)| match verdict {
        Verdict::Wrong(why) => Some(format!("table {nth}: {why}")),
        _ => None,
    });
    wrong.collect()
}

fn check(verdicts: &[(u64, Verdict)]) {
    let wrong = counted(verdicts);
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Rule: FB-2, FB-3, FB-4.
#[test]
fn on_random_tables_no_leader_finds_a_better_safe_position() {
    check(&judged(Ground::Crowded, 60, |scene, found| vec![leader::judge(scene, found, COARSE)]));
}

/// Rule: ROU-1, ROU-2, ROU-3.
#[test]
fn on_random_tables_nobody_routs_wrongly_or_is_lost_who_could_be_saved() {
    check(&judged(Ground::Open, 100, |scene, found| match &found.course {
        RetreatOutcome::Rout { runs } => rout::judge(scene, runs),
        _ => Vec::new(),
    }));
}

/// Rule: FB-5.
#[test]
fn on_random_tables_followers_end_legally_and_together_where_they_can() {
    let verdicts = judged(Ground::Crowded, 60, |scene, found| match &found.course {
        RetreatOutcome::FallBack { runs, .. } => followers::judge(scene, runs),
        _ => Vec::new(),
    });
    let count = |kind: &Verdict| verdicts.iter().filter(|(_, verdict)| verdict == kind).count();
    let [whole, given_up] = [together::SEARCHED_WHOLE, together::GIVEN_UP].map(|kind| count(&kind));
    println!("of {} small units left apart the grid of {given_up} is too large to search", whole + given_up);
    check(&verdicts);
}

/// Rule: FB-5, COH-1. The leader ends on top of a hill, 2.127 high: nobody at its foot is in coherency with one up there,
/// so one has to stand on its lower step, 0.45 high, for the others to follow. All nine can.
#[test]
fn one_stands_on_a_step_for_the_others_to_follow() {
    let (_, found) = found(&draft_on(Ground::Crowded, 165)).unwrap();
    let apart = found.course.runs().iter().filter(|run| !matches!(run.end, RunEnd::Stands { .. })).count();
    assert_eq!((found.course.runs().len(), apart), (9, 0), "{found:?}");
}

/// Rule: FB-5, MOV-5. They hang together in a chain, each link as near the leader as it holds the next. The last can stand
/// at the very rim of an enemy's zone, around which 2.68 lead there: less than Mv, so that is no end for him, however much
/// longer other ways are.
#[test]
fn links_are_drawn_in_and_nobody_ends_too_near() {
    let (scene, found) = found(&draft_on(Ground::Crowded, 556)).unwrap();
    let verdicts = followers::judge(&scene, found.course.runs());
    assert_eq!(verdicts.len(), 6, "{found:?}");
    check(&verdicts.into_iter().map(|verdict| (556, verdict)).collect::<Vec<_>>());
}

/// Rule: FB-5, BAS-10. One stands 1.163 from a place 0.0047 off the rim of a roof, which still bears there: the straight
/// way up is difficult and shorter than half his Mv of 6. So that is no end for him, although paths that keep to the roof
/// lead there by 3.25.
#[test]
fn nobody_ends_too_near_just_off_a_rim() {
    let (scene, found) = found(&draft_on(Ground::Crowded, 1046)).unwrap();
    let verdicts = followers::judge(&scene, found.course.runs());
    assert_eq!(verdicts.len(), 7, "{found:?}");
    check(&verdicts.into_iter().map(|verdict| (1046, verdict)).collect::<Vec<_>>());
}

/// Rule: FB-5, GO-4, BAS-10. One could stand with his base at the corner of impassable ground, round which 1.82 lead there:
/// less than his Mv of 6, so that is no end for him, although paths that keep clear of the corner lead over a roof by 5.37,
/// more than half his Mv.
#[test]
fn nobody_ends_too_near_at_the_corner_of_a_bar() {
    let (scene, found) = found(&draft_on(Ground::Crowded, 1083)).unwrap();
    let verdicts = followers::judge(&scene, found.course.runs());
    assert_eq!(verdicts.len(), 9, "{found:?}");
    check(&verdicts.into_iter().map(|verdict| (1083, verdict)).collect::<Vec<_>>());
}

/// Rule: MOV-5, HIL-1, STR-3, BAS-10. Paths are found exactly and stored in whole thousandths.
#[test]
fn rounding_leads_nobody_where_he_may_not_come() {
    for (number, reason) in [
        (23_989, "0.0047 within the foot of a step, on which an enemy is too near, becomes 0.0053: over it"),
        (35_899, "a corner on the ground before a hill's foot comes to lie on its step"),
        (44_414, "an enemy's ring over a step, where no corners of whole thousandths hug it"),
        (44_627, "the same"),
        (88_054, "over the corner of a hill's top and down onto a floor becomes past it, below the floor"),
    ] {
        let (scene, found) = found(&draft_on(Ground::Crowded, number)).unwrap();
        assert_eq!(invariants::broken(&scene, &found), Ok(()), "table {number}: {reason}");
    }
}

/// Rule: MOV-4, MOV-5, GO-4, COH-1, FB-5, ROU-2.
#[test]
fn on_random_tables_nobody_ends_where_nobody_may() {
    let broken = judged(Ground::Crowded, 300, |scene, found| match invariants::broken(scene, found) {
        Ok(()) => vec![Verdict::Right(match found.course {
            RetreatOutcome::FallBack { .. } => "falls back",
            _ => "routs",
        })],
        Err(why) => vec![Verdict::Wrong(why)],
    });
    check(&broken);
}
