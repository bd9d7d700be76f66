//! Reads and checks data files: levels, cards, rulesets, the rulebook.
//!
//! A file is checked whole before anything uses it, and every fault is reported at once
//! with its line and column. Knows rules and table, but no battle.

mod bundle;
pub mod card_file;
pub mod chance;
mod changed_sides;
mod check_file;
pub mod data_folder;
pub mod director_file;
pub mod embedded;
mod footprint;
mod force_file;
pub(crate) mod formation;
pub mod generator;
pub mod glossary;
pub mod judgement_file;
pub mod level_file;
mod level_loading;
mod level_notes;
pub mod library;
mod mission_needs;
pub mod moment_file;
mod named_file;
mod node_measures;
mod packing;
mod placement;
mod room_warnings;
pub mod rulebook;
pub mod rules_report;
pub mod rules_status;
pub mod ruleset_chain;
pub mod ruleset_diff;
pub mod ruleset_file;
pub mod rulings;
pub mod scenario;
mod search_path;
pub mod setup;
mod structure_file;
pub mod style_file;
pub mod styles;
mod terrain_file;

pub use tabletop_data::{citations, fault, text_file};
use tabletop_data::{name_check, ron};
