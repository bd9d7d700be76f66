//! Places worth going to: objectives, the range of weapons, the enemy, cover.

use std::fmt;

use crate::ai::estimate::{Estimator, UnitGlance};
use crate::ai::proposals::{
    CHARGING_GAP, DIRECTIONS, INSIDE_RANGE, LINKED, SHARES, objectives_from, place_for, toward,
};
use crate::game::engine::view::{ModelView, View};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::Place;
use crate::rules::sight::{SightState, state};
use crate::table::plane::distance;
use crate::table::shape::Point;

/// A place for the leader.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal<'a> {
    pub at: Point,
    pub what: What<'a>,
}

/// What a unit goes for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What<'a> {
    Objective(&'a str),
    Charge(UnitId),
    Range(UnitId),
    Cover,
}

impl fmt::Display for What<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Objective(id) => write!(f, "goes to {id}"),
            Self::Charge(enemy) => write!(f, "charges {enemy}"),
            Self::Range(enemy) => write!(f, "closes in on {enemy}"),
            Self::Cover => f.write_str("goes into cover"),
        }
    }
}

/// Places for a unit's leader within one move, at most so many; the first leads on farthest.
pub(super) fn goals<'a>(
    estimator: &Estimator<'a>,
    unit: &UnitGlance<'a>,
    action: Action,
    limit: usize,
) -> Vec<Goal<'a>> {
    let speed = f64::from(unit.unit.card.characteristics.movement);
    let speed = if action == Action::AtTheDouble { 2.0 * speed } else { speed };
    let mut found = to_objectives(estimator.view(), unit.leader.pose.at.ground(), speed);
    found.truncate(limit.div_ceil(3));
    found.extend(to_the_enemy(estimator, unit, speed));
    found.truncate(limit);
    let first = found.first().map(|goal| goal.at);
    let left = limit - found.len();
    found.extend(to_cover(estimator, unit, (speed, first), left));
    found
}

/// Toward each objective, the nearest first.
fn to_objectives(view: View<'_>, from: Point, speed: f64) -> Vec<Goal<'_>> {
    let toward = |(_, id, at)| Goal { at: toward(from, at, speed), what: What::Objective(id) };
    objectives_from(view, from).into_iter().map(toward).collect()
}

/// Into a fight, if it is near enough, and to where the weapons reach.
fn to_the_enemy<'a>(estimator: &Estimator<'a>, unit: &UnitGlance<'a>, speed: f64) -> Vec<Goal<'a>> {
    let gaps = estimator.enemies(unit.unit.id).map(|enemy| (enemy.unit.id, unit.gap_to(enemy)));
    let nearest = gaps.min_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.0.cmp(&b.0)));
    let Some((enemy, (gap, at))) = nearest else { return Vec::new() };
    let from = unit.leader.pose.at.ground();
    let mut found = Vec::new();
    if gap <= speed + LINKED {
        let way = (gap - CHARGING_GAP).clamp(0.0, speed);
        found.push(Goal { at: toward(from, at, way), what: What::Charge(enemy) });
    }
    let wanted = unit.range() - INSIDE_RANGE;
    if wanted > 0.0 && gap > wanted {
        let way = (gap - wanted).min(speed);
        found.push(Goal { at: toward(from, at, way), what: What::Range(enemy) });
    }
    found
}

/// Places near by that no enemy's leader sees, those nearest to an objective first; none if none sees the first goal
/// either.
fn to_cover<'a>(
    estimator: &Estimator<'a>,
    unit: &UnitGlance<'a>,
    (speed, first): (f64, Option<Point>),
    limit: usize,
) -> Vec<Goal<'a>> {
    if limit == 0 {
        return Vec::new();
    }
    let (view, leader) = (estimator.view(), unit.leader);
    let from = leader.pose.at.ground();
    let watchers: Vec<ModelView> = estimator.enemies(unit.unit.id).map(|enemy| enemy.leader).collect();
    let hidden_at = |at: Point| {
        let place = place_for(view, leader, at)?;
        Some(watchers.iter().all(|watcher| is_hidden(view, watcher, leader, place)))
    };
    if first.and_then(hidden_at) == Some(true) {
        return Vec::new();
    }
    let aim = view.objectives().iter().map(|objective| objective.at.ground());
    let aim: Vec<Point> = aim.collect();
    let to_aim = |at: Point| aim.iter().map(|goal| distance(at, *goal)).fold(f64::INFINITY, f64::min);
    let candidates = SHARES.iter().flat_map(|share| (0..DIRECTIONS).map(move |step| (share, step)));
    let mut hidden: Vec<(f64, Point)> = candidates
        .filter_map(|(share, step)| {
            let angle = (360.0 * step as f64 / DIRECTIONS as f64).to_radians();
            let at = [from[0] + share * speed * libm::cos(angle), from[1] + share * speed * libm::sin(angle)];
            hidden_at(at)?.then(|| (to_aim(at), at))
        })
        .collect();
    hidden
        .sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1[0].total_cmp(&b.1[0])).then(a.1[1].total_cmp(&b.1[1])));
    hidden.into_iter().take(limit).map(|(_, at)| Goal { at, what: What::Cover }).collect()
}

/// Whether a watcher would not see the leader at a place.
fn is_hidden(view: View, watcher: &ModelView, leader: ModelView, at: Place) -> bool {
    let sighting = view.terrain().sighting(&watcher.sight_body(), &leader.sight_body_at(at));
    state(&sighting, &view.setup().ruleset.sight, view.allowance()) == SightState::Hidden
}
