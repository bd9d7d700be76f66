//! The moment that is looked at, as a level of the player's own: it is listed on the start screen, and opened there.

use std::io::ErrorKind;
use std::path::PathBuf;

use super::events::{UiEvent, emit};
use super::open_game::{Notice, OpenGame};
use super::saved_games::suggested_name;
use crate::game::engine::record::claim::Existing;
use crate::game::moment_level::{level_or_why, write_level};
use crate::game::narration::words::capitalised;
use crate::level::data_folder::DataFolder;

/// The folder of the player's own levels, in the folder of saves.
pub(in crate::ui) const OWN_LEVELS: &str = "levels";

impl OpenGame {
    /// Writes the level that opens at the moment that is looked at, or says why there is none.
    pub(super) fn save_moment(&mut self) {
        self.notice = Some(match self.write_moment() {
            Ok(path) => {
                emit(&UiEvent::MomentSaved { path: path.clone() });
                Notice::Done(format!("This moment is a level of your own now: {}", path.display()))
            }
            Err(why) => {
                emit(&UiEvent::KeyIgnored { why: why.clone() });
                Notice::Hint(why)
            }
        });
    }

    fn write_moment(&self) -> Result<PathBuf, String> {
        let data = self.data.as_deref().and_then(DataFolder::at).ok_or("the shipped files are not there")?;
        let (entry, name) = (self.game.history().present().id.0, suggested_name(self));
        let folder = self.saves.join(OWN_LEVELS);
        let bundle = level_or_why(&self.game, &name, &name).map_err(|why| capitalised(&why))?;
        let names = std::iter::once(format!("{name}-{entry}.ron"));
        let names = names.chain((2..1000).map(|number| format!("{name}-{entry}-{number}.ron")));
        for path in names.map(|name| folder.join(name)).filter(|path| !path.exists()) {
            match write_level(&bundle, &path, Existing::Kept, &data) {
                Ok(_) => return Ok(path),
                Err((file, error)) if file == path && error.kind() == ErrorKind::AlreadyExists => {}
                Err((file, error)) => {
                    return Err(format!("{} could not be written: {error}", file.display()));
                }
            }
        }
        Err(format!("{} has too many levels of this moment", folder.display()))
    }
}
