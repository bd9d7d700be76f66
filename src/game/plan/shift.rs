//! Moves that are quickly made: all models of a unit alike, or each as far as it comes. What they come to is for `check` to
//! say; where it refuses them a [`UnitPlanner`](super::UnitPlanner) finds a way.

use crate::game::engine::view::{ModelView, View};
use crate::game::phases::moving::check_path;
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::placement::{Placed, check_place, coherency_distance};
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::basics::gap;
use crate::rules::ids::UnitId;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::allowance::MoveTerms;
use crate::rules::movement::bodies::overlap;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// A shorter way leads nowhere, inches.
const SHORTEST: f64 = 0.05;

/// Shares of an obstructed way at which a model may stop.
const SHARES: [f64; 5] = [1.0, 0.8, 0.6, 0.4, 0.2];

/// Angles by which a way may be turned aside that the leader is led into, degrees.
const TURNS: [f64; 5] = [0.0, 20.0, -20.0, 45.0, -45.0];

/// All models of a unit alike, its leader along some corners. `None` for a way of no length, or one off the ground.
pub fn shifted(view: View, unit: UnitId, corners: &[Point], facing: Facing) -> Option<Vec<ModelMove>> {
    let from = view.leader(unit)?.pose.at.ground();
    let steps: Vec<Point> = corners.iter().map(|at| [at[0] - from[0], at[1] - from[1]]).collect();
    let last = steps.last()?;
    if distance(*last, [0.0, 0.0]) < SHORTEST {
        return None;
    }
    let moved =
        |model: ModelView| Some(ModelMove { model: model.id, path: path(view, model, &steps)?, facing });
    view.standing(unit).map(moved).collect()
}

/// Path of a model from its place along its steps.
fn path(view: View, model: ModelView, steps: &[Point]) -> Option<Vec<Place>> {
    let mut at = model.pose.at;
    let [x, y] = at.ground();
    let corner = |step: &Point| {
        let end = [x + step[0], y + step[1]];
        let height = view.terrain().arrival_height(at, end)?;
        at = Place::from_inches(end[0], end[1], height.inches()).ok()?;
        Some(at)
    };
    steps.iter().map(corner).collect()
}

/// The leader as near to a place as a straight way takes it, and the others with it, each as far as it comes and in
/// coherency with one that is placed. `None` where some model finds no end, or the leader gets nowhere.
pub fn led(view: View, unit: UnitId, action: Action, at: Point, facing: Facing) -> Option<Vec<ModelMove>> {
    let terms = terms_of(view, view.unit(unit)?, action)?;
    let leader = view.leader(unit)?;
    let [x, y] = leader.pose.at.ground();
    let whole = distance([x, y], at);
    if whole < SHORTEST {
        return None;
    }
    let way = terms.allowance.min(whole);
    TURNS.iter().find_map(|turn| {
        let (sin, cos) = (libm::sin(turn.to_radians()), libm::cos(turn.to_radians()));
        let [dx, dy] = [(at[0] - x) / whole, (at[1] - y) / whole];
        let step = [way * (dx * cos - dy * sin), way * (dx * sin + dy * cos)];
        ShiftedUnit { view, unit, terms, step, facing }.moves(leader)
    })
}

/// A unit on its way.
struct ShiftedUnit<'a> {
    view: View<'a>,
    unit: UnitId,
    terms: MoveTerms,
    step: Point,
    facing: Facing,
}

impl<'a> ShiftedUnit<'a> {
    fn moves(&self, leader: ModelView<'a>) -> Option<Vec<ModelMove>> {
        let mut others: Vec<ModelView> = self.view.standing(self.unit).collect();
        others.retain(|model| model.id != leader.id);
        // Those in front make room for those behind.
        let ahead = |model: &ModelView| {
            let [x, y] = model.pose.at.ground();
            x * self.step[0] + y * self.step[1]
        };
        others.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)).then(a.id.cmp(&b.id)));
        let mut placed: Vec<Placed> = Vec::with_capacity(others.len() + 1);
        let end = SHARES.iter().find_map(|share| self.end(leader, *share, &placed))?;
        placed.push((leader, end));
        while !others.is_empty() {
            let next = others.iter().enumerate().find_map(|(index, model)| {
                let shares = SHARES.iter().chain(&[0.0]);
                Some((index, shares.into_iter().find_map(|share| self.end(*model, *share, &placed))?))
            });
            let (index, end) = next?;
            placed.push((others.remove(index), end));
        }
        let mut moves: Vec<ModelMove> = placed
            .iter()
            .filter(|(model, end)| *end != model.pose.at)
            .map(|(model, end)| ModelMove { model: model.id, path: vec![*end], facing: self.facing })
            .collect();
        moves.sort_by_key(|one| one.model);
        (!moves.is_empty()).then_some(moves)
    }

    /// Final position of a model that goes a share of the way, if it may and has room there, among those placed before it.
    fn end(&self, model: ModelView<'a>, share: f64, placed: &[Placed]) -> Option<Place> {
        let step = [share * self.step[0], share * self.step[1]];
        let end = if share == 0.0 { model.pose.at } else { *path(self.view, model, &[step])?.last()? };
        let (disc, body) = (model.disc_at(end), model.body_at(end));
        let reach = coherency_distance(self.view, self.view.unit(self.unit)?);
        let allowance = self.view.allowance();
        let meets = |(other, at): &Placed| overlap(body, other.body_at(*at), allowance);
        if placed.iter().any(meets) {
            return None;
        }
        let joins = |(other, at): &Placed| gap(disc, other.disc_at(*at)) <= reach;
        if !placed.is_empty() && !placed.iter().any(joins) {
            return None;
        }
        if share > 0.0 {
            check_path(self.view, model, &self.terms, &[end]).ok()?;
            check_place(self.view, (model, end)).ok()?;
            let near = |other: &ModelView| overlap(body, other.body_at(other.pose.at), allowance);
            if self.view.standing_others(self.unit).any(|other| near(&other)) {
                return None;
            }
        }
        Some(end)
    }
}
