//! A retreat as facts: what was forced, who goes where, who is lost and why, the nerve afterwards.

use bevy::prelude::Result;

use super::kinds::{Fact, Goes, ModelFlight};
use super::retreat::{Leaves, Retreat, RetreatOutcome, Run, RunEnd};
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::view::{UnitView, View};
use crate::game::leadership::standing_leader;
use crate::game::phases::moving::model_moved;
use crate::rules::falling_back::{LostFor, counts_as};
use crate::rules::ids::ModelId;
use crate::rules::salvo::Rank;

/// Pushes the facts of a retreat.
///
/// # Errors
/// The retreat is not one of the present position.
///
/// Rule: FB-1, FB-5, FB-6, ROU-2, OFB-2, OFB-3, OFB-6, OFB-7.
pub(super) fn push_retreat(view: View, retreat: &Retreat, facts: &mut Facts) -> Result {
    let unit = view.unit(retreat.unit).ok_or("an unknown unit falls back")?;
    let (id, strength, forced) = (unit.id, retreat.strength, retreat.forced);
    facts.push(Fact::FallBackForced { unit: id, strength, forced, goes: goes(retreat) });
    if retreat.course == RetreatOutcome::Destroyed {
        for model in view.standing(id) {
            facts.push(lost(view, unit, model.id, LostFor::Weakness));
        }
    }
    for run in retreat.course.runs() {
        push_run(view, unit, run, facts)?;
    }
    match &retreat.course {
        RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => {
            let counts = counts_as(strength, &view.setup().ruleset.outline);
            facts.push(Fact::UnitLeftTable { unit: id, strength, counts });
        }
        RetreatOutcome::StayInCover
        | RetreatOutcome::RunForCover { .. }
        | RetreatOutcome::RunForEdge { .. } => {}
        course if course.runs().iter().all(|run| matches!(run.end, RunEnd::Lost { .. })) => {
            facts.push(UnitFact::UnitWipedOut { unit: id });
        }
        _ => facts.extend(markers_dropped(view, unit)),
    }
    Ok(())
}

fn goes(retreat: &Retreat) -> Goes {
    let leader = retreat.leader;
    match &retreat.course {
        RetreatOutcome::Destroyed => Goes::Nowhere,
        RetreatOutcome::FireOrCrawl => Goes::Crawls,
        RetreatOutcome::StayInCover => Goes::StaysInCover,
        RetreatOutcome::RunForCover { haven, .. } => Goes::ToCover { leader, haven: haven.clone() },
        RetreatOutcome::RunForEdge { edge, .. } => Goes::ToEdge { leader, edge: edge.clone() },
        RetreatOutcome::FallBack { haven, .. } => Goes::ToSafePosition { leader, haven: haven.clone() },
        RetreatOutcome::Rout { runs } => {
            let flight = |run: &Run| Some(ModelFlight { model: run.model, flight: run.flight.clone()? });
            Goes::Routs { leader, flights: runs.iter().filter_map(flight).collect() }
        }
    }
}

/// A model goes its way; one that is lost as far as it comes.
fn push_run(view: View, unit: UnitView, run: &Run, facts: &mut Facts) -> Result {
    let model = view.model(run.model).ok_or("an unknown model falls back")?;
    if run.path.iter().any(|corner| *corner != model.pose.at) {
        facts.push(model_moved(view, model, &run.path)?);
    }
    match run.end {
        RunEnd::Stands { facing } | RunEnd::Apart { facing } if facing != model.facing() => {
            facts.push(UnitFact::ModelTurned { model: model.id, facing });
        }
        RunEnd::Stands { .. } | RunEnd::Apart { .. } | RunEnd::Leaves => {}
        RunEnd::Lost { why } => facts.push(lost(view, unit, model.id, why)),
    }
    Ok(())
}

/// Rule: LD-3 (its leader), ROU-2, FB-1.
fn lost(view: View, unit: UnitView, model: ModelId, why: LostFor) -> UnitFact {
    let leads = standing_leader(view, unit).is_some_and(|leader| leader.id == model);
    let rank = if leads { Rank::Leader } else { Rank::File };
    UnitFact::ModelLost { model, rank, why: Some(why) }
}

/// Rule: FB-6, NRV-3 (the marker of falling back).
fn markers_dropped(view: View, unit: UnitView) -> Option<UnitFact> {
    let drops = view.setup().ruleset.leadership.markers_dropped_by_falling_back;
    let left = unit.morale.markers_after(drops);
    let dropped = unit.morale.nerve_markers - left;
    (dropped > 0).then_some(UnitFact::NerveMarkersDropped { unit: unit.id, dropped, left })
}
