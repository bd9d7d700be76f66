//! The end of a picture that is drawn without a window: its last frame is written to a file, and the program ends.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};

use super::offscreen::OffscreenTarget;
use crate::ui::frame::display;
use crate::ui::input::screenshot::keep_picture;

/// The file of the picture that is being drawn.
#[derive(Resource)]
pub(crate) struct LastFrame {
    out: PathBuf,
    /// Why it could not be written.
    failed: Option<String>,
}

impl LastFrame {
    /// Of a picture that goes to a file.
    pub fn to(out: PathBuf) -> Self {
        Self { out, failed: None }
    }

    /// Where the file could not be written, says why and ends; whether that was so.
    pub fn has_failed(&mut self, exit: &mut MessageWriter<AppExit>) -> bool {
        let Some(why) = self.failed.take() else { return false };
        display::note(why);
        exit.write(AppExit::error());
        true
    }
}

/// Keeps the frame that is drawn now, and ends the program once it is written.
pub(crate) fn keep_frame(commands: &mut Commands, target: &OffscreenTarget) {
    let keep =
        |taken: On<ScreenshotCaptured>, mut last: ResMut<LastFrame>, mut exit: MessageWriter<AppExit>| {
            match keep_picture(&taken.image, &last.out) {
                Ok(()) => drop(exit.write(AppExit::Success)),
                Err(why) => {
                    last.failed = Some(format!("{} could not be written: {why}", last.out.display()));
                }
            }
        };
    commands.spawn(Screenshot(target.target())).observe(keep);
}
