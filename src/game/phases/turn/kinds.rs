//! Data of turns and rounds: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use crate::game::phases::orders::orders;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Turn;
use crate::rules::victory::{BattleResult, Hold};

orders! {
    /// The active player has no more to do in this phase. Rule: TURN-3.
    EndPhase,
    /// A unit tests to recover before the others of its side. Rule: TURN-4.
    TestToRecover(TestToRecover),
}

/// The unit that tests to recover next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestToRecover {
    /// The unit.
    pub unit: UnitId,
}

/// The units of a side that have tested to recover in this phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<u8>", into = "Vec<u8>")]
pub struct Tested([u64; 4]);

impl Tested {
    /// The same with another unit.
    pub(super) fn with(mut self, unit: UnitId) -> Self {
        self.add(unit.number);
        self
    }

    /// Whether a unit of the side has tested.
    pub(super) fn has(self, unit: UnitId) -> bool {
        self.0[usize::from(unit.number / 64)] >> (unit.number % 64) & 1 == 1
    }

    fn add(&mut self, number: u8) {
        self.0[usize::from(number / 64)] |= 1 << (number % 64);
    }
}

impl From<Vec<u8>> for Tested {
    fn from(numbers: Vec<u8>) -> Self {
        let mut tested = Self::default();
        numbers.into_iter().for_each(|number| tested.add(number));
        tested
    }
}

/// The numbers of the units, in order.
impl From<Tested> for Vec<u8> {
    fn from(tested: Tested) -> Self {
        let is_in = |number: &u8| tested.0[usize::from(*number / 64)] >> (*number % 64) & 1 == 1;
        (0..=u8::MAX).filter(is_in).collect()
    }
}

/// A step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// A unit has finished its action.
    FinishAction {
        /// The unit.
        unit: UnitId,
    },
    /// Leave the present phase and begin the next.
    NextPhase,
    /// The active player may win by an objective that it holds.
    CountObjectives,
    /// The active player's force tests its morale if it has lost too much.
    TestMorale,
    /// Nerve markers go at the beginning of a side's turn.
    RemoveNerveMarkers,
    /// The suppressed units of the player whose turn it is not try to recover.
    Recover,
    /// The next of them tries, if their player chooses the order.
    RecoverNext {
        /// Those that have tried.
        tested: Tested,
    },
}

/// Choices of a player in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Activate a unit or end the phase. Rule: TURN-3.
    Act,
    /// Say which unit tests to recover next. Rule: TURN-4.
    Recover {
        /// Those that have tested.
        tested: Tested,
    },
}

/// Something that happened to turns and rounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// Another phase began; with it, perhaps, another turn and another round. Rule: TURN-1.
    PhaseBegan {
        /// From this moment on.
        turn: Turn,
    },
    /// At the beginning of a turn it was seen who holds which objective. Rule: TURN-2, MIS-4.
    ObjectivesCounted {
        /// Each objective.
        objectives: Vec<CountedObjective>,
    },
    /// A force has lost so much that it tests its morale. Rule: MIS-5.
    ForceWavered {
        /// The force.
        side: Side,
        /// Number of its units left.
        left: usize,
        /// Number of units that it has had in the battle.
        units: usize,
        /// The unit whose leader it tests on; `None` if no leader is left.
        leader: Option<UnitId>,
    },
    /// The battle ended. Rule: TURN-6, MIS-2, MIS-5, MIS-6.
    BattleEnded(BattleResult),
}

/// Holder of an objective at the beginning of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedObjective {
    /// Its id.
    pub objective: String,
    /// Its holder.
    pub hold: Hold,
    /// Whether it lies in the zone of the active player's enemy.
    pub in_enemy_zone: bool,
}
