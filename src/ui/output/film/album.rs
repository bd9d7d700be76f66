//! An album: pictures of a game at some of its moments, one after the other in the set of a film. Each is a PNG of 255 colours,
//! a third as large as one of all colours, so that many go into one page.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::palette::{Histogram, Palette};
use super::spool::Frame;
use super::{FilmError, FilmSession, TableShow, finish_building, offscreen, without_files};
use crate::game::engine::play::Match;
use crate::game::engine::record::history::EntryId;
use crate::ui::camera::GoToView;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::display::{self, UiError};
use crate::ui::scene::scene_prebuild::SceneAhead;
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::settings::Settings;
use crate::ui::session::show_pace::Motion;
use crate::ui::session::tag_detail::Tags;
use crate::ui::session::window_options::WindowOptions;
use crate::ui::table_app::add_table;

/// Look of an album's pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlbumOptions {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Detail of the tags beside units.
    pub tags: Tags,
    /// Quality of the drawing.
    pub quality: Quality,
}

/// By the clock of the set: long enough for whatever glides or fades to come to rest.
const TO_REST: u32 = 12;
const STEP: Duration = Duration::from_millis(250);

/// Draws a game as it stood at each of some moments of its record, as PNGs in their order. `progress` hears how many there are.
///
/// # Errors
/// No driver can draw, or the game cannot be looked at there.
pub fn album(
    game: Match,
    moments: &[EntryId],
    options: AlbumOptions,
    mut progress: impl FnMut(usize),
) -> Result<Vec<Vec<u8>>, UiError> {
    let _one_at_a_time = display::guard()?;
    let mut pictures = Vec::new();
    let as_picture = |why: String| UiError::Picture(why);
    display::catch_start_failure(|| {
        let mut set = FilmSession { app: build(game, options), camera: super::Camera::default(), step: STEP };
        set.warm_up();
        display::started();
        for moment in moments {
            let frame = set.look(*moment).map_err(|error| as_picture(error.to_string()))?;
            pictures.push(encode(&frame).map_err(|error| as_picture(error.to_string()))?);
            progress(pictures.len());
        }
        Ok(())
    })?;
    Ok(pictures)
}

fn build(game: Match, options: AlbumOptions) -> App {
    let ahead = SceneAhead::start(game.setup());
    let mut app = offscreen::engine(options.size);
    ahead.insert_into(&mut app);
    add_table(&mut app, game, &WindowOptions { quality: Some(options.quality), ..without_files() });
    app.insert_resource(WindowLayout::TableOnly)
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO))
        .add_systems(PostStartup, move |mut settings: ResMut<Settings>| {
            (settings.motion, settings.tags) = (Motion::Reduced, options.tags);
        });
    finish_building(&mut app);
    app
}

impl FilmSession {
    /// The table at a moment, once everything rests.
    fn look(&mut self, moment: EntryId) -> Result<Frame, FilmError> {
        let world = self.app.world_mut();
        world.write_message(GameRequest::LookAt(moment));
        world.write_message(GoToView::Home);
        self.camera.close(&mut self.app);
        for _ in 0..TO_REST {
            self.advance(STEP);
        }
        if !self.settle::<TableShow>() {
            return Err(FilmError::NoFrame);
        }
        self.camera.take(&mut self.app)
    }
}

fn encode(frame: &Frame) -> Result<Vec<u8>, png::EncodingError> {
    let mut histogram = Histogram::default();
    histogram.count(frame);
    let palette = Palette::new(&histogram);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frame.width, frame.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.colours.concat());
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&palette.indices(frame))?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture that is read back is nearly the one drawn, in no more than a byte a pixel.
    #[test]
    fn a_picture_of_an_album_is_small_and_true() {
        let (width, height) = (160, 100);
        let noise = |at: u32| (at.wrapping_mul(2_654_435_761) >> 29) as u8;
        let pixel = |at: u32| [(at % width) as u8 + noise(at), (at / width) as u8 + 60, noise(at * 3) + 90];
        let frame = Frame { width, height, rgb: (0..width * height).flat_map(pixel).collect() };
        let bytes = encode(&frame).unwrap();
        // And the palette.
        assert!(bytes.len() < (width * height) as usize + 1000, "{}", bytes.len());
        let mut decoder = png::Decoder::new(std::io::Cursor::new(&bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgb).unwrap();
        let off: u64 = rgb.iter().zip(&frame.rgb).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        assert!(off / (rgb.len() as u64) < 14, "{off}");
    }
}
