//! The folders on disk that hold levels, cards, rulesets and styles, and loading from them.

use std::path::{Path, PathBuf};

use super::bundle::{FileNames, check_bundle};
pub use super::check_file::{FileKind, check_file};
use super::fault::Faults;
use super::level_file::{DEFAULT_RULESET, wanted};
use super::library::one_of_known;
use super::ron::first_word;
use super::ruleset_chain::gather_chain;
use super::ruleset_file::read_ruleset;
use super::setup::{Bundle, Conduct, Setup, SourceText};
use super::text_file::{read_head, read_text, whole_file_fault};
use crate::rules::ruleset::Ruleset;

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

/// Files that levels name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Card,
    Ruleset,
    Style,
}

impl Named {
    /// The word such a file begins with.
    const fn first_word(self) -> &'static str {
        match self {
            Self::Card => "Card",
            Self::Ruleset => "Ruleset",
            Self::Style => "Style",
        }
    }

    /// The folder beside a level that holds only these.
    const fn folder(self) -> &'static str {
        match self {
            Self::Card => "cards",
            Self::Ruleset => "rulesets",
            Self::Style => "styles",
        }
    }

    /// The folder of those that are shipped.
    const fn shipped_folder(self) -> &'static str {
        match self {
            Self::Card => "assets/cards",
            Self::Ruleset => "assets/rulesets",
            Self::Style => "assets/styles",
        }
    }
}

const LEVELS: &str = "levels";

impl DataFolder {
    /// Finds the data folder: the one named, or the environment's, or the first of: the working directory,
    /// a folder above the program, the folder the program was built in.
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
        root.join(Named::Ruleset.shipped_folder()).is_dir().then(|| Self { root: root.to_path_buf() })
    }

    /// Its path.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Ids of all shipped cards, sorted.
    pub fn cards(&self) -> Vec<String> {
        names_in(&self.root.join(Named::Card.shipped_folder()))
    }

    /// Names of all shipped rulesets, sorted.
    pub fn rulesets(&self) -> Vec<String> {
        names_in(&self.root.join(Named::Ruleset.shipped_folder()))
    }

    /// Ids of all shipped styles of computer players, sorted.
    pub fn styles(&self) -> Vec<String> {
        names_in(&self.root.join(Named::Style.shipped_folder()))
    }

    /// Names of all shipped levels, sorted.
    pub fn levels(&self) -> Vec<String> {
        names_in(&self.root.join(LEVELS))
    }

    /// The text of a card: a path, or the id of a shipped one.
    ///
    /// # Errors
    /// It does not exist or cannot be read.
    pub fn card_text(&self, card: &str) -> Result<SourceText, Faults> {
        let path = Path::new(card);
        if path.components().count() > 1 || path.extension().is_some() {
            return read_text(path, card);
        }
        SearchPath::shipped(self).source(Named::Card, card).unwrap_or_else(|| {
            let expected = format!("a path, or {}", one_of_known(card, &self.cards()));
            Err(Faults(vec![whole_file_fault(card, format!("there is no card \"{card}\""), expected)]))
        })
    }

    /// A shipped ruleset and those it is based on, down to the base.
    ///
    /// # Errors
    /// One of them does not exist or cannot be read, or they are based on each other in a circle.
    pub fn ruleset_chain(&self, name: &str) -> Result<Vec<SourceText>, Faults> {
        SearchPath::shipped(self).ruleset_chain(name)
    }
}

/// The folders that are searched for cards and rulesets, in this order: the folder of the file that names
/// them, `cards/` or `rulesets/` in it, the shipped ones. The first file of a name counts.
pub(super) struct SearchPath<'d> {
    data: &'d DataFolder,
    /// The folder of the file that names them, and how it is shown.
    beside: Option<(PathBuf, String)>,
}

/// A folder of a search path.
struct Place {
    path: PathBuf,
    /// How faults call it.
    shown: String,
    /// Whether it may hold files of other kinds as well.
    mixed: bool,
}

impl<'d> SearchPath<'d> {
    /// The shipped files only.
    pub(super) fn shipped(data: &'d DataFolder) -> Self {
        Self { data, beside: None }
    }

    /// For what a file names.
    pub(super) fn of_file(file: &Path, data: &'d DataFolder) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_path_buf();
        let shown = folder.display().to_string();
        Self { data, beside: Some((folder, shown)) }
    }

    /// For what a shipped level names.
    fn of_shipped_level(data: &'d DataFolder) -> Self {
        Self { data, beside: Some((data.root.join(LEVELS), LEVELS.to_owned())) }
    }

    fn places(&self, kind: Named) -> Vec<Place> {
        let mut places = Vec::with_capacity(3);
        if let Some((path, shown)) = &self.beside {
            places.push(Place { path: path.clone(), shown: shown.clone(), mixed: true });
            let folder = kind.folder();
            places.push(Place { path: path.join(folder), shown: format!("{shown}/{folder}"), mixed: false });
        }
        let folder = kind.shipped_folder();
        places.push(Place { path: self.data.root.join(folder), shown: folder.to_owned(), mixed: false });
        places
    }

    /// Where it looks, in words; empty where it looks among the shipped files only.
    pub(super) fn words(&self, kind: Named) -> String {
        let places = self.places(kind);
        match places.as_slice() {
            [beside, own, shipped] => format!(" in {}, {} or {}", beside.shown, own.shown, shipped.shown),
            _ => String::new(),
        }
    }

    /// All names there are, sorted.
    pub(super) fn names(&self, kind: Named) -> Vec<String> {
        let places = self.places(kind);
        let mut names: Vec<String> = places.iter().flat_map(|place| place.names(kind)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Names of the files of a kind that lie beside the file that names them, sorted; none of them is shipped from there.
    pub(super) fn beside(&self, kind: Named) -> Vec<String> {
        let mut places = self.places(kind);
        places.pop();
        let mut names: Vec<String> = places.iter().flat_map(|place| place.names(kind)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The text of the shipped file of that name, if there is one.
    pub(super) fn shipped_source(&self, kind: Named, name: &str) -> Option<SourceText> {
        Self::shipped(self.data).source(kind, name)?.ok()
    }

    /// The ruleset of that name, if it is there and has no fault.
    pub(super) fn ruleset_named(&self, name: &str) -> Option<Ruleset> {
        self.ruleset_chain(name).and_then(|chain| read_ruleset(&chain)).ok()
    }

    /// The text of the first file of that name, if there is one.
    pub(super) fn source(&self, kind: Named, name: &str) -> Option<Result<SourceText, Faults>> {
        let place = self.places(kind).into_iter().find(|place| place.has(kind, name))?;
        let file = format!("{name}.ron");
        Some(read_text(&place.path.join(&file), &format!("{}/{file}", place.shown)))
    }

    /// A ruleset and those it is based on, down to the base.
    fn ruleset_chain(&self, name: &str) -> Result<Vec<SourceText>, Faults> {
        match self.source(Named::Ruleset, name) {
            Some(source) => self.chain_from(source?),
            None => {
                let expected = one_of_known(name, &self.names(Named::Ruleset));
                Err(Faults(vec![whole_file_fault(name, self.missing_ruleset(name), expected)]))
            }
        }
    }

    /// As [`Self::ruleset_chain`], from a ruleset that was read already.
    pub(super) fn chain_from(&self, top: SourceText) -> Result<Vec<SourceText>, Faults> {
        gather_chain(top, |name| match self.source(Named::Ruleset, name) {
            Some(source) => source.map_err(|faults| faults.to_string()),
            None => Err(self.missing_ruleset(name)),
        })
    }

    fn missing_ruleset(&self, name: &str) -> String {
        format!("there is no ruleset \"{name}\"{}", self.words(Named::Ruleset))
    }

    /// Loads everything that a level names and checks it together.
    pub(super) fn load(&self, level: SourceText, ruleset: Option<&str>) -> Result<Setup, Faults> {
        let wanted = wanted(&level);
        let mut faults = Vec::new();
        // A card that does not exist is a fault of the unit that names it.
        let cards = wanted.cards.iter().filter_map(|id| self.source(Named::Card, id));
        let cards = cards.filter_map(|card| card.map_err(|found| faults.extend(found.0)).ok()).collect();
        let known = FileNames {
            cards: self.names(Named::Card),
            card_places: self.words(Named::Card),
            rulesets: self.names(Named::Ruleset),
            ruleset_places: self.words(Named::Ruleset),
        };
        let own = wanted.ruleset.as_deref().unwrap_or(DEFAULT_RULESET);
        // Likewise a ruleset that the level itself names.
        let levels_fault = ruleset.is_none() && wanted.ruleset.is_some() && !known.has_ruleset(own);
        let rulesets = match levels_fault {
            true => Vec::new(),
            false => self.ruleset_chain(ruleset.unwrap_or(own)).unwrap_or_else(|found| {
                faults.extend(found.0);
                Vec::new()
            }),
        };
        check_bundle(Bundle { level, cards, rulesets, conduct: Conduct::default() }, known, faults)
    }
}

impl Place {
    /// Names of the files of a kind, sorted.
    pub(super) fn names(&self, kind: Named) -> Vec<String> {
        let names = names_in(&self.path);
        names.into_iter().filter(|name| !self.mixed || self.is_of_kind(kind, name)).collect()
    }

    /// Whether a file of that name is there. Names come from files: only a name that the folder lists is
    /// accepted, so that a file cannot name a path.
    fn has(&self, kind: Named, name: &str) -> bool {
        let listed = names_in(&self.path).iter().any(|known| known == name);
        listed && (!self.mixed || self.is_of_kind(kind, name))
    }

    fn is_of_kind(&self, kind: Named, name: &str) -> bool {
        let path = self.path.join(format!("{name}.ron"));
        // A pipe would block.
        path.is_file() && read_head(&path).is_some_and(|head| first_word(&head) == Some(kind.first_word()))
    }
}

/// Names of the `.ron` files of a folder, sorted; none if it cannot be read.
fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".ron").map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// Loads a level and everything it names. `level` is a path, or the name of a shipped
/// level; `ruleset` is played instead of the level's own.
///
/// # Errors
/// Every fault of every file.
pub fn load_level(
    level: &(impl AsRef<Path> + ?Sized),
    data: &DataFolder,
    ruleset: Option<&str>,
) -> Result<Setup, Faults> {
    let path = level.as_ref();
    let level = &path.display().to_string();
    let is_path = path.components().count() > 1 || path.extension().is_some() || path.is_file();
    if is_path {
        return SearchPath::of_file(path, data).load(read_text(path, level)?, ruleset);
    }
    let levels = data.levels();
    if !levels.contains(level) {
        let expected = format!("a path, or {}", one_of_known(level, &levels));
        let what = format!("there is no level \"{level}\"");
        return Err(Faults(vec![whole_file_fault(level, what, expected)]));
    }
    let shown = format!("{LEVELS}/{level}.ron");
    SearchPath::of_shipped_level(data).load(read_text(&data.root.join(&shown), &shown)?, ruleset)
}
