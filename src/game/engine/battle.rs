//! A battle: its own small world of units and models, behind one gate.

use std::sync::Arc;

use bevy::ecs::query::QueryState;
use bevy::prelude::{BevyError, Mut, Schedule, World};

use crate::game::engine::agenda::{Agenda, Current, Decision, Step};
use crate::game::engine::apply::{AppliedFacts, ModelPartsMut, UnitPartsMut};
use crate::game::engine::check::check;
use crate::game::engine::command::Command;
use crate::game::engine::components::{Activity, Condition, Fate, Index, Pose, UnitEntry, UnitMorale};
use crate::game::engine::dice::{Dice, DiceError, Draw, Wanted};
use crate::game::engine::fact::{Fact, Facts, RollOff};
use crate::game::engine::refusal::Refusal;
use crate::game::engine::snapshot::{ModelState, Snapshot, StateHash, UnitState};
use crate::game::engine::step::{Failure, schedule};
use crate::game::engine::view::{BattleSetup, CurrentTurn, ModelParts, UnitParts, View};
use crate::game::phases::shooting::salvo::{DiceExhausted, PendingSalvo};
use crate::game::phases::test_to_act::unit_that_must_test;
use crate::level::scenario::{ActivityStart, ModelStart, Opening, UnitStart};
use crate::level::setup::Setup;
use crate::rules::ids::Side;
use crate::rules::leadership::{Morale, WillRules};
use crate::rules::turn::{Phase, Turn};

/// Most steps that may follow one command. A battle that takes more is caught
/// in a circle, which is a bug; better an error than a program that hangs.
const MAX_STEPS_PER_COMMAND: usize = 10_000;

/// A battle being fought.
///
/// Commands go in by [`Battle::submit`], facts come out; everything else reads.
pub struct Battle {
    world: World,
    schedule: Schedule,
    units: QueryState<UnitParts>,
    models: QueryState<ModelParts>,
    unit_writer: QueryState<UnitPartsMut>,
    model_writer: QueryState<ModelPartsMut>,
}

/// What one accepted command brought about.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What happened, in order.
    pub facts: Vec<Fact>,
    /// The dice that were rolled, in order.
    pub draws: Vec<Draw>,
    /// Hash of the state afterwards.
    pub hash: StateHash,
}

/// Dice that a battle was to roll and had no faces for, and how it came to them.
#[derive(Clone, Debug, PartialEq)]
pub struct DiceWanted {
    /// The dice.
    pub wanted: Wanted,
    /// What the command brought about before them.
    pub facts: Vec<Fact>,
    /// The salvo whose dice they are, if they are a salvo's.
    pub salvo: Option<PendingSalvo>,
}

/// A battle that could not go on: dice ran out, or a bug.
#[derive(Debug, thiserror::Error)]
pub enum BattleError {
    /// Fewer faces were fed than dice were to be rolled.
    #[error("too few faces for the dice: {}", .0.wanted)]
    DiceWanted(Box<DiceWanted>),
    /// A system could not do its work.
    #[error("{0}")]
    Step(String),
    /// The agenda never came to rest.
    #[error("the battle did not come to rest within {MAX_STEPS_PER_COMMAND} steps")]
    Endless,
    /// A snapshot of another battle.
    #[error("the snapshot does not fit this battle: {0}")]
    ForeignSnapshot(&'static str),
    /// The state could not be hashed.
    #[error("the state could not be encoded: {0}")]
    Encoding(#[from] postcard::Error),
}

/// Why a command brought nothing about.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The rules forbid it; nothing changed.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// The battle broke half way; restore it from a snapshot.
    #[error(transparent)]
    Broken(#[from] BattleError),
}

impl From<Refusal> for SubmitError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

impl Battle {
    /// Sets up a level and plays it up to the first decision.
    ///
    /// # Errors
    /// Fed dice ran out, or a bug.
    pub fn new(setup: Arc<Setup>, dice: Dice) -> Result<(Self, Outcome), BattleError> {
        let mut world = World::new();
        let (turn, agenda) = opening(&setup);
        spawn_forces(&mut world, &setup);
        world.insert_resource(BattleSetup(setup));
        world.insert_resource(CurrentTurn(turn));
        world.insert_resource(agenda);
        world.insert_resource(dice);
        world.init_resource::<Current>();
        world.init_resource::<Facts>();
        world.init_resource::<AppliedFacts>();
        world.init_resource::<Failure>();
        let units = QueryState::new(&mut world);
        let models = QueryState::new(&mut world);
        let unit_writer = QueryState::new(&mut world);
        let model_writer = QueryState::new(&mut world);
        let mut battle = Self { world, schedule: schedule(), units, models, unit_writer, model_writer };
        let outcome = battle.run_to_rest()?;
        Ok((battle, outcome))
    }

    /// The battle as it stands.
    pub fn view(&self) -> View<'_> {
        View {
            setup: &self.world.resource::<BattleSetup>().0,
            index: self.world.resource::<Index>(),
            turn: self.world.resource::<CurrentTurn>().0,
            units: self.units.query_manual(&self.world),
            models: self.models.query_manual(&self.world),
        }
    }

    /// The decision the battle waits for; `None` once it is over.
    pub fn decision(&self) -> Option<Decision> {
        self.world.resource::<Agenda>().decision()
    }

    /// Whether a command would be accepted now.
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, command: &Command) -> Result<(), Refusal> {
        check(self.view(), self.decision(), command)
    }

    /// Carries a command out, if it is allowed, up to the next decision.
    ///
    /// # Errors
    /// Refused: nothing changed. Broken: restore the battle from a snapshot.
    pub fn submit(&mut self, command: &Command) -> Result<Outcome, SubmitError> {
        self.check(command)?;
        let order = command.order.clone();
        let tests = self.decision().and_then(|decision| unit_that_must_test(self.view(), &order, decision));
        let mut agenda = self.world.resource_mut::<Agenda>();
        if let Some(Step::Decide(decision)) = agenda.pop() {
            agenda.push(match tests {
                Some(unit) => Step::TestToAct { unit, order, decision },
                None => Step::Resolve { order, decision },
            });
        }
        Ok(self.run_to_rest()?)
    }

    /// Runs the schedule once for each step until a player has to decide or
    /// nothing is left to happen.
    fn run_to_rest(&mut self) -> Result<Outcome, BattleError> {
        for _ in 0..MAX_STEPS_PER_COMMAND {
            let mut agenda = self.world.resource_mut::<Agenda>();
            if agenda.is_empty() || agenda.decision().is_some() {
                return self.outcome();
            }
            let step = agenda.pop();
            self.world.resource_mut::<Current>().0 = step;
            self.schedule.run(&mut self.world);
            if let Some(error) = self.world.resource_mut::<Failure>().0.take() {
                return Err(self.broken_by(&error));
            }
        }
        Err(BattleError::Endless)
    }

    fn broken_by(&mut self, error: &BevyError) -> BattleError {
        let (error_of_dice, salvo) = match error.downcast_ref::<DiceExhausted>() {
            Some(interrupted) => (Some(&interrupted.error), Some(&interrupted.salvo)),
            None => (error.downcast_ref(), None),
        };
        match error_of_dice {
            Some(DiceError::Exhausted(wanted)) => {
                let facts = std::mem::take(&mut self.world.resource_mut::<AppliedFacts>().0);
                let wanted = DiceWanted { wanted: *wanted, facts, salvo: salvo.cloned() };
                BattleError::DiceWanted(Box::new(wanted))
            }
            Some(other) => BattleError::Step(other.to_string()),
            None => BattleError::Step(error.to_string()),
        }
    }

    fn outcome(&mut self) -> Result<Outcome, BattleError> {
        let facts = std::mem::take(&mut self.world.resource_mut::<AppliedFacts>().0);
        let draws = self.dice_mut().take_draws();
        Ok(Outcome { facts, draws, hash: self.snapshot().hash()? })
    }

    /// The dice, to see where faces come from.
    pub fn dice(&self) -> &Dice {
        self.world.resource::<Dice>()
    }

    /// The dice, to choose where faces come from.
    pub fn dice_mut(&mut self) -> Mut<'_, Dice> {
        self.world.resource_mut::<Dice>()
    }

    /// All that changes in the battle, at rest.
    pub fn snapshot(&self) -> Snapshot {
        let view = self.view();
        let unit_state = |unit: crate::game::engine::view::UnitView| UnitState {
            id: unit.id,
            hit_die: unit.morale.hit_die,
            nerve_markers: unit.morale.nerve_markers,
            suppression_markers: unit.morale.suppression_markers,
            activity: unit.activity,
        };
        let model_state = |model: crate::game::engine::view::ModelView| ModelState {
            id: model.id,
            pose: model.pose,
            condition: model.condition,
        };
        Snapshot {
            turn: view.turn(),
            agenda: self.world.resource::<Agenda>().clone(),
            dice: self.dice().state(),
            units: view.units().map(unit_state).collect(),
            models: view.units().flat_map(|unit| view.models(unit.id)).map(model_state).collect(),
        }
    }

    /// Goes to a snapshot of a battle with the same setup.
    ///
    /// # Errors
    /// It is of another battle; then nothing changed.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), BattleError> {
        self.check_fits(snapshot)?;
        self.write_forces(snapshot)?;
        self.world.resource_mut::<CurrentTurn>().0 = snapshot.turn;
        *self.world.resource_mut::<Agenda>() = snapshot.agenda.clone();
        self.dice_mut().restore(snapshot.dice);
        self.world.resource_mut::<Current>().0 = None;
        self.world.resource_mut::<Facts>().take();
        self.world.resource_mut::<AppliedFacts>().0.clear();
        Ok(())
    }

    fn check_fits(&self, snapshot: &Snapshot) -> Result<(), BattleError> {
        let index = self.world.resource::<Index>();
        let units = index.units.iter().map(|entry| entry.id);
        if !units.eq(snapshot.units.iter().map(|unit| unit.id)) {
            return Err(BattleError::ForeignSnapshot("it has other units"));
        }
        let models = index.models.iter().map(|(id, _)| *id);
        if !models.eq(snapshot.models.iter().map(|model| model.id)) {
            return Err(BattleError::ForeignSnapshot("it has other models"));
        }
        Ok(())
    }

    /// Writes units and models; the snapshot has the battle's own, in the index's order.
    fn write_forces(&mut self, snapshot: &Snapshot) -> Result<(), BattleError> {
        const MISSING: BattleError = BattleError::ForeignSnapshot("an entity is missing");
        let (units, models) = (&mut self.unit_writer, &mut self.model_writer);
        self.world.resource_scope(|world, index: Mut<Index>| {
            for (entry, state) in index.units.iter().zip(&snapshot.units) {
                let (mut morale, mut activity) = units.get_mut(world, entry.entity).map_err(|_| MISSING)?;
                let UnitState { hit_die, nerve_markers, suppression_markers, .. } = *state;
                morale.0 = Morale { hit_die, nerve_markers, suppression_markers };
                *activity = state.activity;
            }
            for ((_, entity), state) in index.models.iter().zip(&snapshot.models) {
                let (mut pose, mut condition) = models.get_mut(world, *entity).map_err(|_| MISSING)?;
                *pose = state.pose;
                *condition = state.condition;
            }
            Ok(())
        })
    }
}

/// Turn and agenda a level opens with.
fn opening(setup: &Setup) -> (Turn, Agenda) {
    let mut agenda = Agenda::default();
    let turn = match setup.level.opening {
        Opening::Deployment => {
            let waits = setup.units().any(UnitStart::waits);
            let purpose = if waits { RollOff::FirstPlacing } else { RollOff::FirstTurn };
            agenda.push(Step::RollOff { purpose, finished_first: nothing_to_place(setup) });
            Turn { round: 0, side: Side::A, first: Side::A, phase: Phase::Deployment }
        }
        Opening::InPlay { round, side, first, phase } => {
            let turn = Turn { round, side, first, phase };
            agenda.push_phase(turn);
            turn
        }
    };
    (turn, agenda)
}

/// The side that has nothing to deploy, where the other has: it has finished first.
///
/// Rule: MIS-2 (who finished first).
fn nothing_to_place(setup: &Setup) -> Option<Side> {
    let waits = |side: Side| setup.level.forces[side.index()].units.iter().any(UnitStart::waits);
    match Side::BOTH.map(waits) {
        [false, true] => Some(Side::A),
        [true, false] => Some(Side::B),
        _ => None,
    }
}

/// Spawns every unit and model of the level, once, and indexes them by id.
fn spawn_forces(world: &mut World, setup: &Setup) {
    let mut index = Index::default();
    for unit in setup.units() {
        let entity = world.spawn(unit_bundle(setup, unit)).id();
        let first = index.models.len();
        for (id, start) in unit.model_ids().zip(&unit.models) {
            let (pose, condition) = model_state(start);
            index.models.push((id, world.spawn((pose, condition)).id()));
        }
        index.units.push(UnitEntry { id: unit.id, entity, models: first..index.models.len() });
    }
    world.insert_resource(index);
}

fn unit_bundle(setup: &Setup, unit: &UnitStart) -> (UnitMorale, Activity) {
    let UnitStart { hit_die, nerve_markers, suppression_markers, .. } = *unit;
    let morale = Morale { hit_die, nerve_markers, suppression_markers };
    let morale = morale.at_opening(setup.card(unit), WillRules::of(&setup.ruleset));
    let activity = Activity {
        acted: unit.activity == ActivityStart::Acted && !begins_its_turn(unit, setup.level.opening),
        last_action: unit.last_action,
        posture: posture_after(unit.last_action),
        has_snap_fired: false,
    };
    (UnitMorale(morale), activity)
}

/// Whether the level opens with the beginning of this unit's turn, in which nobody has acted yet.
///
/// Rule: TURN-3.
fn begins_its_turn(unit: &UnitStart, opening: Opening) -> bool {
    matches!(opening, Opening::InPlay { side, phase: Phase::Starting, .. } if side == unit.id.side)
}

/// A unit whose last action was Get Down is down still.
///
/// Rule: ACT-5.
fn posture_after(last: Option<crate::rules::action::Action>) -> crate::game::engine::components::Posture {
    use crate::game::engine::components::Posture;
    match last {
        Some(crate::rules::action::Action::GetDown) => Posture::Down,
        _ => Posture::Up,
    }
}

fn model_state(start: &ModelStart) -> (Pose, Condition) {
    match *start {
        ModelStart::Waiting => (Pose::default(), Condition { fate: Fate::Waiting, wounds_lost: 0 }),
        ModelStart::Standing { at, facing, wounds_lost } => {
            (Pose { at, facing }, Condition { fate: Fate::Standing, wounds_lost })
        }
        ModelStart::Lost => (Pose::default(), Condition { fate: Fate::Lost, wounds_lost: 0 }),
    }
}
