//! Data files that are part of a game's program.

use serde::Serialize;

use crate::ron::one_of;
use crate::source_text::SourceText;

/// A file that comes with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shipped {
    /// Id by which it is asked for.
    pub id: &'static str,
    /// One sentence; empty where the file has its own.
    pub about: &'static str,
    /// Its text.
    #[serde(skip)]
    pub text: &'static str,
}

impl Shipped {
    /// The file.
    pub fn source(&self) -> SourceText {
        SourceText { name: format!("{}.ron", self.id), text: self.text.to_owned() }
    }

    /// Finds a file by its id.
    ///
    /// # Errors
    /// A sentence that lists what the game has: "… has no scenario \"x\"; it has …".
    pub fn find(game: &str, kind: &str, files: &'static [Self], id: &str) -> Result<&'static Self, String> {
        let names: Vec<&str> = files.iter().map(|file| file.id).collect();
        let found = files.iter().find(|file| file.id == id);
        found.ok_or_else(|| format!("{game} has no {kind} \"{id}\"; it has {}", one_of(Some(id), &names)))
    }
}

/// A slice of [`Shipped`]: the folder within `assets/`, then the id of each file, with a sentence unless the file has its own.
#[macro_export]
macro_rules! shipped {
    ($folder:literal; $($id:literal $(: $about:literal)?),* $(,)?) => {
        &[$($crate::shipped::Shipped {
            id: $id,
            about: concat!($($about)?),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/", $folder, "/", $id, ".ron")),
        }),*]
    };
}
