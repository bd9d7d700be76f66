//! From pointer and keys to orders: which counters are chosen, what may be done with them, and what a click would bring about.
//!
//! It decides no rules: every order is one of the game's offers, or a step of a way that the game has found.

mod aim;
mod clicks;
mod drawn;
mod groups;
mod guide;
mod hand;
mod light;
mod path;
mod plan;
mod standing;

pub use aim::{Aim, Pick};
pub use guide::{Guide, guide, why};
pub use hand::Choosing;
pub use light::light;
