//! The window of hex-and-counter games: one program for every game that implements [`OnHexes`].
//!
//! ```text
//! scene    land, counters, camera, lit hexes; tells what the pointer is on
//! session  the open match, and what scene and panels read of it
//! ```
//!
//! No file here names a game.
//!
//! [`OnHexes`]: tabletop_counters::OnHexes

pub mod choosing;
pub mod scene;
pub mod session;
