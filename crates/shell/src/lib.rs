//! The command-line tools of any game on the engine.
//!
//! ```text
//! command line ──recognise──▶ the game whose level, save, ruleset or paragraph it names
//!                                │
//!                                ▼
//!        run · replay · show · advise · report · check · rules, written once for every [`Hosted`] game
//! ```
//!
//! [`table`] plays a game of any kind with orders, computer players and dice rolled by hand; [`replay`] prints and checks saves;
//! [`tools`] serves a whole command line for the games of a registry, which it knows as [`AnyGame`]. Knows no game and no window.

pub mod answer;
pub mod any_game;
pub mod arguments;
pub mod by_hand;
pub mod closable_output;
pub mod desk;
pub mod error;
pub mod files;
pub mod header;
pub mod hosted;
pub mod lines;
pub mod notes;
pub mod open;
pub mod orders;
pub mod questions;
pub mod recognise;
pub mod replay;
pub mod report;
pub mod rules;
pub mod say;
pub mod styles;
pub mod table;
pub mod tally;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod tools;

pub use answer::{Answer, Question};
pub use any_game::{AnyGame, Host};
pub use error::{ToolError, ToolResult};
pub use hosted::Hosted;
