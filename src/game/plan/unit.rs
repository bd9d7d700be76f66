//! Places and ways for all models of a unit, given where its leader should go.
//!
//! The formation is kept where it can be. A model whose place is barred, out of reach or
//! out of coherency takes the nearest one that serves; where no such places are found
//! for all, the leader stops short.

use super::model::{ModelPlanner, Spreads, Way, height_near};
use crate::game::arrangement::{coherency_distance, how_levels_lie};
use crate::game::battle::Battle;
use crate::game::command::{Command, ModelMove, Order};
use crate::game::view::{ModelView, View};
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::arcs::looks_back;
use crate::rules::movement::bodies::overlap;
use crate::rules::movement::coherency::coherency_gap;

/// Plans moves of one unit by one action. Made once, it answers for many goals.
pub struct UnitPlanner<'a> {
    battle: &'a Battle,
    view: View<'a>,
    unit: UnitId,
    action: Action,
    /// Leader first, then by distance from him.
    models: Vec<ModelView<'a>>,
    planners: Vec<ModelPlanner<'a>>,
}

/// A move of a whole unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitPlan {
    /// The command; `check` accepts it.
    pub command: Command,
    /// Whether everyone kept his place in the formation, and the leader came where he was sent.
    pub kept: Kept,
}

/// What of a wish a plan kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// All of it.
    Formation,
    /// The leader comes where he was sent, others stand otherwise.
    Leader,
    /// The leader stops short.
    Direction,
}

/// What a whole unit can reach: for each model, leader first.
pub struct UnitSpreads<'p, 'a> {
    planner: &'p UnitPlanner<'a>,
    spreads: Vec<Spreads<'p>>,
}

impl<'a> UnitPlanner<'a> {
    /// `None` for an action without a move, or a unit without a model on the table.
    pub fn new(battle: &'a Battle, unit: UnitId, action: Action) -> Option<Self> {
        let view = battle.view();
        let leader = view.leader(unit)?;
        let mut models: Vec<ModelView> = view.standing(unit).collect();
        models.sort_by(|a, b| {
            let far = |model: &ModelView| model.pose.at.ground_distance(leader.pose.at);
            far(a).total_cmp(&far(b)).then_with(|| (a.id != leader.id, a.id).cmp(&(b.id != leader.id, b.id)))
        });
        let planners: Option<Vec<ModelPlanner>> =
            models.iter().map(|model| ModelPlanner::new(view, *model, action)).collect();
        Some(Self { battle, view, unit, action, models, planners: planners? })
    }

    /// Searches all that the unit can reach; takes longest of all this does.
    pub fn spreads(&self) -> UnitSpreads<'_, 'a> {
        UnitSpreads { planner: self, spreads: self.planners.iter().map(ModelPlanner::spreads).collect() }
    }
}

/// Shares of his way at which a leader stops whose unit cannot follow him all of it.
const STOPS: [f64; 9] = [1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.0];

/// How far beside its wish a model's place is looked for, inches, and in what steps.
const BESIDE: f64 = 12.0;
const STEP: f64 = 0.5;

impl UnitSpreads<'_, '_> {
    /// Sends the leader to a point of the table and everyone with him, the formation
    /// turned by some degrees; `None` only where not even staying is legal.
    ///
    /// Rule: COH-1, COH-3, MOV-4, FAC-4.
    pub fn to(&self, leader_to: Place, turn: f64) -> Option<UnitPlan> {
        let models = &self.planner.models;
        let leader = models.first()?;
        let full = self.planner.planners[0].way(leader_to);
        for stop in STOPS {
            let Some(end) = self.leader_stops(leader, leader_to, &full, stop) else { continue };
            let at = end.at;
            if let Some(ends) = self.followed(end, turn)
                && let Some((command, in_place)) = self.command(ends, turn)
            {
                let kept = match (at == leader_to, in_place) {
                    (true, true) => Kept::Formation,
                    (true, false) => Kept::Leader,
                    (false, _) => Kept::Direction,
                };
                return Some(UnitPlan { command, kept });
            }
        }
        None
    }

    /// Brings the unit together around its leader: he stays if the others can come to him,
    /// else he goes to meet them.
    ///
    /// Rule: COH-1, COH-3.
    pub fn mend(&self) -> Option<UnitPlan> {
        let models = &self.planner.models;
        let leader = models.first()?.pose.at;
        let mean = |axis: fn(Place) -> f64| {
            models.iter().map(|model| axis(model.pose.at)).sum::<f64>() / models.len() as f64
        };
        let middle = [mean(|at| at.x.inches()), mean(|at| at.y.inches())];
        [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().find_map(|share| {
            let [x, y] = leader.ground();
            let at = [x + share * (middle[0] - x), y + share * (middle[1] - y)];
            let z = if share == 0.0 { leader.z } else { height_near(self.planner.view, at, leader.z) };
            let end = Place::from_inches(at[0], at[1], z.inches()).ok()?;
            let end = self.goal(0, end)?;
            let ends = self.gathered(end)?;
            let (command, _) = self.command(ends, 0.0)?;
            Some(UnitPlan { command, kept: Kept::Leader })
        })
    }

    /// Where the leader ends who goes a share of his way.
    fn leader_stops(&self, leader: &ModelView, wish: Place, full: &Way, share: f64) -> Option<Goal> {
        if share == 1.0 {
            return self.goal(0, wish);
        }
        if share == 0.0 {
            return Some(Goal::stay(leader.pose.at));
        }
        let terms = self.planner.planners[0].terms();
        let far = share * full.length.min(terms.allowance);
        let at = along(leader.pose.at, &full.path, far)?;
        let wish =
            Place::from_inches(at.0[0], at.0[1], height_near(self.planner.view, at.0, at.1.z).inches())
                .ok()?;
        self.goal(0, wish)
    }

    /// A place as an end for a model: room there, and a way to it.
    fn goal(&self, nth: usize, at: Place) -> Option<Goal> {
        let model = &self.planner.models[nth];
        if at == model.pose.at {
            return Some(Goal::stay(at));
        }
        self.planner.view.terrain().room(at, model.mover()).ok()?;
        let way = self.spreads[nth].way(at)?;
        Some(Goal { at, path: way.path })
    }

    /// Places for all, the leader's given: each as near as it can to its place in the
    /// formation.
    fn followed(&self, leader: Goal, turn: f64) -> Option<Vec<Goal>> {
        let wish = |nth: usize, ends: &[Goal]| self.in_formation(nth, ends[0].at, turn);
        self.placed(leader, wish)
    }

    /// Places for all, each as near as it can to where it stands.
    fn gathered(&self, leader: Goal) -> Option<Vec<Goal>> {
        self.placed(leader, |nth, _| self.planner.models[nth].pose.at.ground())
    }

    fn placed(&self, leader: Goal, wish: impl Fn(usize, &[Goal]) -> [f64; 2]) -> Option<Vec<Goal>> {
        let mut ends = vec![leader];
        for nth in 1..self.planner.models.len() {
            let wish = wish(nth, &ends);
            let end = self.nearest_end(nth, wish, &ends)?;
            ends.push(end);
        }
        Some(ends)
    }

    /// Where a model's place in the formation lies when the leader stands at his end.
    fn in_formation(&self, nth: usize, leader: Place, turn: f64) -> [f64; 2] {
        let [x, y] = self.planner.models[nth].pose.at.ground();
        let [lx, ly] = self.planner.models[0].pose.at.ground();
        let (sin, cos) = (libm::sin(turn.to_radians()), libm::cos(turn.to_radians()));
        let (dx, dy) = (x - lx, y - ly);
        let [ex, ey] = leader.ground();
        [ex + dx * cos - dy * sin, ey + dx * sin + dy * cos]
    }

    /// The end nearest to a wish at which a model finds room, to which it has a way, and
    /// which keeps it with those placed before it.
    fn nearest_end(&self, nth: usize, wish: [f64; 2], ends: &[Goal]) -> Option<Goal> {
        let own = self.planner.models[nth].pose.at;
        let near = |at: &[f64; 2]| {
            let (dx, dy) = (at[0] - wish[0], at[1] - wish[1]);
            dx * dx + dy * dy
        };
        let mut candidates = vec![wish, own.ground()];
        candidates.extend(self.beside_others(nth, ends));
        let steps = (BESIDE / STEP) as i32;
        for row in -steps..=steps {
            for column in -steps..=steps {
                let aside = if row % 2 == 0 { 0.0 } else { STEP / 2.0 };
                candidates
                    .push([wish[0] + f64::from(column) * STEP + aside, wish[1] + f64::from(row) * STEP]);
            }
        }
        candidates.retain(|at| near(at) <= BESIDE * BESIDE);
        candidates.sort_by(|a, b| near(a).total_cmp(&near(b)));
        candidates.into_iter().find_map(|at| self.end_at(nth, at, ends))
    }

    /// Points that touch those placed before, or keep just within coherency of them.
    fn beside_others(&self, nth: usize, ends: &[Goal]) -> Vec<[f64; 2]> {
        let model = &self.planner.models[nth];
        let radius = model.card.base.radius();
        let clearance = self.planner.view.setup().ruleset.basics.clearance;
        let most = self.coherency() - 2.0 * clearance;
        let mut found = Vec::new();
        for (end, other) in ends.iter().zip(&self.planner.models) {
            for gap in [2.0 * clearance, most / 2.0, most] {
                let far = radius + other.card.base.radius() + gap;
                for step in 0..16 {
                    let angle = f64::from(step) * std::f64::consts::TAU / 16.0;
                    let [x, y] = end.at.ground();
                    found.push([x + far * libm::cos(angle), y + far * libm::sin(angle)]);
                }
            }
        }
        found
    }

    fn coherency(&self) -> f64 {
        let unit = self.planner.view.unit(self.planner.unit);
        unit.map_or(0.0, |unit| coherency_distance(self.planner.view, unit))
    }

    /// A point as an end: the cheapest questions first.
    fn end_at(&self, nth: usize, at: [f64; 2], ends: &[Goal]) -> Option<Goal> {
        let (view, model) = (self.planner.view, &self.planner.models[nth]);
        let most = self.planner.planners[nth].terms().allowance;
        let own = model.pose.at;
        let flat = Place::from_inches(at[0], at[1], 0.0).ok()?;
        if own.ground_distance(flat) > most + 0.01 {
            return None;
        }
        let mut heights = view.terrain().heights_at(at);
        heights.sort_by_key(|height| (height.0 - own.z.0).abs());
        heights.into_iter().find_map(|z| {
            let place = Place { z, ..flat };
            let crowded = self.is_crowded(nth, place, ends);
            let together = !crowded && self.is_together(nth, place, ends);
            if together { self.goal(nth, place) } else { None }
        })
    }

    /// Rule: MOV-4 (models).
    fn is_crowded(&self, nth: usize, place: Place, ends: &[Goal]) -> bool {
        let (view, model) = (self.planner.view, &self.planner.models[nth]);
        let body = model.body_at(place);
        let fellows = ends.iter().zip(&self.planner.models).map(|(end, other)| other.body_at(end.at));
        let others = view.standing_others(self.planner.unit).map(|other| other.body_at(other.pose.at));
        fellows.chain(others).any(|other| overlap(body, other, view.allowance()))
    }

    /// Rule: COH-1, COH-2.
    fn is_together(&self, nth: usize, place: Place, ends: &[Goal]) -> bool {
        let (view, model) = (self.planner.view, &self.planner.models[nth]);
        let distance = self.coherency();
        let level = |at: Place| view.terrain().level_at(at.ground(), at.z);
        ends.iter().zip(&self.planner.models).any(|(end, other)| {
            let levels = how_levels_lie(level(place), level(end.at));
            let gap = coherency_gap(model.disc_at(place), other.disc_at(end.at), levels);
            view.allowance().at_most(gap, distance)
        })
    }

    /// The command of some ends, if the battle accepts it, and whether all stand in
    /// formation.
    fn command(&self, ends: Vec<Goal>, turn: f64) -> Option<(Command, bool)> {
        let leader = ends.first()?.at;
        let in_place = ends.iter().enumerate().all(|(nth, end)| {
            let [x, y] = self.in_formation(nth, leader, turn);
            let [ex, ey] = end.at.ground();
            (x - ex).abs() < 0.001 && (y - ey).abs() < 0.001
        });
        let start = self.planner.models[0].pose.at;
        let moves = ends.into_iter().zip(&self.planner.models).map(|(end, model)| ModelMove {
            model: model.id,
            facing: self.facing(model, end.at, start, turn),
            path: end.path,
        });
        let moves: Vec<ModelMove> = moves.collect();
        let order = Order::of_move(self.planner.action, self.planner.unit, moves)?;
        let command = Command { player: self.planner.unit.side, order };
        self.planner.battle.check(&command).is_ok().then_some((command, in_place))
    }

    /// Where a model looks at its end: as before, turned with the formation; after At The
    /// Double away from where the leader began, if it would look back there.
    ///
    /// Rule: FAC-2, FAC-4.
    fn facing(&self, model: &ModelView, end: Place, leaders_start: Place, turn: f64) -> Facing {
        let kept = model.facing().degrees() + turn;
        let kept = Facing::from_degrees(kept.rem_euclid(360.0)).unwrap_or(model.facing());
        let kept = if self.planner.action == Action::OpenFire && turn == 0.0 { model.facing() } else { kept };
        let back = self.planner.action == Action::AtTheDouble
            && looks_back(model.disc_at(end), kept, leaders_start, self.planner.view.allowance());
        if back { Facing::toward(leaders_start, end).unwrap_or(kept) } else { kept }
    }
}

/// An end for a model and the way to it.
#[derive(Clone, Debug, PartialEq)]
struct Goal {
    at: Place,
    path: Vec<Place>,
}

impl Goal {
    fn stay(at: Place) -> Self {
        Self { at, path: Vec::new() }
    }
}

/// The point at a length along a path, and the corner it leads to; `None` beyond its end.
fn along(start: Place, path: &[Place], far: f64) -> Option<([f64; 2], Place)> {
    let mut left = far;
    for (from, to) in crate::rules::movement::legs(start, path) {
        let length = from.ground_distance(to);
        if left <= length && length > 0.0 {
            let ([ax, ay], [bx, by]) = (from.ground(), to.ground());
            let share = left / length;
            return Some(([ax + share * (bx - ax), ay + share * (by - ay)], to));
        }
        left -= length;
    }
    None
}
