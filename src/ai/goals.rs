//! Places worth going to within one move: objectives, the enemy, the range of weapons, cover. Players that work orders out and
//! players that decide at a glance look for the same; they differ in how well they know the enemy.

use std::fmt;

use super::estimate::{Estimator, UnitGlance};
use super::places::{is_hidden_from, outposts, place_for, toward, watchers, whereabouts};
use crate::game::engine::view::{ModelView, UnitView, View};
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;
use crate::table::plane::{distance, points_on_rings};
use crate::table::shape::Point;

/// A place for the leader.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal<'a> {
    pub(super) at: Point,
    pub(super) kind: GoalKind<'a>,
}

/// Why a unit goes to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GoalKind<'a> {
    /// It reaches an objective.
    Objective(&'a str),
    /// It comes nearer to one.
    TowardObjective(&'a str),
    /// It fights an enemy.
    Charge(UnitId),
    /// Its weapons reach an enemy.
    Range(UnitId),
    /// No enemy's leader sees it, in terrain or behind some.
    Cover(Option<&'static str>),
    /// It hits an enemy more easily.
    Angle(UnitId),
}

impl fmt::Display for GoalKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Objective(id) => write!(f, "goes to {id}"),
            Self::TowardObjective(id) => write!(f, "goes toward {id}"),
            Self::Charge(enemy) => write!(f, "charges {enemy}"),
            Self::Range(enemy) => write!(f, "closes in on {enemy}"),
            Self::Cover(Some(place)) => write!(f, "goes into cover {place}"),
            Self::Cover(None) => f.write_str("goes into cover"),
            Self::Angle(enemy) => write!(f, "finds a better angle on {enemy}"),
        }
    }
}

/// What is left of a weapon's range when a unit closes in to fire, and of MOV-5's and CC-1's distances when it charges;
/// inches.
const INSIDE_RANGE_INCHES: f64 = 0.5;
const CHARGING_GAP_INCHES: f64 = 2.05;
const LINKED_INCHES: f64 = 5.5;

/// How many enemies are considered for a charge.
const CHARGED: usize = 2;

/// Directions and shares of a move in which places are tried.
const GOAL_DIRECTIONS: usize = 12;
const GOAL_SHARES: [f64; 2] = [1.0, 0.5];

/// An enemy that a unit may approach.
struct NearEnemy {
    id: UnitId,
    /// Inches.
    gap: f64,
    /// Where its nearest model stands.
    at: Point,
}

/// A unit that looks for places, and what it knows of the enemy.
pub(super) struct GoalSearch<'a> {
    view: View<'a>,
    unit: UnitView<'a>,
    leader: ModelView<'a>,
    /// The nearest first.
    near: Vec<NearEnemy>,
    /// The longest range of its weapons, inches.
    range: f64,
}

impl<'a> GoalSearch<'a> {
    /// By exact gaps to the nearest enemies.
    pub(super) fn exact(view: View<'a>, unit: UnitView<'a>) -> Option<Self> {
        let leader = view.leader(unit.id)?;
        let near = |(id, gap): (UnitId, f64)| {
            let at = nearest_of(view, id, leader)?.pose.at.ground();
            Some(NearEnemy { id, gap, at })
        };
        let near = enemies(view, unit.id).into_iter().take(CHARGED).filter_map(near).collect();
        Some(Self { view, unit, leader, near, range: range(view, unit.id) })
    }

    /// By the estimated gap to the nearest enemy.
    pub(super) fn at_a_glance(estimator: &Estimator<'a>, glance: &UnitGlance<'a>) -> Self {
        let enemies = estimator.enemies(glance.unit.id).map(|enemy| {
            let (gap, at) = glance.gap_to(enemy);
            NearEnemy { id: enemy.unit.id, gap, at }
        });
        let nearest = enemies.min_by(|a, b| a.gap.total_cmp(&b.gap).then(a.id.cmp(&b.id)));
        let (view, near) = (estimator.view(), nearest.into_iter().collect());
        Self { view, unit: glance.unit, leader: glance.leader, near, range: glance.range() }
    }

    /// Places for the leader within one move, at most so many; the first leads on farthest.
    pub(super) fn goals(&self, action: Action, limit: usize) -> Vec<Goal<'a>> {
        let speed = f64::from(self.unit.card.characteristics.movement);
        let speed = if action == Action::AtTheDouble { 2.0 * speed } else { speed };
        let mut found = self.to_objectives(speed);
        found.truncate(limit.div_ceil(3));
        found.extend(self.to_the_enemy(speed));
        found.truncate(limit);
        let first = found.first().map(|goal| goal.at);
        found.extend(self.to_cover(speed, first, limit - found.len()));
        found
    }

    /// Toward each objective, the nearest first.
    fn to_objectives(&self, speed: f64) -> Vec<Goal<'a>> {
        let from = self.leader.pose.at.ground();
        let objectives = self.view.objectives().iter();
        let objectives = objectives.map(|objective| (objective.at.ground(), objective.id.as_str()));
        let mut objectives: Vec<(f64, Point, &str)> =
            objectives.map(|(at, id)| (distance(from, at), at, id)).collect();
        objectives.sort_by(|a, b| a.0.total_cmp(&b.0));
        let goal = |(way, at, id)| Goal {
            at: toward(from, at, speed),
            kind: if way <= speed { GoalKind::Objective(id) } else { GoalKind::TowardObjective(id) },
        };
        objectives.into_iter().map(goal).collect()
    }

    /// Into a fight with an enemy that is near enough, and to where the weapons reach the nearest.
    fn to_the_enemy(&self, speed: f64) -> Vec<Goal<'a>> {
        let from = self.leader.pose.at.ground();
        let charged = self.near.iter().filter(|enemy| enemy.gap <= speed + LINKED_INCHES);
        let charge = |enemy: &NearEnemy| {
            let way = (enemy.gap - CHARGING_GAP_INCHES).clamp(0.0, speed);
            Goal { at: toward(from, enemy.at, way), kind: GoalKind::Charge(enemy.id) }
        };
        let mut found: Vec<Goal> = charged.map(charge).collect();
        let wanted = self.range - INSIDE_RANGE_INCHES;
        let nearest = self.near.first().filter(|enemy| wanted > 0.0 && enemy.gap > wanted);
        found.extend(nearest.map(|enemy| {
            let way = (enemy.gap - wanted).min(speed);
            Goal { at: toward(from, enemy.at, way), kind: GoalKind::Range(enemy.id) }
        }));
        found
    }

    /// Places near by that no enemy's leader sees, those first where fewer of the others are seen, then those nearest to an objective; none if none sees the first goal
    /// either.
    fn to_cover(&self, speed: f64, first: Option<Point>, limit: usize) -> Vec<Goal<'a>> {
        if limit == 0 {
            return Vec::new();
        }
        let (view, leader) = (self.view, self.leader);
        let watchers: Vec<ModelView> = watchers(view, leader).collect();
        let is_hidden = |at: &Point| {
            place_for(view, leader, *at).is_some_and(|place| is_hidden_from(view, &watchers, leader, place))
        };
        if first.as_ref().is_some_and(is_hidden) {
            return Vec::new();
        }
        let aims: Vec<Point> = view.objectives().iter().map(|objective| objective.at.ground()).collect();
        let to_aim = |at: Point| aims.iter().map(|aim| distance(at, *aim)).fold(f64::INFINITY, f64::min);
        // What hides the leader alone hides few: hits fall on the others.
        let others: Vec<ModelView> = outposts(view, leader.id.unit).into_iter().skip(1).collect();
        let [x, y] = leader.pose.at.ground();
        let seen = |at: Point| {
            let is_hidden = |model: &&ModelView| {
                let [from_x, from_y] = model.pose.at.ground();
                let place = place_for(view, **model, [from_x + at[0] - x, from_y + at[1] - y]);
                place.is_some_and(|place| is_hidden_from(view, &watchers, **model, place))
            };
            others.len() - others.iter().filter(is_hidden).count()
        };
        let hidden = around(leader, speed).filter(is_hidden);
        let mut hidden: Vec<(usize, f64, Point)> = hidden.map(|at| (seen(at), to_aim(at), at)).collect();
        let order =
            |[x, y]: Point, [other_x, other_y]: Point| x.total_cmp(&other_x).then(y.total_cmp(&other_y));
        hidden.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(order(a.2, b.2)));
        let goal = |(_, _, at)| Goal { at, kind: GoalKind::Cover(whereabouts(view, at)) };
        hidden.into_iter().take(limit).map(goal).collect()
    }
}

/// Every enemy unit on the table with the gap to it, the nearest first.
pub(super) fn enemies(view: View, unit: UnitId) -> Vec<(UnitId, f64)> {
    let own: Vec<_> = view.standing(unit).map(|model| model.disc()).collect();
    let enemies = view.units().filter(|enemy| enemy.id.side != unit.side);
    let gap_to = |enemy: UnitView| {
        let gaps =
            view.standing(enemy.id).flat_map(|model| own.iter().map(move |disc| gap(model.disc(), *disc)));
        Some((enemy.id, gaps.min_by(f64::total_cmp)?))
    };
    let mut found: Vec<(UnitId, f64)> = enemies.filter_map(gap_to).collect();
    found.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    found
}

/// The longest range of a unit's weapons, inches; 0 without one.
pub(super) fn range(view: View, unit: UnitId) -> f64 {
    let ranges = view.standing(unit).filter_map(|model| model.card.firing_range(model.id.number));
    ranges.fold(0.0, f64::max)
}

/// The model of a unit that is nearest to a leader.
pub(super) fn nearest_of<'a>(view: View<'a>, unit: UnitId, leader: ModelView) -> Option<ModelView<'a>> {
    let from = leader.pose.at.ground();
    let away = |model: &ModelView| distance(from, model.pose.at.ground());
    view.standing(unit).min_by(|a, b| away(a).total_cmp(&away(b)))
}

/// Points around a leader, as far as it goes and half as far.
pub(super) fn around(leader: ModelView, step: f64) -> impl Iterator<Item = Point> {
    points_on_rings(leader.pose.at.ground(), GOAL_SHARES.map(|share| share * step), GOAL_DIRECTIONS)
}
