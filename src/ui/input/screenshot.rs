//! Screenshots.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use bevy::image::ImageFormat;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;

use crate::game::engine::record::claim::Existing;
use crate::game::engine::record::whole_file::{make_first_free, why_not_written, write_whole_file};
use crate::ui::frame::frame_pacing;
use crate::ui::quality::{Photograph, PictureQuality};
use crate::ui::session::open_game::{Notice, OpenGame};

/// A picture of the window that is being taken: at the best level of quality, whatever is drawn otherwise. That may take
/// many seconds, so the window says so first.
#[derive(Resource)]
pub(super) struct PictureTask {
    stage: ScreenshotStep,
    /// Frames drawn in this stage, and seconds since it began.
    frames: u32,
    seconds: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScreenshotStep {
    /// The notice comes up.
    Announced,
    /// The best level is drawn: its pipelines are compiled, the notice is still there.
    Drawn,
    /// The notice goes.
    Cleared,
    /// The picture has been asked for.
    Asked,
}

/// Until a change of the window has reached the screen: a frame may be on its way already, and panels are not laid out in
/// every frame.
const FRAMES_TO_SCREEN: u32 = 2;
const SECONDS_TO_SCREEN: f32 = 0.25;

const FINELY_DRAWN: &str =
    "Drawing the picture as finely as possible. Without a graphics card this takes a few seconds.";

/// The key that takes a picture, which will be in the folder of the saves.
#[derive(Event, Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TakePicture;

pub(super) fn take_picture(_: On<TakePicture>, mut commands: Commands, mut opened: ResMut<OpenGame>) {
    opened.notice = Some(Notice::Working(FINELY_DRAWN.to_owned()));
    commands.insert_resource(PictureTask { stage: ScreenshotStep::Announced, frames: 0, seconds: 0.0 });
}

/// Takes the picture step by step.
pub(super) fn draw_picture(
    mut commands: Commands,
    time: Res<Time<Real>>,
    mut task: ResMut<PictureTask>,
    mut quality: ResMut<PictureQuality>,
    mut opened: ResMut<OpenGame>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    redraw.write(RequestRedraw);
    task.frames += 1;
    task.seconds += time.delta_secs();
    if task.frames <= FRAMES_TO_SCREEN || task.seconds < SECONDS_TO_SCREEN {
        return;
    }
    let next = match task.stage {
        ScreenshotStep::Announced => {
            quality.photograph(Photograph::Taking);
            ScreenshotStep::Drawn
        }
        ScreenshotStep::Drawn if frame_pacing::is_warmed_up() => {
            opened.notice = None;
            ScreenshotStep::Cleared
        }
        ScreenshotStep::Cleared => {
            commands.spawn(Screenshot::primary_window()).observe(finish_picture);
            ScreenshotStep::Asked
        }
        ScreenshotStep::Drawn | ScreenshotStep::Asked => return,
    };
    (task.stage, task.frames, task.seconds) = (next, 0, 0.0);
}

fn finish_picture(
    taken: On<ScreenshotCaptured>,
    mut commands: Commands,
    mut quality: ResMut<PictureQuality>,
    mut opened: ResMut<OpenGame>,
) {
    quality.photograph(Photograph::Idle);
    opened.notice = Some(match keep_numbered_picture(&taken.image, &opened.saves) {
        Ok(path) => Notice::Done(format!("Picture saved as {}", path.display())),
        Err(why) => {
            Notice::Failed(format!("The picture could not be written: {why} ({})", opened.saves.display()))
        }
    });
    commands.remove_resource::<PictureTask>();
}

/// Writes a picture to a file, without its alpha channel.
pub(crate) fn keep_picture(picture: &Image, path: &Path) -> Result<(), String> {
    let bytes = picture_bytes(picture, path)?;
    write_whole_file(path, &bytes, Existing::Replaced).map_err(|error| why_not_written(&error))
}

/// Writes a picture to the first free number in a folder.
pub(crate) fn keep_numbered_picture(picture: &Image, folder: &Path) -> Result<PathBuf, String> {
    let bytes = picture_bytes(picture, Path::new("picture.png"))?;
    let paths = (1..).map(|number| folder.join(format!("picture-{number}.png")));
    let write = |path: &Path| write_whole_file(path, &bytes, Existing::Kept).map(|()| path.to_owned());
    make_first_free(paths, write).map_err(|error| why_not_written(&error))
}

/// The bytes of a picture's file, in the format of its ending.
fn picture_bytes(picture: &Image, path: &Path) -> Result<Vec<u8>, String> {
    let picture = picture.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let format = ImageFormat::from_extension(ending).and_then(|format| format.as_image_crate_format());
    let format = format.ok_or_else(|| format!("pictures cannot be written as \".{ending}\""))?;
    let mut bytes = Cursor::new(Vec::new());
    picture.to_rgb8().write_to(&mut bytes, format).map_err(|error| error.to_string())?;
    Ok(bytes.into_inner())
}
