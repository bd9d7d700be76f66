//! A table of hexes: ids as they are printed, sides, distance, terrain, roads and levels; exact sight; stacks with order.
//!
//! Whole numbers throughout, so every machine sees the same. Knows no game: kinds of terrain are numbers that the game
//! gives a meaning.

pub mod geometry;
pub mod hex;
pub mod line;
pub mod map;
pub mod map_file;
pub mod sight;
pub mod stack;
