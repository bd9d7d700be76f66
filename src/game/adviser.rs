//! What somebody who knows the game would do.

use super::engine::WarStrike;

pub use tabletop::adviser::{Adviser, Advisers, OtherAdvice, StyleName};

/// What to do now, and why.
pub type Advice = tabletop::adviser::Advice<WarStrike>;
