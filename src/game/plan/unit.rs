//! Places and ways for all models of a unit, given where its leader should go.
//!
//! The formation is kept where it can be. A model whose place is barred, out of reach or
//! out of coherency changes with another or takes the nearest place that serves; where no
//! such places are found for all, the leader stops short.

use super::arrange::Effort;
use super::company::{End, UnitPlacement};
use super::model::{ModelPlanner, Way};
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
use crate::table::shape::Point;

/// Plans moves of one unit by one action. Made once, it answers for many goals.
pub struct UnitPlanner<'a> {
    battle: &'a Battle,
    pub(super) view: View<'a>,
    pub(super) unit: UnitId,
    action: Action,
    /// Leader first, then by distance from him.
    pub(super) models: Vec<ModelView<'a>>,
    pub(super) planners: Vec<ModelPlanner<'a>>,
}

/// A move of a whole unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitPlan {
    /// The command; `check` accepts it, if need be once the run is announced (RE-1).
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
    company: UnitPlacement<'p, 'a>,
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
        // Another who stands on the very spot, a level higher, comes after him.
        models.sort_by_key(|model| model.id != leader.id);
        let mut planners: Vec<ModelPlanner> = Vec::with_capacity(models.len());
        for &model in &models {
            let like = planners.iter().find_map(|planner| planner.of_fellow(model));
            planners.push(like.or_else(|| ModelPlanner::new(view, model, action))?);
        }
        Some(Self { battle, view, unit, action, models, planners })
    }

    /// Searches all that the unit can reach; takes longest of all this does.
    pub fn spreads(&self) -> UnitSpreads<'_, 'a> {
        let company = UnitPlacement::new(self.view, self.models.clone(), &self.planners);
        company.search();
        UnitSpreads { planner: self, company }
    }
}

/// Shares of his way at which a leader stops whose unit cannot follow him all of it.
const STOPS: [f64; 9] = [1.0, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.0];

/// Shares of the way to the middle of his unit, or to one of its models, that a leader goes
/// to bring it together.
const MEETINGS: [f64; 4] = [0.25, 0.5, 0.75, 1.0];

impl UnitSpreads<'_, '_> {
    /// Sends the leader to a point of the table and everyone with him, the formation
    /// turned by some degrees. Where nothing else is legal, all stay.
    ///
    /// Rule: COH-1, COH-3, MOV-4, FAC-4.
    pub fn to(&self, leader_to: Place, turn: f64) -> Option<UnitPlan> {
        self.company.ends.borrow_mut().clear();
        let full = self.planner.planners[0].way(leader_to);
        let stops = STOPS.into_iter().find_map(|stop| {
            let leader = self.leader_stops(leader_to, &full, stop)?;
            let kept = if leader.at == leader_to { Kept::Leader } else { Kept::Direction };
            let wishes = self.formation(leader.at, turn);
            let in_formation = |ends: &[End]| {
                let there = |(end, [x, y]): (&End, &Point)| {
                    let [ex, ey] = end.at.ground();
                    (x - ex).abs() < 0.001 && (y - ey).abs() < 0.001
                };
                kept == Kept::Leader && ends.iter().zip(&wishes).all(there)
            };
            let plan = |ends: &[End]| {
                let kept = if in_formation(ends) { Kept::Formation } else { kept };
                Some(UnitPlan { command: self.command(ends, turn)?, kept })
            };
            if kept == Kept::Direction {
                return self.company.arranged(leader, &wishes, Effort::Small, plan);
            }
            let followed = self.company.arranged(leader.clone(), &wishes, Effort::Great, plan);
            // A split unit has no formation to keep.
            followed.or_else(|| self.company.arranged(leader, &self.own_places(), Effort::Great, plan))
        });
        stops.or_else(|| {
            let command = self.command(&self.company.stay(), 0.0)?;
            Some(UnitPlan { command, kept: Kept::Direction })
        })
    }

    /// Brings the unit together around its leader: he stays if the others can come to him,
    /// else he goes to meet them.
    ///
    /// Rule: COH-1, COH-3.
    pub fn mend(&self) -> Option<UnitPlan> {
        self.company.ends.borrow_mut().clear();
        let own = self.own_places();
        let mean = |axis: usize| own.iter().map(|at| at[axis]).sum::<f64>() / own.len() as f64;
        let [x, y] = own[0];
        let aims = std::iter::once([mean(0), mean(1)]).chain(own[1..].iter().copied());
        let meetings = aims
            .flat_map(|[ax, ay]| MEETINGS.map(|share| [x + share * (ax - x), y + share * (ay - y)]))
            .filter_map(|at| self.company.best_end(0, at));
        std::iter::once(self.company.staying(0)).chain(meetings).find_map(|leader| {
            self.company.arranged(leader, &own, Effort::Great, |ends| {
                Some(UnitPlan { command: self.command(ends, 0.0)?, kept: Kept::Leader })
            })
        })
    }

    /// Where the leader ends who goes a share of his way.
    fn leader_stops(&self, wish: Place, full: &Way, share: f64) -> Option<End> {
        let leader = &self.planner.models[0];
        if share == 1.0 {
            return self.company.end(0, wish);
        }
        if share == 0.0 {
            return Some(self.company.staying(0));
        }
        let far = share * full.length.min(self.planner.planners[0].terms().allowance);
        let (at, toward) = along(leader.pose.at, &full.path, far)?;
        let height = self.planner.view.terrain().height_near(at, toward.z);
        self.company.end(0, Place::from_inches(at[0], at[1], height.inches()).ok()?)
    }

    /// Where everyone stands.
    fn own_places(&self) -> Vec<Point> {
        self.planner.models.iter().map(|model| model.pose.at.ground()).collect()
    }

    /// Where everyone's place in the formation lies when the leader stands at his end.
    fn formation(&self, leader: Place, turn: f64) -> Vec<Point> {
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

    /// The command of some ends, if the battle accepts it, or would once the run is announced.
    fn command(&self, ends: &[End], turn: f64) -> Option<Command> {
        let start = self.planner.models[0].pose.at;
        let moves = ends.iter().zip(&self.planner.models).map(|(end, model)| ModelMove {
            model: model.id,
            facing: self.facing(model, end.at, start, turn),
            path: end.path.clone(),
        });
        let order = Order::of_move(self.planner.action, self.planner.unit, moves.collect())?;
        let command = Command { player: self.planner.unit.side, order };
        match self.planner.battle.check(&command) {
            Err(refusal) if refusal.reason != Reason::Shooting(shooting::kinds::Reason::NotAnnounced) => None,
            _ => Some(command),
        }
    }

    /// Where a model looks at its end: as before, turned with the formation; after At The
    /// Double away from where the leader began, if it would look back there.
    ///
    /// Rule: FAC-2, FAC-3, FAC-4.
    fn facing(&self, model: &ModelView, end: Place, leaders_start: Place, turn: f64) -> Facing {
        let action = self.planner.action;
        if turn == 0.0 || !model.card.may_turn_in(action) {
            return self.ahead(model, end, leaders_start, model.facing());
        }
        let turned = (model.facing().degrees() + turn).rem_euclid(360.0);
        let turned = Facing::from_degrees(turned).unwrap_or(model.facing());
        self.ahead(model, end, leaders_start, turned)
    }

    fn ahead(&self, model: &ModelView, end: Place, leaders_start: Place, wish: Facing) -> Facing {
        let back = self.planner.action == Action::AtTheDouble
            && looks_back(model.disc_at(end), wish, leaders_start, self.planner.view.allowance());
        if back { Facing::toward(leaders_start, end).unwrap_or(wish) } else { wish }
    }
}

/// The point at a length along a path, and the corner it leads to; `None` beyond its end.
fn along(start: Place, path: &[Place], far: f64) -> Option<(Point, Place)> {
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
