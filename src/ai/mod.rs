//! Computer players: they read the battle and answer every decision with a command that `check` accepts.
//!
//! ```text
//! decision ──▶ proposals ──▶ appraisal (terms × the style's weights) ──▶ the best command, and why
//! ```
//!
//! - [`ComputerPlayer`] chooses by a [`Style`](crate::level::style_file::Style): at random ([`random`]), by what a look at
//!   each proposal is worth, or by playing the turn on (`search.rs`, portfolio search).
//! - `proposals/` makes whole commands: fire, places to go to, runs, getting down, falling back. Moves come from `game/plan`.
//! - [`appraisal`] values a proposal by the battle's own functions: exact odds of fire, the forecast of close combat,
//!   where the unit would fall back to. What it counts it counts in points of the forces' cards.
//! - `goals.rs` finds places worth going to, `places.rs` says what is known of one, `moves.rs` makes moves that lead there.
//! - `glance.rs` decides for the quickest styles: orders are estimated (`estimate.rs`), by mean numbers and what leaders see, and
//!   not worked out.
//! - `answers/` proposes answers to what interrupts an action, in close combat and in deployment.
//! - `chosen.rs` takes the best and puts into words why.
//!
//! Budgets are counts, never time: the same seed plays the same game.

mod answers;
pub mod appraisal;
mod chosen;
mod computer_player;
mod estimate;
mod glance;
mod goals;
mod moves;
mod places;
mod proposals;
pub mod random;
mod search;
mod standing;
mod values;

pub use chosen::{Alternative, Chosen};
pub use computer_player::ComputerPlayer;
pub use standing::{Standing, standing, standing_in_parts};
pub use values::points;
