//! Reasons to refuse the end of a phase, and the test of a unit.

use crate::game::engine::reason::reasons;

reasons! { Reason, Mistake, words(about, value, limit);
    /// Some of the player's units have not acted yet.
    UnitsYetToAct =>
        HasToFallBack: "TURN-3", "{about} is suppressed and has not fallen back yet";
        HasToAct: "TURN-3", "{about} has not acted yet: every unit must act, if only by staying where it is";
    /// The unit has no test to recover to take now.
    NoTestToRecover => NoTestToRecover: "TURN-4", "{about} has no test to recover to take now";
}
