//! The measured table: its size, its terrain, and what lies where.
//!
//! Knows shapes and the rules' words for them, but no file, no unit, no battle.

mod connected_ground;
mod drops;
pub mod ground;
mod ground_parts;
mod hard_cover;
mod lookup_map;
pub mod open_list;
pub mod outline;
pub mod paths;
pub mod piece;
pub mod plane;
mod polygon_boolean;
pub mod prisms;
pub mod region;
pub mod room;
pub mod sample;
pub mod shape;
mod shared_cache;
pub mod sight;
pub mod terrain;
pub mod walk;
mod walls;
