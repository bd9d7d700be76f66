//! The names of a file as players see them: what `check` says of names that are not one visible line. Whoever plays the file
//! sees such a name as one (see `ron::visible`), so that no game is lost for a name.

use super::fault::Fault;
use super::ron::Reader;
use super::source_text::SourceText;

/// A fault for each name of a data file that is not one visible line.
pub fn name_faults(source: &SourceText) -> Vec<Fault> {
    let reader = Reader::new(source);
    // What is wrong with the file itself, the reader of its kind says.
    let Some(root) = reader.root() else { return Vec::new() };
    root.texts_of_fields("name").for_each(|name| name.judge_name());
    reader.finish(Some(())).err().map_or_else(Vec::new, |faults| faults.0)
}
