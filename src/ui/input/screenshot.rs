//! Screenshots, and suggested names for saves.

use std::path::Path;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use crate::ui::open_game::{Notice, OpenGame};

/// Saves a screenshot in the folder of the saves.
pub(super) fn take_picture(commands: &mut Commands, opened: &OpenGame) {
    let folder = opened.saves.clone();
    let free = (1..).map(|number| folder.join(format!("picture-{number}.png"))).find(|path| !path.exists());
    let Some(path) = free else { return };
    let keep = move |taken: On<ScreenshotCaptured>, mut opened: ResMut<OpenGame>| {
        opened.notice = Some(match keep_picture(&taken.image, &path) {
            Ok(()) => Notice::Done(format!("Picture saved as {}", path.display())),
            Err(why) => Notice::Failed(format!("{} could not be written: {why}", path.display())),
        });
    };
    commands.spawn(Screenshot::primary_window()).observe(keep);
}

/// Writes a picture to a file, without its alpha channel.
pub(in crate::ui) fn keep_picture(picture: &Image, path: &Path) -> Result<(), String> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let picture = picture.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    picture.to_rgb8().save(path).map_err(|error| error.to_string())
}

/// The name of the last save; else the level's name in plain letters.
pub(in crate::ui) fn suggested_name(opened: &OpenGame) -> String {
    let stem = opened.file.as_ref().and_then(|file| file.file_stem());
    if let Some(stem) = stem {
        return stem.to_string_lossy().into_owned();
    }
    let level = opened.game.setup().level.name.to_lowercase();
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    level.chars().map(plain).collect()
}
