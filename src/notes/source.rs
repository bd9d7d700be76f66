//! Notes with their pictures, wherever they are: beside their save, or in a page that was packed.

use std::collections::BTreeMap;
use std::path::Path;

use super::packed::unpacked;
use tabletop_shell::notes::{Notes, read_notes, read_picture};

/// The notes of a save with their pictures.
#[derive(Clone, Debug, Default)]
pub struct Source {
    /// The save's name.
    pub name: String,
    /// Its notes; those pictures that could not be read are among what was not read.
    pub notes: Notes,
    /// The pictures that could be read, by their names.
    pub pictures: BTreeMap<String, Vec<u8>>,
}

impl Source {
    /// The notes beside a save, or in a folder of notes.
    pub fn beside(save: &Path) -> Self {
        Self::complete(save, read_notes(save), |name| read_picture(save, name))
    }

    /// The notes in a page; `None` if it has none.
    pub fn of_page(path: &Path, page: &str) -> Option<Self> {
        let (notes, mut pictures) = unpacked(page)?;
        let picture = |name: &str| {
            let missing = || format!("The picture {name} was not read: it is not in the page.");
            pictures.remove(name).ok_or_else(missing)
        };
        Some(Self::complete(path, notes, picture))
    }

    fn complete(
        path: &Path,
        mut notes: Notes,
        mut picture: impl FnMut(&str) -> Result<Vec<u8>, String>,
    ) -> Self {
        let names: Vec<String> = notes.notes().filter_map(|note| note.picture.clone()).collect();
        let mut pictures = BTreeMap::new();
        for name in names {
            match picture(&name) {
                Ok(png) => drop(pictures.insert(name, png)),
                Err(why) => notes.unread.push(why),
            }
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { name, notes, pictures }
    }
}
