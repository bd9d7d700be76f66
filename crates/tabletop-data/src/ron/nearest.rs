//! The known name that was probably meant by an unknown one: the least edit distance.

use strsim::levenshtein;

/// The most similar of the known names, if any is similar enough to be meant.
pub fn nearest<'n>(found: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if found.len() > 64 {
        return None;
    }
    let limit = (found.chars().count() + 1) / 3;
    known
        .map(|name| (levenshtein(&found.to_lowercase(), &name.to_lowercase()), name))
        .filter(|&(distance, _)| distance <= limit)
        .min()
        .map(|(_, name)| name)
}
