//! Version of the program: its number, the commit it was built from, and its data.

use std::fmt;

use crate::level::data_folder::DataFolder;
use crate::level::embedded::{DataHash, embedded_hash, hash_of_folder};

/// Its number.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The commit and its date, as `git archive` writes them into source archives; a working copy has the pattern instead.
const COMMIT: &str = include_str!("commit.txt");

/// Version of this program, with the data that it finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The commit and its date; `None` in a build of a working copy, which may be anything.
    commit: Option<&'static str>,
    /// The hash of the data inside the program.
    embedded: Option<DataHash>,
    /// The hash of the data that is used.
    used: Option<DataHash>,
}

impl Version {
    /// That of the program with the data in a folder, or without any.
    pub fn with(data: Option<&DataFolder>) -> Self {
        Self {
            commit: commit_of(COMMIT),
            embedded: embedded_hash(),
            used: data.and_then(|data| hash_of_folder(data.root()).ok()),
        }
    }
}

fn commit_of(text: &'static str) -> Option<&'static str> {
    let text = text.trim();
    (!text.is_empty() && !text.contains('$')).then_some(text)
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{NUMBER}, ")?;
        match self.commit {
            Some(commit) => write!(f, "commit {commit}")?,
            None => write!(f, "built from a working copy")?,
        }
        match (&self.used, &self.embedded) {
            (None, None) => write!(f, ", without data"),
            (Some(used), Some(own)) if used != own => write!(f, ", data {used} in place of its own {own}"),
            (Some(hash), _) | (None, Some(hash)) => write!(f, ", data {hash}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only a source archive knows its commit.
    #[test]
    fn a_pattern_is_no_commit() {
        assert_eq!(commit_of("$Format:%H %cs$\n"), None);
        assert_eq!(commit_of("\n"), None);
        assert_eq!(commit_of("0123abcd 2026-01-31\n"), Some("0123abcd 2026-01-31"));
    }

    #[test]
    fn other_data_than_the_programs_own_is_named() {
        let words = |embedded: Option<&str>, used: Option<&str>| {
            let hash = |hash: Option<&str>| hash.map(str::to_owned);
            Version { commit: Some("c 2026-01-31"), embedded: hash(embedded), used: hash(used) }.to_string()
        };
        assert_eq!(words(Some("aa"), Some("aa")), format!("{NUMBER}, commit c 2026-01-31, data aa"));
        assert_eq!(
            words(Some("aa"), Some("bb")),
            format!("{NUMBER}, commit c 2026-01-31, data bb in place of its own aa")
        );
        assert_eq!(words(None, Some("bb")), format!("{NUMBER}, commit c 2026-01-31, data bb"));
        assert_eq!(words(None, None), format!("{NUMBER}, commit c 2026-01-31, without data"));
    }
}
