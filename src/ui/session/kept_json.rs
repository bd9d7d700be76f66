//! Choices kept from one start to the next: a JSON file.

use std::path::Path;

use bevy::prelude::warn;
use serde::Serialize;
use tabletop::record::claim::Existing;
use tabletop::record::whole_file::write_whole_file;

/// Writes a value. The window works without the file, so a failure is only logged.
pub(crate) fn keep_json(path: &Path, value: &impl Serialize) {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    if let Err(error) = write_whole_file(path, text.as_bytes(), Existing::Replaced) {
        warn!("{} could not be written: {error}", path.display());
    }
}
