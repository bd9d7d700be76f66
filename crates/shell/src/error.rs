//! Endings of a tool that has not done all it was asked.

use std::io;

/// Reason why a tool ended without doing all it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolError {
    /// A command was refused or a check failed: status 1.
    Failed(String),
    /// Bad arguments or a bad file: status 2.
    Bad(String),
}

impl ToolError {
    /// The sentence, whatever its status.
    pub fn into_words(self) -> String {
        match self {
            Self::Failed(words) | Self::Bad(words) => words,
        }
    }
}

impl From<io::Error> for ToolError {
    /// For errors of standard output only; errors of files are worded where they occur.
    fn from(error: io::Error) -> Self {
        Self::Bad(format!("the output could not be written: {error}"))
    }
}

impl From<serde_json::Error> for ToolError {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

/// The result of a tool.
pub type ToolResult<T = ()> = Result<T, ToolError>;
