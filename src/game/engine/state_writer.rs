//! The only way to the components of units and models in play.

use bevy_ecs::prelude::{BevyError, Mut, Query, Res, ResMut, Result};
use bevy_ecs::system::SystemParam;

use super::components::{Fate, Index, ModelState, Posture, UnitState};
use super::table_state::{BattleTerrain, PlacedObstacle, TableState};
use super::unit_fact::{TestedFor, UnitFact};
use super::view::{BattleSetup, CurrentTurn};
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::turn::{Phase, Turn};

/// Target of facts.
#[derive(SystemParam)]
pub(in crate::game) struct StateWriter<'w, 's> {
    index: Res<'w, Index>,
    setup: Res<'w, BattleSetup>,
    turn: ResMut<'w, CurrentTurn>,
    table: ResMut<'w, TableState>,
    terrain: ResMut<'w, BattleTerrain>,
    units: Query<'w, 's, &'static mut UnitState>,
    models: Query<'w, 's, &'static mut ModelState>,
}

impl StateWriter<'_, '_> {
    /// Applies what happened to a unit or a model.
    pub(in crate::game) fn apply(&mut self, fact: &UnitFact) -> Result {
        match fact {
            UnitFact::LeadershipTested { unit, purpose: TestedFor::CloseCombat, .. } => {
                if let Some(combat) = &mut self.unit(*unit)?.activity.combat {
                    combat.has_tested = true;
                }
            }
            UnitFact::LeadershipTested { .. }
            | UnitFact::HitsTaken { .. }
            | UnitFact::UnitWipedOut { .. } => {}
            UnitFact::UnitActivated { unit, action } => self.activate(*unit, *action)?,
            UnitFact::ModelMoved { model, path, .. } => {
                if let Some(end) = path.last() {
                    self.model(*model)?.pose.at = *end;
                }
                self.note_move(model.unit)?;
            }
            UnitFact::ModelTurned { model, facing } => self.model(*model)?.pose.facing = *facing,
            UnitFact::NerveMarkersDropped { unit, left, .. } => self.unit(*unit)?.nerve_markers = *left,
            UnitFact::NerveMarkersGained { unit, now, .. } => self.unit(*unit)?.nerve_markers = *now,
            UnitFact::SuppressionMarkersGained { unit, now, .. } => {
                self.unit(*unit)?.suppression_markers = *now;
            }
            UnitFact::SuppressionMarkersRemoved { unit, left, .. } => {
                self.unit(*unit)?.suppression_markers = *left;
            }
            UnitFact::HitDieRaised { unit, shows, .. } => self.unit(*unit)?.hit_die = *shows,
            UnitFact::HitDieRemoved { unit, .. } => self.unit(*unit)?.hit_die = 0,
            UnitFact::ModelWounded { model, wounds_lost } => {
                self.model(*model)?.condition.wounds_lost = *wounds_lost;
            }
            UnitFact::ModelLost { model, .. } => self.model(*model)?.condition.fate = Fate::Lost,
            UnitFact::UnitActed { unit } => self.unit(*unit)?.activity.acted = true,
        }
        Ok(())
    }

    /// Clears the effects of a unit's earlier action: it gets up, and its new last action may let it snap fire again.
    ///
    /// Rule: ACT-5, RE-1.
    fn activate(&mut self, unit: UnitId, action: Action) -> Result {
        let activity = &mut self.unit(unit)?.activity;
        activity.last_action = Some(action);
        activity.posture = Posture::Up;
        activity.has_snap_fired = false;
        Ok(())
    }

    /// A unit that moves by an action may be in close combat at the end of the phase.
    ///
    /// Rule: CC-1 (by an action, not by falling back).
    fn note_move(&mut self, unit: UnitId) -> Result {
        let in_action = self.turn.0.phase == Phase::Action;
        let activity = &mut self.unit(unit)?.activity;
        activity.has_moved |= in_action && activity.last_action != Some(Action::FallBack);
        Ok(())
    }

    /// Sets the present turn.
    pub(in crate::game) fn set_turn(&mut self, turn: Turn) {
        self.turn.0 = turn;
    }

    /// Sets the side that deploys first.
    ///
    /// Rule: MIS-2.
    pub(in crate::game) fn set_first(&mut self, side: Side) {
        self.turn.0 = Turn { side, first: side, ..self.turn.0 };
    }

    /// Things on the table beside units; obstacles are added by [`Self::place_obstacle`].
    pub(in crate::game) fn table(&mut self) -> &mut TableState {
        &mut self.table
    }

    /// Adds an obstacle to the table and prepares its terrain again.
    pub(in crate::game) fn place_obstacle(&mut self, obstacle: PlacedObstacle) {
        self.table.obstacles.push(obstacle);
        *self.terrain = BattleTerrain::with(&self.setup, &self.table.obstacles);
    }

    /// Every unit's state, in id order.
    pub(in crate::game) fn each_unit(&mut self, mut write: impl FnMut(&mut UnitState)) -> Result {
        for entry in &self.index.units {
            write(self.units.get_mut(entry.entity)?.into_inner());
        }
        Ok(())
    }

    /// Every model of a unit.
    pub(in crate::game) fn each_model(
        &mut self,
        unit: UnitId,
        mut write: impl FnMut(&mut ModelState),
    ) -> Result {
        let models = self.index.unit(unit).ok_or_else(|| unknown(unit))?.models.clone();
        for index in models {
            write(self.models.get_mut(self.index.models[index].1)?.into_inner());
        }
        Ok(())
    }

    /// A unit's state.
    pub(in crate::game) fn unit(&mut self, id: UnitId) -> Result<Mut<'_, UnitState>> {
        let entry = self.index.unit(id).ok_or_else(|| unknown(id))?;
        Ok(self.units.get_mut(entry.entity)?)
    }

    /// A model's state.
    pub(in crate::game) fn model(&mut self, id: ModelId) -> Result<Mut<'_, ModelState>> {
        let entity = self.index.model(id).ok_or_else(|| unknown(id))?;
        Ok(self.models.get_mut(entity)?)
    }
}

fn unknown(id: impl std::fmt::Display) -> BevyError {
    BevyError::from(format!("a fact refers to unknown {id}"))
}
