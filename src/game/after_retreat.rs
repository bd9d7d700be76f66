//! A unit where its retreat would end, on a copy of the battle: what enemies could do to it there.

use std::sync::Arc;

use super::chargers::chargers;
use super::engine::battle::{Battle, BattleError};
use super::engine::components::{Fate, Pose, Posture};
use super::engine::dice::Dice;
use super::engine::snapshot::Snapshot;
use super::engine::view::View;
use super::narration::foresight::Danger;
use super::phases::fall_back::retreat::{ModelEnd, Retreat};
use super::phases::fall_back::threat::assess_threat;
use crate::level::setup::Setup;
use crate::rules::ids::UnitId;

/// The enemies that could harm a unit where it stands in this view.
///
/// Rule: CC-1, SUP-1.
pub fn danger(view: View, unit: UnitId) -> Danger {
    Danger { threats: assess_threat(view, unit), chargers: chargers(view, unit) }
}

/// The enemies that could harm a unit where its retreat ends; `None` if no model of it would stand there.
///
/// # Errors
/// The snapshot is of another battle.
///
/// Rule: FB-4, CC-1, SUP-1.
pub fn danger_after(
    setup: &Arc<Setup>,
    present: &Snapshot,
    retreat: &Retreat,
) -> Result<Option<Danger>, BattleError> {
    let mut snapshot = present.clone();
    let mut stands = false;
    for run in retreat.outcome.retreats() {
        let Some(model) = snapshot.models.iter_mut().find(|model| model.id == run.model) else { continue };
        match run.end {
            ModelEnd::Stands { facing } | ModelEnd::Apart { facing } => {
                model.pose = Pose { at: run.path.last().copied().unwrap_or(model.pose.at), facing };
                stands = true;
            }
            ModelEnd::Lost { .. } | ModelEnd::Leaves => model.condition.fate = Fate::Lost,
        }
    }
    for unit in snapshot.units.iter_mut().filter(|unit| unit.id == retreat.unit) {
        unit.activity.posture = Posture::Up;
    }
    if !stands {
        return Ok(None);
    }
    let (mut battle, _) = Battle::new(Arc::clone(setup), Dice::seeded(0))?;
    battle.restore(&snapshot)?;
    Ok(Some(danger(battle.view(), retreat.unit)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::game::phases::fall_back::retreat;
    use crate::level::data_folder::{DataFolder, load_level};
    use crate::rules::falling_back::Occasion;

    /// Rule: FB-2. On the street the officer goes behind a ruin, where he is Hidden from all who could shoot at him where he stands.
    #[test]
    fn danger_is_that_of_the_end() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let data = DataFolder::find(Some(root)).unwrap();
        let setup = Arc::new(load_level("street", &data, None).unwrap());
        let (battle, _) = Battle::new(Arc::clone(&setup), Dice::seeded(1)).unwrap();
        let (view, unit) = (battle.view(), "A3".parse().unwrap());
        let goes = retreat(view, unit, Occasion::Action).unwrap();
        let before = danger(view, unit);
        let there = danger_after(&setup, &battle.snapshot(), &goes).unwrap().unwrap();
        assert!(!before.threats.threats.is_empty(), "{before:?}");
        assert_eq!(there.threats.threats, [], "Hidden from everybody");
    }
}
