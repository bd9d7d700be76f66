//! State of a battle: holders of objectives, morale of each force, and the winner if it ended now.

use super::engine::view::View;
use super::phases::turn::morale::{ForceMorale, force_morale};
use super::phases::turn::victory::{after_last_round, holder, is_in_enemy_zone, near};
use crate::level::scenario::MissionKind;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::rules::victory::{BattleResult, Hold};

/// State of a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// Each objective.
    pub objectives: Vec<ObjectiveScore>,
    /// The morale of each force: index by [`Side::index`].
    pub forces: [ForceMorale; 2],
    /// Rounds after the present one.
    pub rounds_left: u8,
    /// Result of the battle; while it lasts, its result if it ended now.
    pub result: BattleResult,
}

/// An objective as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveScore {
    /// Its id.
    pub id: String,
    /// Its holder.
    pub hold: Hold,
    /// The units near it that keep another from holding it, or do not hold it because they are suppressed. Rule: MIS-4, SUP-4.
    pub near: Vec<UnitId>,
    /// Whether its holder wins if it still holds it when its next turn begins. Rule: MIS-2.
    pub wins_next: bool,
}

impl Score {
    /// Number of objectives that a side holds.
    pub fn held(&self, side: Side) -> usize {
        self.objectives.iter().filter(|objective| objective.hold == Hold::Held(side)).count()
    }
}

/// State of a battle.
///
/// Rule: MIS-4, MIS-5, MIS-6.
pub fn score(view: View) -> Score {
    let objective = |objective| {
        let hold = holder(view, objective);
        let wins_next = match hold {
            Hold::Held(side) => may_win_by_objectives(view, side) && is_in_enemy_zone(view, objective, side),
            Hold::Free | Hold::Contested => false,
        };
        let near = match hold {
            Hold::Held(_) => Vec::new(),
            Hold::Free | Hold::Contested => near(view, objective),
        };
        ObjectiveScore { id: objective.id.clone(), hold, near, wins_next }
    };
    Score {
        objectives: view.objectives().iter().map(objective).collect(),
        forces: Side::BOTH.map(|side| force_morale(view, side)),
        rounds_left: view.rounds().saturating_sub(view.turn().round),
        result: view.result().cloned().unwrap_or_else(|| after_last_round(view)),
    }
}

/// Whether a side's next turn begins early enough in the battle, and late enough, to win by an objective.
///
/// Rule: MIS-2 (from round 2 on).
fn may_win_by_objectives(view: View, side: Side) -> bool {
    let turn = view.turn();
    if view.setup().level.mission.kind != MissionKind::MeetingEngagement || view.result().is_some() {
        return false;
    }
    let mut next = turn.next(view.rounds());
    while next.phase != Phase::Over && (next.phase != Phase::Starting || next.side != side) {
        next = next.next(view.rounds());
    }
    next.phase == Phase::Starting && next.round >= view.setup().ruleset.mission.victory_from_round
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::game::engine::play::{DiceChoice, Match};
    use crate::level::data_folder::{DataFolder, load_level};

    /// Rule: MIS-4, MIS-5, MIS-6. In the farm's fourth round nobody is near the barn door; one of A's five units is gone, and
    /// B has lost none.
    #[test]
    fn how_the_farm_stands_in_its_fourth_round() {
        let data = DataFolder::find(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
        let game =
            Match::start(Arc::new(load_level("mid-battle", &data, None).unwrap()), DiceChoice::Seed(1));
        let game = game.unwrap();
        let score = score(game.battle().view());
        assert_eq!(score.rounds_left, 2);
        assert_eq!(score.forces.map(|force| (force.left, force.units)), [(4, 5), (3, 3)]);
        assert_eq!(score.forces.map(|force| force.tests), [false, false]);
        assert_eq!(
            score.held(Side::A) + score.held(Side::B),
            score.result.tally.iter().map(|tally| tally.objectives.len()).sum::<usize>()
        );
        assert_eq!(score.result.rounds, 4);
    }
}
