//! The log of a battle: what was commanded, what came of it, and how to go back.
//!
//! [`history`] holds it in memory, [`journal`] writes it to a file line by line,
//! [`save`] reads such a file, [`crate::game::engine::play`] keeps all in step. [`whole_file`] writes any file whole or not at
//! all.

pub mod history;
pub mod journal;
pub mod save;
pub mod whole_file;
