//! Tests of the comparison: every small change of a promise is noticed.

use warstrike::game::phases::fall_back::retreat::DrawsFire;
use warstrike::game::phases::fall_back::retreat::Edge;
use warstrike::game::phases::fall_back::retreat::Leaves;
use warstrike::game::phases::fall_back::retreat::ModelEnd;
use warstrike::game::phases::fall_back::retreat::ModelRetreat;
use warstrike::game::phases::fall_back::retreat::Retreat;
use warstrike::game::phases::fall_back::retreat::RetreatOutcome;
use warstrike::rules::falling_back::LostFor;
use warstrike::rules::measures::{Facing, Place};
use warstrike::rules::ruleset::FallBackProcedure;

use super::battles::on_draft;

/// Changes a promise a little; `None` where that is impossible.
type Change = fn(&mut Retreat) -> Option<()>;

fn retreats(retreat: &mut Retreat) -> Option<&mut Vec<ModelRetreat>> {
    match &mut retreat.outcome {
        RetreatOutcome::FallBack { retreats, .. }
        | RetreatOutcome::Rout { retreats }
        | RetreatOutcome::RunForCover { retreats, .. }
        | RetreatOutcome::RunForEdge { retreats, .. } => Some(retreats),
        RetreatOutcome::Destroyed | RetreatOutcome::FireOrCrawl | RetreatOutcome::StayInCover => None,
    }
}

const PLANTED: [(&str, Change); 14] = [
    ("an end moved by a thousandth", |retreat| {
        retreats(retreat)?.iter_mut().find_map(|run| run.path.last_mut())?.x.0 += 1;
        Some(())
    }),
    ("another corner of the path", |retreat| {
        let path = &mut retreats(retreat)?.iter_mut().find(|run| !run.path.is_empty())?.path;
        let mut corner = *path.first()?;
        corner.y.0 += 700;
        path.insert(0, corner);
        Some(())
    }),
    ("another facing", |retreat| {
        let turned = |run: &mut ModelRetreat| match &mut run.end {
            ModelEnd::Stands { facing } | ModelEnd::Apart { facing } => {
                *facing = Facing::toward(Place::flat(0, 0), Place::flat(777, 123))?;
                Some(())
            }
            ModelEnd::Lost { .. } | ModelEnd::Leaves => None,
        };
        retreats(retreat)?.iter_mut().find_map(turned)
    }),
    ("one more lost", |retreat| {
        let stands = |run: &&mut ModelRetreat| !matches!(run.end, ModelEnd::Lost { .. });
        retreats(retreat)?.iter_mut().find(stands)?.end = ModelEnd::Lost { why: LostFor::NoWayOut };
        Some(())
    }),
    ("lost for another reason", |retreat| {
        let lost =
            |run: &&mut ModelRetreat| matches!(run.end, ModelEnd::Lost { why } if why != LostFor::LeftBehind);
        retreats(retreat)?.iter_mut().find(lost)?.end = ModelEnd::Lost { why: LostFor::LeftBehind };
        Some(())
    }),
    ("another order", |retreat| {
        let retreats = retreats(retreat).filter(|retreats| retreats.len() > 1)?;
        retreats.reverse();
        Some(())
    }),
    ("another safe position", |retreat| match &mut retreat.outcome {
        RetreatOutcome::FallBack { safe_position, .. }
        | RetreatOutcome::RunForCover { safe_position, .. } => {
            safe_position.at.x.0 += 1;
            Some(())
        }
        _ => None,
    }),
    ("another strength", |retreat| {
        retreat.strength.standing += 1;
        Some(())
    }),
    ("another edge", |retreat| match &mut retreat.outcome {
        RetreatOutcome::RunForEdge { edge: Edge::At { at, .. }, .. } => {
            at.x.0 += 1;
            Some(())
        }
        _ => None,
    }),
    ("lost off the table", |retreat| {
        let leaves = |run: &&mut ModelRetreat| run.end == ModelEnd::Leaves;
        retreats(retreat)?.iter_mut().find(leaves)?.end = ModelEnd::Lost { why: LostFor::OffTable };
        Some(())
    }),
    ("leaves the table", |retreat| {
        let RetreatOutcome::RunForEdge { leaves: leaves @ Leaves::NotYet, .. } = &mut retreat.outcome else {
            return None;
        };
        *leaves = Leaves::Table;
        Some(())
    }),
    ("leaves and counts differently", |retreat| {
        let RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } = &retreat.outcome else { return None };
        retreat.strength.started += 4 * retreat.strength.standing;
        Some(())
    }),
    ("in cover or not", |retreat| {
        let other = match &retreat.outcome {
            RetreatOutcome::StayInCover => RetreatOutcome::FireOrCrawl,
            RetreatOutcome::FireOrCrawl => RetreatOutcome::StayInCover,
            _ => return None,
        };
        retreat.outcome = other;
        Some(())
    }),
    ("not destroyed", |retreat| {
        let RetreatOutcome::Destroyed = &retreat.outcome else { return None };
        retreat.outcome = RetreatOutcome::StayInCover;
        Some(())
    }),
];

/// How many tables have all cases in which a change can be made.
const TABLES: u64 = 24;

/// A table on which a unit leaves by the outline.
const LEAVING_TABLE: u64 = 94;

/// Every small change of a promise is noticed on every table on which it can be made.
#[test]
fn a_changed_promise_is_noticed() {
    let mut noticed = [0; PLANTED.len()];
    for procedure in [FallBackProcedure::SafePosition, FallBackProcedure::Outline] {
        for mut play in (0..TABLES).chain([LEAVING_TABLE]).filter_map(|number| on_draft(number, procedure)) {
            assert_eq!(play.broken(), Ok(()));
            let kept = play.promise.clone();
            for ((what, change), noticed) in PLANTED.iter().zip(&mut noticed) {
                play.promise = kept.clone();
                if change(&mut play.promise).is_some() {
                    assert!(play.broken().is_err(), "{what}: {:?}", play.promise);
                    *noticed += 1;
                }
            }
        }
    }
    let missed: Vec<_> = PLANTED.iter().zip(noticed).filter(|(_, count)| *count == 0).collect();
    assert!(
        missed.is_empty(),
        "never changed: {:?}",
        missed.iter().map(|((what, _), _)| what).collect::<Vec<_>>()
    );
}

/// Rule: OFB-4. It is noticed if the enemy is asked for snap fire at a unit that was to run without fire.
#[test]
fn fire_that_was_not_promised_is_noticed() {
    let asked = (0..TABLES).filter_map(|number| on_draft(number, FallBackProcedure::Outline));
    let mut noticed = 0;
    for mut play in asked.filter(|play| play.outcome.asked > 0) {
        if let RetreatOutcome::RunForCover { draws, .. } = &mut play.promise.outcome {
            assert_eq!(*draws, DrawsFire::SnapFire);
            *draws = DrawsFire::No;
            assert!(play.broken().is_err(), "{:?}", play.promise);
            noticed += 1;
        }
    }
    assert!(noticed > 0);
}
