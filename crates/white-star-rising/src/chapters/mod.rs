//! The rules, chapter by chapter: pure functions of the battle as plain data.

pub mod air;
pub mod assault;
pub mod basics;
pub mod breakdown;
pub mod command;
pub mod disrupted;
pub mod fire;
pub mod hex_fire;
pub mod mines;
pub mod movement;
pub mod overrun;
