//! A private copy of the battle for hypotheticals: some models elsewhere, a unit moved, other rules.

use std::sync::Arc;

use crate::game::engine::battle::{Battle, BattleError};
use crate::game::engine::components::{Fate, Pose, Posture};
use crate::game::engine::dice::Dice;
use crate::game::engine::snapshot::Snapshot;
use crate::game::engine::view::View;
use crate::game::exposure::CancellationToken;
use crate::game::sight::PlacementOverride;
use crate::level::setup::Setup;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::ruleset::Ruleset;

/// A copy of the battle in which models can be placed elsewhere.
pub(in crate::ui) struct WhatIfBattle {
    setup: Arc<Setup>,
    battle: Battle,
    present: Snapshot,
    is_changed: bool,
    cancellation: CancellationToken,
}

/// A unit after a move.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Moved {
    /// The unit; it is no longer down. Rule: ACT-5.
    pub unit: UnitId,
    /// Pose of each model; `None` for one that is lost.
    pub models: Vec<(ModelId, Option<Pose>)>,
}

impl WhatIfBattle {
    /// A copy of a battle.
    ///
    /// # Errors
    /// The snapshot is of another battle.
    pub fn new(setup: Arc<Setup>, snapshot: &Snapshot) -> Result<Self, BattleError> {
        let (mut battle, _) = Battle::new(setup.clone(), Dice::seeded(0))?;
        battle.restore(snapshot)?;
        let cancellation = CancellationToken::default();
        Ok(Self { setup, battle, present: snapshot.clone(), is_changed: false, cancellation })
    }

    /// The same battle, with a token that is cancelled once no answer about it is wanted any more.
    pub fn with_cancellation(self, cancellation: CancellationToken) -> Self {
        Self { cancellation, ..self }
    }

    /// The data of the battle.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The battle in its present state, as a snapshot.
    pub fn present(&self) -> &Snapshot {
        &self.present
    }

    /// Cancelled once no answer about the battle is wanted any more.
    pub fn cancellation(&self) -> &CancellationToken {
        &self.cancellation
    }

    /// The same battle under other rules.
    ///
    /// # Errors
    /// The battle does not take them: a bug.
    pub fn under_ruleset(&self, rules: &Ruleset) -> Result<Self, BattleError> {
        let setup = Setup { ruleset: rules.clone(), ..(*self.setup).clone() };
        Self::new(Arc::new(setup), &self.present)
    }

    /// A view of the battle in its present state.
    pub fn view(&mut self) -> View<'_> {
        self.battle().view()
    }

    /// The battle in its present state.
    pub fn battle(&mut self) -> &Battle {
        if self.is_changed {
            // The snapshot came from this battle, so it fits.
            if let Err(why) = self.battle.restore(&self.present) {
                bevy::log::error!("the copy of the battle could not be restored: {why}");
            }
            self.is_changed = false;
        }
        &self.battle
    }

    /// The battle with some models elsewhere, and perhaps a unit after its move.
    ///
    /// # Errors
    /// The battle does not take it: a bug.
    pub fn with(
        &mut self,
        overrides: &[PlacementOverride],
        moved: Option<&Moved>,
    ) -> Result<View<'_>, BattleError> {
        if overrides.is_empty() && moved.is_none() {
            return Ok(self.view());
        }
        let mut snapshot = self.present.clone();
        for model in &mut snapshot.models {
            if let Some((_, at)) = overrides.iter().find(|(id, _)| *id == model.id) {
                model.pose.at = *at;
                model.condition.fate = Fate::Standing;
            }
            match moved.and_then(|moved| moved.models.iter().find(|(id, _)| *id == model.id)) {
                Some((_, Some(pose))) => model.pose = *pose,
                Some((_, None)) => model.condition.fate = Fate::Lost,
                None => {}
            }
        }
        for unit in snapshot.units.iter_mut().filter(|unit| moved.is_some_and(|moved| moved.unit == unit.id))
        {
            unit.activity.posture = Posture::Up;
        }
        self.is_changed = true;
        self.battle.restore(&snapshot)?;
        Ok(self.battle.view())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::level::data_folder::{DataFolder, load_level};

    /// Models placed elsewhere stand there only for that one query.
    #[test]
    fn a_what_if_battle_forgets_its_overrides() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        let (battle, _) = Battle::new(Arc::new(setup.clone()), Dice::seeded(1)).unwrap();
        let begun = battle.snapshot();
        let mut what_if = WhatIfBattle::new(Arc::new(setup), &begun).unwrap();
        let [one, other, third] = [0, 1, 2].map(|index| begun.models[index].id);
        let pose = |id| battle.view().model(id).unwrap().pose;
        let there = pose(begun.models.last().unwrap().id);
        let models = vec![(other, Some(there)), (third, None)];
        let moved = Moved { unit: other.unit, models };
        let view = what_if.with(&[(one, there.at)], Some(&moved)).unwrap();
        assert_eq!(view.model(one).unwrap().pose, Pose { at: there.at, ..pose(one) });
        assert_eq!(view.model(other).unwrap().pose, there);
        assert!(!view.model(third).unwrap().stands());
        let view = what_if.with(&[(one, there.at)], None).unwrap();
        assert_eq!(view.model(other).unwrap().pose, pose(other), "no longer moved");
        let view = what_if.view();
        for id in [one, other, third] {
            assert_eq!(view.model(id).unwrap().pose, pose(id));
            assert!(view.model(id).unwrap().stands());
        }
    }
}
