//! What is measured of a battle: each figure as the medians of its samples.

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
use crate::common::{Costs, SEED};

/// Places looked at for ends of paths.
const MOST_TRIES: usize = 60_000;

/// A battle and the units that move in it.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    battle: &'a Battle,
    units: &'a [UnitId],
    most: Duration,
}

/// Which shortest paths are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// At The Double, which bars slow ground.
    Run,
    /// An Advance, which goes round difficult ground.
    Walk,
    /// An Advance to where only paths through difficult ground lead; that there is none
    /// round it has to be found out first.
    Clamber,
    /// An Advance to where no path of it leads.
    Nowhere,
}

impl Kind {
    fn action(self) -> Action {
        if self == Self::Run { Action::AtTheDouble } else { Action::Advance }
    }

    fn most(self, terms: MoveTerms) -> f64 {
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

/// What planning moves of whole units costs.
pub struct UnitCosts {
    /// The planner, and all that its unit can reach.
    pub ready: Costs,
    /// A move, once that is done.
    pub planned: Costs,
    /// Both.
    pub whole: Costs,
    /// The check of the command found.
    pub checked: Costs,
}

impl<'a> Scene<'a> {
    /// Moves are measured of these units, whose player's turn it is.
    pub fn new(battle: &'a Battle, units: &'a [UnitId]) -> Self {
        Self { battle, units, most: Duration::MAX }
    }

    /// The same, but what takes longer than this in all is sampled less often.
    pub fn within(self, most: Duration) -> Self {
        Self { most, ..self }
    }

    /// Shortest paths from models' places to ends within their allowance that they may stand
    /// at, the planners ready.
    pub fn paths(&self, kind: Kind, cases: usize) -> Costs {
        let (view, mut chance) = (self.battle.view(), Chance::new(SEED));
        let models = self.models(10);
        let planners: Vec<ModelPlanner> =
            models.iter().map(|model| ModelPlanner::new(view, *model, kind.action()).unwrap()).collect();
        // Many ends are out of reach or in the way of others.
        let tries = (0..MOST_TRIES).filter_map(|nth| {
            let (model, planner) = (models[nth % models.len()], &planners[nth % models.len()]);
            let to = somewhere(view, model, kind.most(planner.terms()), &mut chance)?;
            kind.is_of(planner.path_to(to).kind).then_some((planner, to))
        });
        let errands: Vec<(&ModelPlanner, Place)> = tries.take(cases).collect();
        Costs::of(errands.len(), self.most, |case| {
            let (planner, to) = errands[case];
            black_box(planner.path_to(to));
        })
    }

    /// What is made ready for one model after another unit has moved: all of its planner,
    /// which keeps nothing.
    pub fn index(&self) -> Costs {
        let (view, models) = (self.battle.view(), self.models(3));
        Costs::of(models.len(), self.most, |case| {
            black_box(ModelPlanner::new(view, models[case], Action::Advance));
        })
    }

    /// All places a model can reach, as the window asks for them: with a planner of its own.
    pub fn reach(&self, action: Action) -> Costs {
        let (view, mut models) = (self.battle.view(), self.models(1));
        models.truncate(5);
        Costs::of(models.len(), self.most, |case| {
            black_box(ModelPlanner::new(view, models[case], action).unwrap().reach());
        })
    }

    /// Moves of whole units, their leaders sent to random places within the allowance.
    pub fn unit_moves(&self, action: Action, goals: usize) -> UnitCosts {
        let (view, mut chance) = (self.battle.view(), Chance::new(SEED));
        let new = |unit: &UnitId| UnitPlanner::new(self.battle, *unit, action).unwrap();
        let ready = Costs::of(self.units.len(), self.most, |case| {
            black_box(new(&self.units[case]).path_trees());
        });
        let planners: Vec<UnitPlanner> = self.units.iter().map(new).collect();
        let path_trees: Vec<UnitPathTrees> = planners.iter().map(UnitPlanner::path_trees).collect();
        let mut errands = Vec::new();
        for (nth, unit) in self.units.iter().enumerate() {
            let leader = view.leader(*unit).unwrap();
            let most = ModelPlanner::new(view, leader, action).unwrap().terms().allowance;
            let places = std::iter::repeat_with(|| somewhere(view, leader, most, &mut chance));
            errands.extend(places.flatten().take(goals).map(|to| (nth, to)));
        }
        let plan = |case: usize| {
            let (nth, to): (usize, Place) = errands[case];
            path_trees[nth].plan_to(to, 0.0)
        };
        let planned = Costs::of(errands.len(), self.most, |case| {
            black_box(plan(case));
        });
        let whole =
            errands.iter().zip(&planned.medians).map(|((nth, _), planned)| ready.medians[*nth] + planned);
        let samples = ready.samples.min(planned.samples);
        let whole = Costs { medians: whole.collect(), samples };
        let commands: Vec<Command> = (0..errands.len()).filter_map(plan).map(|plan| plan.command).collect();
        let checked = Costs::of(commands.len(), self.most, |case| {
            self.battle.check(black_box(&commands[case])).unwrap();
        });
        UnitCosts { ready, planned, whole, checked }
    }

    /// Some models of each unit, from all through its formation.
    fn models(&self, of_unit: usize) -> Vec<ModelView<'a>> {
        let nth_of = |(nth, unit): (usize, &UnitId)| {
            let models: Vec<ModelView> = self.battle.view().standing(*unit).collect();
            (0..of_unit).map(|step| models[(nth + step * 3) % models.len()]).collect::<Vec<_>>()
        };
        self.units.iter().enumerate().flat_map(nth_of).collect()
    }
}

/// A random place within a length of a model, if it may stand there: on any level of it.
fn somewhere<'a>(view: View<'a>, model: ModelView<'a>, most: f64, chance: &mut Chance) -> Option<Place> {
    let (angle, far) = (chance.share() * std::f64::consts::TAU, chance.share() * most);
    let [x, y] = model.pose.at.ground();
    let flat = Place::from_inches(x + far * libm::cos(angle), y + far * libm::sin(angle), 0.0).ok()?;
    let place = Place { z: chance.pick(&view.terrain().heights_at(flat.ground()))?, ..flat };
    let body = model.body_at(place);
    let mut others = view.standing_others(model.id.unit);
    let is_free = !others.any(|other| overlap(body, other.body_at(other.pose.at), view.allowance()));
    (is_free && view.terrain().room(place, model.mover()).is_ok()).then_some(place)
}
