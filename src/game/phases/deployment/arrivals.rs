//! Reserves: rolling to arrive, and entering at the side's own table edge.

use bevy_ecs::prelude::{In, Result};

use super::formation::{formed, place_at};
use super::kinds::{Choice, DeployUnit, Fact, Mistake, Step};
use super::placing::{check_ends, named_places};
use super::room::{Entrance, is_surely_shut_out, placing_with_room};
use crate::game::engine::agenda::Decision;
use crate::game::engine::dice::{Needs, Roll};
use crate::game::engine::query::own_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::step::StepContext;
use crate::game::engine::subject::roller;
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::placement::{Placed, check_place, coherency_distance};
use crate::game::table_edge::{TableEdge, from_edge, own_edge, point_at};
use crate::rules::basics::gap;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::mission::{arrives, reserve_dice};
use crate::rules::movement::bodies::overlap;

/// Purpose of the dice of reserves.
pub const ARRIVAL: &str = "roll to arrive from reserve";

/// The active player's reserves roll to arrive, in the order of their ids; those that arrive are placed.
///
/// Rule: TURN-2, MIS-3.
pub(super) fn roll(mut cx: StepContext) -> Result {
    let view = cx.roster.view();
    let (turn, rules) = (view.turn(), &view.setup().ruleset.mission);
    let mut arrived = Vec::new();
    for unit in view.reserves().iter().copied().filter(|unit| unit.side == turn.side) {
        let roll = Roll::six(ARRIVAL, roller(unit), Needs::AtLeast(rules.reserve_face));
        let faces = cx.dice.roll_alike(roll, reserve_dice(turn.round, rules))?;
        let arrives = arrives(&faces, rules);
        cx.facts.push(Fact::ReserveRolled { unit, faces, arrives });
        arrived.extend(arrives.then_some(unit));
    }
    // The last is the first to happen.
    arrived.into_iter().rev().for_each(|unit| cx.agenda.push(Step::OfferEntry { unit }));
    Ok(())
}

/// Asks for a place for a unit that arrives; where it certainly has no room it waits and rolls again. Where none was merely found
/// its player is asked as well, and may hold it back.
///
/// Rule: MIS-3.
pub(super) fn offer_entry(In(unit): In<UnitId>, mut cx: StepContext) {
    let view = cx.roster.view();
    if !view.waits(unit) {
        // By the players' word it is on the table, or out of the battle.
        return;
    }
    if entry(view, unit).is_none() && is_surely_shut_out(view, unit) {
        cx.facts.push(Fact::ReserveWaits { unit });
        return;
    }
    cx.agenda.ask(Decision { player: unit.side, choice: Choice::PlaceArrival { unit }.into() });
}

/// Whether a unit that arrives may be placed so.
///
/// Rule: MIS-3.
pub(super) fn check(view: View, player: Side, order: &DeployUnit, asked: UnitId) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    check_asked(unit, asked)?;
    let placed = named_places(view, unit, order)?;
    let edge = own_edge(view, player);
    for one in &placed {
        check_near_edge(view, unit, edge, *one)?;
        check_place(view, *one)?;
        check_enemies(view, *one)?;
    }
    check_ends(view, unit, &placed)
}

/// Rule: MIS-3.
pub(super) fn check_asked(unit: UnitView, asked: UnitId) -> Result<(), Refusal> {
    if unit.id == asked {
        return Ok(());
    }
    Err(Refusal::new(Mistake::OtherUnitArrives { asked }).about(unit.id))
}

/// Nobody enters closer than 2 to an enemy model.
///
/// Rule: MIS-3, BAS-1.
fn check_enemies(view: View, (model, at): Placed) -> Result<(), Refusal> {
    let limit = view.setup().ruleset.mission.reserve_enemy_distance;
    let gaps = view.standing_of(model.id.unit.side.other()).map(|enemy| {
        let gap = gap(model.disc_at(at), enemy.disc());
        (enemy, gap)
    });
    let near = gaps.filter(|(_, gap)| view.allowance().falls_short(*gap, limit));
    let Some((enemy, gap)) = near.min_by(|a, b| a.1.total_cmp(&b.1)) else { return Ok(()) };
    let refusal = Refusal::new(Mistake::EntersNearEnemy { enemy: enemy.id });
    Err(refusal.about(model.id).at(at.ground()).measured(gap, limit))
}

/// Rule: MIS-3, BAS-10.
fn check_near_edge(view: View, unit: UnitView, edge: TableEdge, (model, at): Placed) -> Result<(), Refusal> {
    let gap = from_edge(edge, at.ground()) - model.card.base.radius();
    let leads = model.id.number == unit.start.leader;
    let limit = if leads { 0.0 } else { view.setup().ruleset.mission.reserve_depth };
    if view.allowance().at_most(gap, limit) {
        return Ok(());
    }
    let side = unit.id.side;
    let mistake = if leads { Mistake::LeaderAwayFromEdge { side } } else { Mistake::AwayFromEdge { side } };
    Err(Refusal::new(mistake).about(model.id).at(at.ground()).measured(gap, limit))
}

/// The steps along the edge at which the search looks for room, inches.
const SEARCH_STEP: f64 = 0.25;

/// Free space between the rows of an entering unit, and between its models, inches.
const SPACE: f64 = 0.05;

/// A legal entry of a unit, as near the middle of its side's edge as one is found; `None` if none was found.
///
/// Rule: MIS-3.
pub fn entry(view: View, id: UnitId) -> Option<DeployUnit> {
    placing_with_room(view, id, Entrance::Edge)
}

/// A legal entry in rows as near as possible to a place along the edge, inches from its middle; `None` if there seems to be
/// none.
///
/// The leader tries every step of the edge; the others take the free places nearest to it, row by row.
///
/// Rule: MIS-3.
pub fn in_rows(view: View, id: UnitId, along: f64) -> Option<DeployUnit> {
    let unit = view.unit(id)?;
    let edge = own_edge(view, id.side);
    let half = if edge[0] == 0.0 { view.terrain().size[0] } else { view.terrain().size[1] } / 2.0;
    let steps = (half / SEARCH_STEP) as i32;
    let mut spots: Vec<i32> = (-steps..=steps).collect();
    let wanted = (along / SEARCH_STEP).round() as i32;
    spots.sort_by_key(|step| ((step - wanted).abs(), *step));
    spots.into_iter().find_map(|step| entry_at(view, unit, edge, f64::from(step) * SEARCH_STEP))
}

/// A legal entry with the leader so far along the edge.
fn entry_at(view: View, unit: UnitView, edge: TableEdge, along: f64) -> Option<DeployUnit> {
    let (radius, reach) = (unit.card.base.radius(), coherency_distance(view, unit));
    let mut spots: Vec<[f64; 2]> = Vec::new();
    let order = formed(view, unit, |index, model, placed| {
        if index == 0 {
            return free_place(view, model, edge, [along, radius]);
        }
        if spots.is_empty() {
            spots = spots_around(view, radius, along, view.models(unit.id).count());
        }
        spots.iter().find_map(|spot| {
            let at = free_place(view, model, edge, *spot)?;
            let gaps = placed.iter().map(|(other, there)| gap(model.disc_at(at), other.disc_at(*there)));
            let nearest = gaps.fold(f64::INFINITY, f64::min);
            (nearest > 0.0 && nearest <= reach).then_some(at)
        })
    })?;
    check(view, unit.id.side, &order, unit.id).is_ok().then_some(order)
}

/// Places along and inside an edge, nearest to the leader first: rows one behind the other, as deep as a unit may enter.
fn spots_around(view: View, radius: f64, along: f64, count: usize) -> Vec<[f64; 2]> {
    let (depth, pitch) = (view.setup().ruleset.mission.reserve_depth, 2.0 * radius + SPACE);
    let rows = (depth / pitch) as i32;
    let reach = (count as f64 * pitch / SPACE) as i32;
    let column = |step: i32| (0..=rows).map(move |row| (step, row));
    let mut spots: Vec<(i32, i32)> = (-reach..=reach).flat_map(column).collect();
    let away = |(step, row): &(i32, i32)| {
        let (across, back) = (f64::from(*step) * SPACE, f64::from(*row) * pitch);
        across * across + back * back
    };
    spots.sort_by(|a, b| away(a).total_cmp(&away(b)).then(a.cmp(b)));
    let place = |(step, row)| [along + f64::from(step) * SPACE, radius + f64::from(row) * pitch];
    spots.into_iter().map(place).collect()
}

/// A place so far along and inside an edge, if a model has room there.
fn free_place(view: View, model: ModelView, edge: TableEdge, [along, inside]: [f64; 2]) -> Option<Place> {
    let at = place_at(view, point_at(edge, along, inside))?;
    check_place(view, (model, at)).ok()?;
    check_enemies(view, (model, at)).ok()?;
    let body = model.body_at(at);
    let overlaps = |other: ModelView| overlap(body, other.body_at(other.pose.at), view.allowance());
    (!view.standing_others(model.id.unit).any(overlaps)).then_some(at)
}
