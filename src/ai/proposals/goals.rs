//! Places worth going to: objectives, the range of weapons, the enemy, cover.

use super::{Targets, enemies, range};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::game::measure::Mark;
use crate::game::sight::sight_with_overrides;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::rules::sight::SightState;
use crate::table::piece::{Kind, Piece};
use crate::table::plane::{distance, points_on_rings};
use crate::table::shape::Point;

/// A place for the leader.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Goal {
    pub at: Point,
    pub words: String,
}

/// What is left of a weapon's range when a unit closes in to fire, and of MOV-5's and CC-1's distances when it charges;
/// inches.
pub(in crate::ai) const INSIDE_RANGE: f64 = 0.5;
pub(in crate::ai) const CHARGING_GAP: f64 = 2.05;
pub(in crate::ai) const LINKED: f64 = 5.5;

/// How many enemies are thought of for a charge, and for a place from which to fire.
const CHARGED: usize = 2;
const FIRED_AT: usize = 2;

/// Directions and shares of a move in which cover is sought.
pub(in crate::ai) const DIRECTIONS: usize = 12;
pub(in crate::ai) const SHARES: [f64; 2] = [1.0, 0.5];

/// Places for a unit's leader within one move, at most so many; the first leads on farthest.
pub(super) fn goals(view: View, unit: UnitView, action: Action, limit: usize) -> Vec<Goal> {
    let Some(leader) = view.leader(unit.id) else { return Vec::new() };
    let from = leader.pose.at.ground();
    let speed = f64::from(unit.card.characteristics.movement);
    let speed = if action == Action::AtTheDouble { 2.0 * speed } else { speed };
    let mut found = to_objectives(view, from, speed);
    found.truncate(limit.div_ceil(3));
    found.extend(to_the_enemy(view, unit, leader, speed));
    found.truncate(limit);
    let first = found.first().map(|goal| goal.at);
    let left = limit - found.len();
    found.extend(to_cover(view, leader, (speed, first), left));
    found
}

/// Toward each objective, the nearest first.
fn to_objectives(view: View, from: Point, speed: f64) -> Vec<Goal> {
    let toward = |(way, id, at): (f64, &str, Point)| Goal {
        at: toward(from, at, speed),
        words: if way <= speed { format!("goes to {id}") } else { format!("goes toward {id}") },
    };
    objectives_from(view, from).into_iter().map(toward).collect()
}

/// How far each objective is, its id and its place, the nearest first.
pub(in crate::ai) fn objectives_from<'a>(view: View<'a>, from: Point) -> Vec<(f64, &'a str, Point)> {
    let mut objectives: Vec<(f64, &str, Point)> = view
        .objectives()
        .iter()
        .map(|objective| {
            (distance(from, objective.at.ground()), objective.id.as_str(), objective.at.ground())
        })
        .collect();
    objectives.sort_by(|a, b| a.0.total_cmp(&b.0));
    objectives
}

/// Into a fight with any enemy that is near enough, and to where the weapons reach the nearest.
fn to_the_enemy(view: View, unit: UnitView, leader: ModelView, speed: f64) -> Vec<Goal> {
    let enemies = enemies(view, unit.id);
    let from = leader.pose.at.ground();
    let near = enemies.iter().filter(|(_, gap)| *gap <= speed + LINKED).take(CHARGED);
    let charges = near.filter_map(|(enemy, gap)| {
        let at = nearest_of(view, *enemy, leader)?.pose.at.ground();
        let way = (gap - CHARGING_GAP).clamp(0.0, speed);
        Some(Goal { at: toward(from, at, way), words: format!("charges {enemy}") })
    });
    let mut found: Vec<Goal> = charges.collect();
    let wanted = range(view, unit.id) - INSIDE_RANGE;
    if let Some((enemy, gap)) = enemies.first().filter(|(_, gap)| wanted > 0.0 && *gap > wanted)
        && let Some(at) = nearest_of(view, *enemy, leader)
    {
        let at = toward(from, at.pose.at.ground(), (gap - wanted).min(speed));
        found.push(Goal { at, words: format!("closes in on {enemy}") });
    }
    found
}

/// The model of a unit that is nearest to a leader.
fn nearest_of<'a>(view: View<'a>, unit: UnitId, leader: ModelView) -> Option<ModelView<'a>> {
    let from = leader.pose.at.ground();
    let away = |model: &ModelView| distance(from, model.pose.at.ground());
    view.standing(unit).min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Places near by that no enemy's leader sees, those nearest to an objective first; none if none sees the first goal
/// either.
fn to_cover(view: View, leader: ModelView, (speed, first): (f64, Option<Point>), limit: usize) -> Vec<Goal> {
    if limit == 0 {
        return Vec::new();
    }
    let hidden_at = |at: Point| Some(is_covered(view, leader, place_for(view, leader, at)?));
    if first.and_then(hidden_at) == Some(true) {
        return Vec::new();
    }
    let aim: Vec<Point> = view.objectives().iter().map(|objective| objective.at.ground()).collect();
    let to_aim = |at: Point| aim.iter().map(|goal| distance(at, *goal)).fold(f64::INFINITY, f64::min);
    let hidden = around(leader, speed).filter(|at| hidden_at(*at) == Some(true)).map(|at| (to_aim(at), at));
    let mut hidden: Vec<(f64, Point)> = hidden.collect();
    hidden
        .sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1[0].total_cmp(&b.1[0])).then(a.1[1].total_cmp(&b.1[1])));
    let goal = |(_, at)| {
        let words = match whereabouts(view, at) {
            Some(place) => format!("goes into cover {place}"),
            None => "goes into cover".to_owned(),
        };
        Goal { at, words }
    };
    hidden.into_iter().take(limit).map(goal).collect()
}

/// The place within a step from which a unit's leader hits a target better than from where it stands, and that target.
/// Only leaders look, at the targets' nearest models.
pub(super) fn place_to_fire(
    view: View,
    unit: UnitView,
    step: f64,
    targets: &Targets,
) -> Option<(UnitId, Point)> {
    let leader = view.leader(unit.id)?;
    let mut best: Option<(f64, UnitId, Point)> = None;
    for target in targets.keys().take(FIRED_AT) {
        let mark = Mark::Model(nearest_of(view, *target, leader)?.id);
        let chance = |at: Place| chance_to_hit(view, leader, at, &mark);
        let now = chance(leader.pose.at);
        for at in around(leader, step) {
            let Some(place) = place_for(view, leader, at) else { continue };
            let gain = chance(place) - now;
            if gain > best.map_or(0.0, |(best, ..)| best + 1e-9) {
                best = Some((gain, *target, at));
            }
        }
    }
    best.map(|(_, target, at)| (target, at))
}

/// The chance of a leader's shot from a place; 0 where it is barred. A shot into the flank counts more where the target is
/// worse armoured there.
fn chance_to_hit(view: View, leader: ModelView, at: Place, target: &Mark) -> f64 {
    let seen = sight_with_overrides(view, &Mark::Model(leader.id), target, &[(leader.id, at)]);
    let Some(seen) = seen.ok().and_then(|seen| seen.into_iter().next()) else { return 0.0 };
    let Some(enemy) = view.unit(seen.to.unit).filter(|_| seen.shot.barred.is_none()) else { return 0.0 };
    let armour = f64::from(enemy.card.armour_in(seen.shot.arc)).max(1.0);
    seen.shot.roll.chance() * f64::from(enemy.card.characteristics.armour).max(1.0) / armour
}

/// Points around a leader, as far as it goes and half as far.
fn around(leader: ModelView, step: f64) -> impl Iterator<Item = Point> {
    points_on_rings(leader.pose.at.ground(), SHARES.map(|share| share * step), DIRECTIONS)
}

/// Where a model ends that goes straight to a point; `None` where it cannot.
pub(in crate::ai) fn place_for(view: View, leader: ModelView, at: Point) -> Option<Place> {
    let height = view.terrain().arrival_height(leader.pose.at, at)?;
    Place::from_inches(at[0], at[1], height.inches()).ok()
}

/// Whether no enemy's leader sees a model at a place.
pub(in crate::ai) fn is_covered(view: View, model: ModelView, at: Place) -> bool {
    let enemies = view.units().filter(|enemy| enemy.id.side != model.id.unit.side);
    let leaders = enemies.filter_map(|enemy| view.leader(enemy.id));
    let hidden_from = |watcher: ModelView| {
        let watcher = Mark::Model(watcher.id);
        let seen = sight_with_overrides(view, &watcher, &Mark::Model(model.id), &[(model.id, at)]);
        seen.is_ok_and(|seen| seen.iter().all(|one| one.judged.state == SightState::Hidden))
    };
    leaders.into_iter().all(hidden_from)
}

/// The terrain in which a point lies, in words: "in the wood".
pub(in crate::ai) fn whereabouts(view: View, at: Point) -> Option<String> {
    let covers = |piece: &&Piece| noun(&piece.kind).is_some() && piece.footprint.contains(at);
    let piece = view.terrain().pieces.iter().find(covers)?;
    noun(&piece.kind).map(str::to_owned)
}

fn noun(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Hill { .. } => Some("on the hill"),
        Kind::Wood { .. } => Some("in the wood"),
        Kind::Ruin { .. } => Some("in the ruin"),
        Kind::Bog => Some("in the bog"),
        Kind::Field { .. } => Some("in the crops"),
        Kind::Structure { .. } => Some("in the building"),
        Kind::Linear { .. } | Kind::Point { .. } | Kind::Ground | Kind::Pavement => None,
    }
}

/// The point at a distance toward another, or that one if it is nearer.
pub(in crate::ai) fn toward(from: Point, to: Point, way: f64) -> Point {
    let whole = distance(from, to);
    if whole <= way || whole == 0.0 {
        return to;
    }
    let share = way / whole;
    [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
}
