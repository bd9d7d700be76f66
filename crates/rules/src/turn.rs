//! Chapter 2: phases, turns, rounds.

use serde::{Deserialize, Serialize};

use super::ids::Side;

/// A part of a battle.
///
/// Rule: TURN-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Before the first round: units are placed (MIS-2).
    Deployment,
    /// TURN-2.
    Starting,
    /// TURN-3.
    Action,
    /// TURN-4.
    Reaction,
    /// TURN-5.
    CloseCombat,
    /// After the last round.
    Over,
}

/// The current round, side and phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    /// From 1; 0 during deployment.
    pub round: u8,
    /// The side whose turn it is: the active player.
    pub side: Side,
    /// The side that has the first turn of every round.
    pub first: Side,
    /// The phase of that turn.
    pub phase: Phase,
}

impl Turn {
    /// The phase after this one: the next of the same turn, else the Starting
    /// phase of the other player's turn, else of the next round, else the end.
    ///
    /// Rule: TURN-1, TURN-6.
    pub fn next(self, rounds: u8) -> Self {
        let same_turn = |phase| Self { phase, ..self };
        match self.phase {
            Phase::Deployment => Self { round: 1, side: self.first, phase: Phase::Starting, ..self },
            Phase::Starting => same_turn(Phase::Action),
            Phase::Action => same_turn(Phase::Reaction),
            Phase::Reaction => same_turn(Phase::CloseCombat),
            Phase::CloseCombat => self.next_turn(rounds),
            Phase::Over => self,
        }
    }

    /// Rule: TURN-1, TURN-6.
    fn next_turn(self, rounds: u8) -> Self {
        let side = self.side.other();
        if side != self.first {
            return Self { side, phase: Phase::Starting, ..self };
        }
        if self.round >= rounds {
            return Self { phase: Phase::Over, ..self };
        }
        Self { round: self.round + 1, side, phase: Phase::Starting, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule: TURN-1, TURN-6.
    #[test]
    fn phases_turns_and_rounds_follow_one_another() {
        use Phase::{Action, CloseCombat, Over, Reaction, Starting};
        let mut turn = Turn { round: 0, side: Side::B, first: Side::B, phase: Phase::Deployment };
        let phases = [Starting, Action, Reaction, CloseCombat];
        for round in 1..=2 {
            for side in [Side::B, Side::A] {
                for phase in phases {
                    turn = turn.next(2);
                    assert_eq!(turn, Turn { round, side, first: Side::B, phase });
                }
            }
        }
        turn = turn.next(2);
        assert_eq!((turn.phase, turn.round), (Over, 2));
        assert_eq!(turn.next(2), turn, "nothing comes after the end");
    }
}
