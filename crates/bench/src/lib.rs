//! Experiments over any game that the command-line tools serve ([`Hosted`]).
//!
//! ```text
//! experiment ──▶ arms · tables · players, each found or a fault at its place ──▶ plan
//!                                   │
//!                                   ▼
//!                HostedBench: games without a record, counted fact by fact
//! ```
//!
//! A game says in its [`Hosted`] what is counted; winner, turns, orders, dice and paragraphs are counted of every game. Knows no game,
//! no window and no clock.
//!
//! [`Hosted`]: tabletop_shell::Hosted

mod arms;
mod bench;
mod columns;
mod counter;
mod experiment;
mod kinds;

pub use bench::HostedBench;
pub use experiment::HostedLab;
