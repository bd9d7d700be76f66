//! Matches: battles with their history and their save.

use super::WarStrike;
pub use tabletop::matches::{DiceChoice, Relocation};

/// A battle, its history, its journal.
pub type Match = tabletop::matches::Match<WarStrike>;
/// Failure of a match to go on as asked.
pub type MatchError = tabletop::matches::MatchError<WarStrike>;
/// A match read from a save.
pub type Loaded = tabletop::matches::Loaded<WarStrike>;
/// Failure to open a save.
pub type LoadError = tabletop::matches::LoadError<WarStrike>;
