//! Movement allowances: shares of Mv, and the half that difficult ground leaves.

use crate::action::Action;
use crate::basics::whole;
use crate::ruleset::{BasicsRules, MovementRules, Ruleset};

/// Terms of an action for a model's path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveTerms {
    /// Movement allowance over ground that is nowhere difficult, inches.
    pub allowance: f64,
    /// Movement allowance if the path crosses any difficult ground, inches.
    pub on_difficult: f64,
    /// Whether it may cross slow ground.
    pub slow: SlowGoing,
    /// The paragraph of the action.
    pub rule: &'static str,
}

impl MoveTerms {
    /// For an action without a move: no model may move at all.
    pub const STILL: Self =
        Self { allowance: 0.0, on_difficult: 0.0, slow: SlowGoing::Barred, rule: "MOV-1" };
}

/// Effect of slow going on an action.
///
/// Rule: GO-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlowGoing {
    /// Nothing.
    Allowed,
    /// No model may enter, leave or cross it.
    Barred,
}

/// The terms of an action's move for a unit's Mv; `None` for actions without one.
///
/// Rule: ACT-1, ACT-2, ACT-4, GO-2, GO-3.
#[inline]
pub fn move_terms(action: Action, movement: u8, ruleset: &Ruleset) -> Option<MoveTerms> {
    let (share, slow, rule) = match action {
        Action::OpenFire => (ruleset.actions.open_fire_move, SlowGoing::Allowed, "ACT-1"),
        Action::Advance => (ruleset.actions.advance_move, SlowGoing::Allowed, "ACT-2"),
        Action::AtTheDouble => (ruleset.actions.double_move, SlowGoing::Barred, "ACT-4"),
        Action::OnMyTarget | Action::GetDown | Action::FallBack => return None,
    };
    let allowance = move_allowance(movement, share, &ruleset.basics);
    let on_difficult = on_difficult_ground(allowance, &ruleset.movement, &ruleset.basics);
    Some(MoveTerms { allowance, on_difficult, slow, rule })
}

/// Movement allowance of a model, inches: a share of its Mv, halves rounded.
///
/// Rule: BAS-4 (halves of a move), ACT-1, ACT-2, ACT-4.
#[inline]
pub fn move_allowance(movement: u8, share: f64, rules: &BasicsRules) -> f64 {
    whole(f64::from(movement) * share, rules.half_rounding)
}

/// Allowance left for a path that crosses difficult ground, however many pieces of it; inches.
///
/// Rule: GO-3, BAS-4 (halves of a move).
#[inline]
pub fn on_difficult_ground(allowance: f64, movement: &MovementRules, basics: &BasicsRules) -> f64 {
    whole(allowance * movement.difficult_share, basics.half_rounding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::Rounding;

    /// Rule: BAS-4, GO-3, ACT-1, ACT-2, ACT-4.
    #[test]
    fn halves_of_a_move_go_down() {
        for (movement, share, clear, difficult, reason) in [
            (5, 1.0, 5.0, 2.0, "Advance with Mv 5"),
            (5, 2.0, 10.0, 5.0, "At The Double with Mv 5"),
            (5, 0.5, 2.0, 1.0, "Open Fire with Mv 5"),
            (6, 0.5, 3.0, 1.0, "Open Fire with Mv 6"),
            (1, 0.5, 0.0, 0.0, "half of 1 is nothing"),
            (0, 2.0, 0.0, 0.0, "one that cannot move"),
            (6, 0.0, 0.0, 0.0, "an edition in which the action has no move"),
        ] {
            let basics = BasicsRules { half_rounding: Rounding::Down, ..BasicsRules::COMBINED };
            let whole_move = move_allowance(movement, share, &basics);
            assert_eq!(whole_move, clear, "{reason}");
            let left = on_difficult_ground(whole_move, &MovementRules::COMBINED, &basics);
            assert_eq!(left, difficult, "{reason}, difficult");
        }
    }
}
