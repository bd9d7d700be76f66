//! Pictures that are printed on counters.

mod canvas;
mod face;
mod symbols;

pub use face::{Face, Press, Print};
