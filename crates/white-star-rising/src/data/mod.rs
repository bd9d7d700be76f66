//! Data files: the ruleset, the forces, the level.

pub mod forces;
pub mod level;
pub mod ruleset;
