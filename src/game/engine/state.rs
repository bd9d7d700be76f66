//! The state of a battle: a world of units and models.

use std::sync::Arc;

use bevy_ecs::prelude::{Mut, World};
use bevy_ecs::query::QueryState;
use tabletop::estimates::Estimates;
use tabletop::game::State;

use super::WarStrike;
use super::agenda::Agenda;
use super::components::{Index, ModelState, UnitState};
use super::dice::Dice;
use super::fact::Facts;
use super::may_estimate::MayEstimate;
use super::opening::spawn_forces;
use super::snapshot::Snapshot;
use super::table_state::{BattleTerrain, TableState};
use super::view::{Answers, BattleSetup, CurrentTurn, View};
use crate::level::setup::Setup;
use crate::rules::turn::Turn;

/// The world of a battle. Its entities are spawned once and never gain or lose a component.
pub struct BattleState {
    world: World,
    units: QueryState<&'static UnitState>,
    models: QueryState<&'static ModelState>,
}

impl BattleState {
    /// A level's units and models, in a turn and with an agenda.
    pub(in crate::game) fn open(setup: Arc<Setup>, (turn, agenda): (Turn, Agenda), dice: Dice) -> Self {
        let mut world = World::new();
        spawn_forces(&mut world, &setup);
        world.insert_resource(TableState::of(&setup.level));
        world.init_resource::<BattleTerrain>();
        world.insert_resource(BattleSetup(setup));
        world.insert_resource(CurrentTurn(turn));
        world.insert_resource(agenda);
        world.insert_resource(dice);
        world.insert_resource(Facts::default());
        world.init_resource::<Answers>();
        world.init_resource::<MayEstimate>();
        let units = QueryState::new(&mut world);
        let models = QueryState::new(&mut world);
        Self { world, units, models }
    }

    /// The world, for the systems of the phases.
    pub(in crate::game) fn world_mut(&mut self) -> &mut World {
        &mut self.world
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

    fn check_fits(&self, snapshot: &Snapshot) -> Result<(), &'static str> {
        let index = self.world.resource::<Index>();
        let units = index.units.iter().map(|entry| entry.id);
        if !units.eq(snapshot.units.iter().map(|unit| unit.id)) {
            return Err("it has other units");
        }
        let models = index.models.iter().map(|(id, _)| *id);
        if !models.eq(snapshot.models.iter().map(|model| model.id)) {
            return Err("it has other models");
        }
        Ok(())
    }

    /// Writes units and models; the snapshot has the battle's own, in the index's order.
    fn write_forces(&mut self, snapshot: &Snapshot) -> Result<(), &'static str> {
        const MISSING: &str = "an entity is missing";
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

impl State<WarStrike> for BattleState {
    fn setup(&self) -> &Arc<Setup> {
        &self.world.resource::<BattleSetup>().0
    }

    fn view(&self) -> View<'_> {
        let setup = &self.world.resource::<BattleSetup>().0;
        View {
            setup,
            index: self.world.resource::<Index>(),
            turn: self.world.resource::<CurrentTurn>().0,
            table: self.world.resource::<TableState>(),
            terrain: self.world.resource::<BattleTerrain>().of(setup),
            units: self.units.query_manual(&self.world),
            models: self.models.query_manual(&self.world),
            answers: self.world.resource::<Answers>(),
            may_estimate: self.world.resource::<MayEstimate>(),
            poses: &[],
        }
    }

    fn agenda(&self) -> &Agenda {
        self.world.resource()
    }

    fn agenda_mut(&mut self) -> &mut Agenda {
        self.world.resource_mut::<Agenda>().into_inner()
    }

    fn dice(&self) -> &Dice {
        self.world.resource()
    }

    fn dice_mut(&mut self) -> &mut Dice {
        self.world.resource_mut::<Dice>().into_inner()
    }

    fn facts_mut(&mut self) -> &mut Facts {
        self.world.resource_mut::<Facts>().into_inner()
    }

    fn snapshot(&self) -> Snapshot {
        let index = self.world.resource::<Index>();
        let units = index.units.iter().filter_map(|entry| self.world.get(entry.entity));
        let models = index.models.iter().filter_map(|(_, entity)| self.world.get(*entity));
        Snapshot {
            turn: self.world.resource::<CurrentTurn>().0,
            agenda: self.agenda().clone(),
            dice: self.dice().state(),
            table: self.world.resource::<TableState>().clone(),
            units: units.copied().collect(),
            models: models.copied().collect(),
        }
    }

    fn restore(&mut self, snapshot: &Snapshot) -> Result<(), &'static str> {
        self.check_fits(snapshot)?;
        self.write_forces(snapshot)?;
        self.write_table(&snapshot.table);
        self.world.resource_mut::<CurrentTurn>().0 = snapshot.turn;
        *self.agenda_mut() = snapshot.agenda.clone();
        self.dice_mut().restore(snapshot.dice);
        Ok(())
    }

    fn allow_estimates(&mut self, allowed: Option<Estimates>) {
        self.world.insert_resource(MayEstimate::by(allowed));
    }
}
