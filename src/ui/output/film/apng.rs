//! A film as an animated PNG: every frame without loss, and of each only what has changed.

use std::io::Write;

use super::format::FilmError;
use super::spool::{Frame, Spool, changed, cropped};

/// Writes the frames of a spool.
pub(super) fn write(
    spool: &mut Spool,
    rate: u16,
    out: &mut impl Write,
    error: &impl Fn(String) -> FilmError,
) -> Result<(), FilmError> {
    let count = u32::try_from(spool.len()).unwrap_or(u32::MAX);
    let mut writer = None;
    let mut out = Some(out);
    let mut before = Frame::default();
    spool.each(|frame| {
        let done = match (&mut writer, out.take()) {
            (Some(writer), _) => add(writer, &before, frame),
            (None, Some(out)) => first(out, frame, count, rate).map(|new| writer = Some(new)),
            (None, None) => Ok(()),
        };
        done.map_err(|why| error(why.to_string()))?;
        before.clone_from(frame);
        Ok(())
    })?;
    match writer {
        Some(writer) => writer.finish().map_err(|why| error(why.to_string())),
        None => Ok(()),
    }
}

fn first<W: Write>(
    out: W,
    frame: &Frame,
    count: u32,
    rate: u16,
) -> Result<png::Writer<W>, png::EncodingError> {
    let mut encoder = png::Encoder::new(out, frame.width, frame.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    encoder.set_animated(count, 0)?;
    encoder.set_frame_delay(1, rate)?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&frame.rgb)?;
    Ok(writer)
}

fn add<W: Write>(
    writer: &mut png::Writer<W>,
    before: &Frame,
    frame: &Frame,
) -> Result<(), png::EncodingError> {
    let area = changed(before, frame);
    let [left, top, width, height] = area;
    // The frame may not reach over the edge at any time in between.
    writer.reset_frame_position()?;
    writer.set_frame_dimension(width, height)?;
    writer.set_frame_position(left, top)?;
    writer.write_image_data(&cropped(frame, area))
}
