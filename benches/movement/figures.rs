//! What the movement benchmark measures of a battle; each figure is a median of samples.

use std::hint::black_box;
use std::time::Duration;

use warstrike::game::engine::battle::Battle;
use warstrike::game::engine::command::Command;
use warstrike::game::engine::view::{ModelView, View};
use warstrike::game::plan::{ModelPlanner, PathKind, UnitPathTrees, UnitPlanner};
use warstrike::rules::action::Action;
use warstrike::rules::ids::UnitId;
use warstrike::rules::measures::Place;
use warstrike::rules::movement::allowance::MoveTerms;
use warstrike::rules::movement::bodies::overlap;

use crate::chance::Chance;
use crate::common::{Costs, SEED, asked_nothing, sample};

/// Candidates sampled for ends of paths.
const MAX_TRIES: usize = 60_000;

/// A battle and the units that move in it.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    battle: &'a Battle,
    units: &'a [UnitId],
    max_time: Duration,
}

/// Which shortest paths are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// At The Double: slow ground is barred.
    Run,
    /// An Advance: around difficult ground.
    Walk,
    /// An Advance to where all paths lead through difficult ground; the search first has to rule out a path
    /// around it.
    Clamber,
    /// An Advance to where no path leads.
    Nowhere,
}

impl Kind {
    fn action(self) -> Action {
        if self == Self::Run { Action::AtTheDouble } else { Action::Advance }
    }

    fn max_length(self, terms: MoveTerms) -> f64 {
        if self == Self::Clamber { terms.on_difficult } else { terms.allowance }
    }

    fn is_of(self, kind: PathKind) -> bool {
        match self {
            Self::Run | Self::Walk => kind == PathKind::Around,
            Self::Clamber => kind == PathKind::Through,
            Self::Nowhere => matches!(kind, PathKind::TooLong | PathKind::NoPath),
        }
    }
}

/// Costs of planning moves of whole units.
pub struct UnitCosts {
    /// The planner, and everything its unit can reach.
    pub ready: Costs,
    /// One move, after that.
    pub planned: Costs,
    /// Both.
    pub whole: Costs,
    /// The check of the resulting command.
    pub checked: Costs,
}

impl<'a> Scene<'a> {
    /// A scene with these units, whose player is to move.
    pub fn new(battle: &'a Battle, units: &'a [UnitId]) -> Self {
        Self { battle, units, max_time: Duration::MAX }
    }

    /// The same, with a time limit on each figure: slow ones get fewer samples.
    pub fn within(self, max_time: Duration) -> Self {
        Self { max_time, ..self }
    }

    /// Shortest paths from models' places to legal ends within their allowance; the planners are prepared
    /// beforehand, and nothing was asked of them.
    pub fn paths(&self, kind: Kind, cases: usize) -> Costs {
        let (view, mut chance) = (self.battle.view(), Chance::new(SEED));
        let models = self.models(view, 10);
        let planners = planners_of(view, &models, kind.action());
        // Many ends are out of reach, or occupied.
        let tries = (0..MAX_TRIES).filter_map(|index| {
            let at = index % models.len();
            let planner = &planners[at];
            let to = somewhere(view, models[at], kind.max_length(planner.terms()), &mut chance)?;
            kind.is_of(planner.path_to(to).kind).then_some((at, to))
        });
        let searches: Vec<(usize, Place)> = tries.take(cases).collect();
        Costs::asked_anew(self.max_time, || {
            let anew = asked_nothing(self.battle);
            let planners = planners_of(anew.view(), &self.models(anew.view(), 10), kind.action());
            let path = |(at, to): &(usize, Place)| sample(1, || drop(black_box(planners[*at].path_to(*to))));
            searches.iter().map(path).collect()
        })
    }

    /// Preparing the planner of one model after another unit has moved. The terrain's own vertices are remembered, as they
    /// are in play.
    pub fn index(&self) -> Costs {
        let (view, models) = (self.battle.view(), self.models(self.battle.view(), 3));
        Costs::of(models.len(), self.max_time, |case| {
            black_box(ModelPlanner::new(view, models[case], Action::Advance));
        })
    }

    /// Everything a model can reach, as the window asks for it: with a planner of its own.
    pub fn reach(&self, action: Action) -> Costs {
        Costs::asked_anew(self.max_time, || {
            let anew = asked_nothing(self.battle);
            let (view, mut models) = (anew.view(), self.models(anew.view(), 1));
            models.truncate(5);
            let reach = |model: &ModelView| ModelPlanner::new(view, *model, action).unwrap().reach();
            models.iter().map(|model| sample(1, || drop(black_box(reach(model))))).collect()
        })
    }

    /// Moves of whole units, with their leaders sent to random places within the allowance.
    pub fn unit_moves(&self, action: Action, goals: usize) -> UnitCosts {
        let (view, mut chance) = (self.battle.view(), Chance::new(SEED));
        let mut moves = Vec::new();
        for (index, unit) in self.units.iter().enumerate() {
            let leader = view.leader(*unit).unwrap();
            let max_length = ModelPlanner::new(view, leader, action).unwrap().terms().allowance;
            let places = std::iter::repeat_with(|| somewhere(view, leader, max_length, &mut chance));
            moves.extend(places.flatten().take(goals).map(|to| (index, to)));
        }
        let ready = Costs::asked_anew(self.max_time, || {
            let anew = asked_nothing(self.battle);
            let new = |unit: &UnitId| UnitPlanner::new(&anew, *unit, action).unwrap();
            self.units.iter().map(|unit| sample(1, || drop(black_box(new(unit).path_trees())))).collect()
        });
        let mut commands: Vec<Command> = Vec::new();
        let planned = Costs::asked_anew(self.max_time, || {
            let anew = asked_nothing(self.battle);
            let planners: Vec<UnitPlanner> =
                self.units.iter().map(|unit| UnitPlanner::new(&anew, *unit, action).unwrap()).collect();
            let path_trees: Vec<UnitPathTrees> = planners.iter().map(UnitPlanner::path_trees).collect();
            commands.clear();
            let mut plan = |(index, to): &(usize, Place)| {
                let mut plan = None;
                let seconds = sample(1, || plan = black_box(path_trees[*index].plan_to(*to, 0.0)));
                commands.extend(plan.map(|plan| plan.command));
                seconds
            };
            moves.iter().map(&mut plan).collect()
        });
        let whole =
            moves.iter().zip(&planned.medians).map(|((index, _), planned)| ready.medians[*index] + planned);
        let samples = ready.samples.min(planned.samples);
        let whole = Costs { medians: whole.collect(), samples };
        let checked = Costs::asked_anew(self.max_time, || {
            let anew = asked_nothing(self.battle);
            let check = |command: &Command| sample(1, || anew.check(black_box(command)).unwrap());
            commands.iter().map(check).collect()
        });
        UnitCosts { ready, planned, whole, checked }
    }

    /// Some models of each unit, from all over its formation.
    fn models<'v>(&self, view: View<'v>, of_unit: usize) -> Vec<ModelView<'v>> {
        let models_of = |(index, unit): (usize, &UnitId)| {
            let models: Vec<ModelView> = view.standing(*unit).collect();
            (0..of_unit).map(|step| models[(index + step * 3) % models.len()]).collect::<Vec<_>>()
        };
        self.units.iter().enumerate().flat_map(models_of).collect()
    }
}

fn planners_of<'v>(view: View<'v>, models: &[ModelView<'v>], action: Action) -> Vec<ModelPlanner<'v>> {
    models.iter().map(|model| ModelPlanner::new(view, *model, action).unwrap()).collect()
}

/// A random place within a distance of a model, on any level, if it may stand there.
fn somewhere<'a>(
    view: View<'a>,
    model: ModelView<'a>,
    max_distance: f64,
    chance: &mut Chance,
) -> Option<Place> {
    let (angle, distance) = (chance.share() * std::f64::consts::TAU, chance.share() * max_distance);
    let [x, y] = model.pose.at.ground();
    let flat =
        Place::from_inches(x + distance * libm::cos(angle), y + distance * libm::sin(angle), 0.0).ok()?;
    let place = Place { z: chance.pick(&view.terrain().heights_at(flat.ground()))?, ..flat };
    let body = model.body_at(place);
    let mut others = view.standing_others(model.id.unit);
    let is_free = !others.any(|other| overlap(body, other.body_at(other.pose.at), view.allowance()));
    (is_free && view.terrain().check_room(place, model.mover()).is_ok()).then_some(place)
}
