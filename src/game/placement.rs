//! Legality of the ends of a unit's models: on the table, on no other model, in coherency.
//!
//! Deployment and every kind of move are checked here.

use crate::game::engine::refusal::{GeneralMistake, Refusal};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::coherency::{coherency_gap, level_relation, out_of_coherency};
use crate::table::ground::NoRoom;

/// A model and where it would end.
pub(super) type Placed<'a> = (ModelView<'a>, Place);

/// Checks one end against the table: its edge, impassable ground, obstacles, and the surfaces
/// at its height.
///
/// Rule: MOV-4, GO-4, STR-5.
pub(super) fn check_place(view: View, (model, at): Placed) -> Result<(), Refusal> {
    let no_room = match view.terrain().check_room(at, model.mover()) {
        Ok(()) => return Ok(()),
        Err(no_room) => no_room,
    };
    let refuse = |mistake: GeneralMistake| Refusal::new(mistake).about(model.id).at(at.ground());
    Err(match no_room {
        NoRoom::OverEdge(over) => refuse(GeneralMistake::OverEdge).measured(over, 0.0),
        NoRoom::Impassable(met) => {
            refuse(GeneralMistake::StandsOn { piece: met.piece.id.clone(), rule: met.rule })
        }
        NoRoom::Obstacle(met) => {
            refuse(GeneralMistake::OnObstacle { piece: met.piece.id.clone(), rule: met.rule })
        }
        NoRoom::NoFooting(heights) => refuse(GeneralMistake::NoFloor { height: at.z, heights }),
        NoRoom::EdgeOfFloor(margin) => refuse(GeneralMistake::EdgeOfFloor { margin }),
    })
}

/// Checks what no model can do on any table: overhang its edge, overlap a wall or an obstacle, stand in the air. Ground that the
/// rules keep it from bears it.
///
/// Rule: MOV-4.
pub(super) fn check_footing(view: View, (model, at): Placed) -> Result<(), Refusal> {
    let (terrain, mover) = (view.terrain(), model.mover());
    let bears = || {
        let is_free = terrain.obstacle_under(at.ground(), at.z, mover).is_none();
        is_free && terrain.surface_at(at.ground(), at.z).is_some()
    };
    match terrain.check_room(at, mover) {
        Err(NoRoom::Impassable(_) | NoRoom::EdgeOfFloor(_)) if bears() => Ok(()),
        _ => check_place(view, (model, at)),
    }
}

/// Checks the ends of a whole unit against every other model and against each other.
///
/// Only ends count: during a move models of one unit step aside for each other.
///
/// Rule: MOV-2, MOV-4.
pub(super) fn check_overlaps(view: View, unit: UnitId, placed: &[Placed]) -> Result<(), Refusal> {
    let others: Vec<ModelView> = view.standing_others(unit).collect();
    for (index, (model, at)) in placed.iter().enumerate() {
        let standing = others.iter().map(|other| (other, other.pose.at));
        let fellows = placed[..index].iter().map(|(fellow, at)| (fellow, *at));
        for (other, other_at) in standing.chain(fellows) {
            if overlap(model.body_at(*at), other.body_at(other_at), view.allowance()) {
                let distance = at.ground_distance(other_at);
                let limit = model.card.base.radius() + other.card.base.radius();
                // Of two models of the unit the refusal names the one that moves.
                let stays = *at == model.pose.at && other_at != other.pose.at;
                let [comes, there] = if stays { [other.id, model.id] } else { [model.id, other.id] };
                let at = if stays { other_at } else { *at };
                let refusal = Refusal::new(GeneralMistake::OnModel { other: there }).about(comes);
                return Err(refusal.at(at.ground()).measured(distance, limit));
            }
        }
    }
    Ok(())
}

/// Checks that the unit ends in coherency.
///
/// `leader` is an index into `placed`.
///
/// Rule: COH-1, COH-2.
pub(super) fn check_coherency(
    view: View,
    unit: UnitView,
    placed: &[Placed],
    leader: usize,
) -> Result<(), Refusal> {
    let distance = coherency_distance(view, unit);
    let levels: Vec<_> = placed.iter().map(|(_, at)| view.terrain().level_at(at.ground(), at.z)).collect();
    let between = |a: usize, b: usize| {
        let [one, other] = [a, b].map(|index| placed[index].0.disc_at(placed[index].1));
        coherency_gap(one, other, level_relation(levels[a], levels[b]))
    };
    let Some(lost) = out_of_coherency(placed.len(), leader, distance, between, view.allowance()) else {
        return Ok(());
    };
    let (model, at) = placed[lost.model];
    let rule = if unit.card.spread().is_some() { "COH-2" } else { "COH-1" };
    let refusal = Refusal::new(GeneralMistake::OutOfCoherency { rule }).about(model.id);
    Err(refusal.at(at.ground()).measured(lost.gap, distance))
}

/// The largest gap between the bases of two models of a unit in coherency, inches.
///
/// Rule: COH-1, COH-2.
pub fn coherency_distance(view: View, unit: UnitView) -> f64 {
    unit.card.spread().unwrap_or(view.setup().ruleset.movement.coherency)
}
