//! The log of a battle: what was commanded, what came of it, and how to go back.
//!
//! [`history`] holds it in memory, [`journal`] writes it to a file line by line, as its [`sole_writer`],
//! [`line_file`] does the same for what is kept beside it, [`save`] reads such a file, [`crate::matches`] keeps all in step. [`whole_file`] writes any file whole or not at
//! all, where a [`claim`] says.

pub mod claim;
pub mod history;
pub mod journal;
pub mod line_file;
pub mod save;
pub mod saved_outcome;
pub mod sole_writer;
pub mod whole_file;
