//! The oracle for unit plans: random placement, many times over.

use warstrike::game::engine::command::Command;
use warstrike::game::engine::command::Order;
use warstrike::game::engine::play::Match;
use warstrike::game::engine::view::{ModelView, View};
use warstrike::game::phases::moving::kinds::ModelMove;
use warstrike::game::placement::coherency_distance;
use warstrike::game::plan::{ModelPlanner, ShortestPathTrees};
use warstrike::rules::action::Action;
use warstrike::rules::ids::UnitId;
use warstrike::rules::measures::{Facing, Place};
use warstrike::rules::movement::arcs::looks_back;
use warstrike::rules::movement::bodies::overlap;

use super::super::chance::Chance;
use super::{check_but_announcing, place_near};

/// How often a whole placement is tried, and how often each model in one.
pub const TRIES: usize = 1000;
const TRIES_EACH: usize = 5;

/// A random search for legal moves of one unit.
pub struct Oracle<'a> {
    game: &'a Match,
    view: View<'a>,
    unit: UnitId,
    action: Action,
    /// The leader first.
    models: Vec<ModelView<'a>>,
    planners: &'a [ModelPlanner<'a>],
    path_trees: Vec<ShortestPathTrees<'a>>,
}

/// The models of a unit, its leader first.
pub fn models_of(game: &Match, unit: UnitId) -> Vec<ModelView<'_>> {
    let view = game.battle().view();
    let leader = view.leader(unit).unwrap();
    let others = view.standing(unit).filter(|model| model.id != leader.id);
    std::iter::once(leader).chain(others).collect()
}

pub fn planners_of(game: &Match, unit: UnitId, action: Action) -> Vec<ModelPlanner<'_>> {
    let planner = |model| ModelPlanner::new(game.battle().view(), model, action).unwrap();
    models_of(game, unit).into_iter().map(planner).collect()
}

impl<'a> Oracle<'a> {
    pub fn new(game: &'a Match, unit: UnitId, action: Action, planners: &'a [ModelPlanner<'a>]) -> Self {
        let path_trees = planners.iter().map(ModelPlanner::path_trees).collect();
        Self {
            game,
            view: game.battle().view(),
            unit,
            action,
            models: models_of(game, unit),
            planners,
            path_trees,
        }
    }

    /// Whether the leader can reach a place, whatever the others do.
    pub fn leader_can(&self, at: Place) -> bool {
        at == self.models[0].pose.at || (self.is_free(0, at, &[]) && self.path_trees[0].reaches(at))
    }

    /// A legal move that brings the leader to a place or, without one, a legal move that restores coherency
    /// anywhere.
    pub fn find(&self, leader_to: Option<Place>, turn: f64, chance: &mut Chance) -> Option<Command> {
        (0..TRIES).find_map(|index| self.try_once(index, leader_to, turn, chance))
    }

    fn try_once(
        &self,
        index: usize,
        leader_to: Option<Place>,
        turn: f64,
        chance: &mut Chance,
    ) -> Option<Command> {
        let half_width = [0.0, 0.5, 1.5, 3.0, 6.0][index % 5];
        let leader =
            leader_to.or_else(|| self.sample(0, self.models[0].pose.at.ground(), half_width, &[], chance))?;
        let mut ends = vec![(0, leader)];
        for model in chance.shuffled(&(1..self.models.len()).collect::<Vec<_>>()) {
            let target = self.target(model, leader, turn, leader_to.is_none(), &ends, chance);
            let end = (0..TRIES_EACH).find_map(|_| self.sample(model, target, half_width, &ends, chance))?;
            ends.push((model, end));
        }
        self.command(&ends, turn)
    }

    /// The point around which a model's place is sampled: its slot in the formation, or a point beside a
    /// model already placed.
    fn target(
        &self,
        index: usize,
        leader: Place,
        turn: f64,
        gather: bool,
        ends: &[(usize, Place)],
        chance: &mut Chance,
    ) -> [f64; 2] {
        if gather || chance.one_in(3) {
            let (other, at) = ends[chance.below(ends.len())];
            let radius = self.models[index].card.base.radius() + self.models[other].card.base.radius();
            let gap = coherency_distance(self.view, self.view.unit(self.unit).unwrap());
            let (angle, distance) = (chance.share() * std::f64::consts::TAU, radius + chance.share() * gap);
            let [x, y] = at.ground();
            return [x + distance * libm::cos(angle), y + distance * libm::sin(angle)];
        }
        let ([x, y], [lx, ly]) = (self.models[index].pose.at.ground(), self.models[0].pose.at.ground());
        let (sin, cos) = (libm::sin(turn.to_radians()), libm::cos(turn.to_radians()));
        let [ex, ey] = leader.ground();
        [ex + (x - lx) * cos - (y - ly) * sin, ey + (x - lx) * sin + (y - ly) * cos]
    }

    /// A random free place within reach.
    fn sample(
        &self,
        index: usize,
        [x, y]: [f64; 2],
        half_width: f64,
        ends: &[(usize, Place)],
        chance: &mut Chance,
    ) -> Option<Place> {
        let mut aside = || half_width * (2.0 * chance.share() - 1.0);
        let own = self.models[index].pose.at;
        let at = place_near(self.game, x + aside(), y + aside(), own);
        let near = own.ground_distance(at) <= self.planners[index].terms().allowance + 0.005;
        (near && self.is_free(index, at, ends) && (at == own || self.path_trees[index].reaches(at)))
            .then_some(at)
    }

    fn is_free(&self, index: usize, at: Place, ends: &[(usize, Place)]) -> bool {
        let (model, view) = (self.models[index], self.view);
        let body = model.body_at(at);
        let fellows = ends.iter().map(|(other, at)| self.models[*other].body_at(*at));
        let others = view.standing_others(self.unit).map(|other| other.body_at(other.pose.at));
        view.terrain().check_room(at, model.mover()).is_ok()
            && !fellows.chain(others).any(|other| overlap(body, other, view.allowance()))
    }

    /// The command for some ends, if the battle accepts it.
    fn command(&self, ends: &[(usize, Place)], turn: f64) -> Option<Command> {
        let start = self.models[0].pose.at;
        let moves: Option<Vec<ModelMove>> = ends
            .iter()
            .map(|(index, at)| {
                let model = self.models[*index];
                let stays = *at == model.pose.at;
                let path = if stays { Vec::new() } else { self.path_trees[*index].path_to(*at)?.corners };
                let kept =
                    model.facing().degrees() + if self.action == Action::OpenFire { 0.0 } else { turn };
                let kept = Facing::from_degrees(kept.rem_euclid(360.0)).unwrap();
                let back = self.action == Action::AtTheDouble
                    && looks_back(model.disc_at(*at), kept, start, self.view.allowance());
                let facing = if back { Facing::toward(start, *at).unwrap_or(kept) } else { kept };
                Some(ModelMove { model: model.id, path, facing })
            })
            .collect();
        let order = Order::of_move(self.action, self.unit, moves?)?;
        let command = Command { player: self.unit.side, order };
        check_but_announcing(self.game, &command).is_ok().then_some(command)
    }
}
