//! The folder on disk that holds the shipped levels, cards, rulesets and styles, the folders of a player's own, and loading from them.

use std::path::{Path, PathBuf};

use super::card_file::card_id;
pub use super::check_file::{FileKind, check_file};
use super::embedded::{embedded_folder, embedded_hash, hash_of_folder};
use super::fault::Faults;
use super::named_file::{Folders, Named};
use super::search_path::{SearchPath, names_in};
use super::setup::{Bundle, Setup, SourceText};

/// Environment variable that names the folder.
pub const DATA_VARIABLE: &str = "WARSTRIKE_DATA";

/// The folder that holds `assets/cards`, `assets/rulesets` and `levels`, and the folders that hold a player's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder(Folders);

/// Reason for the lack of a data folder.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDataFolder {
    /// The folder that was named is not one.
    #[error("{0} has no assets/rulesets, so it is not a data folder of WarStrike")]
    Named(PathBuf),
    /// None was named, and none found.
    #[error(
        "no data folder was found, neither here nor beside the program: name the folder that holds \
         `assets` and `levels` with --data FOLDER or in the variable {DATA_VARIABLE}"
    )]
    NotFound,
}

impl DataFolder {
    /// Finds the data folder: the one named, or the environment's, or the first that is there of these.
    ///
    /// - In a build for work on the program: the working directory, then those that a release looks at, then the folder it was
    ///   built in.
    /// - In a release: a folder above the program, `../share/warstrike` from there, `warstrike` in a folder of `XDG_DATA_DIRS`
    ///   if its files are the program's own, and at last the files inside the program.
    ///
    /// # Errors
    /// None of them has `assets/rulesets`. A folder that was named is not replaced by another.
    pub fn find(named: Option<&Path>) -> Result<Self, NoDataFolder> {
        let variable = std::env::var_os(DATA_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(root) = named.map(Path::to_path_buf).or(variable) {
            return Self::at(&root).ok_or(NoDataFolder::Named(root));
        }
        let is_for_work = !cfg!(feature = "packaged");
        let here = std::env::current_dir().ok().filter(|_| is_for_work);
        let places = here.into_iter().chain(around_program()).chain(shared_folders());
        let found = places.chain(is_for_work.then(built_in).flatten()).find_map(|place| Self::at(&place));
        found.or_else(|| Self::at(&embedded_folder()?)).ok_or(NoDataFolder::NotFound)
    }

    /// The folder itself, if it is a data folder.
    pub fn at(root: &Path) -> Option<Self> {
        root.join(Named::Ruleset.shipped_folder())
            .is_dir()
            .then(|| Self(Folders { root: root.to_path_buf(), own: Vec::new() }))
    }

    /// The same, with folders of the player's own. The folder of the shipped levels is not one.
    #[must_use]
    pub fn with_own(self, own: impl IntoIterator<Item = PathBuf>) -> Self {
        let shipped = self.0.root.join(Named::Level.shipped_folder()).canonicalize().ok();
        let is_own = |folder: &PathBuf| shipped.is_none() || folder.canonicalize().ok() != shipped;
        Self(Folders { own: own.into_iter().filter(is_own).collect(), ..self.0 })
    }

    /// All of them, for the search.
    pub(super) fn folders(&self) -> &Folders {
        &self.0
    }

    /// The folders of the player's own, the first to be searched first.
    pub fn own(&self) -> &[PathBuf] {
        &self.0.own
    }

    /// The rulesets of the player's own: each one's path.
    pub fn own_rulesets(&self) -> Vec<PathBuf> {
        SearchPath::asked(&self.0).own_files(Named::Ruleset)
    }

    /// Its path.
    pub fn root(&self) -> &Path {
        &self.0.root
    }

    /// Shipped cards and rulesets that others of the same name replace, a sentence each.
    pub fn replaced_in_words(&self, bundle: &Bundle) -> Vec<String> {
        let files = bundle.cards.iter().map(|card| (Named::Card, card));
        let files = files.chain(bundle.rulesets.iter().map(|ruleset| (Named::Ruleset, ruleset)));
        let replaces = |(kind, file): (Named, &SourceText)| {
            let (folder, name) = (self.0.root.join(kind.shipped_folder()), card_id(&file.name));
            let is_shipped = file.name.starts_with(kind.shipped_folder());
            let is_replaced = !is_shipped && names_in(&folder).contains(&name);
            let (word, path) = (kind.word(), &file.name);
            is_replaced.then(|| format!("{path} takes the place of the shipped {word} {name}."))
        };
        files.filter_map(replaces).collect()
    }

    /// The cards and rulesets that a level in `file` would not find as it needs them, and where they have to lie for it.
    ///
    /// # Errors
    /// One that it would find in their place cannot be read.
    pub fn missing_beside<'b>(
        &self,
        file: &Path,
        bundle: &'b Bundle,
    ) -> Result<Vec<(PathBuf, &'b SourceText)>, Faults> {
        let search = SearchPath::of_file(file, &self.0);
        let folder = file.parent().unwrap_or(Path::new(""));
        let files = bundle.cards.iter().map(|card| (Named::Card, card));
        let files = files.chain(bundle.rulesets.iter().map(|ruleset| (Named::Ruleset, ruleset)));
        let mut missing = Vec::new();
        for (kind, source) in files {
            let name = card_id(&source.name);
            let found = search.source(kind, &name).transpose()?;
            if found.is_none_or(|found| found.text != source.text) {
                let own = kind.folder().unwrap_or_default();
                missing.push((folder.join(own).join(format!("{name}.ron")), source));
            }
        }
        Ok(missing)
    }

    /// True if a name is that of a card, ruleset or style, the player's own or a shipped one. `folder` is the one that holds them: `cards`,
    /// `rulesets`, `styles`.
    pub fn has(&self, folder: &str, name: &Path) -> bool {
        let kind = Named::ALL.into_iter().find(|kind| kind.folder() == Some(folder));
        let name = name.display().to_string();
        kind.is_some_and(|kind| SearchPath::asked(&self.0).named(kind, &name).is_some())
    }

    /// Ids of all shipped cards, sorted.
    pub fn cards(&self) -> Vec<String> {
        names_in(&self.0.root.join(Named::Card.shipped_folder()))
    }

    /// Names of all shipped rulesets, sorted.
    pub fn rulesets(&self) -> Vec<String> {
        names_in(&self.0.root.join(Named::Ruleset.shipped_folder()))
    }

    /// Ids of all shipped styles of computer players, sorted.
    pub fn styles(&self) -> Vec<String> {
        names_in(&self.0.root.join(Named::Style.shipped_folder()))
    }

    /// Names of all shipped levels, sorted.
    pub fn levels(&self) -> Vec<String> {
        names_in(&self.0.root.join(Named::Level.shipped_folder()))
    }

    /// The text of a card: a path, or the name of one of the player's own or of a shipped one.
    ///
    /// # Errors
    /// It does not exist or cannot be read.
    pub fn card_text(&self, card: &str) -> Result<SourceText, Faults> {
        SearchPath::asked(&self.0).find(Named::Card, Path::new(card))?.read()
    }

    /// A ruleset and those it is based on, down to the base: by its path, or by the name of one of the player's own or of a
    /// shipped one.
    ///
    /// # Errors
    /// One of them does not exist or cannot be read, or they are based on each other in a circle.
    pub fn ruleset_chain(&self, ruleset: &(impl AsRef<Path> + ?Sized)) -> Result<Vec<SourceText>, Faults> {
        SearchPath::asked(&self.0).ruleset_chain(ruleset.as_ref())
    }
}

/// The folders above the program, and the one where an installation beside it has its files.
fn around_program() -> Vec<PathBuf> {
    let Some(program) = std::env::current_exe().and_then(|program| program.canonicalize()).ok() else {
        return Vec::new();
    };
    let above = program.ancestors().skip(1).map(Path::to_path_buf);
    let share = program.ancestors().nth(2).map(|prefix| prefix.join("share").join("warstrike"));
    above.chain(share).collect()
}

/// The installations that the desktop knows. A program that has its files inside takes no others: they may be of another version.
fn shared_folders() -> impl Iterator<Item = PathBuf> {
    let variable = std::env::var_os("XDG_DATA_DIRS").filter(|value| !value.is_empty());
    let folders = variable.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let folders: Vec<PathBuf> =
        std::env::split_paths(&folders).filter(|folder| folder.is_absolute()).collect();
    let is_own = |folder: &PathBuf| match embedded_hash() {
        Some(own) => folder.is_dir() && hash_of_folder(folder).is_ok_and(|hash| hash == own),
        None => true,
    };
    folders.into_iter().map(|folder| folder.join("warstrike")).filter(is_own)
}

/// The folder that the program was built in, which no release names.
#[cfg(not(feature = "packaged"))]
fn built_in() -> Option<PathBuf> {
    Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")))
}

#[cfg(feature = "packaged")]
fn built_in() -> Option<PathBuf> {
    None
}

/// Loads a level and everything it names. `level` is a path, or the name of one of the player's own levels or of a shipped one;
/// `ruleset`, likewise a path or a name, is played instead of the level's own.
///
/// # Errors
/// Every fault of every file.
pub fn load_level(
    level: &(impl AsRef<Path> + ?Sized),
    data: &DataFolder,
    ruleset: Option<&str>,
) -> Result<Setup, Faults> {
    let found = SearchPath::asked(&data.0).find(Named::Level, level.as_ref())?;
    SearchPath::beside(&found, &data.0).load(found.read()?, ruleset)
}

/// As [`load_level`], by a ruleset whose texts have been gathered ([`DataFolder::ruleset_chain`]).
///
/// # Errors
/// Every fault of every file.
pub fn load_level_under(
    level: &(impl AsRef<Path> + ?Sized),
    data: &DataFolder,
    ruleset: &[SourceText],
) -> Result<Setup, Faults> {
    let found = SearchPath::asked(&data.0).find(Named::Level, level.as_ref())?;
    SearchPath::beside(&found, &data.0).load_under(found.read()?, ruleset)
}

impl Bundle {
    /// The same level by another ruleset: by its path, or by the name of one of the player's own or of a shipped one.
    ///
    /// # Errors
    /// Every fault of the ruleset, and of the level as this ruleset has it.
    pub fn by_ruleset(self, ruleset: &str, data: &DataFolder) -> Result<Setup, Faults> {
        Setup::from_bundle(Self { rulesets: data.ruleset_chain(ruleset)?, ..self })
    }
}

/// Whether a player's word names a level: one of their own or a shipped one, or a path.
pub fn is_level(level: &Path, data: &DataFolder) -> bool {
    SearchPath::asked(&data.0).find(Named::Level, level).is_ok_and(|found| found.is_there())
}
