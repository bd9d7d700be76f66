//! The data files of a game: the shipped ones below its folder, and a player's own.

use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

use tabletop_data::fault::Faults;
use tabletop_data::ron::Reader;
use tabletop_data::source_text::SourceText;
use tabletop_data::text_file::{nameless_fault, read_text};

use crate::recognise::{FileOf, file_of};

/// The folders on disk.
#[derive(Clone, Debug)]
pub struct Folders {
    /// The folder of shipped data.
    pub root: PathBuf,
    /// Folders of a player's own files, the first to be searched first.
    pub own: Vec<PathBuf>,
    /// Finds a save by its name, if there is one.
    pub save_of_name: fn(&Path) -> Option<PathBuf>,
}

/// A kind of data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// The word that such a file begins with: "Ruleset".
    pub first_word: &'static str,
    /// Players' word for it: "ruleset".
    pub word: &'static str,
    /// Folder of the shipped ones within that of the game, and beside a level: "rulesets".
    pub folder: &'static str,
}

/// Levels of any game.
pub const LEVEL: FileKind = FileKind { first_word: "Level", word: "level", folder: "levels" };

/// Rulesets of any game.
pub const RULESET: FileKind = FileKind { first_word: "Ruleset", word: "ruleset", folder: "rulesets" };

/// Styles of computer players of any game.
pub const STYLE: FileKind = FileKind { first_word: "Style", word: "style", folder: "styles" };

/// The files of one game, as they are found from one place.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    folders: &'a Folders,
    /// Id of the game.
    id: &'static str,
    /// Folder of its shipped files, from the root.
    folder: &'static str,
    /// Folder of the file that names others.
    beside: Option<&'a Path>,
}

impl<'a> Files<'a> {
    /// Of a game, whose shipped files are in a folder below the root.
    pub fn new(folders: &'a Folders, id: &'static str, folder: &'static str) -> Self {
        Self { folders, id, folder, beside: None }
    }

    /// The same, as a file finds them that names others.
    pub fn beside(self, file: &'a Path) -> Self {
        Self { beside: file.parent(), ..self }
    }

    /// The file that a player means: by its path, or by a name.
    pub fn find(&self, kind: FileKind, asked: &Path) -> Option<PathBuf> {
        if is_path(asked) {
            return Some(asked.to_owned());
        }
        let name = asked.to_str()?;
        let own = self.beside.into_iter().chain(self.folders.own.iter().map(PathBuf::as_path));
        let own = own.flat_map(|folder| [folder.join(kind.folder), folder.to_owned()]);
        own.map(|folder| in_folder(&folder, name))
            .find(|path| self.is_of_kind(kind, path))
            .or_else(|| Some(in_folder(&self.shipped(kind), name)).filter(|path| path.is_file()))
    }

    fn shipped(&self, kind: FileKind) -> PathBuf {
        self.folders.root.join(self.folder).join(kind.folder)
    }

    /// A file is one of those that are shipped.
    pub fn is_shipped(&self, path: &Path) -> bool {
        path.starts_with(self.folders.root.join(self.folder))
    }

    fn is_of_kind(&self, kind: FileKind, path: &Path) -> bool {
        path.is_file()
            && matches!(file_of(path), Some(FileOf { game: Some(game), word, .. })
                if game == self.id && word == kind.first_word)
    }

    /// Names of the shipped files of a kind, sorted.
    pub fn names(&self, kind: FileKind) -> Vec<String> {
        let entries = std::fs::read_dir(self.shipped(kind)).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.path());
        let mut names: Vec<String> = names
            .filter(|path| path.extension() == Some(OsStr::new("ron")))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .collect();
        names.sort();
        names
    }

    /// Names of a player's own files of a kind, sorted: those in the folders in which [`Self::find`] looks first.
    pub fn own_names(&self, kind: FileKind) -> Vec<String> {
        let own = self.folders.own.iter().flat_map(|folder| [folder.join(kind.folder), folder.clone()]);
        let files = own.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
        let paths =
            files.map(|entry| entry.path()).filter(|path| path.extension() == Some(OsStr::new("ron")));
        let own = paths.filter(|path| self.is_of_kind(kind, path) && !self.is_shipped(path));
        let mut names: Vec<String> =
            own.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The text of the file that a player means.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub fn read(&self, kind: FileKind, asked: &Path) -> Result<SourceText, Faults> {
        let Some(path) = self.find(kind, asked) else {
            let what = format!("there is no {} \"{}\"", kind.word, asked.display());
            let known = self.names(kind).join(", ");
            return Err(Faults(vec![nameless_fault(what, format!("one of {known}, or a path"))]));
        };
        // Shipped files are called as they lie below the root, wherever that is.
        let shown = path.strip_prefix(&self.folders.root).unwrap_or(&path).display().to_string();
        read_text(&path, &shown)
    }

    /// The text of a file that another file names: never by a path.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn named(&self, kind: FileKind, name: &str) -> Result<SourceText, Faults> {
        let is_name = matches!(Path::new(name).components().collect::<Vec<_>>()[..], [Component::Normal(_)]);
        if is_name && !is_path(Path::new(name)) {
            return self.read(kind, Path::new(name));
        }
        let what = format!("\"{name}\" is no name of a {}", kind.word);
        Err(Faults(vec![nameless_fault(what, "a name, as that of a file without .ron")]))
    }

    /// The text of a file that is named in a field of a level, as [`Self::named`] finds it.
    ///
    /// # Errors
    /// The level has no such field, or no such file is there: a fault at the field; or the file cannot be read.
    pub fn named_in(&self, level: &SourceText, field: &str, kind: FileKind) -> Result<SourceText, Faults> {
        let reader = Reader::new(level);
        let named = reader.root().and_then(|root| {
            let (_, body) = root.variant(&[LEVEL.first_word])?;
            let Some(node) = body.fields_of_name(field).into_iter().next() else {
                body.fault(
                    format!("the field `{field}` is missing"),
                    format!("`{field}: …` between these brackets"),
                );
                return None;
            };
            let name = node.name(60)?;
            let found = self.named(kind, &name);
            if let Err(faults) = &found
                && let Some(fault) = faults.0.iter().find(|fault| fault.file.is_empty())
            {
                node.fault(fault.what.clone(), fault.expected.clone());
                return None;
            }
            Some(found)
        });
        reader.finish(named)?
    }

    /// The text of a style that is a player's own; `None` where the words name one that comes with the game, or none.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn own_style(&self, asked: &str) -> Result<Option<SourceText>, Faults> {
        let asked = Path::new(asked);
        match self.find(STYLE, asked).filter(|path| !self.is_shipped(path)) {
            Some(_) => self.read(STYLE, asked).map(Some),
            None => Ok(None),
        }
    }

    /// The save of a name, if there is one.
    pub fn save_of_name(&self, name: &Path) -> Option<PathBuf> {
        (self.folders.save_of_name)(name)
    }

    /// The folder of shipped data, where the program's sources may be, too.
    pub fn root(&self) -> &Path {
        &self.folders.root
    }
}

fn in_folder(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.ron"))
}

/// A player names the path of a file rather than a name.
pub fn is_path(asked: &Path) -> bool {
    let is_ron = asked.extension().is_some_and(|ending| ending == "ron");
    asked.components().count() > 1 || is_ron || asked.is_file()
}
