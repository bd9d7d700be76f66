//! Formats of reports, and the errors of writing them.

use std::io::{self, Write};

use serde::Serialize;

use crate::level::rulebook::RulebookError;

/// Format of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Text, at most 100 columns wide.
    Text,
    /// One JSON object.
    Json,
}

/// Error of writing a report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// No paragraph and no article has that id.
    #[error("the rulebook has no {id}; near it: {}", near.join(", "))]
    UnknownId {
        /// As the user wrote it.
        id: String,
        /// The ids of its chapter; if there is no such chapter, the first id of every group.
        near: Vec<String>,
    },
    /// The built-in rulebook is broken.
    #[error(transparent)]
    Rulebook(#[from] &'static RulebookError),
    /// The output failed.
    #[error("the report cannot be written: {0}")]
    Io(#[from] io::Error),
}

/// One JSON object on lines of its own.
pub(super) fn json(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
