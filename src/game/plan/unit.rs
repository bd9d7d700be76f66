//! Plans moves of a whole unit, given where its leader should go.
//!
//! The formation is kept where possible. A model whose slot is blocked, out of reach or out of
//! coherency swaps slots with another or takes the nearest legal place. Where that leaves models behind, they follow the
//! leader on their own shortest paths; if all that fails for some model, the leader stops short.

use super::arrange::Effort;
use super::model::ModelPlanner;
use super::slide::around;
use super::unit_placement::{End, UnitPlacement};
use crate::game::engine::battle::Battle;
use crate::game::engine::command::Command;
use crate::game::engine::command::Order;
use crate::game::engine::refusal::Reason;
use crate::game::engine::view::{ModelView, View};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::shooting;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::arcs::looks_back;
use crate::table::plane::distance;
use crate::table::shape::Point;

/// Plans moves of one unit by one action. Built once, it serves many goals.
pub struct UnitPlanner<'a> {
    battle: &'a Battle,
    pub(super) view: View<'a>,
    pub(super) unit: UnitId,
    action: Action,
    /// Leader first, then by distance from it.
    pub(super) models: Vec<ModelView<'a>>,
    pub(super) planners: Vec<ModelPlanner<'a>>,
}

/// A move of a whole unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitPlan {
    /// `check` accepts it; an At The Double move only once it is announced (RE-1).
    pub command: Command,
    /// Share of the goal that it achieves.
    pub quality: PlanQuality,
}

/// Share of the goal that a plan achieves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanQuality {
    /// The leader arrives, and every model keeps its slot.
    Formation,
    /// The leader arrives; the others stand differently.
    Leader,
    /// The leader stops short.
    Direction,
}

/// The path trees of a whole unit.
pub struct UnitPathTrees<'p, 'a> {
    pub(super) planner: &'p UnitPlanner<'a>,
    pub(super) placement: UnitPlacement<'p, 'a>,
}

impl<'a> UnitPlanner<'a> {
    /// `None` for an action without a move, or a unit without a model on the table.
    pub fn new(battle: &'a Battle, unit: UnitId, action: Action) -> Option<Self> {
        let view = battle.view();
        let leader = view.leader(unit)?;
        let mut models: Vec<ModelView> = view.standing(unit).collect();
        models.sort_by(|a, b| {
            let from_leader = |model: &ModelView| model.pose.at.ground_distance(leader.pose.at);
            from_leader(a)
                .total_cmp(&from_leader(b))
                .then_with(|| (a.id != leader.id, a.id).cmp(&(b.id != leader.id, b.id)))
        });
        // A model on the same spot one level higher comes after the leader.
        models.sort_by_key(|model| model.id != leader.id);
        let mut planners: Vec<ModelPlanner> = Vec::with_capacity(models.len());
        for &model in &models {
            let shared = planners.iter().find_map(|planner| planner.for_fellow(model));
            planners.push(shared.or_else(|| ModelPlanner::new(view, model, action))?);
        }
        Some(Self { battle, view, unit, action, models, planners })
    }

    /// Builds the path trees of all models, which takes most of a plan's time.
    pub fn path_trees(&self) -> UnitPathTrees<'_, 'a> {
        let placement = UnitPlacement::new(self.view, self.models.clone(), &self.planners);
        placement.search_all();
        UnitPathTrees { planner: self, placement }
    }
}

/// Models that go their leader's way rather than to their slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follows {
    /// Those that cannot end in their slots.
    WithoutSlot,
    /// All of them: slots may lie on the other side of what is in the way.
    Everyone,
}

/// Number of places tried near one where a leader cannot stand.
const MAX_PLACES_NEAR: usize = 4;

/// Shares of the way to the unit's centroid, or to one of its models, that the leader goes to
/// restore coherency.
const MEETING_SHARES: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl UnitPathTrees<'_, '_> {
    /// Sends the leader to a place and the unit with it, the formation turned by `turn` degrees. Where it cannot arrive, it goes
    /// as far toward the place as it comes; where nothing else is legal, all models stay.
    ///
    /// Rule: COH-1, COH-3, MOV-4, FAC-4.
    pub fn plan_to(&self, leader_to: Place, turn: f64) -> Option<UnitPlan> {
        self.placement.end_cache.borrow_mut().clear();
        let arrives = self.placement.end(0, leader_to).and_then(|leader| self.arriving(leader, turn));
        let toward = || self.plan_toward(leader_to, turn);
        let around_leader = || {
            let leader = self.placement.end_in_place(0);
            let targets = self.formation(leader.at, turn);
            self.placement.arrange(leader, &targets, Effort::Quick, |ends| {
                Some(UnitPlan { command: self.command(ends, turn)?, quality: PlanQuality::Direction })
            })
        };
        arrives.or_else(toward).or_else(around_leader).or_else(|| {
            let command = self.command(&self.placement.ends_in_place(), 0.0)?;
            Some(UnitPlan { command, quality: PlanQuality::Direction })
        })
    }

    /// The move of the unit with its leader's end; `None` if the others cannot follow.
    fn arriving(&self, leader: End, turn: f64) -> Option<UnitPlan> {
        let targets = self.formation(leader.at, turn);
        let in_formation = |ends: &[End]| {
            let in_slot = |(end, [x, y]): (&End, &Point)| {
                let [ex, ey] = end.at.ground();
                (x - ex).abs() < 0.001 && (y - ey).abs() < 0.001
            };
            ends.iter().zip(&targets).all(in_slot)
        };
        let plan = |ends: &[End]| {
            let quality = if in_formation(ends) { PlanQuality::Formation } else { PlanQuality::Leader };
            let plan = UnitPlan { command: self.command(ends, turn)?, quality };
            Some((self.left_behind(ends, &targets), plan))
        };
        let mut best = self.placement.arrange(leader.clone(), &targets, Effort::Full, plan);
        for follows in [Follows::WithoutSlot, Follows::Everyone] {
            if matches!(best, Some((0, _))) {
                break;
            }
            let on_their_way = self.targets_on_their_way(&leader, &targets, follows);
            let followed = self.placement.arrange(leader.clone(), &on_their_way, Effort::Quick, plan);
            best = best.into_iter().chain(followed).min_by_key(|(behind, _)| *behind);
        }
        // A split unit has no formation to keep.
        let best = best.or_else(|| self.placement.arrange(leader, &self.own_places(), Effort::Full, plan));
        best.map(|(_, plan)| plan)
    }

    /// The same; a leader that cannot stand there goes to a place within [`FARTHEST`](super::FARTHEST) of it.
    ///
    /// Rule: MOV-4 (near by).
    pub fn plan_near(&self, leader_to: Place, turn: f64) -> Option<UnitPlan> {
        let exact = self.plan_to(leader_to, turn);
        if exact.as_ref().is_some_and(|plan| plan.quality != PlanQuality::Direction) {
            return exact;
        }
        let leader = self.planner.models[0];
        let terrain = self.planner.view.terrain();
        let near = around(leader_to.ground()).filter_map(|[x, y]| {
            let height = terrain.height_near([x, y], leader_to.z);
            let place = Place::from_inches(x, y, height.inches()).ok()?;
            let is_free = terrain.check_room(place, leader.mover()).is_ok()
                && !self.placement.is_occupied(0, place, &[])
                && self.placement.end(0, place).is_some();
            is_free.then_some(place)
        });
        let arrives = |place: Place| {
            let plan = self.plan_to(place, turn)?;
            (plan.quality != PlanQuality::Direction).then_some(plan)
        };
        near.take(MAX_PLACES_NEAR).find_map(arrives).or(exact)
    }

    /// Brings the unit together around its leader, which stays if the others can reach it and
    /// otherwise goes to meet them.
    ///
    /// Rule: COH-1, COH-3.
    pub fn restore_coherency(&self) -> Option<UnitPlan> {
        self.placement.end_cache.borrow_mut().clear();
        let own = self.own_places();
        let centroid = |axis: usize| own.iter().map(|at| at[axis]).sum::<f64>() / own.len() as f64;
        let [x, y] = own[0];
        let goals = std::iter::once([centroid(0), centroid(1)]).chain(own[1..].iter().copied());
        let meetings = goals
            .flat_map(|[gx, gy]| MEETING_SHARES.map(|share| [x + share * (gx - x), y + share * (gy - y)]))
            .filter_map(|at| self.placement.best_end(0, at));
        std::iter::once(self.placement.end_in_place(0)).chain(meetings).find_map(|leader| {
            self.placement.arrange(leader, &own, Effort::Full, |ends| {
                Some(UnitPlan { command: self.command(ends, 0.0)?, quality: PlanQuality::Leader })
            })
        })
    }

    /// Number of models that stay in place though their slots are farther off than a link of coherency.
    fn left_behind(&self, ends: &[End], targets: &[Point]) -> usize {
        let is_behind = |(end, target): &(&End, &Point)| {
            end.path.is_empty() && distance(end.at.ground(), **target) > self.placement.max_link()
        };
        ends.iter().zip(targets).skip(1).filter(is_behind).count()
    }

    /// The targets of models that follow their leader round what is in the way: as far as they come on their shortest paths to the
    /// leader's end; their slots if they do not follow.
    fn targets_on_their_way(&self, leader: &End, slots: &[Point], follows: Follows) -> Vec<Point> {
        let on_its_way = |(index, slot): (usize, &Point)| {
            let keeps_slot = match follows {
                Follows::WithoutSlot => self.placement.best_end(index, *slot).is_some(),
                Follows::Everyone => false,
            };
            if index == 0 || keeps_slot {
                return *slot;
            }
            let (model, planner) = (&self.planner.models[index], &self.planner.planners[index]);
            let path = planner.path_to(leader.at);
            let length = path.length.min(planner.terms().allowance);
            along(model.pose.at, &path.corners, length).map_or(leader.at.ground(), |(at, _)| at)
        };
        slots.iter().enumerate().map(on_its_way).collect()
    }

    /// Present places of the models.
    fn own_places(&self) -> Vec<Point> {
        self.planner.models.iter().map(|model| model.pose.at.ground()).collect()
    }

    /// Each model's slot in the formation for an end of the leader.
    pub(super) fn formation(&self, leader: Place, turn: f64) -> Vec<Point> {
        let [lx, ly] = self.planner.models[0].pose.at.ground();
        let (sin, cos) = (libm::sin(turn.to_radians()), libm::cos(turn.to_radians()));
        let [ex, ey] = leader.ground();
        let place = |model: &ModelView| {
            let [x, y] = model.pose.at.ground();
            let (dx, dy) = (x - lx, y - ly);
            [ex + dx * cos - dy * sin, ey + dx * sin + dy * cos]
        };
        self.planner.models.iter().map(place).collect()
    }

    /// The command for some ends, if the battle accepts it now or once the move is announced.
    pub(super) fn command(&self, ends: &[End], turn: f64) -> Option<Command> {
        let start = self.planner.models[0].pose.at;
        let moves = ends.iter().zip(&self.planner.models).map(|(end, model)| ModelMove {
            model: model.id,
            facing: self.facing(model, end.at, start, turn),
            path: end.path.clone(),
        });
        let order = Order::of_move(self.planner.action, self.planner.unit, moves.collect())?;
        let command = Command { player: self.planner.unit.side, order };
        match self.planner.battle.check(&command) {
            Err(refusal) if refusal.reason() != Reason::Shooting(shooting::kinds::Reason::NotAnnounced) => {
                None
            }
            _ => Some(command),
        }
    }

    /// A model's facing at its end: as before, turned with the formation. After At The Double it
    /// may not look back at where the leader began, and faces away from there instead.
    ///
    /// Rule: FAC-2, FAC-3, FAC-4.
    fn facing(&self, model: &ModelView, end: Place, leaders_start: Place, turn: f64) -> Facing {
        let action = self.planner.action;
        if turn == 0.0 || !model.card.may_turn_in(action) {
            return self.not_looking_back(model, end, leaders_start, model.facing());
        }
        let turned = (model.facing().degrees() + turn).rem_euclid(360.0);
        let turned = Facing::from_degrees(turned).unwrap_or(model.facing());
        self.not_looking_back(model, end, leaders_start, turned)
    }

    fn not_looking_back(&self, model: &ModelView, end: Place, leaders_start: Place, wish: Facing) -> Facing {
        let back = self.planner.action == Action::AtTheDouble
            && looks_back(model.disc_at(end), wish, leaders_start, self.planner.view.allowance());
        if back { Facing::toward(leaders_start, end).unwrap_or(wish) } else { wish }
    }
}

/// The point at a distance along a path, and the corner after it; `None` beyond its end.
pub(super) fn along(start: Place, path: &[Place], length: f64) -> Option<(Point, Place)> {
    let mut left = length;
    for (from, to) in crate::rules::movement::legs(start, path) {
        let leg = from.ground_distance(to);
        if left <= leg && leg > 0.0 {
            let ([ax, ay], [bx, by]) = (from.ground(), to.ground());
            let share = left / leg;
            return Some(([ax + share * (bx - ax), ay + share * (by - ay)], to));
        }
        left -= leg;
    }
    None
}
