//! The picture of a note: the window as the player saw it, smaller, as a PNG. It is made on a thread.

use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

use bevy::image::ImageFormat;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::RequestRedraw;

use super::entry::NoteEntry;
use crate::notes::Notebook;
use crate::ui::session::open_game::{Notice, OpenGame};

/// The largest picture, pixels.
const LARGEST: (u32, u32) = (1280, 800);

/// If the picture of the window has not come by then, the note does without.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// A picture on its way.
pub(super) enum Shot {
    /// The window was asked for it.
    Asked(Entity),
    /// It is made smaller.
    Shrinks(Mutex<Receiver<Result<Vec<u8>, String>>>),
    /// It is there.
    Taken(Vec<u8>),
    /// There is none, and why.
    Failed(String),
}

/// Asks for a picture of the window in this frame.
pub(super) fn take(commands: &mut Commands) -> Shot {
    let asked = commands.spawn(Screenshot::primary_window()).observe(on_taken).id();
    Shot::Asked(asked)
}

fn on_taken(
    taken: On<ScreenshotCaptured>,
    mut entry: ResMut<NoteEntry>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    redraw.write(RequestRedraw);
    let is_asked = |shot: &Shot| matches!(shot, Shot::Asked(asked) if *asked == taken.entity);
    if !entry.shot.as_ref().is_some_and(is_asked) {
        return;
    }
    let (sender, receiver) = channel();
    let picture = taken.image.clone();
    std::thread::spawn(move || {
        // Nobody waits for it any more if the note was dropped.
        let _dropped = sender.send(smaller(&picture));
    });
    entry.shot = Some(Shot::Shrinks(Mutex::new(receiver)));
}

/// A picture as a PNG, no larger than it has to be.
fn smaller(picture: &Image) -> Result<Vec<u8>, String> {
    let picture = picture.clone().try_into_dynamic().map_err(|error| error.to_string())?;
    let picture = match picture.width() > LARGEST.0 || picture.height() > LARGEST.1 {
        true => picture.thumbnail(LARGEST.0, LARGEST.1),
        false => picture,
    };
    let format = ImageFormat::Png.as_image_crate_format().ok_or("this program writes no PNG")?;
    let mut bytes = Cursor::new(Vec::new());
    picture.to_rgb8().write_to(&mut bytes, format).map_err(|error| error.to_string())?;
    Ok(bytes.into_inner())
}

impl Shot {
    /// True once the window has been pictured: nothing drawn from now on is in the picture.
    pub fn has_been_taken(&self) -> bool {
        !matches!(self, Self::Asked(_))
    }

    /// Looks whether it has come.
    fn receive(&mut self) {
        let Self::Shrinks(receiver) = self else { return };
        let received = match receiver.get_mut() {
            Ok(receiver) => match receiver.try_recv() {
                Ok(done) => done,
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => Err("it could not be made smaller".to_owned()),
            },
            Err(_) => Err("it could not be made smaller".to_owned()),
        };
        *self = match received {
            Ok(png) => Self::Taken(png),
            Err(why) => Self::Failed(why),
        };
    }
}

/// A picture that is written once it is there, for a note that has been kept.
pub(super) struct Owed {
    pub shot: Shot,
    pub save: PathBuf,
    pub name: String,
}

/// Receives pictures, and writes those of notes that have been kept.
pub(super) fn finish(
    mut entry: ResMut<NoteEntry>,
    mut opened: ResMut<OpenGame>,
    time: Res<Time<Real>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let entry = entry.bypass_change_detection();
    if entry.shot.is_none() && entry.owed.is_empty() {
        return;
    }
    if let Some(shot) = &mut entry.shot {
        shot.receive();
        entry.waited += time.delta();
        if matches!(shot, Shot::Asked(_)) && entry.waited > LONGEST_WAIT {
            *shot = Shot::Failed("the window gave none".to_owned());
        }
        if matches!(shot, Shot::Asked(_) | Shot::Shrinks(_)) {
            redraw.write(RequestRedraw);
        }
    }
    entry.owed.iter_mut().for_each(|owed| owed.shot.receive());
    let (done, waiting): (Vec<Owed>, Vec<Owed>) =
        entry.owed.drain(..).partition(|owed| matches!(owed.shot, Shot::Taken(_) | Shot::Failed(_)));
    entry.owed = waiting;
    if !entry.owed.is_empty() {
        redraw.write(RequestRedraw);
    }
    for Owed { shot, save, name } in done {
        let written = match shot {
            Shot::Taken(png) => {
                Notebook::write_picture(&save, &name, &png).map_err(|error| error.to_string())
            }
            Shot::Failed(why) => Err(why),
            Shot::Asked(_) | Shot::Shrinks(_) => Ok(()),
        };
        if let Err(why) = written {
            opened.notice = Some(Notice::Failed(format!("The note is kept, but not its picture: {why}")));
        }
    }
}
