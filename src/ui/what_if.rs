//! The battle as it stands, in the head of someone who answers questions beside the window, and the same
//! battle with some of its models elsewhere.

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

/// A battle that is only thought of.
pub(super) struct WhatIfBattle {
    setup: Arc<Setup>,
    battle: Battle,
    as_it_stands: Snapshot,
    is_changed: bool,
    recall: CancellationToken,
}

/// What became of the models of a unit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moved {
    /// The unit: nobody of it keeps down any more. Rule: ACT-5.
    pub unit: UnitId,
    /// Where each stands; `None` for one that is lost.
    pub models: Vec<(ModelId, Option<Pose>)>,
}

impl WhatIfBattle {
    /// A battle as it stands.
    ///
    /// # Errors
    /// The snapshot is of another battle.
    pub fn of(setup: Arc<Setup>, snapshot: &Snapshot) -> Result<Self, BattleError> {
        let (mut battle, _) = Battle::new(setup.clone(), Dice::seeded(0))?;
        battle.restore(snapshot)?;
        let recall = CancellationToken::default();
        Ok(Self { setup, battle, as_it_stands: snapshot.clone(), is_changed: false, recall })
    }

    /// The same for one who is told when his answers are not wanted any more.
    pub fn unless(self, recall: CancellationToken) -> Self {
        Self { recall, ..self }
    }

    /// Tells whether an answer about it is still wanted.
    pub fn recall(&self) -> &CancellationToken {
        &self.recall
    }

    /// The same battle by other rules.
    ///
    /// # Errors
    /// The battle does not take them: a bug.
    pub fn by(&self, rules: &Ruleset) -> Result<Self, BattleError> {
        let setup = Setup { ruleset: rules.clone(), ..(*self.setup).clone() };
        Self::of(Arc::new(setup), &self.as_it_stands)
    }

    /// The battle as it stands.
    pub fn view(&mut self) -> View<'_> {
        if self.is_changed {
            // It came from this battle.
            if let Err(why) = self.battle.restore(&self.as_it_stands) {
                bevy::log::error!("the battle in thought: {why}");
            }
            self.is_changed = false;
        }
        self.battle.view()
    }

    /// The battle with some models elsewhere, and a unit moved, if one is.
    ///
    /// # Errors
    /// The battle does not take it: a bug.
    pub fn with(
        &mut self,
        instead: &[PlacementOverride],
        moved: Option<&Moved>,
    ) -> Result<View<'_>, BattleError> {
        if instead.is_empty() && moved.is_none() {
            return Ok(self.view());
        }
        let mut snapshot = self.as_it_stands.clone();
        for model in &mut snapshot.models {
            if let Some((_, at)) = instead.iter().find(|(id, _)| *id == model.id) {
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

    /// Whoever is thought of elsewhere stands there, and only as long as he is thought of there.
    #[test]
    fn a_battle_in_thought_forgets_what_was_thought() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let setup = load_level("street", &data, None).unwrap_or_else(|faults| panic!("{faults}"));
        let (battle, _) = Battle::new(Arc::new(setup.clone()), Dice::seeded(1)).unwrap();
        let begun = battle.snapshot();
        let mut thought = WhatIfBattle::of(Arc::new(setup), &begun).unwrap();
        let [one, other, third] = [0, 1, 2].map(|nth| begun.models[nth].id);
        let pose = |id| battle.view().model(id).unwrap().pose;
        let there = pose(begun.models.last().unwrap().id);
        let models = vec![(other, Some(there)), (third, None)];
        let moved = Moved { unit: other.unit, models };
        let view = thought.with(&[(one, there.at)], Some(&moved)).unwrap();
        assert_eq!(view.model(one).unwrap().pose, Pose { at: there.at, ..pose(one) });
        assert_eq!(view.model(other).unwrap().pose, there);
        assert!(!view.model(third).unwrap().stands());
        let view = thought.with(&[(one, there.at)], None).unwrap();
        assert_eq!(view.model(other).unwrap().pose, pose(other), "no longer moved");
        let view = thought.view();
        for id in [one, other, third] {
            assert_eq!(view.model(id).unwrap().pose, pose(id));
            assert!(view.model(id).unwrap().stands());
        }
    }
}
