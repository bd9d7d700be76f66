//! Search for a file named by the player, by a level, by another ruleset or style. The one routine for all of them, with the one wording
//! for a missing file.

use std::path::{Path, PathBuf};

use super::fault::Faults;
use super::library::one_of_known;
use super::named_file::{Folders, Found, Named, is_path};
use super::ron::first_word;
use super::ruleset_chain::gather_chain;
use super::setup::SourceText;
use super::text_file::{nameless_fault, read_head};

/// The folders that are searched, in this order: that of the file that names them and the one for their kind in it, those of the
/// player's own likewise, the shipped ones. The first file of a name counts.
#[derive(Clone)]
pub(super) struct SearchPath<'d> {
    data: &'d Folders,
    /// The folders of the files that name them, and how each is shown.
    beside: Vec<(PathBuf, String)>,
    /// Whether the player's own folders are searched.
    own: Own,
}

/// Whether the folders of the player's own are searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Own {
    /// Searched for names that a player gives.
    Searched,
    /// Left out: the names in a file mean the same for every reader.
    LeftOut,
}

/// A folder of a search path.
struct Place {
    path: PathBuf,
    /// Name in faults.
    shown: String,
    holds: Holds,
}

/// Content of a folder.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// Files of one kind.
    One,
    /// Files of other kinds as well.
    Any,
    /// Files of one kind, and shipped.
    Shipped,
}

impl<'d> SearchPath<'d> {
    /// Search path for the names in a file that was found.
    pub(super) fn beside(found: &Found, data: &'d Folders) -> Self {
        if !found.is_shipped {
            return Self::of_file(&found.path, data);
        }
        let folder = found.path.parent().unwrap_or(Path::new("")).to_path_buf();
        let shown = found.shown.rsplit_once('/').map_or_else(String::new, |(folder, _)| folder.to_owned());
        Self { data, beside: vec![(folder, shown)], own: Own::LeftOut }
    }

    /// Search path for names that a player gives.
    pub(super) fn asked(data: &'d Folders) -> Self {
        Self { data, beside: Vec::new(), own: Own::Searched }
    }

    /// Search path for the names in a file.
    pub(super) fn of_file(file: &Path, data: &'d Folders) -> Self {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_path_buf();
        let shown = folder.display().to_string();
        Self { data, beside: vec![(folder, shown)], own: Own::LeftOut }
    }

    /// Search path for names that a player gives beside a level.
    pub(super) fn with_own(&self) -> Self {
        Self { own: Own::Searched, ..self.clone() }
    }

    /// Search path for the names in a file of this kind that was found here: beside itself first, if it lies elsewhere.
    fn from(&self, kind: Named, found: &Found) -> Self {
        let folder = found.path.parent();
        if found.is_shipped || self.places(kind).iter().any(|place| Some(place.path.as_path()) == folder) {
            return self.clone();
        }
        let beside = Self::beside(found, self.data).beside.into_iter().chain(self.beside.iter().cloned());
        Self { beside: beside.collect(), ..self.clone() }
    }

    fn places(&self, kind: Named) -> Vec<Place> {
        let mut places = Vec::with_capacity(3);
        let own = match self.own {
            Own::Searched => self.data.own.as_slice(),
            Own::LeftOut => &[],
        };
        let plain = |path: &Path| path.strip_prefix(".").unwrap_or(path).to_owned();
        let is_beside = |own: &Path| self.beside.iter().any(|(beside, _)| plain(beside) == plain(own));
        let own = own.iter().filter(|own| !is_beside(own));
        let own = own.map(|folder| (folder.clone(), folder.display().to_string()));
        for (path, shown) in self.beside.iter().cloned().chain(own) {
            let of_kind = kind.folder().map(|folder| Place {
                path: path.join(folder),
                shown: format!("{shown}/{folder}"),
                holds: Holds::One,
            });
            places.push(Place { path, shown, holds: Holds::Any });
            places.extend(of_kind);
        }
        let folder = kind.shipped_folder();
        let path = self.data.root.join(folder);
        places.push(Place { path, shown: folder.to_owned(), holds: Holds::Shipped });
        places
    }

    /// Players' name for a place.
    fn called(place: Place, kind: Named) -> String {
        match (place.holds, kind) {
            (Holds::Shipped, Named::Level) => "the shipped ones".to_owned(),
            (Holds::Shipped | Holds::One | Holds::Any, _) => place.shown,
        }
    }

    /// Places searched, in words; empty where it searches the shipped files only. Of the player's own folders, those that exist are named.
    pub(super) fn words(&self, kind: Named) -> String {
        let named = 2 * self.beside.len();
        let is_named = |(index, place): &(usize, Place)| {
            *index < named || place.holds == Holds::Shipped || place.path.is_dir()
        };
        let places = self
            .places(kind)
            .into_iter()
            .enumerate()
            .filter(is_named)
            .map(|(_, place)| Self::called(place, kind));
        let mut words: Vec<String> = places.collect();
        let last = words.pop().unwrap_or_default();
        if words.is_empty() { String::new() } else { format!(" in {} or {last}", words.join(", ")) }
    }

    /// All names there are, sorted.
    pub(super) fn names(&self, kind: Named) -> Vec<String> {
        let places = self.places(kind);
        let mut names: Vec<String> = places.iter().flat_map(|place| place.names(kind)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Names of the files of a kind that lie beside the file that names them, sorted, and are not shipped with it.
    pub(super) fn names_beside(&self, kind: Named) -> Vec<String> {
        let places = self.places(kind);
        let is_own = |place: &&Place| place.holds != Holds::Shipped;
        let mut names: Vec<String> =
            places.iter().filter(is_own).flat_map(|place| place.names(kind)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The text of the shipped file of that name, if there is one.
    pub(super) fn shipped_source(&self, kind: Named, name: &str) -> Option<SourceText> {
        let shipped = Self { data: self.data, beside: Vec::new(), own: Own::LeftOut };
        shipped.source(kind, name)?.ok()
    }

    /// The files of a kind in the player's own folders, each once.
    pub(super) fn own_files(&self, kind: Named) -> Vec<PathBuf> {
        let places = self.places(kind);
        let places = places.iter().filter(|place| place.holds != Holds::Shipped);
        let mut files: Vec<PathBuf> = Vec::new();
        for place in places {
            let names = place.names(kind).into_iter();
            files.extend(names.map(|name| place.path.join(format!("{name}.ron"))));
        }
        let mut known = Vec::new();
        files.retain(|file| {
            let file = file.canonicalize().ok();
            let is_new = !known.contains(&file);
            known.push(file);
            is_new
        });
        files
    }

    /// The file that a player names: by its path, or by the name of one that lies in these folders.
    ///
    /// # Errors
    /// There is none of that name. Whether a path leads to a file shows when it is read.
    pub(super) fn find(&self, kind: Named, asked: &Path) -> Result<Found, Faults> {
        if is_path(asked) {
            return Ok(Found::at(asked));
        }
        let name = asked.display().to_string();
        self.named(kind, &name).ok_or_else(|| self.unknown(kind, &name))
    }

    fn unknown(&self, kind: Named, name: &str) -> Faults {
        let expected = format!("a path, or {}", one_of_known(name, &self.names(kind)));
        Faults(vec![nameless_fault(self.missing(kind, name), expected)])
    }

    /// The first file of that name, if there is one.
    pub(super) fn named(&self, kind: Named, name: &str) -> Option<Found> {
        let place = self.places(kind).into_iter().find(|place| place.has(kind, name))?;
        let file = format!("{name}.ron");
        let (path, shown) = (place.path.join(&file), format!("{}/{file}", place.shown));
        Some(Found { path, shown, is_shipped: place.holds == Holds::Shipped })
    }

    /// The text of the first file of that name, if there is one.
    pub(super) fn source(&self, kind: Named, name: &str) -> Option<Result<SourceText, Faults>> {
        Some(self.named(kind, name)?.read())
    }

    /// Fault of a missing file, with the places searched.
    pub(super) fn missing(&self, kind: Named, name: &str) -> String {
        format!("there is no {} \"{name}\"{}", kind.word(), self.words(kind))
    }

    /// A ruleset that a player names and those it is based on, down to the base.
    pub(super) fn ruleset_chain(&self, asked: &Path) -> Result<Vec<SourceText>, Faults> {
        let found = self.find(Named::Ruleset, asked)?;
        self.from(Named::Ruleset, &found).chain_from(found.read()?)
    }

    /// As [`Self::ruleset_chain`], of a ruleset that a file names: never by a path.
    pub(super) fn chain_named(&self, name: &str) -> Result<Vec<SourceText>, Faults> {
        match self.source(Named::Ruleset, name) {
            Some(source) => self.chain_from(source?),
            None => Err(self.unknown(Named::Ruleset, name)),
        }
    }

    /// As [`Self::ruleset_chain`], from a ruleset that was read already.
    pub(super) fn chain_from(&self, top: SourceText) -> Result<Vec<SourceText>, Faults> {
        gather_chain(top, |name| match self.source(Named::Ruleset, name) {
            Some(source) => source.map_err(|faults| faults.to_string()),
            None => Err(self.missing(Named::Ruleset, name)),
        })
    }
}

impl Place {
    /// Names of the files of a kind, sorted.
    fn names(&self, kind: Named) -> Vec<String> {
        let names = names_in(&self.path);
        names.into_iter().filter(|name| self.holds != Holds::Any || self.is_of_kind(kind, name)).collect()
    }

    /// Whether a file of that name is there. Names come from files: only a name that the folder lists is
    /// accepted, so that a file cannot name a path.
    fn has(&self, kind: Named, name: &str) -> bool {
        let listed = names_in(&self.path).iter().any(|known| known == name);
        listed && (self.holds != Holds::Any || self.is_of_kind(kind, name))
    }

    fn is_of_kind(&self, kind: Named, name: &str) -> bool {
        let path = self.path.join(format!("{name}.ron"));
        // A pipe would block.
        path.is_file() && read_head(&path).is_some_and(|head| first_word(&head) == Some(kind.first_word()))
    }
}

/// Names of the `.ron` files of a folder, sorted; none if it cannot be read.
pub(super) fn names_in(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".ron").map(str::to_owned))
        .collect();
    names.sort();
    names
}
