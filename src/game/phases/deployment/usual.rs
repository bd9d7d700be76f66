//! The usual choices in deployment: legal, sensible, and quickly made, for a player who leaves them to the program.
//!
//! A unit is placed where it is well spread along its side's edge, hidden from where enemies stand or may deploy, and not
//! farther back than it needs to be.

use super::arrivals::entry;
use super::choosing::off_table;
use super::formation::{formed, leader_first, place_at};
use super::kinds::{Choice, ChooseUnits, DeployUnit, HoldBack, Order, PickZone, PlaceObjective};
use super::objectives::suggested;
use super::placing;
use super::room::{Entrance, placing_with_room};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::phases::turn::victory::is_in_enemy_zone;
use crate::game::placement::{check_place, coherency_distance};
use crate::game::table_edge::{TableEdge, from_edge, own_edge};
use crate::level::scenario::Objective;
use crate::rules::basics::gap;
use crate::rules::card::Role;
use crate::rules::ids::{Side, UnitId};
use crate::rules::measures::Place;
use crate::rules::mission::{deployed_count, is_placed_last};
use crate::rules::movement::bodies::overlap;
use crate::table::plane::{distance, points_on_rings};
use crate::table::shape::{Point, Shape};
use crate::table::sight::SightBody;

/// About how many places in a zone are compared.
const CANDIDATES: f64 = 160.0;

/// Weights of a place's merits: alone, hidden, near the enemy.
const SPREAD: f64 = 1.0;
const COVER: f64 = 0.6;
const FORWARD: f64 = 0.25;

/// Number of places along the enemy zone from which enemies are assumed to look.
const WATCHING_PLACES: usize = 5;

/// Number of places near an objective that are tried for its guard.
const GUARD_PLACES: usize = 24;

/// Most models in a row of the formation in which a unit is placed.
const MAX_ROW: usize = 6;

/// Free space between the bases of that formation, inches.
const FORMATION_GAP_INCHES: f64 = 0.5;

/// Largest distance of a model from its slot, inches, and the rings searched for a place.
const ASIDE_INCHES: f64 = 3.0;
const RING_STEP_INCHES: f64 = 0.25;
const SLOT_DIRECTIONS: usize = 16;

/// The usual answer to a choice in deployment; `None` if there is no legal one.
///
/// Rule: MIS-1, MIS-2, MIS-3.
pub fn usual_order(view: View, player: Side, choice: Choice) -> Option<Order> {
    match choice {
        Choice::PlaceUnit { .. } => usual_placing(view, player).map(Order::DeployUnit).or_else(|| {
            let unit = *without_room(view, player).first()?;
            Some(Order::HoldBack(HoldBack { unit }))
        }),
        Choice::PlaceArrival { unit } => {
            Some(entry(view, unit).map_or(Order::HoldBack(HoldBack { unit }), Order::DeployUnit))
        }
        Choice::PickZone => Some(Order::PickZone(PickZone { zone: player })),
        Choice::PlaceObjective { .. } => {
            Some(Order::PlaceObjective(PlaceObjective { at: suggested(view, player)? }))
        }
        Choice::PlaceObstacle { .. } => Some(Order::EndObstacles),
        Choice::ChooseUnits => {
            let units = off_table(view, player);
            let count = deployed_count(units.len(), &view.setup().ruleset.mission);
            Some(Order::ChooseUnits(ChooseUnits { deploy: units.into_iter().take(count).collect() }))
        }
    }
}

/// Places the next of a player's units: command units last. `None` if none waits, or none has room.
///
/// Rule: MIS-2 (command units last).
pub fn usual_placing(view: View, player: Side) -> Option<DeployUnit> {
    waiting(view, player).into_iter().find_map(|unit| usual_place(view, unit.id))
}

/// The usual placing, except that the first of a player's units go where they hold the objectives in its own zone.
///
/// Rule: MIS-1, MIS-4 (holding one).
pub fn placing_with_guards(view: View, player: Side) -> Option<DeployUnit> {
    let guard = open_objective(view, player)
        .and_then(|at| waiting(view, player).into_iter().find_map(|unit| placing_near(view, unit.id, at)));
    guard.or_else(|| usual_placing(view, player))
}

/// An objective that the mission scores, in a player's own zone, near which none of its models stands yet.
///
/// Rule: MIS-4.
fn open_objective(view: View, player: Side) -> Option<Point> {
    let reach = view.setup().ruleset.mission.holding_distance;
    let is_own = |objective: &&Objective| is_in_enemy_zone(view, objective, player.other());
    let is_held = |at: Place| {
        view.standing_of(player)
            .any(|model| model.pose.at.ground_distance(at) - model.card.base.radius() <= reach)
    };
    let counts = view.setup().level.mission.kind.is_decided();
    let open = view.objectives().iter().filter(is_own).find(|objective| counts && !is_held(objective.at))?;
    Some(open.at.ground())
}

/// A unit placed so that one of its models holds what lies at a point; `None` if there seems to be no room for that.
fn placing_near(view: View, id: UnitId, point: Point) -> Option<DeployUnit> {
    let reach = view.setup().ruleset.mission.holding_distance;
    let radius = waiting_leader(view, id)?.card.base.radius();
    let near = ranked_places(view, id, |place| -distance(place.at, point));
    let holds = |order: &DeployUnit| {
        order.models.iter().any(|one| distance(one.at.ground(), point) - radius <= reach)
    };
    near.into_iter().take(GUARD_PLACES).find_map(|place| placing_at(view, id, place.at).filter(holds))
}

/// The units that a player may place now and for which no room was found, in the usual order.
///
/// Rule: MIS-3 (without room it waits).
pub(super) fn without_room(view: View, player: Side) -> Vec<UnitId> {
    let may_be_placed = waiting(view, player).into_iter();
    let may_be_placed = may_be_placed.filter(|unit| placing::check_may_be_placed(view, *unit).is_ok());
    let has_room = |id: UnitId| placing_with_room(view, id, Entrance::Zone).is_some();
    may_be_placed.map(|unit| unit.id).filter(|id| !has_room(*id)).collect()
}

/// The units that a player has still to place, in the order in which it usually places them.
///
/// Rule: MIS-2 (command last).
fn waiting(view: View<'_>, player: Side) -> Vec<UnitView<'_>> {
    let waits = |unit: &UnitView| unit.id.side == player && view.waits(unit.id);
    let mut waiting: Vec<UnitView> = view.units().filter(waits).collect();
    let rules = &view.setup().ruleset.mission;
    waiting.sort_by_key(|unit| (is_placed_last(unit.card.role, rules), unit.id));
    waiting
}

/// A legal place for a unit that waits to be deployed; `None` if none was found.
///
/// Rule: MIS-1.
pub fn usual_place(view: View, id: UnitId) -> Option<DeployUnit> {
    usual_formation(view, id).or_else(|| placing_with_room(view, id, Entrance::Zone))
}

/// The same in rows of six at most, where it is best placed; `None` if there seems to be no room for them.
pub(super) fn usual_formation(view: View, id: UnitId) -> Option<DeployUnit> {
    let ranked = ranked_places(view, id, |place| place.usual_worth(view.unit(id)));
    ranked.into_iter().find_map(|place| placing_at(view, id, place.at))
}

/// Places for a unit's leader, those that are worth most first.
pub fn ranked_places(view: View, id: UnitId, worth: impl Fn(&MeasuredPlace) -> f64) -> Vec<MeasuredPlace> {
    let places = measured_places(view, id).into_iter();
    let mut ranked: Vec<(f64, MeasuredPlace)> = places.map(|place| (worth(&place), place)).collect();
    ranked.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(one.at[0].total_cmp(&other.at[0])));
    ranked.into_iter().map(|(_, place)| place).collect()
}

/// A place in a zone for the leader of a unit that waits, and what can be said for it; each from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredPlace {
    /// The place.
    pub at: Point,
    /// Distance from the unit's fellows along the edge: 1 where they are spread evenly.
    pub spread: f64,
    /// Share of it hidden from the enemy, or from where the enemy may deploy.
    pub cover: f64,
    /// Depth in the zone, towards the enemy.
    pub forward: f64,
}

impl MeasuredPlace {
    fn usual_worth(&self, unit: Option<UnitView>) -> f64 {
        let leads = unit.is_some_and(|unit| unit.card.role == Role::Command);
        let forward = if leads { 1.0 - self.forward } else { self.forward };
        SPREAD * self.spread + COVER * self.cover + FORWARD * forward
    }
}

/// Places all over a unit's zone where its leader has room, without those that it could not leave: of the connected parts
/// of the ground that the zone has places in, those in the largest.
fn measured_places(view: View, id: UnitId) -> Vec<MeasuredPlace> {
    let Some(leader) = waiting_leader(view, id) else { return Vec::new() };
    let ground = Ground::of(view, id.side);
    let connected = view.terrain().connected_ground(leader.mover());
    let places = ground.points().into_iter().filter_map(|at| ground.measure(leader, place_at(view, at)?));
    let parts: Vec<_> = places.map(|place| (connected.part_at(place.at), place)).collect();
    let largest = parts.iter().filter_map(|(part, _)| *part).min();
    parts.into_iter().filter(|(part, _)| *part == largest).map(|(_, place)| place).collect()
}

/// A legal way to place a unit with its leader at a point; `None` if there seems to be none.
///
/// Rule: MIS-1.
pub fn placing_at(view: View, id: UnitId, at: Point) -> Option<DeployUnit> {
    Ground::of(view, id.side).formation_at(view.unit(id)?, waiting_leader(view, id)?, at)
}

/// Share of the zone of a side hidden from the other one, if a player took it, from 0 to 1. Both zones are measured with his own model,
/// and with an enemy's.
pub fn cover_of_zone(view: View, zone: Side, player: Side) -> f64 {
    let own = view.units().find(|unit| unit.id.side == player);
    let Some(model) = own.and_then(|unit| view.models(unit.id).next()) else { return 0.0 };
    let watchers = watchers(view, player.other(), zone.other());
    let ground = Ground { watchers, ..Ground::of(view, zone) };
    let places = ground.points().into_iter().filter_map(|at| ground.measure(model, place_at(view, at)?));
    let covers: Vec<f64> = places.map(|place| place.cover).collect();
    covers.iter().sum::<f64>() / covers.len().max(1) as f64
}

fn waiting_leader(view: View<'_>, id: UnitId) -> Option<ModelView<'_>> {
    leader_first(view, view.unit(id)?).first().copied()
}

/// A zone in which units are placed.
struct Ground<'a> {
    view: View<'a>,
    side: Side,
    zone: &'a Shape,
    edge: TableEdge,
    /// Enemies where they stand; none yet: an enemy at places along its zone.
    watchers: Vec<SightBody>,
    /// Distance between units spread evenly along the zone, inches.
    pitch: f64,
}

impl<'a> Ground<'a> {
    fn of(view: View<'a>, side: Side) -> Self {
        let (zone, edge) = (view.zone(side), own_edge(view, side));
        let units = view.units().filter(|unit| unit.id.side == side).count();
        let [low, high] = zone.bounds();
        let along = if edge[0] == 0.0 { high[0] - low[0] } else { high[1] - low[1] };
        let pitch = along / (units.max(1) as f64);
        let watchers = watchers(view, side.other(), side.other());
        Self { view, side, zone, edge, watchers, pitch }
    }

    /// Points all over the zone, in rows.
    fn points(&self) -> Vec<Point> {
        let [low, high] = self.zone.bounds();
        let (width, depth) = (high[0] - low[0], high[1] - low[1]);
        let step = (width * depth / CANDIDATES).sqrt().max(0.5);
        let along = |low: f64, length: f64| {
            let count = (length / step).floor();
            let margin = (length - count * step) / 2.0;
            (0..=count as usize).map(move |index| low + margin + index as f64 * step)
        };
        let points = along(low[1], depth).flat_map(|y| along(low[0], width).map(move |x| [x, y]));
        points.filter(|at| self.zone.depth_inside(*at) > 0.0).collect()
    }

    /// Merits of a place for a leader; `None` where it has no room.
    fn measure(&self, leader: ModelView, at: Place) -> Option<MeasuredPlace> {
        check_place(self.view, (leader, at)).ok()?;
        let own = self.view.units().filter(|other| other.id.side == self.side);
        let leaders = own.filter_map(|other| self.view.leader(other.id));
        let nearest = leaders.map(|other| self.aside(at, other.pose.at)).fold(f64::INFINITY, f64::min);
        let spread = (nearest / self.pitch).min(1.0);
        let body = leader.sight_body_at(at);
        let seen = |from: &SightBody| self.view.terrain().sighting(from, &body).in_view;
        let cover = 1.0 - self.watchers.iter().map(seen).sum::<f64>() / self.watchers.len().max(1) as f64;
        let [low, high] = self.zone.bounds();
        let depth = if self.edge[0] == 0.0 { high[1] - low[1] } else { high[0] - low[0] };
        let forward = (from_edge(self.edge, at.ground()) / depth.max(1e-9)).clamp(0.0, 1.0);
        Some(MeasuredPlace { at: at.ground(), spread, cover, forward })
    }

    /// Distance between two places along the edge, inches.
    fn aside(&self, one: Place, other: Place) -> f64 {
        let ([nx, ny, _], [x, y], [ox, oy]) = (self.edge, one.ground(), other.ground());
        ((x - ox) * ny - (y - oy) * nx).abs()
    }

    /// The unit in rows with its leader at a point, each model in its slot or as near as it has room; `None` if that is
    /// not legal.
    fn formation_at(&self, unit: UnitView, leader: ModelView, at: Point) -> Option<DeployUnit> {
        let [nx, ny, _] = self.edge;
        let count = self.view.models(unit.id).count();
        let slots = slots(count, leader.card.base.diameter.inches() + FORMATION_GAP_INCHES);
        let connected = self.view.terrain().connected_ground(leader.mover());
        let is_connected = |place: &Place| connected.part_at(place.ground()) == connected.part_at(at);
        let order = formed(self.view, unit, |index, model, placed| {
            let [ahead, aside] = slots[index];
            let slot = [at[0] - nx * ahead - ny * aside, at[1] - ny * ahead + nx * aside];
            self.nearest_free(unit, model, (slot, &is_connected), placed)
        })?;
        placing::check(self.view, self.side, &order).is_ok().then_some(order)
    }

    /// The free place nearest to a slot, on the ground that the leader is on, in coherency with those placed before it.
    fn nearest_free(
        &self,
        unit: UnitView,
        model: ModelView,
        (slot, is_connected): (Point, &dyn Fn(&Place) -> bool),
        placed: &[(ModelView, Place)],
    ) -> Option<Place> {
        let reach = coherency_distance(self.view, unit);
        let fits = |place: &Place| {
            let (body, disc) = (model.body_at(*place), model.disc_at(*place));
            let standing = self.view.standing_others(unit.id).map(|other| other.body_at(other.pose.at));
            let fellows = placed.iter().map(|(other, at)| other.body_at(*at));
            let together =
                placed.is_empty() || placed.iter().any(|(other, at)| gap(disc, other.disc_at(*at)) <= reach);
            together
                && self.zone.depth_inside(place.ground()) >= model.card.base.radius()
                && check_place(self.view, (model, *place)).is_ok()
                && !standing.chain(fellows).any(|other| overlap(body, other, self.view.allowance()))
        };
        rings(slot).filter_map(|at| place_at(self.view, at)).filter(is_connected).find(fits)
    }
}

/// Viewpoints of an enemy, where he stands or all along a zone.
fn watchers(view: View, enemy: Side, zone: Side) -> Vec<SightBody> {
    let standing: Vec<SightBody> = view
        .units()
        .filter(|unit| unit.id.side == enemy)
        .filter_map(|unit| view.leader(unit.id))
        .map(|leader| leader.sight_body())
        .collect();
    if !standing.is_empty() {
        return standing;
    }
    let Some(model) =
        view.units().filter(|unit| unit.id.side == enemy).find_map(|unit| view.models(unit.id).next())
    else {
        return Vec::new();
    };
    let ([low, high], edge) = (view.zone(zone).bounds(), own_edge(view, zone));
    let share = |index: usize| (index as f64 + 0.5) / WATCHING_PLACES as f64;
    let front = |axis: usize| if edge[axis] > 0.0 { low[axis] } else { high[axis] };
    let point = |index: usize| match edge[0] == 0.0 {
        true => [low[0] + share(index) * (high[0] - low[0]), front(1)],
        false => [front(0), low[1] + share(index) * (high[1] - low[1])],
    };
    let places = (0..WATCHING_PLACES).filter_map(|index| place_at(view, point(index)));
    places.map(|place| model.sight_body_at(place)).collect()
}

/// Offsets of the models ahead of the leader and aside of it: rows of a block, the leader's own place first.
fn slots(count: usize, step: f64) -> Vec<Point> {
    let rows = count.div_ceil(MAX_ROW).max(1);
    let width = count.div_ceil(rows).max(1);
    let mut slots: Vec<Point> = (0..rows * width)
        .map(|index| {
            let (row, column) = (index / width, index % width);
            [-(row as f64) * step, (column as f64 - (width / 2) as f64) * step]
        })
        .collect();
    let away = |slot: &Point| distance(*slot, [0.0, 0.0]);
    slots.sort_by(|a, b| away(a).total_cmp(&away(b)).then(a[0].total_cmp(&b[0])).then(a[1].total_cmp(&b[1])));
    slots.truncate(count);
    slots
}

/// A point, then points on rings round it, the nearest first.
fn rings(point: Point) -> impl Iterator<Item = Point> {
    let radii = (1..=(ASIDE_INCHES / RING_STEP_INCHES) as usize).map(|ring| ring as f64 * RING_STEP_INCHES);
    std::iter::once(point).chain(points_on_rings(point, radii, SLOT_DIRECTIONS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The leader is in the middle of the first row; everyone has a slot of his own, in rows of six at most.
    #[test]
    fn a_block_has_a_slot_for_every_model() {
        for (count, rows) in [(1, 1), (6, 1), (7, 2), (10, 2), (13, 3)] {
            let slots = slots(count, 1.5);
            assert_eq!(slots.len(), count);
            assert_eq!(slots[0], [0.0, 0.0], "the leader's");
            let mut ahead: Vec<i64> = slots.iter().map(|slot| (slot[0] * 10.0).round() as i64).collect();
            ahead.sort_unstable();
            ahead.dedup();
            assert_eq!(ahead.len(), rows, "{count}");
            for (index, slot) in slots.iter().enumerate() {
                assert!(slots[..index].iter().all(|other| distance(*slot, *other) > 1.4), "{count}");
            }
        }
    }
}
