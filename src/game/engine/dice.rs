//! Dice.

use super::WarStrike;
use crate::game::kinds::RollContext;
pub use tabletop::dice::{DiceState, Die, Needs, Source, rolls};

/// The dice of a battle. Rule: BAS-3.
pub type Dice = tabletop::dice::Dice<WarStrike>;
/// Failure to roll dice.
pub type DiceError = tabletop::dice::DiceError<WarStrike>;
/// One die that was rolled.
pub type Draw = tabletop::dice::Draw<WarStrike>;
/// Batch of dice with its purpose.
pub type Roll = tabletop::dice::Roll<WarStrike>;
/// Dice alike that were rolled one after another.
pub type Rolled = tabletop::dice::Rolled<WarStrike>;
/// Side or unit that rolls.
pub type Roller = tabletop::dice::Roller<WarStrike>;
/// Dice that could not be rolled because too few faces were fed.
pub type Wanted = tabletop::dice::Wanted<WarStrike>;

/// Dice that a phase could not roll, with what explains them to a player.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct DiceExhausted {
    /// Cause of the failure.
    pub error: DiceError,
    /// Context of the roll.
    pub context: RollContext,
}
