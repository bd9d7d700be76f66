//! The gate.

pub use tabletop::check::check;
