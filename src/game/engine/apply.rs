//! Facts become state. The only writer of game components in play.

use bevy::prelude::{BevyError, Mut, Query, Res, ResMut, Resource, Result};

use crate::game::engine::components::{Activity, Condition, Fate, Index, Pose, Posture, UnitMorale};
use crate::game::engine::fact::{Fact, Facts, Goes};
use crate::game::engine::view::CurrentTurn;
use crate::rules::action::Action;
use crate::rules::falling_back::Counts;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::turn::{Phase, Turn};

/// Facts applied since the battle was last asked for them.
#[derive(Resource, Debug, Default)]
pub struct AppliedFacts(pub Vec<Fact>);

/// What a unit's entity is written as.
pub(in crate::game) type UnitPartsMut = (&'static mut UnitMorale, &'static mut Activity);

/// What a model's entity is written as.
pub(in crate::game) type ModelPartsMut = (&'static mut Pose, &'static mut Condition);

/// What facts are written to.
#[derive(bevy::ecs::system::SystemParam)]
pub(in crate::game) struct Writer<'w, 's> {
    index: Res<'w, Index>,
    turn: ResMut<'w, CurrentTurn>,
    units: Query<'w, 's, UnitPartsMut>,
    models: Query<'w, 's, ModelPartsMut>,
}

/// Makes every fact of this step so, in order, and hands it to the chronicle.
pub(in crate::game) fn apply_facts(
    mut facts: ResMut<Facts>,
    mut writer: Writer,
    mut chronicle: ResMut<AppliedFacts>,
) -> Result {
    for fact in facts.take() {
        writer.apply(&fact)?;
        chronicle.0.push(fact);
    }
    Ok(())
}

impl Writer<'_, '_> {
    fn apply(&mut self, fact: &Fact) -> Result {
        match fact {
            Fact::RollOffHeld { .. }
            | Fact::BattleEnded { .. }
            | Fact::LeadershipTested { .. }
            | Fact::SalvoFired { .. }
            | Fact::HitsTaken { .. }
            | Fact::SavesRolled { .. }
            | Fact::UnitWipedOut { .. } => {}
            Fact::FallBackForced { unit, goes, .. } => {
                if *goes == Goes::StaysInCover {
                    self.unit(*unit)?.1.posture = Posture::InCover;
                }
            }
            Fact::UnitDeployed { models, .. } => {
                for placed in models {
                    let (mut pose, mut condition) = self.model(placed.model)?;
                    *pose = Pose { at: placed.at, facing: placed.facing };
                    condition.fate = Fate::Standing;
                }
            }
            Fact::PhaseBegan { turn } => self.begin_phase(*turn),
            Fact::UnitActivated { unit, action } => self.activate(*unit, *action)?,
            Fact::ModelMoved { model, path, .. } => {
                if let Some(end) = path.last() {
                    self.model(*model)?.0.at = *end;
                }
            }
            Fact::ModelTurned { model, facing } => self.model(*model)?.0.facing = *facing,
            Fact::UnitGotDown { unit } => self.unit(*unit)?.1.posture = Posture::Down,
            Fact::NerveMarkersDropped { unit, left, .. } => {
                self.unit(*unit)?.0.0.nerve_markers = *left;
            }
            Fact::NerveMarkersGained { unit, now, .. } => self.unit(*unit)?.0.0.nerve_markers = *now,
            Fact::SuppressionMarkersGained { unit, now, .. } => {
                self.unit(*unit)?.0.0.suppression_markers = *now;
            }
            Fact::SuppressionMarkersRemoved { unit, left, .. } => {
                self.unit(*unit)?.0.0.suppression_markers = *left;
            }
            Fact::HitDieRaised { unit, shows, .. } => self.unit(*unit)?.0.0.hit_die = *shows,
            Fact::ModelWounded { model, wounds_lost } => self.model(*model)?.1.wounds_lost = *wounds_lost,
            Fact::ModelLost { model, .. } => self.model(*model)?.1.fate = Fate::Lost,
            Fact::UnitLeftTable { unit, counts, .. } => self.leave(*unit, *counts)?,
            Fact::UnitSnapFired { unit, .. } => self.unit(*unit)?.1.has_snap_fired = true,
            Fact::HitDieRemoved { unit, .. } => self.unit(*unit)?.0.0.hit_die = 0,
            Fact::UnitActed { unit } => self.unit(*unit)?.1.acted = true,
        }
        Ok(())
    }

    /// Who still stands of a unit is off the table.
    ///
    /// Rule: OFB-6.
    fn leave(&mut self, unit: UnitId, counts: Counts) -> Result {
        let fate = match counts {
            Counts::Escaped => Fate::Escaped,
            Counts::Destroyed => Fate::Lost,
        };
        let models = self.index.unit(unit).ok_or_else(|| unknown(unit))?.models.clone();
        for nth in models {
            let (_, mut condition) = self.models.get_mut(self.index.models[nth].1)?;
            if condition.fate == Fate::Standing {
                condition.fate = fate;
            }
        }
        Ok(())
    }

    /// In a new turn the active player's units may act again.
    ///
    /// Rule: TURN-3.
    fn begin_phase(&mut self, turn: Turn) {
        self.turn.0 = turn;
        if turn.phase != Phase::Starting {
            return;
        }
        for entry in self.index.units.iter().filter(|entry| entry.id.side == turn.side) {
            if let Ok((_, mut activity)) = self.units.get_mut(entry.entity) {
                activity.acted = false;
            }
        }
    }

    /// What a unit did before no longer holds: it gets up, and what it did last may let it snap fire
    /// anew.
    ///
    /// Rule: ACT-5, RE-1.
    fn activate(&mut self, unit: UnitId, action: Action) -> Result {
        let (_, mut activity) = self.unit(unit)?;
        activity.last_action = Some(action);
        activity.posture = Posture::Up;
        activity.has_snap_fired = false;
        Ok(())
    }

    fn unit(&mut self, id: UnitId) -> Result<(Mut<'_, UnitMorale>, Mut<'_, Activity>)> {
        let entry = self.index.unit(id).ok_or_else(|| unknown(id))?;
        Ok(self.units.get_mut(entry.entity)?)
    }

    fn model(&mut self, id: ModelId) -> Result<(Mut<'_, Pose>, Mut<'_, Condition>)> {
        let entity = self.index.model(id).ok_or_else(|| unknown(id))?;
        Ok(self.models.get_mut(entity)?)
    }
}

fn unknown(id: impl std::fmt::Display) -> BevyError {
    BevyError::from(format!("a fact names {id}, which this battle has not"))
}
