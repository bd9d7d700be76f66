//! Dice that roll on the table.
//!
//! The battle has decided every face before anything is seen. The volleys of a command (`ui/playback/throw_plan`) are simulated to
//! their end beforehand, on a thread (`throw.rs`); each die is turned so that its decided face comes up (`die.rs`);
//! then the recording is played back.

mod die;
mod die_mesh;
mod landing;
mod sample;
mod show;
mod throw;

pub(super) use sample::{rolls, throw_sample};
pub(super) use show::{DiceThrow, plugin};
