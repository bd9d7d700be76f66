//! What would become of a unit in words, for its card and for the log.

use super::Preview;
use crate::game::phases::fall_back::retreat::DrawsFire;
use crate::game::phases::fall_back::retreat::Edge;
use crate::game::phases::fall_back::retreat::Leaves;
use crate::game::phases::fall_back::retreat::ModelEnd;
use crate::game::phases::fall_back::retreat::ModelRetreat;
use crate::game::phases::fall_back::retreat::Reachability;
use crate::game::phases::fall_back::retreat::RetreatOutcome;
use crate::game::phases::fall_back::retreat::SafePosition;
use crate::game::phases::fall_back::retreat::SawEnemies;
use crate::game::phases::fall_back::retreat::Watcher;
use crate::game::phases::fall_back::threat::{Snap, SuppressionOdds, ThreatAssessment};
use crate::rules::falling_back::{Forced, LostFor, MoveLimit};
use crate::rules::ids::ModelId;
use crate::rules::ruleset::FallBackProcedure;
use crate::rules::sight::SightState;
use crate::ui::sight_look;
use crate::ui::watch::words::per_cent;

/// What is left of the unit, and what that forces it to.
pub(in crate::ui) fn strength(preview: &Preview) -> String {
    let left = preview.retreat.strength;
    let share = per_cent(f64::from(left.standing) / f64::from(left.started.max(1)));
    let by_outline = preview.procedure == FallBackProcedure::Outline;
    let forced = match preview.retreat.forced {
        Forced::MoveOrFire if by_outline => "its player chooses: half its fire, or half a move (OFB-1)",
        Forced::Move if by_outline => "it neither fires nor chooses (OFB-2)",
        Forced::Destroyed if by_outline => "under a quarter: it is destroyed (OFB-7)",
        Forced::MoveOrFire => "its player chooses: snap fire without moving, or this (FB-1)",
        Forced::Move => "it must move (FB-1)",
        Forced::Destroyed => "under a quarter: it is destroyed (FB-1)",
    };
    format!("{} of {} left, {share}: {forced}", left.standing, left.started)
}

/// In a few words, what it does.
pub(in crate::ui) fn verdict(preview: &Preview) -> &'static str {
    match &preview.retreat.outcome {
        RetreatOutcome::Destroyed => "is destroyed",
        RetreatOutcome::Rout { .. } => "routs",
        RetreatOutcome::FallBack { safe_position, .. }
            if safe_position.reachability == Reachability::Here =>
        {
            "stays: it is safe"
        }
        RetreatOutcome::FallBack { .. } => "falls back",
        RetreatOutcome::FireOrCrawl => "fires, or moves a little",
        RetreatOutcome::StayInCover => "stays in cover",
        RetreatOutcome::RunForCover { safe_position, .. }
            if safe_position.reachability == Reachability::Here =>
        {
            "gathers in cover"
        }
        RetreatOutcome::RunForCover { .. } => "runs for cover",
        RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => "leaves the table",
        RetreatOutcome::RunForEdge { edge: Edge::Unreachable, .. } => "finds no way out",
        RetreatOutcome::RunForEdge { .. } => "runs for its edge",
    }
}

/// Where a unit runs by the outline of 2012, with what it may meet; nothing of other courses.
pub(in crate::ui) fn run(preview: &Preview) -> Vec<String> {
    let [_, most] = preview.limits.open;
    match &preview.retreat.outcome {
        RetreatOutcome::FireOrCrawl => {
            vec!["Its fire, unsplit at half rate, or a move of up to half Mv: not both (OFB-1)".to_owned()]
        }
        RetreatOutcome::StayInCover => {
            vec![
                "Concealed or hidden to every enemy within its Aw: it stays, and is harder to hit (OFB-2)"
                    .to_owned(),
            ]
        }
        RetreatOutcome::RunForCover { safe_position, draws, .. } => {
            let length = safe_position.length.0;
            let cover = match safe_position.reachability {
                Reachability::Here => {
                    "Its leader is in cover where he is: the others come to him (OFB-3)".to_owned()
                }
                Reachability::TooFar => {
                    format!(
                        "Cover only at {length:.1}\", beyond {most}\": as far as it can toward it (OFB-3)"
                    )
                }
                Reachability::InRange | Reachability::TooNear => {
                    format!("Cover at {length:.1}\": its leader ends there (OFB-3)")
                }
            };
            let fire = match draws {
                DrawsFire::SnapFire => "A model needs more than Mv: enemies free to may snap fire (OFB-4)",
                DrawsFire::No => "Nobody needs more than Mv: no snap fire (OFB-4)",
            };
            vec![cover, fire.to_owned()]
        }
        RetreatOutcome::RunForEdge { edge, leaves, .. } => {
            let edge = match (edge, leaves) {
                (Edge::Unreachable, _) => {
                    "No cover, and no way to its own edge: its leader stays (OFB-3)".to_owned()
                }
                (Edge::At { length, .. }, Leaves::Table) => {
                    format!("No cover; its own edge {:.1}\" away: it leaves the table (OFB-6)", length.0)
                }
                (Edge::At { length, .. }, Leaves::NotYet) => {
                    format!("No cover: for its own edge, {:.1}\" away (OFB-3)", length.0)
                }
            };
            vec![edge, "Enemies free to may snap fire at it (OFB-4)".to_owned()]
        }
        RetreatOutcome::Destroyed | RetreatOutcome::FallBack { .. } | RetreatOutcome::Rout { .. } => {
            Vec::new()
        }
    }
}

/// How the safe position lies, with the limits.
pub(in crate::ui) fn safe_position(preview: &Preview, safe_position: &SafePosition) -> String {
    let limit = preview.retreat.outcome.retreats().first().map_or(MoveLimit::Full, |run| run.limit);
    let [least, most] = preview.limits.of(limit);
    let halved = if limit == MoveLimit::Halved { ", halved by difficult ground (FB-3)" } else { "" };
    let length = safe_position.length.0;
    match safe_position.reachability {
        Reachability::InRange => {
            format!(
                "Safe at {length:.1}\", within {least}\" to {most}\"{halved}: its leader ends there (FB-4)"
            )
        }
        Reachability::TooNear => {
            format!(
                "Safe at {length:.1}\", nearer than {least}\"{halved}, and none farther within reach: there (FB-4)"
            )
        }
        Reachability::Here => {
            "Its leader's own place is safe, and none farther within reach: he stays (FB-4)".to_owned()
        }
        Reachability::TooFar => {
            format!("Safe only at {length:.1}\", beyond {most}\"{halved}: its leader ends on the way (FB-4)")
        }
    }
}

/// "1 enemy", "3 enemies".
fn enemies(count: usize) -> String {
    if count == 1 { "1 enemy".to_owned() } else { format!("{count} enemies") }
}

/// Why a position is safe: how many enemies see it as what.
pub(in crate::ui) fn safety(preview: &Preview, safe_position: &SafePosition) -> String {
    let count = |state: SightState| safe_position.watchers.iter().filter(|one| one.state == state).count();
    let told = sight_look::STATES.into_iter().map(|state| (count(state), sight_look::word(state)));
    let told: Vec<String> =
        told.filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let (count, told) = (enemies(safe_position.watchers.len()), told.join(", "));
    match preview.procedure {
        FallBackProcedure::SafePosition => {
            format!("To {count}: {told}, and nearer to the leader than to any (FB-2)")
        }
        FallBackProcedure::Outline => {
            format!("To {count} within Aw: {told}, and no nearer to one than to its unit (OFB-3)")
        }
    }
}

/// One who watches it.
pub(in crate::ui) fn watcher(one: &Watcher) -> String {
    let share = if one.in_view > 0.0 { format!(" {}", per_cent(one.in_view)) } else { String::new() };
    format!("{} at {:.1}\": {}{share}", one.model, one.distance.0, sight_look::word(one.state))
}

/// Why a model is lost, with its paragraph.
pub(in crate::ui) fn loss(why: LostFor) -> &'static str {
    match why {
        LostFor::Weakness => "too weak (FB-1)",
        LostFor::OffTable => "forced off the table (ROU-2, ROU-3)",
        LostFor::NoWayOut => "no way out that is not nearer to an enemy (ROU-2)",
        LostFor::LeftBehind => "left behind, out of coherency (ROU-2)",
    }
}

/// The same at the place itself.
pub(in crate::ui) fn short_loss(why: LostFor) -> &'static str {
    match why {
        LostFor::Weakness => "too weak",
        LostFor::OffTable => "off the table",
        LostFor::NoWayOut => "no way out",
        LostFor::LeftBehind => "left behind",
    }
}

/// The numbers of some models: "4, 5, 9".
fn numbers(models: &[ModelId]) -> String {
    models.iter().map(|model| model.number.to_string()).collect::<Vec<_>>().join(", ")
}

/// Who is lost, reason by reason.
pub(in crate::ui) fn losses(retreats: &[ModelRetreat]) -> Vec<String> {
    let all = [LostFor::Weakness, LostFor::OffTable, LostFor::NoWayOut, LostFor::LeftBehind];
    let of = |why: LostFor| -> Vec<ModelId> {
        retreats.iter().filter(|run| run.end == ModelEnd::Lost { why }).map(|run| run.model).collect()
    };
    let told = all.into_iter().map(|why| (of(why), why)).filter(|(models, _)| !models.is_empty());
    told.map(|(models, why)| format!("{} lost, {}: {}", models.len(), loss(why), numbers(&models))).collect()
}

/// How many are lost.
pub(in crate::ui) fn lost(retreats: &[ModelRetreat]) -> usize {
    retreats.iter().filter(|run| matches!(run.end, ModelEnd::Lost { .. })).count()
}

/// Who is told of besides: out of coherency, on difficult ground, without an enemy in sight.
pub(in crate::ui) fn besides(retreats: &[ModelRetreat]) -> Vec<String> {
    let those = |which: &dyn Fn(&&ModelRetreat) -> bool| -> Vec<ModelId> {
        retreats.iter().filter(which).map(|run| run.model).collect()
    };
    let rows = [
        (those(&|run| matches!(run.end, ModelEnd::Apart { .. })), "cannot end in coherency (FB-5)"),
        (those(&|run| run.limit == MoveLimit::Halved), "over difficult ground, limits halved (FB-3)"),
        (
            those(&|run| {
                run.rout_heading.as_ref().is_some_and(|rout_heading| rout_heading.saw == SawEnemies::Nobody)
            }),
            "saw no enemy: the leader's heading (ROU-1)",
        ),
    ];
    let told = rows.into_iter().filter(|(models, _)| !models.is_empty());
    told.map(|(models, what)| format!("{what}: {}", numbers(&models))).collect()
}

/// Who can shoot at it: "B1 10 dice, 3.4 hits".
pub(in crate::ui) fn threats(assessment: &ThreatAssessment) -> Vec<String> {
    let told = assessment.threats.iter().map(|threat| {
        let snap = if threat.snap == Snap::Free { ", free to snap fire (RE-1)" } else { "" };
        let (unit, dice, hits) = (threat.unit, threat.dice, threat.hits);
        format!("{unit}: {dice} dice, {hits:.1} hits, {} to hit at all{snap}", per_cent(threat.hit))
    });
    told.collect()
}

/// What the chance is of.
pub(in crate::ui) fn chance_of(preview: &Preview) -> &'static str {
    match preview.procedure {
        FallBackProcedure::SafePosition => "suppressed at its next activation",
        FallBackProcedure::Outline => "fails its test at its next activation",
    }
}

/// The assumption of the chance, beside it.
pub(in crate::ui) fn assumed(preview: &Preview) -> &'static str {
    match preview.procedure {
        FallBackProcedure::SafePosition => {
            "if each enemy that can shoot at it now does so once, with Open Fire from where it stands; then its \
             test in the Reaction phase (TURN-4)"
        }
        FallBackProcedure::Outline => {
            "if each enemy that can shoot at it now does so once, with Open Fire from where it stands; then its \
             test to act (ACT-7)"
        }
    }
}

/// What it would have then, and whether anyone is left.
pub(in crate::ui) fn struck(preview: &Preview, chance: &SuppressionOdds) -> String {
    let (hit, wiped_out) = (per_cent(chance.hit), per_cent(chance.wiped_out));
    match preview.procedure {
        FallBackProcedure::SafePosition => {
            format!("With a hit-die before that test, old hits included: {hit}; wiped out: {wiped_out}")
        }
        FallBackProcedure::Outline => {
            format!("Marked before that test, old markers included: {hit}; wiped out: {wiped_out}")
        }
    }
}

/// What is other than when it was pinned.
pub(in crate::ui) fn pinned(preview: &Preview, old: &Preview) -> String {
    if old.retreat.unit == preview.retreat.unit {
        format!("Since pinned: {}", difference(preview, old, ["then", "now"]))
    } else {
        format!("Pinned: {} {}", old.retreat.unit, verdict(old))
    }
}

/// How two previews of one unit differ, told of the first; with words for both, the second's first.
pub(in crate::ui) fn difference(new: &Preview, old: &Preview, [then, now]: [&str; 2]) -> String {
    let end = |preview: &Preview| preview.tracks.first().map(|track| track.end);
    let moved = end(new).zip(end(old)).map_or(0.0, |(new, old)| new.ground_distance(old));
    let mut told = match moved {
        moved if moved < 0.05 => "its leader ends at the same place".to_owned(),
        moved => format!("its leader ends {moved:.1}\" elsewhere"),
    };
    let [old_verdict, new_verdict] = [old, new].map(verdict);
    if old_verdict != new_verdict {
        told += &format!("; it {old_verdict} {then}, {new_verdict} {now}");
    }
    let [old_lost, new_lost] = [old, new].map(|preview| lost(preview.retreat.outcome.retreats()));
    told += &format!("; lost {old_lost} {then}, {new_lost} {now}");
    let chance = |preview: &Preview| Some(preview.now.as_ref()?.odds?.suppressed);
    if let (Some(old), Some(new)) = (chance(old), chance(new)) {
        told += &format!("; forced to {} {then}, {} {now}", per_cent(old), per_cent(new));
    }
    told
}
