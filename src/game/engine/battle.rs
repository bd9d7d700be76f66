//! A battle: its own small world of units and models, behind one gate.

use std::sync::{Arc, Mutex, PoisonError};

use bevy::ecs::query::QueryState;
use bevy::prelude::{BevyError, Mut, World};

use super::agenda::{Agenda, Decision, Entry};
use super::answer_cache::AnswerCache;
use super::apply::{AppliedFacts, apply_facts};
use super::check::check;
use super::command::Command;
use super::components::{
    Activity, CombatPart, Condition, Fate, Index, ModelState, Pose, Posture, UnitEntry, UnitState,
};
use super::dice::{Dice, DiceError, DiceExhausted, Draw, Wanted};
use super::fact::{Fact, Facts};
use super::refusal::Refusal;
use super::snapshot::{Snapshot, StateHash};
use super::step::run;
use super::table_state::{BattleTerrain, TableState};
use super::view::{BattleSetup, CurrentTurn, View};
use crate::game::dispatch;
use crate::game::kinds::RollContext;
use crate::level::scenario::{ActivityStart, ModelStart, Opening, UnitStart};
use crate::level::setup::Setup;
use crate::rules::action::Action;
use crate::rules::ids::ModelId;
use crate::rules::leadership::{Morale, WillRules};
use crate::rules::turn::Phase;

/// Most steps that may follow one command. A battle that takes more is caught in a circle, which is a bug: better an
/// error than a program that hangs.
const MAX_STEPS_PER_COMMAND: usize = 10_000;

/// A battle being fought.
///
/// Commands go in by [`Battle::submit`], facts come out; everything else reads.
pub struct Battle {
    world: World,
    units: QueryState<&'static UnitState>,
    models: QueryState<&'static ModelState>,
    /// The command that was accepted last, as long as nothing has changed since: a player who asks before
    /// submitting has it looked up once.
    accepted: Mutex<Option<Command>>,
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
    /// What explains them, where their purpose alone does not.
    pub context: Option<RollContext>,
}

/// A battle that could not go on: dice ran out, or a bug.
#[derive(Debug, thiserror::Error)]
pub enum BattleError {
    /// Fewer faces were fed than dice were to be rolled.
    #[error("too few faces were given: {}", .0.wanted)]
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
        let mut agenda = Agenda::default();
        let turn = dispatch::open(&setup, &mut agenda);
        spawn_forces(&mut world, &setup);
        world.insert_resource(TableState::of(&setup.level));
        world.init_resource::<BattleTerrain>();
        world.insert_resource(BattleSetup(setup));
        world.insert_resource(CurrentTurn(turn));
        world.insert_resource(agenda);
        world.insert_resource(dice);
        world.init_resource::<Facts>();
        world.init_resource::<AppliedFacts>();
        world.init_resource::<AnswerCache>();
        let units = QueryState::new(&mut world);
        let models = QueryState::new(&mut world);
        let mut battle = Self { world, units, models, accepted: Mutex::default() };
        battle.run_to_rest()?;
        let outcome = battle.outcome()?;
        Ok((battle, outcome))
    }

    /// What it is played with: level, cards and ruleset.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.world.resource::<BattleSetup>().0
    }

    /// The battle now.
    pub fn view(&self) -> View<'_> {
        let setup = &self.world.resource::<BattleSetup>().0;
        View {
            setup,
            index: self.world.resource::<Index>(),
            turn: self.world.resource::<CurrentTurn>().0,
            table: self.world.resource::<TableState>(),
            terrain: self.world.resource::<BattleTerrain>().of(setup),
            units: self.units.query_manual(&self.world),
            models: self.models.query_manual(&self.world),
            answers: self.world.resource::<AnswerCache>(),
            poses: &[],
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
        let accepted = || self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if accepted().as_ref() != Some(command) {
            check(self.view(), self.decision(), command)?;
            *accepted() = Some(command.clone());
        }
        Ok(())
    }

    /// Carries a command out, if it is allowed, up to the next decision.
    ///
    /// # Errors
    /// Refused: nothing changed. Broken: restore the battle from a snapshot.
    pub fn submit(&mut self, command: &Command) -> Result<Outcome, SubmitError> {
        self.carry_out(command)?;
        Ok(self.outcome()?)
    }

    /// The same for games that nobody records: without facts, dice and hash.
    ///
    /// # Errors
    /// As [`Self::submit`].
    pub fn play(&mut self, command: &Command) -> Result<(), SubmitError> {
        self.carry_out(command)?;
        self.world.resource_mut::<AppliedFacts>().0.clear();
        self.dice_mut().take_draws();
        Ok(())
    }

    fn carry_out(&mut self, command: &Command) -> Result<(), SubmitError> {
        self.check(command)?;
        self.forget_accepted();
        let order = command.order.clone();
        let before =
            self.decision().and_then(|decision| dispatch::step_before(self.view(), &order, decision));
        let mut agenda = self.world.resource_mut::<Agenda>();
        if let Some(Entry::Decide(decision)) = agenda.pop() {
            agenda.resolve(order, decision);
            if let Some(step) = before {
                agenda.push(step);
            }
        }
        Ok(self.run_to_rest()?)
    }

    /// Goes on from a snapshot that rests on no decision.
    ///
    /// # Errors
    /// Fed dice ran out, or a bug.
    pub(in crate::game) fn go_on(&mut self) -> Result<Outcome, BattleError> {
        self.forget_accepted();
        self.run_to_rest()?;
        self.outcome()
    }

    /// What was accepted may be refused once something has changed.
    fn forget_accepted(&mut self) {
        *self.accepted.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Takes entries from the agenda until a player has to decide or nothing is left to happen. Facts are applied
    /// after each.
    fn run_to_rest(&mut self) -> Result<(), BattleError> {
        for _ in 0..MAX_STEPS_PER_COMMAND {
            let mut agenda = self.world.resource_mut::<Agenda>();
            if agenda.decision().is_some() {
                return Ok(());
            }
            let done = match agenda.pop() {
                None => return Ok(()),
                Some(Entry::Decide(_)) => Ok(()),
                Some(Entry::Resolve { order, decision }) => {
                    dispatch::resolve(&mut self.world, order, decision)
                }
                Some(Entry::Run(step)) => dispatch::run(&mut self.world, step),
            };
            let done = done.and_then(|()| run(&mut self.world, apply_facts, ()));
            done.map_err(|error| self.broken_by(&error))?;
        }
        Err(BattleError::Endless)
    }

    /// Applies facts that this battle brought about elsewhere: a copy that is shown fact by fact follows it so. What is on
    /// its agenda, and its dice, stay as they are.
    ///
    /// # Errors
    /// A fact names a unit or model that the battle does not have.
    pub fn follow(&mut self, facts: &[Fact]) -> Result<(), BattleError> {
        self.forget_accepted();
        self.world.resource_mut::<Facts>().extend(facts.iter().cloned());
        let done = run(&mut self.world, apply_facts, ());
        self.world.resource_mut::<AppliedFacts>().0.clear();
        done.map_err(|error| self.broken_by(&error))
    }

    fn broken_by(&mut self, error: &BevyError) -> BattleError {
        let (error_of_dice, context) = match error.downcast_ref::<DiceExhausted>() {
            Some(exhausted) => (Some(&exhausted.error), Some(&exhausted.context)),
            None => (error.downcast_ref(), None),
        };
        match error_of_dice {
            Some(DiceError::Exhausted(wanted)) => {
                let mut facts = std::mem::take(&mut self.world.resource_mut::<AppliedFacts>().0);
                // The step that was broken off has not applied its own yet.
                facts.extend(self.world.resource_mut::<Facts>().take());
                let wanted = DiceWanted { wanted: *wanted, facts, context: context.cloned() };
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
        let index = self.world.resource::<Index>();
        let units = index.units.iter().filter_map(|entry| self.world.get(entry.entity));
        let models = index.models.iter().filter_map(|(_, entity)| self.world.get(*entity));
        Snapshot {
            turn: view.turn(),
            agenda: self.world.resource::<Agenda>().clone(),
            dice: self.dice().state(),
            table: self.world.resource::<TableState>().clone(),
            units: units.copied().collect(),
            models: models.copied().collect(),
        }
    }

    /// Goes to a snapshot of a battle with the same setup.
    ///
    /// # Errors
    /// It is of another battle; then nothing changed.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), BattleError> {
        self.forget_accepted();
        self.check_fits(snapshot)?;
        self.write_forces(snapshot)?;
        self.write_table(&snapshot.table);
        self.world.resource_mut::<CurrentTurn>().0 = snapshot.turn;
        *self.world.resource_mut::<Agenda>() = snapshot.agenda.clone();
        self.dice_mut().restore(snapshot.dice);
        self.world.resource_mut::<Facts>().take();
        self.world.resource_mut::<AppliedFacts>().0.clear();
        Ok(())
    }

    /// Lays the table as a snapshot has it. Terrain is prepared again only where other obstacles lie.
    fn write_table(&mut self, table: &TableState) {
        let mut state = self.world.resource_mut::<TableState>();
        let same = state.obstacles == table.obstacles;
        *state = table.clone();
        if !same {
            let setup = &self.world.resource::<BattleSetup>().0;
            let terrain = BattleTerrain::with(setup, &table.obstacles);
            self.world.insert_resource(terrain);
        }
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
        self.world.resource_scope(|world, index: Mut<Index>| {
            for (entry, state) in index.units.iter().zip(&snapshot.units) {
                *world.get_mut::<UnitState>(entry.entity).ok_or(MISSING)? = *state;
            }
            for ((_, entity), state) in index.models.iter().zip(&snapshot.models) {
                *world.get_mut::<ModelState>(*entity).ok_or(MISSING)? = *state;
            }
            Ok(())
        })
    }
}

/// Spawns every unit and model of the level, once, and indexes them by id.
fn spawn_forces(world: &mut World, setup: &Setup) {
    let mut index = Index::default();
    for unit in setup.units() {
        let entity = world.spawn(unit_state(setup, unit)).id();
        let first = index.models.len();
        for (id, start) in unit.model_ids().zip(&unit.models) {
            index.models.push((id, world.spawn(model_state(id, start)).id()));
        }
        index.units.push(UnitEntry { id: unit.id, entity, models: first..index.models.len() });
    }
    world.insert_resource(index);
}

fn unit_state(setup: &Setup, unit: &UnitStart) -> UnitState {
    let UnitStart { id, hit_die, nerve_markers, suppression_markers, .. } = *unit;
    let morale = Morale { hit_die, nerve_markers, suppression_markers };
    let morale = morale.at_opening(setup.card(unit), WillRules::of(&setup.ruleset));
    let Morale { hit_die, nerve_markers, suppression_markers } = morale;
    let acted = unit.activity == ActivityStart::Acted && !begins_its_turn(unit, setup.level.opening);
    let activity = Activity {
        acted,
        last_action: unit.last_action,
        posture: posture_after(unit.last_action),
        has_snap_fired: false,
        has_moved: acted && is_move(unit.last_action),
        has_defended: false,
        combat: None,
    };
    UnitState { id, hit_die, nerve_markers, suppression_markers, activity }
}

/// Whether the level opens with the beginning of this unit's turn, in which nobody has acted yet.
///
/// Rule: TURN-3.
fn begins_its_turn(unit: &UnitStart, opening: Opening) -> bool {
    matches!(opening, Opening::InPlay { side, phase: Phase::Starting, .. } if side == unit.id.side)
}

/// A unit that has acted is taken to have moved if its action was one that does.
///
/// Rule: CC-1 (moved by an action).
fn is_move(last: Option<Action>) -> bool {
    matches!(last, Some(Action::Advance | Action::AtTheDouble))
}

/// A unit whose last action was Get Down is down still.
///
/// Rule: ACT-5.
fn posture_after(last: Option<Action>) -> Posture {
    match last {
        Some(Action::GetDown) => Posture::Down,
        _ => Posture::Up,
    }
}

fn model_state(id: ModelId, start: &ModelStart) -> ModelState {
    let (fate, wounds_lost, pose) = match *start {
        ModelStart::Waiting => (Fate::Waiting, 0, Pose::default()),
        ModelStart::Standing { at, facing, wounds_lost } => {
            (Fate::Standing, wounds_lost, Pose { at, facing })
        }
        ModelStart::Lost => (Fate::Lost, 0, Pose::default()),
    };
    ModelState { id, pose, condition: Condition { fate, wounds_lost, combat: CombatPart::None } }
}
