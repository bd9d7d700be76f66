//! Text about a retreat preview: the sentences of its card, and the few words beside its marks.

use super::Preview;
use crate::game::narration::{foresight, sight};
use crate::game::phases::fall_back::retreat::{
    DrawsFire, Edge, Leaves, ModelEnd, ModelRetreat, Reachability, RetreatOutcome, SafePosition, SawEnemies,
    Watcher,
};
use crate::game::phases::fall_back::threat::{Snap, SuppressionOdds, ThreatAssessment};
use crate::rules::falling_back::{Forced, LostFor, MoveLimit};
use crate::rules::ids::ModelId;
use crate::rules::ruleset::FallBackProcedure;
use crate::ui::looks::sight_look;
use crate::ui::questions::sight::text::per_cent;

/// The strength that is left, and what it forces the unit to do.
pub(in crate::ui) fn strength(preview: &Preview) -> String {
    let left = preview.retreat.strength;
    let share = per_cent(f64::from(left.standing) / f64::from(left.started.max(1)));
    let by_outline = preview.procedure == FallBackProcedure::Outline;
    let forced = match preview.retreat.forced {
        Forced::MoveOrFire if by_outline => "it may fire at half rate or move half its Mv (OFB-1)",
        Forced::Move if by_outline => "it must fall back and may not fire (OFB-2)",
        Forced::Destroyed if by_outline => "less than a quarter, so it is destroyed (OFB-7)",
        Forced::MoveOrFire => "it may snap fire instead of moving (FB-1)",
        Forced::Move => "it must fall back (FB-1)",
        Forced::Destroyed => "less than a quarter, so it is destroyed (FB-1)",
    };
    format!("{} of {} left, {share}: {forced}", left.standing, left.started)
}

/// Action of the unit, as a predicate.
pub(in crate::ui) fn verdict(preview: &Preview) -> &'static str {
    match &preview.retreat.outcome {
        RetreatOutcome::Destroyed => "is destroyed",
        RetreatOutcome::Rout { .. } => "routs",
        RetreatOutcome::FallBack { safe_position, .. }
            if safe_position.reachability == Reachability::Here =>
        {
            "stays: it is safe where it is"
        }
        RetreatOutcome::FallBack { .. } => "falls back",
        RetreatOutcome::FireOrCrawl => "fires or moves a little",
        RetreatOutcome::StayInCover => "stays in cover",
        RetreatOutcome::RunForCover { safe_position, .. }
            if safe_position.reachability == Reachability::Here =>
        {
            "gathers in cover"
        }
        RetreatOutcome::RunForCover { .. } => "runs for cover",
        RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => "leaves the table",
        RetreatOutcome::RunForEdge { edge: Edge::Unreachable, .. } => "has no way out",
        RetreatOutcome::RunForEdge { .. } => "runs for its edge",
    }
}

/// Destination of a unit's run by the outline of 2012, and the enemies that may fire at it; empty for other outcomes.
pub(in crate::ui) fn run(preview: &Preview) -> Vec<String> {
    let [_, max] = preview.limits.open;
    match &preview.retreat.outcome {
        RetreatOutcome::FireOrCrawl => {
            vec![
                "It fires at half rate without splitting, or moves up to half Mv, not both (OFB-1)"
                    .to_owned(),
            ]
        }
        RetreatOutcome::StayInCover => {
            vec![
                "Every enemy within its Aw sees it Concealed at best: it stays, and is harder to hit (OFB-2)"
                    .to_owned(),
            ]
        }
        RetreatOutcome::RunForCover { safe_position, draws, .. } => {
            let length = safe_position.length.0;
            let cover = match safe_position.reachability {
                Reachability::Here => {
                    "Its leader is already in cover; the other models join it (OFB-3)".to_owned()
                }
                Reachability::TooFar => {
                    format!(
                        "The nearest cover is {length:.1}\" away, the limit is {max}\": it goes as far as it can (OFB-3)"
                    )
                }
                Reachability::InRange | Reachability::TooNear => {
                    format!("Cover is {length:.1}\" away: its leader ends there (OFB-3)")
                }
            };
            let fire = match draws {
                DrawsFire::SnapFire => "One model needs more than its Mv: enemies may snap fire (OFB-4)",
                DrawsFire::No => "No model needs more than its Mv: no snap fire (OFB-4)",
            };
            vec![cover, fire.to_owned()]
        }
        RetreatOutcome::RunForEdge { edge, leaves, .. } => {
            let edge = match (edge, leaves) {
                (Edge::Unreachable, _) => {
                    "No cover, and no path to its own table edge: its leader stays (OFB-3)".to_owned()
                }
                (Edge::At { length, .. }, Leaves::Table) => {
                    format!(
                        "No cover; its own table edge is {:.1}\" away: it leaves the table (OFB-6)",
                        length.0
                    )
                }
                (Edge::At { length, .. }, Leaves::NotYet) => {
                    format!("No cover: it runs for its own table edge, {:.1}\" away (OFB-3)", length.0)
                }
            };
            vec![edge, "Enemies may snap fire at it (OFB-4)".to_owned()]
        }
        RetreatOutcome::Destroyed | RetreatOutcome::FallBack { .. } | RetreatOutcome::Rout { .. } => {
            Vec::new()
        }
    }
}

/// Distance of the safe position, compared with the limits.
pub(in crate::ui) fn safe_position(preview: &Preview, safe_position: &SafePosition) -> String {
    let limit = preview.retreat.outcome.retreats().first().map_or(MoveLimit::Full, |run| run.limit);
    let [min, max] = preview.limits.of(limit);
    let halved = if limit == MoveLimit::Halved { ", halved by difficult ground (FB-3)" } else { "" };
    let length = safe_position.length.0;
    match safe_position.reachability {
        Reachability::InRange => {
            format!(
                "Safe {length:.1}\" away, between {min}\" and {max}\"{halved}: its leader ends there (FB-4)"
            )
        }
        Reachability::TooNear => {
            format!(
                "No safe position in reach is {min}\" away or more{halved}: its leader ends in the farthest, {length:.1}\" away (FB-4)"
            )
        }
        Reachability::Here => {
            "Its leader is already safe, and nothing farther is in reach: it stays (FB-4)".to_owned()
        }
        Reachability::TooFar => {
            format!(
                "The nearest safe position is {length:.1}\" away, beyond {max}\"{halved}: its leader stops on the way (FB-4)"
            )
        }
    }
}

/// "1 enemy", "3 enemies".
fn enemies(count: usize) -> String {
    if count == 1 { "1 enemy".to_owned() } else { format!("{count} enemies") }
}

/// Reason for the safety of a position: the number of enemies that see it in each state.
pub(in crate::ui) fn safety(preview: &Preview, safe_position: &SafePosition) -> String {
    let states = sight::tally(safe_position.watchers.iter().map(|one| one.state));
    let count = enemies(safe_position.watchers.len());
    match preview.procedure {
        FallBackProcedure::SafePosition => {
            format!(
                "Its leader there, as {count} see him: {states}; the place is nearer to him than to any of them (FB-2)"
            )
        }
        FallBackProcedure::Outline => {
            format!(
                "As {count} within Aw see it: {states}; no nearer to any of them than to the unit (OFB-3)"
            )
        }
    }
}

/// An enemy that watches the safe position.
pub(in crate::ui) fn watcher(one: &Watcher) -> String {
    let share = if one.in_view > 0.0 { format!(" {}", per_cent(one.in_view)) } else { String::new() };
    format!("{} at {:.1}\": {}{share}", one.model, one.distance.0, sight_look::word(one.state))
}

/// Reason for the loss of a model, with its paragraph.
pub(in crate::ui) fn loss(why: LostFor) -> &'static str {
    match why {
        LostFor::Weakness => "too weak (FB-1)",
        LostFor::OffTable => "forced off the table (ROU-2, ROU-3)",
        LostFor::NoWayOut => "every way out leads nearer to an enemy (ROU-2)",
        LostFor::LeftBehind => "left behind, out of coherency (ROU-2)",
        LostFor::NoPlace => "the leader takes the only place (FB-4)",
    }
}

/// The numbers of some models: "4, 5, 9".
fn numbers(models: &[ModelId]) -> String {
    models.iter().map(|model| model.number.to_string()).collect::<Vec<_>>().join(", ")
}

/// The models that are lost, by reason.
pub(in crate::ui) fn losses(retreats: &[ModelRetreat]) -> Vec<String> {
    let all =
        [LostFor::Weakness, LostFor::OffTable, LostFor::NoWayOut, LostFor::LeftBehind, LostFor::NoPlace];
    let of = |why: LostFor| -> Vec<ModelId> {
        retreats.iter().filter(|run| run.end == ModelEnd::Lost { why }).map(|run| run.model).collect()
    };
    let lost = all.into_iter().map(|why| (of(why), why)).filter(|(models, _)| !models.is_empty());
    lost.map(|(models, why)| format!("{} lost, {}: {}", models.len(), loss(why), numbers(&models))).collect()
}

/// Number of models lost.
pub(in crate::ui) fn lost(retreats: &[ModelRetreat]) -> usize {
    retreats.iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. })).count()
}

/// Further notes: models out of coherency, on difficult ground, or without an enemy in sight.
pub(in crate::ui) fn notes(retreats: &[ModelRetreat]) -> Vec<String> {
    let those = |which: &dyn Fn(&&ModelRetreat) -> bool| -> Vec<ModelId> {
        retreats.iter().filter(which).map(|run| run.model).collect()
    };
    let rows = [
        (those(&|run| matches!(run.end, ModelEnd::Apart { .. })), "end out of coherency (FB-5)"),
        (those(&|run| run.limit == MoveLimit::Halved), "cross difficult ground, limit halved (FB-3)"),
        (
            those(&|run| {
                run.rout_heading.as_ref().is_some_and(|rout_heading| rout_heading.saw == SawEnemies::Nobody)
            }),
            "see no enemy and follow the leader's heading (ROU-1)",
        ),
    ];
    let rows = rows.into_iter().filter(|(models, _)| !models.is_empty());
    rows.map(|(models, what)| format!("{what}: {}", numbers(&models))).collect()
}

/// The enemies that can shoot at it: "B1: 10 dice, 3.4 hits on average, 98 % to hit at all".
pub(in crate::ui) fn threats(assessment: &ThreatAssessment) -> Vec<String> {
    let rows = assessment.threats.iter().map(|threat| {
        let snap = if threat.snap == Snap::Free { ", may snap fire (RE-1)" } else { "" };
        let (unit, dice, hits) = (threat.unit, threat.dice, threat.hits);
        format!(
            "{unit}: {dice} dice, {hits:.1} hits on average, {} to hit at all{snap}",
            per_cent(threat.hit)
        )
    });
    rows.collect()
}

/// Likely effect of the present fire on the unit in its place.
pub(in crate::ui) fn if_it_stays(preview: &Preview, chance: &SuppressionOdds) -> String {
    match preview.procedure {
        FallBackProcedure::SafePosition => foresight::if_it_stays(chance.suppressed),
        FallBackProcedure::Outline => {
            format!("If it stays: {} to fail its test at its next activation", per_cent(chance.suppressed))
        }
    }
}

/// Assumptions behind the chance.
pub(in crate::ui) fn assumed(preview: &Preview) -> &'static str {
    match preview.procedure {
        FallBackProcedure::SafePosition => {
            "if every enemy that can shoot at it now uses Open Fire from where it stands, before the test in the \
             Reaction phase (TURN-4)"
        }
        FallBackProcedure::Outline => {
            "if every enemy that can shoot at it now uses Open Fire from where it stands, before the test to act \
             (ACT-7)"
        }
    }
}

/// The chance that it is marked before that test, and that no model is left.
pub(in crate::ui) fn hit_chances(preview: &Preview, chance: &SuppressionOdds) -> String {
    let (hit, wiped_out) = (per_cent(chance.hit), per_cent(chance.wiped_out));
    match preview.procedure {
        FallBackProcedure::SafePosition => {
            format!("Hit-die at that test, old hits included: {hit}; wiped out: {wiped_out}")
        }
        FallBackProcedure::Outline => {
            format!("Markers at that test, old ones included: {hit}; wiped out: {wiped_out}")
        }
    }
}

/// Changes since a preview was pinned.
pub(in crate::ui) fn pinned(preview: &Preview, old: &Preview) -> String {
    if old.retreat.unit == preview.retreat.unit {
        format!("Since pinned: {}", difference(preview, old, ["then", "now"]))
    } else {
        format!("Pinned: {} {}", old.retreat.unit, verdict(old))
    }
}

/// Difference between two previews of one unit: of the first, with a word for each, the second's word first.
pub(in crate::ui) fn difference(new: &Preview, old: &Preview, [then, now]: [&str; 2]) -> String {
    let end = |preview: &Preview| preview.tracks.first().map(|track| track.end);
    let moved = end(new).zip(end(old)).map_or(0.0, |(new, old)| new.ground_distance(old));
    let mut text = match moved {
        moved if moved < 0.05 => "its leader ends in the same place".to_owned(),
        moved => format!("its leader ends {moved:.1}\" away from there"),
    };
    let [old_verdict, new_verdict] = [old, new].map(verdict);
    if old_verdict != new_verdict {
        text += &format!("; {then} it {old_verdict}, {now} it {new_verdict}");
    }
    let [old_lost, new_lost] = [old, new].map(|preview| lost(preview.retreat.outcome.retreats()));
    text += &format!("; {then} {old_lost} lost, {now} {new_lost}");
    let chance = |preview: &Preview| Some(preview.now.as_ref()?.odds?.suppressed);
    if let (Some(old), Some(new)) = (chance(old), chance(new)) {
        text += &format!("; chance {then} {}, {now} {}", per_cent(old), per_cent(new));
    }
    text
}
