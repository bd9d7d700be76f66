//! Questions put to a player: one description for the window, for dice rolled by hand, for refusals and for scripts.

use serde::Serialize;

use super::engine::WarStrike;
use super::kinds::Order;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;

/// A choice that waits for a player, in words.
pub type Prompt = tabletop::prompt::Prompt<WarStrike>;
/// One of the answers that a prompt lists.
pub type Answer = tabletop::prompt::Answer<WarStrike>;

/// Form of the answer to a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Form {
    /// By placing one of the waiting units.
    PlaceUnit,
    /// By activating a unit, or ending the phase.
    ActivateUnit,
    /// By a move of this unit.
    MoveUnit {
        /// The unit.
        unit: UnitId,
        /// The action it moves by.
        action: Action,
    },
    /// By one of the answers listed.
    Options,
}

/// An action of a unit with the simplest order for it: no move, no turn, all fire at the first enemy.
pub type Offer = (Action, Order);
