//! The WarStrike table: a 3D tabletop that plays the miniatures wargame
//! WarStrike by its rules.
//!
//! Each layer uses only those listed before it: [`rules`], [`table`], [`level`],
//! [`game`], then [`ai`], then [`analysis`], [`lab`], [`notes`], [`report`], [`duel`] (what a game was worth, what many games say, what
//! its players remarked, what it was, and what each card does to each) and `ui` beside each other; `map_ui` is the window of other games. All may use
//! [`standard_error`]; [`version`] says which program it is, [`folders`] where players' files lie. `ARCHITECTURE.md` has the map.

pub mod ai;
pub mod analysis;
pub mod duel;
pub mod folders;
pub mod game;
pub mod lab;
pub mod level;
#[cfg(feature = "gui")]
pub mod map_ui;
pub mod notes;
pub mod report;
#[cfg(feature = "gui")]
pub mod ui;
pub mod version;

pub use tabletop::standard_error;
pub use warstrike_rules as rules;
pub use warstrike_table as table;
