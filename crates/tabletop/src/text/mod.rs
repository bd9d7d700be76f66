//! Text as other programs leave it.

pub mod bytes;
pub mod lines;
