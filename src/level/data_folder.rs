//! Where levels, cards and rulesets lie on disk, and loading them from there.

use std::path::{Path, PathBuf};

use super::bundle::{Known, check_bundle};
pub use super::check_file::{FileKind, check_file};
use super::fault::Faults;
use super::level_file::{DEFAULT_RULESET, wanted};
use super::library::one_of_known;
use super::ruleset_chain::gather_chain;
use super::setup::{Bundle, Setup, SourceText};
use super::text_file::{read_text, whole_file_fault};

/// Environment variable that names the folder.
pub const DATA_VARIABLE: &str = "WARSTRIKE_DATA";

/// The folder that holds `assets/cards`, `assets/rulesets` and `levels`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder {
    root: PathBuf,
}

/// Why there is no data folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDataFolder {
    /// A folder was named, but it is none.
    #[error("{0} holds no assets/rulesets, so it is no data folder of WarStrike")]
    Named(PathBuf),
    /// None was named, and none found.
    #[error(
        "the data folder was found neither here nor beside the program: name the folder that holds \
         `assets` and `levels` by --data FOLDER or by the variable {DATA_VARIABLE}"
    )]
    NotFound,
}

/// The kinds of files that lie in a folder of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shelf {
    Cards,
    Rulesets,
    Levels,
}

impl Shelf {
    const fn folder(self) -> &'static str {
        match self {
            Self::Cards => "assets/cards",
            Self::Rulesets => "assets/rulesets",
            Self::Levels => "levels",
        }
    }
}

impl DataFolder {
    /// The folder named, or by the environment, or found: the working directory,
    /// a folder above the program, or the one the program was built in.
    ///
    /// # Errors
    /// None of them has `assets/rulesets`. A folder that was named is not replaced by another.
    pub fn find(named: Option<&Path>) -> Result<Self, NoDataFolder> {
        let variable = std::env::var_os(DATA_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(root) = named.map(Path::to_path_buf).or(variable) {
            return Self::at(&root).ok_or(NoDataFolder::Named(root));
        }
        let here = std::env::current_dir().ok();
        let program = std::env::current_exe().ok();
        let above = program.iter().flat_map(|program| program.ancestors().skip(1));
        let built_in = Path::new(env!("CARGO_MANIFEST_DIR"));
        let places = here.as_deref().into_iter().chain(above).chain([built_in]);
        places.into_iter().find_map(Self::at).ok_or(NoDataFolder::NotFound)
    }

    /// The folder itself, if it is a data folder.
    pub fn at(root: &Path) -> Option<Self> {
        root.join(Shelf::Rulesets.folder()).is_dir().then(|| Self { root: root.to_path_buf() })
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Ids of all cards, sorted.
    pub fn cards(&self) -> Vec<String> {
        self.names(Shelf::Cards)
    }

    /// Names of all rulesets, sorted.
    pub fn rulesets(&self) -> Vec<String> {
        self.names(Shelf::Rulesets)
    }

    /// Names of all shipped levels, sorted.
    pub fn levels(&self) -> Vec<String> {
        self.names(Shelf::Levels)
    }

    fn names(&self, shelf: Shelf) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.root.join(shelf.folder())) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".ron").map(str::to_owned))
            .collect();
        names.sort();
        names
    }

    /// The text of a file of that name, if there is one.
    fn source(&self, shelf: Shelf, name: &str) -> Option<Result<SourceText, Faults>> {
        // Names come from files: only those that lie there are opened, never a path.
        let known = self.names(shelf).iter().any(|known| known == name);
        let shown = format!("{}/{name}.ron", shelf.folder());
        known.then(|| read_text(&self.root.join(&shown), &shown))
    }

    /// A ruleset and those it stands on, down to the one that stands alone.
    ///
    /// # Errors
    /// One of them does not exist or cannot be read, or they stand on each other in a circle.
    pub fn ruleset_chain(&self, name: &str) -> Result<Vec<SourceText>, Faults> {
        match self.source(Shelf::Rulesets, name) {
            Some(source) => self.chain_from(source?),
            None => {
                let right = one_of_known(name, &self.rulesets());
                Err(Faults(vec![whole_file_fault(name, format!("there is no ruleset \"{name}\""), right)]))
            }
        }
    }

    /// As [`Self::ruleset_chain`], from a ruleset that was read already.
    pub(super) fn chain_from(&self, top: SourceText) -> Result<Vec<SourceText>, Faults> {
        gather_chain(top, |name| match self.source(Shelf::Rulesets, name) {
            Some(source) => source.map_err(|faults| faults.to_string()),
            None => Err(format!("there is no ruleset \"{name}\"")),
        })
    }

    /// Loads all that a level names and checks everything together.
    pub(super) fn load(&self, level: SourceText, ruleset: Option<&str>) -> Result<Setup, Faults> {
        let wanted = wanted(&level);
        let mut faults = Vec::new();
        // A card that does not exist is told at the unit that names it.
        let cards = wanted.cards.iter().filter_map(|id| self.source(Shelf::Cards, id));
        let cards = cards.filter_map(|card| card.map_err(|found| faults.extend(found.0)).ok()).collect();
        let known = Known { cards: self.cards(), rulesets: self.rulesets() };
        let own = wanted.ruleset.as_deref().unwrap_or(DEFAULT_RULESET);
        // So is a ruleset: told where the level names it.
        let told_by_level = ruleset.is_none() && wanted.ruleset.is_some() && !known.has_ruleset(own);
        let rulesets = match told_by_level {
            true => Vec::new(),
            false => self.ruleset_chain(ruleset.unwrap_or(own)).unwrap_or_else(|found| {
                faults.extend(found.0);
                Vec::new()
            }),
        };
        check_bundle(Bundle { level, cards, rulesets }, known, faults)
    }
}

/// Loads a level and all it names. `level` is a path, or the name of a shipped
/// level; `ruleset` is played instead of the level's own.
///
/// # Errors
/// Every fault of every file.
pub fn load_level(level: &str, data: &DataFolder, ruleset: Option<&str>) -> Result<Setup, Faults> {
    data.load(level_source(level, data)?, ruleset)
}

/// The text of a level by path or shipped name.
fn level_source(level: &str, data: &DataFolder) -> Result<SourceText, Faults> {
    let path = Path::new(level);
    let is_path = path.components().count() > 1 || path.extension().is_some() || path.is_file();
    if is_path {
        return read_text(path, level);
    }
    data.source(Shelf::Levels, level).unwrap_or_else(|| {
        let right = format!("a path, or {}", one_of_known(level, &data.levels()));
        Err(Faults(vec![whole_file_fault(level, format!("there is no level \"{level}\""), right)]))
    })
}
