//! The battle.

use super::WarStrike;

/// A battle being fought.
pub type Battle = tabletop::battle::Battle<WarStrike>;
/// Result of one accepted command.
pub type Outcome = tabletop::battle::Outcome<WarStrike>;
/// What is noted of a command that is played and then forgotten.
pub type Noted<'a> = tabletop::battle::Noted<'a, WarStrike>;
/// Dice that a battle was to roll and had no faces for.
pub type DiceWanted = tabletop::battle::DiceWanted<WarStrike>;
/// A battle that could not go on.
pub type BattleError = tabletop::battle::BattleError<WarStrike>;
/// Failure of a command.
pub type SubmitError = tabletop::battle::SubmitError<WarStrike>;
