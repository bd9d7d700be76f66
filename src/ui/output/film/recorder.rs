//! Takes the frames of a film back from the graphics driver, and writes them.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use tempfile::NamedTempFile;

use super::format::{FilmError, FilmFormat};
use super::spool::{Frame, Spool, encode};
use super::{FilmFile, apng, gif_file};
use crate::game::engine::record::claim::{Claim, Existing};
use crate::game::engine::record::whole_file::write_whole_file;
use crate::ui::frame::frame_pacing;
use crate::ui::output::offscreen::OffscreenTarget;

/// The frames of a film on their way to the disk. Until the film is whole, its name is not touched.
pub(super) struct Recorder {
    out: PathBuf,
    size: (u32, u32),
    rate: u16,
    frames: u32,
    way: Way,
}

enum Way {
    /// One file, made of what was spooled, once all is there.
    File { format: FilmFormat, spool: Spool, claim: Claim, file: NamedTempFile },
    /// A picture each.
    Pictures,
}

impl Recorder {
    /// Makes sure that the film can be written where it is wanted.
    pub fn new(film: &FilmFile) -> Result<Self, FilmError> {
        let out = film.out.clone();
        let format = FilmFormat::of(&out)?;
        let error = |why: std::io::Error| FilmError::of(&out, why);
        let way = match format {
            FilmFormat::Pictures => {
                std::fs::create_dir_all(&out).map_err(error)?;
                if picture(&out, 1).exists() {
                    return Err(FilmError::Taken(out));
                }
                // Whether it can be written to is not known before the first.
                tempfile::tempfile_in(&out).map_err(error)?;
                Way::Pictures
            }
            FilmFormat::Apng | FilmFormat::Gif => {
                let claim = Claim::on(&out, Existing::Replaced).map_err(error)?;
                let file = claim.new_file().map_err(error)?;
                Way::File { format, spool: Spool::new(&out)?, claim, file }
            }
        };
        Ok(Self { out, size: film.size, rate: film.rate, frames: 0, way })
    }

    /// Number of frames.
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// Adds a frame.
    pub fn add(&mut self, frame: &Frame) -> Result<(), FilmError> {
        self.frames += 1;
        match &mut self.way {
            Way::File { spool, .. } => spool.add(frame),
            Way::Pictures => {
                let path = picture(&self.out, self.frames);
                let bytes =
                    encode(frame, png::Compression::Balanced).map_err(|why| FilmError::of(&path, why))?;
                write_whole_file(&path, &bytes, Existing::Kept).map_err(|why| FilmError::of(&path, why))
            }
        }
    }

    /// Writes the film, and gives it its name.
    pub fn finish(self) -> Result<(), FilmError> {
        if self.frames == 0 {
            return Err(FilmError::of(&self.out, "the part to be filmed has no frames"));
        }
        let Way::File { format, mut spool, claim, mut file } = self.way else { return Ok(()) };
        let error = |why: String| FilmError::of(&self.out, why);
        let mut writer = BufWriter::new(file.as_file_mut());
        match format {
            FilmFormat::Gif => gif_file::write(&mut spool, self.size, self.rate, &mut writer, &error)?,
            FilmFormat::Apng | FilmFormat::Pictures => {
                apng::write(&mut spool, self.rate, &mut writer, &error)?
            }
        }
        writer.flush().map_err(|why| error(why.to_string()))?;
        drop(writer);
        claim.put(file).map_err(|why| error(why.to_string()))
    }
}

/// The path of a picture, by its number from 1.
fn picture(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("frame-{number:05}.png"))
}

/// Longest time that a frame may take to come back.
const PATIENCE: Duration = Duration::from_secs(300);

/// Takes pictures of the set.
#[derive(Default)]
pub(super) struct Camera {
    taken: Arc<Mutex<Option<Frame>>>,
}

impl Camera {
    /// From now on nothing is drawn.
    pub fn close(&self, app: &mut App) {
        open(app, false);
    }

    /// Draws the set as it is.
    pub fn take(&self, app: &mut App) -> Result<Frame, FilmError> {
        loop {
            let frame = self.draw(app)?;
            // What is new in the picture may need a pipeline that is still being compiled: then it is not in it.
            if frame_pacing::is_warmed_up() {
                return Ok(frame);
            }
        }
    }

    fn draw(&self, app: &mut App) -> Result<Frame, FilmError> {
        open(app, true);
        let target = app.world().resource::<OffscreenTarget>().target();
        let taken = Arc::clone(&self.taken);
        let keep = move |captured: On<ScreenshotCaptured>| {
            let frame = frame_of(&captured.image);
            if let Ok(mut taken) = taken.lock() {
                *taken = Some(frame.unwrap_or_default());
            }
        };
        app.world_mut().spawn(Screenshot(target)).observe(keep);
        app.update();
        open(app, false);
        let begun = Instant::now();
        loop {
            if let Some(frame) = self.taken.lock().ok().and_then(|mut taken| taken.take()) {
                return if frame.rgb.is_empty() { Err(FilmError::NoFrame) } else { Ok(frame) };
            }
            if begun.elapsed() > PATIENCE {
                return Err(FilmError::NoFrame);
            }
            std::thread::sleep(Duration::from_millis(1));
            app.update();
        }
    }
}

fn open(app: &mut App, draws: bool) {
    let world = app.world_mut();
    let mut cameras = world.query::<&mut bevy::prelude::Camera>();
    for mut camera in cameras.iter_mut(world) {
        if camera.is_active != draws {
            camera.is_active = draws;
        }
    }
}

fn frame_of(image: &Image) -> Option<Frame> {
    let picture = image.clone().try_into_dynamic().ok()?.to_rgb8();
    let (width, height) = picture.dimensions();
    Some(Frame { width, height, rgb: picture.into_raw() })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u32, u32) = (24, 16);

    fn frame(number: u32) -> Frame {
        let (width, height) = SIZE;
        let pixel = |at: u32| [(at % width * 10) as u8, (at / width * 15) as u8, (number * 20) as u8];
        let still = |at: u32| [90, (at % width) as u8 * 4, 40];
        // The upper half moves.
        let rgb =
            (0..width * height).flat_map(|at| if at / width < 8 { pixel(at) } else { still(at) }).collect();
        Frame { width, height, rgb }
    }

    fn recorder(out: &Path) -> Recorder {
        let format = FilmFormat::of(out).unwrap();
        let way = match format {
            FilmFormat::Pictures => Way::Pictures,
            _ => {
                let claim = Claim::on(out, Existing::Replaced).unwrap();
                Way::File { format, spool: Spool::new(out).unwrap(), file: claim.new_file().unwrap(), claim }
            }
        };
        Recorder { out: out.to_owned(), size: SIZE, rate: 10, frames: 0, way }
    }

    fn film(out: &Path, count: u32) {
        let mut recorder = recorder(out);
        (0..count).for_each(|number| recorder.add(&frame(number / 2)).unwrap());
        recorder.finish().unwrap();
    }

    /// Every frame is there, also those that are like the one before; without loss.
    #[test]
    fn an_animated_png_gives_every_frame_back() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("film.apng");
        film(&out, 7);
        let file = std::io::BufReader::new(std::fs::File::open(&out).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames, 7);
        let mut canvas = frame(0);
        for number in 0..7 {
            let mut part = vec![0; reader.output_buffer_size().unwrap()];
            reader.next_frame(&mut part).unwrap();
            let control = *reader.info().frame_control().unwrap();
            assert_eq!((control.delay_num, control.delay_den), (1, 10));
            for row in 0..control.height {
                let from = (row * control.width * 3) as usize;
                let to = (((control.y_offset + row) * SIZE.0 + control.x_offset) * 3) as usize;
                let length = (control.width * 3) as usize;
                canvas.rgb[to..to + length].copy_from_slice(&part[from..from + length]);
            }
            assert_eq!(canvas, frame(number / 2), "frame {number}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }

    #[test]
    fn a_gif_has_every_frame_and_nearly_every_colour() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("film.gif");
        film(&out, 7);
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(std::fs::File::open(&out).unwrap()).unwrap();
        let (mut count, mut hundredths) = (0, 0);
        let mut canvas = frame(0);
        while let Some(part) = decoder.read_next_frame().unwrap() {
            for (at, pixel) in part.buffer.chunks_exact(4).enumerate() {
                let (x, y) = (at as u32 % u32::from(part.width), at as u32 / u32::from(part.width));
                let to = (((u32::from(part.top) + y) * SIZE.0 + u32::from(part.left) + x) * 3) as usize;
                if pixel[3] > 0 {
                    canvas.rgb[to..to + 3].copy_from_slice(&pixel[..3]);
                }
            }
            let wrong: u32 =
                canvas.rgb.iter().zip(&frame(count / 2).rgb).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
            assert!(wrong / (canvas.rgb.len() as u32) < 14, "frame {count}: {wrong}");
            (count, hundredths) = (count + 1, hundredths + u32::from(part.delay));
        }
        assert_eq!((count, hundredths), (7, 70));
    }

    #[test]
    fn pictures_are_numbered_and_none_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("frames");
        std::fs::create_dir(&out).unwrap();
        film(&out, 3);
        let mut names: Vec<_> =
            std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["frame-00001.png", "frame-00002.png", "frame-00003.png"]);
    }

    /// Until a film is whole, the one that had its name stays.
    #[test]
    fn a_film_that_is_not_finished_leaves_the_earlier_one() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("film.gif");
        std::fs::write(&out, "an earlier film").unwrap();
        let mut unfinished = recorder(&out);
        unfinished.add(&frame(0)).unwrap();
        drop(unfinished);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "an earlier film");
        assert!(recorder(&out).finish().is_err(), "no frame");
        assert_eq!(std::fs::read_to_string(&out).unwrap(), "an earlier film");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    }
}
