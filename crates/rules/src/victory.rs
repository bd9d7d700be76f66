//! Chapter 10: who holds an objective, when a force breaks, what is left of it, and who has won.

use serde::{Deserialize, Serialize};

use super::basics::{Allowance, Strength};
use super::ids::{RuleId, Side, UnitId};
use super::leadership::chance_to_pass;
use super::ruleset::MissionRules;

/// A model near an objective.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearModel {
    /// Its side.
    pub side: Side,
    /// Whether its unit is suppressed.
    pub suppressed: bool,
    /// From the edge of its base to the objective, inches.
    pub gap: f64,
}

/// Holder of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hold {
    /// Nobody, and nobody contests it: no unit is near, or suppressed ones only of one side.
    Free,
    /// Nobody: models of both sides are near.
    Contested,
    /// This side.
    Held(Side),
}

/// Finds the holder of an objective, given the models of both sides.
///
/// Rule: MIS-4, SUP-4 (no capturing), TURN-2.
pub fn hold(models: impl IntoIterator<Item = NearModel>, rules: &MissionRules, allowance: Allowance) -> Hold {
    let (mut near, mut able) = ([false; 2], [false; 2]);
    for model in models {
        if allowance.at_most(model.gap, rules.holding_distance) {
            near[model.side.index()] = true;
            able[model.side.index()] |= !model.suppressed;
        }
    }
    match (near, Side::BOTH.into_iter().find(|side| able[side.index()])) {
        ([true, true], _) => Hold::Contested,
        (_, Some(side)) => Hold::Held(side),
        (_, None) => Hold::Free,
    }
}

/// Whether a force with so many of its units left tests its morale.
///
/// Rule: MIS-5.
pub fn tests_morale(left: usize, units: usize, rules: &MissionRules) -> bool {
    100 * left < usize::from(rules.morale_under) * units
}

/// A leader, and what its unit would test with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderTest {
    /// The unit it leads.
    pub unit: UnitId,
    /// Ld: dice.
    pub dice: u8,
    /// Current Nv: what one of them must not exceed.
    pub nerve: u8,
}

/// The leader whose test passes most often; of equals the first. `None` if there is none.
///
/// Rule: MIS-5.
pub fn best_leader(leaders: impl IntoIterator<Item = LeaderTest>) -> Option<LeaderTest> {
    let chance = |test: &LeaderTest| chance_to_pass(test.dice, test.nerve);
    let better = |best: LeaderTest, next| if chance(&next) > chance(&best) { next } else { best };
    leaders.into_iter().reduce(better)
}

/// Remains of a unit, for its points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remains {
    /// Strength left, on the table or escaped.
    Left(Strength),
    /// It never came on the table.
    Reserve,
}

/// Points that a unit still counts for, rounded down.
///
/// Rule: MIS-6, BAS-6, OFB-6.
pub fn surviving_points(points: u16, remains: Remains, rules: &MissionRules) -> u32 {
    let share = |part: u32, whole: u32| u32::from(points) * part / whole.max(1);
    match remains {
        Remains::Left(strength) => share(strength.standing, strength.started),
        Remains::Reserve => share(u32::from(rules.absent_reserve_worth), 100),
    }
}

/// Score of a side at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tally {
    /// Ids of the objectives it holds.
    pub objectives: Vec<String>,
    /// Its surviving points: the sum of its units'.
    pub points: u32,
    /// Each of its units, in id order.
    pub units: Vec<UnitPoints>,
}

/// The surviving points of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UnitPoints {
    /// The unit.
    pub unit: UnitId,
    /// Its points.
    pub points: u32,
}

/// Result of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BattleResult {
    /// The round it ended in.
    pub rounds: u8,
    /// Winner; `None` for a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Ending,
    /// Score of each side: index by [`Side::index`].
    pub tally: [Tally; 2],
}

/// Why a battle ended as it did.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ending {
    /// The winner held an objective in the enemy zone at its own Starting phase. Rule: MIS-2.
    ObjectiveHeld {
        /// Its id.
        objective: String,
    },
    /// The loser's morale broke. Rule: MIS-5.
    ForceBroken,
    /// At the last round's end the winner held more objectives. Rule: MIS-6.
    MoreObjectives,
    /// It held as many, and had more points left. Rule: MIS-6.
    MorePoints,
    /// Both had as many objectives and points. Rule: MIS-6.
    Level,
    /// The last round of a drill is over, which nobody wins. Rule: TURN-6.
    LastRound,
    /// The players of a game that is recorded at a real table say so. Rule: TURN-6.
    PlayersWord,
}

impl Ending {
    /// The paragraph that ends the battle so.
    pub fn rule(&self) -> RuleId {
        RuleId(match self {
            Self::ObjectiveHeld { .. } => "MIS-2",
            Self::ForceBroken => "MIS-5",
            Self::MoreObjectives | Self::MorePoints | Self::Level => "MIS-6",
            Self::LastRound | Self::PlayersWord => "TURN-6",
        })
    }
}

/// Decides the winner at the end of the last round, and on what grounds.
///
/// Rule: MIS-6.
pub fn decide([a, b]: &[Tally; 2]) -> (Option<Side>, Ending) {
    let higher = |a: usize, b: usize| match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(Side::A),
        std::cmp::Ordering::Less => Some(Side::B),
        std::cmp::Ordering::Equal => None,
    };
    if let Some(winner) = higher(a.objectives.len(), b.objectives.len()) {
        return (Some(winner), Ending::MoreObjectives);
    }
    match higher(a.points as usize, b.points as usize) {
        Some(winner) => (Some(winner), Ending::MorePoints),
        None => (None, Ending::Level),
    }
}

#[cfg(test)]
mod tests;
