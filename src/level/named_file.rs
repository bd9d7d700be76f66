//! Files that are called by a name or a path: their kinds, and the folders they lie in.

use std::path::{Path, PathBuf};

use super::fault::Faults;
use super::setup::SourceText;
use super::text_file::read_text;

/// The folders on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folders {
    /// That of the shipped files.
    pub(super) root: PathBuf,
    /// Those of the player's own; names that a player gives are searched for here before the shipped ones.
    pub(super) own: Vec<PathBuf>,
}

/// Files that are called by a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Level,
    Card,
    Ruleset,
    Style,
}

impl Named {
    pub(super) const ALL: [Self; 4] = [Self::Level, Self::Card, Self::Ruleset, Self::Style];

    /// The word such a file begins with.
    pub(super) const fn first_word(self) -> &'static str {
        match self {
            Self::Level => "Level",
            Self::Card => "Card",
            Self::Ruleset => "Ruleset",
            Self::Style => "Style",
        }
    }

    /// Players' word for it.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Level => "level",
            Self::Card => "card",
            Self::Ruleset => "ruleset",
            Self::Style => "style",
        }
    }

    /// The folder beside a level that holds only these; levels have none.
    pub(super) const fn folder(self) -> Option<&'static str> {
        match self {
            Self::Level => None,
            Self::Card => Some("cards"),
            Self::Ruleset => Some("rulesets"),
            Self::Style => Some("styles"),
        }
    }

    /// The folder of those that are shipped.
    pub(super) const fn shipped_folder(self) -> &'static str {
        match self {
            Self::Level => "levels",
            Self::Card => "assets/cards",
            Self::Ruleset => "assets/rulesets",
            Self::Style => "assets/styles",
        }
    }
}

/// A file that was found, or that a path names.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// Name in faults.
    pub(super) shown: String,
    pub(super) is_shipped: bool,
}

impl Found {
    /// Its text.
    pub(super) fn read(&self) -> Result<SourceText, Faults> {
        read_text(&self.path, &self.shown)
    }

    /// Whether there is a file.
    pub(super) fn is_there(&self) -> bool {
        self.path.is_file()
    }
}

impl Found {
    /// The file that a path names.
    pub(super) fn at(path: &Path) -> Self {
        Self { path: path.to_owned(), shown: path.display().to_string(), is_shipped: false }
    }
}

/// Whether what a player names is the path of a file rather than a name.
pub(super) fn is_path(asked: &Path) -> bool {
    let is_ron = asked.extension().is_some_and(|ending| ending == "ron");
    asked.components().count() > 1 || is_ron || asked.is_file()
}
