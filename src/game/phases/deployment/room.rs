//! Room for a unit in its zone or at its table edge: the search on which all who place units fall back.

use std::borrow::Cow;

use super::arrivals;
use super::formation::formed;
use super::kinds::{DeployUnit, HoldBack, Mistake};
use super::placing;
use super::usual::usual_formation;
use crate::game::engine::query::own_unit;
use crate::game::engine::refusal::Refusal;
use crate::game::engine::view::{UnitView, View};
use crate::game::placement::coherency_distance;
use crate::game::table_edge::{TableEdge, middle, own_edge, point_at};
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::table::room::Room;
use crate::table::shape::{Point, Shape};
use crate::table::walk::Mover;

/// Entrance of a unit that is to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entrance {
    /// In its zone.
    Zone,
    /// At its table edge.
    Edge,
}

/// A question about a unit's room.
#[derive(PartialEq)]
struct Asked {
    unit: UnitId,
    entrance: Entrance,
}

/// A legal placing of a unit that waits; `None` if none was found.
///
/// Rule: MIS-1, MIS-3.
pub(super) fn placing_with_room(view: View, id: UnitId, entrance: Entrance) -> Option<DeployUnit> {
    view.cached(Asked { unit: id, entrance }, || match entrance {
        Entrance::Zone => in_zone(view, id).or_else(|| usual_formation(view, id)),
        Entrance::Edge => arrivals::in_rows(view, id, 0.0).or_else(|| at_edge(view, id)),
    })
}

/// Whether a player may hold a unit back: where no room was found for it.
///
/// Rule: MIS-3 (without room it waits).
pub(super) fn check_hold_back(
    view: View,
    player: Side,
    order: HoldBack,
    arrives: Option<UnitId>,
) -> Result<(), Refusal> {
    let unit = own_unit(view, player, order.unit)?;
    let entrance = match arrives {
        Some(asked) => {
            arrivals::check_asked(unit, asked)?;
            Entrance::Edge
        }
        None => {
            placing::check_may_be_placed(view, unit)?;
            Entrance::Zone
        }
    };
    let Some(placing) = placing_with_room(view, unit.id, entrance) else { return Ok(()) };
    let at = placing.leader(unit).map_or(Place::default(), |leader| leader.at);
    Err(Refusal::new(Mistake::HasRoom { at }).about(unit.id).at(at.ground()))
}

/// Whether a unit certainly has no room at its table edge, however it is placed.
///
/// Rule: MIS-3.
pub(super) fn is_surely_shut_out(view: View, id: UnitId) -> bool {
    let Some(unit) = view.unit(id) else { return false };
    room_at_edge(view, unit).is_surely_too_small(view.models(id).count())
}

/// A placing in the unit's zone, near its middle.
fn in_zone(view: View, id: UnitId) -> Option<DeployUnit> {
    let unit = view.unit(id)?;
    let zone = view.zone(id.side);
    let room = Room { zone: Cow::Borrowed(zone), ..room(view, unit) };
    let places = room.formation(view.models(id).count(), middle(zone))?;
    let order = formed(view, unit, |index, _, _| places.get(index).copied())?;
    placing::check(view, id.side, &order).is_ok().then_some(order)
}

/// A placing at the unit's table edge, near its middle.
fn at_edge(view: View, id: UnitId) -> Option<DeployUnit> {
    let unit = view.unit(id)?;
    let near = point_at(own_edge(view, id.side), 0.0, 0.0);
    let places = room_at_edge(view, unit).formation(view.models(id).count(), near)?;
    let order = formed(view, unit, |index, _, _| places.get(index).copied())?;
    arrivals::check(view, id.side, &order, id).is_ok().then_some(order)
}

/// Rule: MIS-3.
fn room_at_edge<'a>(view: View<'a>, unit: UnitView<'a>) -> Room<'a> {
    let (edge, rules) = (own_edge(view, unit.id.side), &view.setup().ruleset.mission);
    let width = 2.0 * unit.card.base.radius();
    let strip = |depth: f64| strip_along(view.terrain().size, edge, depth);
    let enemies = view.standing_of(unit.id.side.other()).map(|enemy| enemy.disc());
    Room {
        zone: Cow::Owned(strip(rules.reserve_depth + width)),
        leader_zone: Some(strip(width)),
        enemies: enemies.collect(),
        enemy_gap: rules.reserve_enemy_distance,
        ..room(view, unit)
    }
}

/// The part of the table within some inches of an edge.
fn strip_along([width, depth]: Point, edge: TableEdge, inside: f64) -> Shape {
    let half = if edge[0] == 0.0 { width } else { depth } / 2.0;
    Shape::Polygon(vec![
        point_at(edge, -half, inside),
        point_at(edge, -half, 0.0),
        point_at(edge, half, 0.0),
        point_at(edge, half, inside),
    ])
}

/// Room anywhere on the table for a unit that waits.
fn room<'a>(view: View<'a>, unit: UnitView<'a>) -> Room<'a> {
    Room {
        terrain: view.terrain(),
        mover: Mover::of(unit.card),
        zone: Cow::Borrowed(view.zone(unit.id.side)),
        leader_zone: None,
        others: view.standing_others(unit.id).map(|other| other.body_at(other.pose.at)).collect(),
        enemies: Vec::new(),
        enemy_gap: 0.0,
        max_gap: coherency_distance(view, unit),
    }
}
