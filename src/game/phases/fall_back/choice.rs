//! What the player may choose in a fall back: where the followers end, and every facing. The rules give the
//! leader's path, and all paths of a rout.

use super::retreat::{ModelEnd, ModelRetreat, Retreat, RetreatOutcome};
use crate::game::engine::query::standing_models;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::unit_fact::Length;
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::fall_back::kinds::Mistake;
use crate::game::phases::moving::check_path;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::placement::{Placed, check_coherency, check_overlaps, check_place};
use crate::game::plan::model::ModelPlanner;
use crate::rules::falling_back::{MoveLimit, limits, terms};
use crate::rules::ids::ModelId;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::path_length;

/// The retreat as played: as the rules give it, with the player's choices. A model without a choice keeps the
/// end and facing of the rules.
///
/// Rule: FB-5 (their player chooses), FAC-2 (after a fall back, a rout).
///
/// # Errors
/// The first rule that forbids a choice.
pub(super) fn apply_player_choices(
    view: View,
    mut retreat: Retreat,
    moves: &[ModelMove],
) -> Result<Retreat, Refusal> {
    let models = standing_models(view, retreat.unit, moves.iter().map(|one| one.model), ["TURN-3", "MOV-1"])?;
    let mut any_elsewhere = false;
    for (model, one) in models.iter().zip(moves) {
        let bound = bound(&retreat, one.model)?;
        let model_retreat = model_retreat_mut(&mut retreat.outcome, one.model)
            .ok_or_else(|| lost_anyway(one.model, "FB-1"))?;
        let as_given = one.path.is_empty() || one.path == model_retreat.path;
        match bound {
            _ if as_given => model_retreat.end = with_facing(model_retreat.end, one.facing),
            Bound::Free => {
                *model_retreat = chosen_retreat(view, *model, one)?;
                any_elsewhere = true;
            }
            bound => return Err(not_chosen(*model, model_retreat, one, bound)),
        }
    }
    if any_elsewhere {
        check_ends(view, &retreat)?;
    }
    Ok(retreat)
}

/// Why a model must keep the path of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    /// It need not: it may end elsewhere. Rule: FB-5.
    Free,
    /// It leads. Rule: FB-4.
    Leads,
    /// It cannot end in coherency. Rule: FB-5.
    Apart,
    /// Its unit routs. Rule: ROU-1.
    Routs,
}

fn bound(retreat: &Retreat, model: ModelId) -> Result<Bound, Refusal> {
    let model_retreat = retreat.outcome.retreats().iter().find(|model_retreat| model_retreat.model == model);
    match (&retreat.outcome, model_retreat.map(|model_retreat| model_retreat.end)) {
        (RetreatOutcome::Destroyed, _) | (_, None) => Err(lost_anyway(model, "FB-1")),
        (_, Some(ModelEnd::Lost { .. })) => Err(lost_anyway(model, "ROU-2")),
        (RetreatOutcome::Rout { .. }, _) => Ok(Bound::Routs),
        _ if model == retreat.leader => Ok(Bound::Leads),
        (_, Some(ModelEnd::Apart { .. })) => Ok(Bound::Apart),
        (_, Some(ModelEnd::Stands { .. } | ModelEnd::Leaves)) => Ok(Bound::Free),
    }
}

fn model_retreat_mut(outcome: &mut RetreatOutcome, model: ModelId) -> Option<&mut ModelRetreat> {
    match outcome {
        RetreatOutcome::FallBack { retreats, .. }
        | RetreatOutcome::Rout { retreats }
        | RetreatOutcome::RunForCover { retreats, .. }
        | RetreatOutcome::RunForEdge { retreats, .. } => {
            retreats.iter_mut().find(|model_retreat| model_retreat.model == model)
        }
        RetreatOutcome::Destroyed | RetreatOutcome::FireOrCrawl | RetreatOutcome::StayInCover => None,
    }
}

/// The same end with another facing.
fn with_facing(end: ModelEnd, facing: Facing) -> ModelEnd {
    match end {
        ModelEnd::Stands { .. } => ModelEnd::Stands { facing },
        ModelEnd::Apart { .. } => ModelEnd::Apart { facing },
        gone @ (ModelEnd::Lost { .. } | ModelEnd::Leaves) => gone,
    }
}

fn lost_anyway(model: ModelId, rule: &'static str) -> Refusal {
    Refusal::new(Mistake::LostAnyway { rule }).about(model)
}

/// Rule: FB-4, FB-5, ROU-1.
fn not_chosen(model: ModelView, model_retreat: &ModelRetreat, one: &ModelMove, bound: Bound) -> Refusal {
    let place = model_retreat.path.last().copied().unwrap_or(model.pose.at);
    let end = one.path.last().copied().unwrap_or(model.pose.at);
    let ([x, y], [there_x, there_y]) = (end.ground(), place.ground());
    let way = [there_x - x, there_y - y];
    let mistake = match bound {
        Bound::Leads => Mistake::LeadsTo { way },
        Bound::Routs => Mistake::RoutsTo { way },
        Bound::Free | Bound::Apart => Mistake::ApartTo { way },
    };
    Refusal::new(mistake).about(model.id).at(end.ground()).measured(end.ground_distance(place), 0.0)
}

/// The retreat of a model that its player sends elsewhere.
///
/// Rule: FB-5, FB-3.
fn chosen_retreat(view: View, model: ModelView, one: &ModelMove) -> Result<ModelRetreat, Refusal> {
    let end = one.path.last().copied().unwrap_or(model.pose.at);
    let allowed = terms(model.card.characteristics.movement, &view.setup().ruleset);
    let allowed = MoveTerms { rule: "FB-5", ..allowed };
    let walk = check_path(view, model, &allowed, &one.path)?;
    check_place(view, (model, end))?;
    let limit = if walk.first_difficult().is_some() { MoveLimit::Halved } else { MoveLimit::Full };
    let length = path_length(model.pose.at, &one.path);
    check_far_enough(view, model, allowed, end, (length, limit))?;
    let (facing, path) = (one.facing, one.path.clone());
    let end = ModelEnd::Stands { facing };
    Ok(ModelRetreat { model: model.id, path, length: Length(length), limit, end, rout_heading: None })
}

/// Checks that the shortest legal path to a place is long enough; one legal path is known.
///
/// Rule: FB-5 (at least Mv), FB-3 (halved).
fn check_far_enough(
    view: View,
    model: ModelView,
    allowed: MoveTerms,
    end: Place,
    known: (f64, MoveLimit),
) -> Result<(), Refusal> {
    let planner = ModelPlanner::on_terms(view, model, allowed, allowed.allowance);
    let found = planner.and_then(|planner| planner.path_trees().shortest(end));
    let found = found.map(|(length, kind)| (length, kind.limit()));
    let (length, limit) = found.filter(|(length, _)| *length < known.0).unwrap_or(known);
    let [min_length, _] = limits(model.card.characteristics.movement, &view.setup().ruleset).of(limit);
    if view.allowance().at_least(length, min_length) {
        return Ok(());
    }
    Err(Refusal::new(Mistake::TooNear).about(model.id).at(end.ground()).measured(length, min_length))
}

/// Checks that no models overlap and that all stand in coherency but those that cannot.
///
/// Rule: FB-5, MOV-4, COH-1.
fn check_ends(view: View, retreat: &Retreat) -> Result<(), Refusal> {
    let Some(unit) = view.unit(retreat.unit) else { return Ok(()) };
    let placed = |model_retreat: &ModelRetreat| {
        let model = view.model(model_retreat.model)?;
        Some((model, model_retreat.end_from(model.pose.at)?))
    };
    let (together, apart): (Vec<&ModelRetreat>, Vec<&ModelRetreat>) = retreat
        .outcome
        .retreats()
        .iter()
        .partition(|model_retreat| matches!(model_retreat.end, ModelEnd::Stands { .. }));
    let together: Vec<Placed> = together.into_iter().filter_map(placed).collect();
    let all: Vec<Placed> = together.iter().copied().chain(apart.into_iter().filter_map(placed)).collect();
    check_overlaps(view, unit.id, &all)?;
    let leader = together.iter().position(|(model, _)| model.id == retreat.leader).unwrap_or(0);
    check_coherency(view, unit, &together, leader)
}
