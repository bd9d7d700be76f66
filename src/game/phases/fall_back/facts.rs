//! A retreat as facts: what forced it, every model's move, losses with their reasons, nerve markers dropped.

use bevy_ecs::prelude::Result;

use super::kinds::{Fact, Goes, ModelRoutHeading};
use super::retreat::{Leaves, ModelEnd, ModelRetreat, Retreat, RetreatOutcome};
use crate::game::engine::fact::{Facts, UnitFact};
use crate::game::engine::query::known_unit;
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
    let unit = known_unit(view, retreat.unit)?;
    let (id, strength, forced) = (unit.id, retreat.strength, retreat.forced);
    facts.push(Fact::FallBackForced { unit: id, strength, forced, goes: goes(retreat) });
    if retreat.outcome == RetreatOutcome::Destroyed {
        for model in view.standing(id) {
            facts.push(lost(view, unit, model.id, LostFor::Weakness));
        }
    }
    for model_retreat in retreat.outcome.retreats() {
        push_model_retreat(view, unit, model_retreat, facts)?;
    }
    match &retreat.outcome {
        RetreatOutcome::RunForEdge { leaves: Leaves::Table, .. } => {
            let counts = counts_as(strength, &view.setup().ruleset.outline);
            facts.push(Fact::UnitLeftTable { unit: id, strength, counts });
        }
        RetreatOutcome::StayInCover
        | RetreatOutcome::RunForCover { .. }
        | RetreatOutcome::RunForEdge { .. } => {}
        outcome
            if outcome
                .retreats()
                .iter()
                .all(|model_retreat| matches!(model_retreat.end, ModelEnd::Lost { .. })) =>
        {
            facts.push(UnitFact::UnitWipedOut { unit: id });
        }
        _ => facts.extend(markers_dropped(view, unit)),
    }
    Ok(())
}

fn goes(retreat: &Retreat) -> Goes {
    let leader = retreat.leader;
    match &retreat.outcome {
        RetreatOutcome::Destroyed => Goes::Nowhere,
        RetreatOutcome::FireOrCrawl => Goes::Crawls,
        RetreatOutcome::StayInCover => Goes::StaysInCover,
        RetreatOutcome::RunForCover { safe_position, .. } => {
            Goes::ToCover { leader, safe_position: safe_position.clone() }
        }
        RetreatOutcome::RunForEdge { edge, .. } => Goes::ToEdge { leader, edge: edge.clone() },
        RetreatOutcome::FallBack { safe_position, .. } => {
            Goes::ToSafePosition { leader, safe_position: safe_position.clone() }
        }
        RetreatOutcome::Rout { retreats } => {
            let rout_heading = |model_retreat: &ModelRetreat| {
                Some(ModelRoutHeading {
                    model: model_retreat.model,
                    rout_heading: model_retreat.rout_heading.clone()?,
                })
            };
            Goes::Routs { leader, rout_headings: retreats.iter().filter_map(rout_heading).collect() }
        }
    }
}

/// The facts of one model's retreat; a lost model moves as far as it gets.
fn push_model_retreat(view: View, unit: UnitView, model_retreat: &ModelRetreat, facts: &mut Facts) -> Result {
    let model = view.model(model_retreat.model).ok_or("an unknown model falls back")?;
    if model_retreat.path.iter().any(|corner| *corner != model.pose.at) {
        facts.push(model_moved(view, model, &model_retreat.path)?);
    }
    match model_retreat.end {
        ModelEnd::Stands { facing } | ModelEnd::Apart { facing } if facing != model.facing() => {
            facts.push(UnitFact::ModelTurned { model: model.id, facing });
        }
        ModelEnd::Stands { .. } | ModelEnd::Apart { .. } | ModelEnd::Leaves => {}
        ModelEnd::Lost { why } => facts.push(lost(view, unit, model.id, why)),
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
