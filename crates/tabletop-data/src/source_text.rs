//! The text of a file.

use serde::{Deserialize, Serialize};

/// One file as it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceText {
    /// Shown in faults: the path as the user gave it, or the name in the data folder.
    pub name: String,
    /// All of it.
    pub text: String,
}
