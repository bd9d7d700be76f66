//! Small pictures of levels and saves. Each is drawn once, by another process of this program that needs no window, when it is
//! first wanted; then it is kept as a file. The window never waits for one: without a picture it shows a sketch.

use std::collections::HashMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy_egui::egui::{
    self, Align2, Color32, ColorImage, CornerRadius, FontId, Painter, Rect, Stroke, StrokeKind,
    TextureHandle, TextureOptions, pos2, vec2,
};

use super::sketch::Sketch;
use crate::ui::session::events::EVENTS_VARIABLE;

/// Size of a picture, pixels.
const SIZE: [usize; 2] = [640, 400];
/// Quality of the drawing.
const QUALITY: &str = "low";
/// A picture that is not drawn by then is given up.
const PATIENCE: Duration = Duration::from_secs(180);
/// Number of files kept: the newest.
const KEPT: usize = 400;

/// The share of a poster's height above its name.
const NAMELESS: f32 = 0.86;
/// Colour of the plate where there is no picture.
const PLATE: Color32 = Color32::from_rgb(46, 38, 30);

/// Subject of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ui) struct PictureOf {
    /// That of its content: the name of its file.
    pub key: String,
    /// A level, by name or path, or a save.
    pub source: PathBuf,
}

/// The pictures, as far as they have been drawn.
#[derive(Resource, Default)]
pub(in crate::ui) struct Pictures {
    known: HashMap<String, Picture>,
    studio: Option<Studio>,
}

enum Picture {
    /// It will be drawn.
    Wanted,
    Drawn(TextureHandle),
    /// It cannot be drawn.
    None,
}

/// Studio of the pictures: a thread that has another process draw one after the other.
struct Studio {
    orders: Arc<Orders>,
    drawn: Mutex<Receiver<(String, Option<ColorImage>)>>,
}

/// Pictures for the thread to draw; the last one first.
#[derive(Default)]
struct Orders {
    wanted: Mutex<Wanted>,
    changed: Condvar,
}

#[derive(Default)]
struct Wanted {
    pictures: Vec<PictureOf>,
    /// The process that draws now.
    draws: Option<Child>,
    is_over: bool,
}

impl Pictures {
    /// Opens the studio: pictures go to a folder, and levels are found in a data folder.
    pub fn open(&mut self, folder: PathBuf, data: &Path) {
        let orders = Arc::new(Orders::default());
        let (sender, drawn) = channel();
        let (own, data) = (Arc::clone(&orders), data.to_owned());
        let work = move || work(&own, &folder, &data, &sender);
        match std::thread::Builder::new().name("pictures".to_owned()).spawn(work) {
            Ok(_) => self.studio = Some(Studio { orders, drawn: Mutex::new(drawn) }),
            Err(error) => warn!("no pictures are drawn: {error}"),
        }
    }

    /// A picture, if it has been drawn; one that has not is drawn next.
    pub fn get(&mut self, of: &PictureOf) -> Option<&TextureHandle> {
        if !self.known.contains_key(&of.key) {
            let studio = self.studio.as_ref()?;
            studio.orders.with(|wanted| wanted.pictures.push(of.clone()));
            self.known.insert(of.key.clone(), Picture::Wanted);
        }
        match self.known.get(&of.key)? {
            Picture::Drawn(texture) => Some(texture),
            Picture::Wanted | Picture::None => None,
        }
    }

    /// Paints a picture, cut to the shape of its place; until it is drawn the sketch, and without one a plain plate.
    pub fn paint(&mut self, painter: &Painter, room: Rect, of: Option<&PictureOf>, sketch: Option<&Sketch>) {
        if let Some(texture) = of.and_then(|of| self.get(of)) {
            // The foot of a poster has the name, which stands beside it here.
            let [width, height] = texture.size().map(|side| side as f32);
            let shown = (room.height() / room.width() * width / height).min(1.0);
            let top = ((NAMELESS - shown) / 2.0).max(0.0);
            let uv = Rect::from_min_max(pos2(0.0, top), pos2(1.0, top + shown));
            painter.image(texture.id(), room, uv, Color32::WHITE);
            painter.rect_stroke(
                room,
                CornerRadius::same(2),
                Stroke::new(1.0_f32, Color32::BLACK),
                StrokeKind::Outside,
            );
            return;
        }
        match sketch {
            Some(sketch) => sketch.paint(painter, room),
            None => drop(painter.rect_filled(room, CornerRadius::same(4), PLATE)),
        }
        if room.width() > 200.0 && of.is_some_and(|of| self.awaits(&of.key)) {
            let at = room.right_bottom() - vec2(8.0, 6.0);
            let font = FontId::proportional(11.5);
            painter.text(at, Align2::RIGHT_BOTTOM, "its picture is being drawn", font, Color32::GRAY);
        }
    }

    /// Whether a picture is still to come.
    fn awaits(&self, key: &str) -> bool {
        matches!(self.known.get(key), Some(Picture::Wanted))
    }

    /// Whether any is still to come.
    pub fn is_drawing(&self) -> bool {
        self.known.values().any(|picture| matches!(picture, Picture::Wanted))
    }

    /// Takes up what has been drawn.
    pub fn receive(&mut self, context: &egui::Context) {
        let Some(studio) = &self.studio else { return };
        let Ok(drawn) = studio.drawn.lock() else { return };
        for (key, image) in drawn.try_iter() {
            let picture = match image {
                Some(image) => Picture::Drawn(context.load_texture(&key, image, TextureOptions::LINEAR)),
                None => Picture::None,
            };
            self.known.insert(key, picture);
        }
    }

    /// Draws no more.
    fn close(&mut self) {
        if let Some(studio) = self.studio.take() {
            studio.orders.with(|wanted| {
                wanted.is_over = true;
                if let Some(mut child) = wanted.draws.take() {
                    // It may have ended by itself.
                    let _ = child.kill();
                    let _ = child.wait();
                }
            });
        }
    }
}

impl Drop for Pictures {
    fn drop(&mut self) {
        self.close();
    }
}

impl Orders {
    fn with<T>(&self, change: impl FnOnce(&mut Wanted) -> T) -> T {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        let done = change(&mut wanted);
        self.changed.notify_all();
        done
    }

    /// Waits for what is to be drawn next; `None` once the studio is closed.
    fn next(&self) -> Option<PictureOf> {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if wanted.is_over {
                return None;
            }
            if let Some(next) = wanted.pictures.pop() {
                return Some(next);
            }
            wanted = self.changed.wait(wanted).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Reads or draws one picture after the other.
fn work(orders: &Orders, folder: &Path, data: &Path, drawn: &Sender<(String, Option<ColorImage>)>) {
    clear_out(folder);
    while let Some(of) = orders.next() {
        let file = folder.join(format!("{}.png", of.key));
        let image = read_png(&file).or_else(|| {
            let is_drawn = draw(orders, &of, &file, data);
            if is_drawn { read_png(&file) } else { None }
        });
        if drawn.send((of.key, image)).is_err() {
            return;
        }
    }
}

/// Has another process of this program draw a picture; whether it did.
fn draw(orders: &Orders, of: &PictureOf, file: &Path, data: &Path) -> bool {
    let Ok(program) = std::env::current_exe() else { return false };
    let started =
        ["nice", ""].into_iter().find_map(|before| command(before, &program, of, file, data).spawn().ok());
    let Some(child) = started else { return false };
    orders.with(|wanted| wanted.draws = Some(child));
    let until = Instant::now() + PATIENCE;
    loop {
        std::thread::sleep(Duration::from_millis(60));
        let ended = orders.with(|wanted| {
            // Closed meanwhile: it has been ended.
            let Some(child) = &mut wanted.draws else { return Some(false) };
            match child.try_wait() {
                Ok(None) if Instant::now() < until => return None,
                Ok(Some(status)) => {
                    wanted.draws = None;
                    return Some(status.success());
                }
                Ok(None) | Err(_) => {}
            }
            let _ = child.kill();
            let _ = child.wait();
            wanted.draws = None;
            Some(false)
        });
        if let Some(is_drawn) = ended {
            return is_drawn;
        }
    }
}

/// The process, started through a program that lets others go first, if there is one.
fn command(before: &str, program: &Path, of: &PictureOf, file: &Path, data: &Path) -> Command {
    let mut command = match before {
        "" => Command::new(program),
        before => {
            let mut command = Command::new(before);
            command.arg("-n").arg("15").arg(program);
            command
        }
    };
    command
        .arg("--data")
        .arg(data)
        .arg("picture")
        .arg(&of.source)
        .args(["--view", "poster", "--quality", QUALITY, "--ends-with-input"])
        .args(["--size", &format!("{}x{}", SIZE[0], SIZE[1])])
        .arg("--out")
        .arg(file)
        .env_remove(EVENTS_VARIABLE)
        // Held open for as long as the picture is wanted: a window that is killed closes it as well.
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A picture from its file; a file that is none is as good as none.
fn read_png(file: &Path) -> Option<ColorImage> {
    let decoder = png::Decoder::new(BufReader::new(std::fs::File::open(file).ok()?));
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let size = [info.width as usize, info.height as usize];
    let pixels = pixels.get(..info.buffer_size())?;
    match (info.color_type, info.bit_depth) {
        (png::ColorType::Rgba, png::BitDepth::Eight) => {
            Some(ColorImage::from_rgba_unmultiplied(size, pixels))
        }
        (png::ColorType::Rgb, png::BitDepth::Eight) => Some(ColorImage::from_rgb(size, pixels)),
        _ => None,
    }
}

/// Removes the oldest files where there are too many.
fn clear_out(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let files = entries.flatten().map(|entry| entry.path());
    let ours =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "png" || ending == "json"));
    let written =
        |path: &Path| path.metadata().and_then(|file| file.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut files: Vec<(SystemTime, PathBuf)> = ours.map(|path| (written(&path), path)).collect();
    files.sort_by(|a, b| b.cmp(a));
    for (_, old) in files.iter().skip(KEPT) {
        // One that cannot be removed does no harm.
        let _ = std::fs::remove_file(old);
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pictures>().add_systems(Last, close_with_window);
}

/// A window that closes leaves no process behind.
fn close_with_window(exits: MessageReader<AppExit>, mut pictures: ResMut<Pictures>) {
    if !exits.is_empty() {
        pictures.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that is no picture is not shown as one, and the newest files are kept.
    #[test]
    fn a_file_that_is_no_picture_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a.png"), "no picture").unwrap();
        std::fs::write(at("b.png"), "").unwrap();
        assert!(read_png(&at("a.png")).is_none() && read_png(&at("b.png")).is_none());
        assert!(read_png(&at("none.png")).is_none());
        for number in 0..KEPT + 5 {
            std::fs::write(at(&format!("{number}.json")), "").unwrap();
        }
        std::fs::write(at("notes.txt"), "kept").unwrap();
        clear_out(folder.path());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), KEPT + 1);
    }
}
