//! Where the models of a unit would end: on the table, on no one, together.
//!
//! Deploying and every kind of move end in an arrangement, and all are held
//! against this one.

use super::refusal::{Reason, Refusal};
use super::view::{ModelView, UnitView, View};
use crate::rules::basics::Disc;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::Place;
use crate::rules::movement::{overlap, straggler};
use crate::table::ground::{impassable_on, obstacle_under, over_edge};
use crate::table::plane::Leg;

/// A model and where it would stand.
pub(super) type Placed<'a> = (ModelView<'a>, Place);

/// Holds one end place against the table: its edge, impassable ground,
/// obstacles.
///
/// Rule: MOV-4 (edge, walls, obstacles), GO-4.
pub(super) fn check_place(view: View, (model, at): Placed) -> Result<(), Refusal> {
    let (allowance, radius) = (view.allowance(), model.card.base.radius());
    let level = &view.setup().level;
    let size = [level.table.width.inches(), level.table.depth.inches()];
    if let Some(over) = over_edge(size, at.ground(), radius, allowance) {
        let text = format!("{} would reach {over:.2} over the edge of the table", model.id);
        return Err(refuse(Reason::OffTable, "MOV-4", text, model.id, at).measured(over, 0.0));
    }
    if let Some(met) = impassable_on(&level.terrain, Leg::point(at.ground()), radius, allowance) {
        let text = format!("{} would stand on \"{}\", which is impassable", model.id, met.piece.id);
        return Err(refuse(Reason::ImpassableGround, met.rule, text, model.id, at));
    }
    if let Some(met) = obstacle_under(&level.terrain, at.ground(), radius, allowance) {
        let text = format!("the base of {} would overlap \"{}\"", model.id, met.piece.id);
        return Err(refuse(Reason::EndsOnObstacle, met.rule, text, model.id, at));
    }
    Ok(())
}

/// Holds the end places of a whole unit against every other model and against
/// each other.
///
/// On the way models of the unit step aside, and so do other friends: only end
/// places count.
///
/// Rule: MOV-2, MOV-3 (slow going bars no action that is built), MOV-4 (models).
pub(super) fn check_overlaps(view: View, unit: UnitId, placed: &[Placed]) -> Result<(), Refusal> {
    let others: Vec<ModelView> = view.standing_others(unit).collect();
    for (nth, (model, at)) in placed.iter().enumerate() {
        let standing = others.iter().map(|other| (other, other.pose.at));
        let fellows = placed[..nth].iter().map(|(fellow, at)| (fellow, *at));
        for (other, other_at) in standing.chain(fellows) {
            if overlap(model.body_at(*at), other.body_at(other_at), view.allowance()) {
                let distance = at.ground_distance(other_at);
                let limit = model.card.base.radius() + other.card.base.radius();
                let text = format!("{} would stand on {}", model.id, other.id);
                return Err(
                    refuse(Reason::EndsOnModel, "MOV-4", text, model.id, *at).measured(distance, limit)
                );
            }
        }
    }
    Ok(())
}

/// Whether the unit would keep together.
///
/// `leader` is an index into `placed`.
///
/// Rule: COH-1 (on one level), COH-2.
pub(super) fn check_coherency(
    view: View,
    unit: UnitView,
    placed: &[Placed],
    leader: usize,
) -> Result<(), Refusal> {
    let distance = unit.card.spread().unwrap_or(view.setup().ruleset.movement.coherency);
    let bases: Vec<Disc> = placed.iter().map(|(model, at)| model.disc_at(*at)).collect();
    let Some(lost) = straggler(&bases, leader, distance, view.allowance()) else {
        return Ok(());
    };
    let (model, at) = placed[lost.model];
    let rule = if unit.card.spread().is_some() { "COH-2" } else { "COH-1" };
    let text = format!("{} would end {:.2} from its unit, more than {distance}", model.id, lost.gap);
    Err(refuse(Reason::OutOfCoherency, rule, text, model.id, at).measured(lost.gap, distance))
}

/// A refusal about a model at a place.
fn refuse(reason: Reason, rule: &'static str, text: String, model: ModelId, at: Place) -> Refusal {
    Refusal::new(reason, rule, text).of_model(model).at(at.ground())
}
