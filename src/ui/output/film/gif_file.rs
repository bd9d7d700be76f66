//! A film as a GIF: one palette for all its frames, and of each only what has changed.

use std::borrow::Cow;
use std::io::Write;

use super::format::FilmError;
use super::palette::{COLOURS, Histogram, Palette};
use super::spool::Spool;

/// The index that means "as before".
const AS_BEFORE: u8 = COLOURS as u8;

/// Writes the frames of a spool.
pub(super) fn write(
    spool: &mut Spool,
    (width, height): (u32, u32),
    rate: u16,
    out: &mut impl Write,
    error: &impl Fn(String) -> FilmError,
) -> Result<(), FilmError> {
    let mut histogram = Histogram::default();
    spool.each(|frame| {
        histogram.count(frame);
        Ok(())
    })?;
    let palette = Palette::new(&histogram);
    let mut table: Vec<u8> = palette.colours.iter().flatten().copied().collect();
    table.resize(3 * (COLOURS + 1), 0);
    let side = |pixels: u32| {
        u16::try_from(pixels)
            .map_err(|_| error(format!("a GIF is at most {} pixels wide and high", u16::MAX)))
    };
    let (columns, rows) = (side(width)?, side(height)?);
    let mut encoder = gif::Encoder::new(out, columns, rows, &table).map_err(|why| error(why.to_string()))?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(|why| error(why.to_string()))?;
    let (mut before, mut number) = (Vec::new(), 0_u64);
    spool.each(|frame| {
        let now = palette.indices(frame);
        let mut picture = part(&before, &now, columns, rows);
        picture.delay = delay(number, rate);
        number += 1;
        before = now;
        encoder.write_frame(&picture).map_err(|why| error(why.to_string()))
    })?;
    encoder.into_inner().map_err(|why| error(why.to_string()))?;
    Ok(())
}

/// Duration of a frame, in hundredths of a second: together the frames keep the rate.
fn delay(number: u64, rate: u16) -> u16 {
    let at = |number: u64| (number * 100 + u64::from(rate) / 2) / u64::from(rate);
    (at(number + 1) - at(number)) as u16
}

/// The rows and columns in which pixels have changed; those in it that have not are as before.
fn part(before: &[u8], now: &[u8], columns: u16, rows: u16) -> gif::Frame<'static> {
    let width = usize::from(columns);
    let base = gif::Frame {
        transparent: Some(AS_BEFORE),
        dispose: gif::DisposalMethod::Keep,
        ..gif::Frame::default()
    };
    if before.is_empty() {
        return gif::Frame { width: columns, height: rows, buffer: Cow::Owned(now.to_vec()), ..base };
    }
    let differs = |at: &usize| before[*at] != now[*at];
    let Some(first) = (0..now.len()).find(differs) else {
        return gif::Frame { width: 1, height: 1, buffer: Cow::Owned(vec![AS_BEFORE]), ..base };
    };
    let last = (0..now.len()).rev().find(differs).unwrap_or(first);
    let (top, bottom) = (first / width, last / width);
    let (mut left, mut right) = (width - 1, 0);
    for at in (top * width..(bottom + 1) * width).filter(differs) {
        (left, right) = (left.min(at % width), right.max(at % width));
    }
    let pixels = (top..=bottom).flat_map(|row| row * width + left..=row * width + right);
    let buffer: Vec<u8> = pixels.map(|at| if differs(&at) { now[at] } else { AS_BEFORE }).collect();
    gif::Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: (bottom - top + 1) as u16,
        buffer: Cow::Owned(buffer),
        ..base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_keep_the_rate() {
        for rate in [8_u16, 10, 12, 15, 24, 30] {
            let second: u32 = (0..u64::from(rate)).map(|number| u32::from(delay(number, rate))).sum();
            assert_eq!(second, 100, "{rate} frames a second");
        }
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let before = vec![1; 12];
        let mut now = before.clone();
        (now[5], now[6]) = (2, 3);
        let frame = part(&before, &now, 4, 3);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (1, 1, 2, 1));
        assert_eq!(*frame.buffer, [2, 3]);
        assert_eq!(*part(&before, &before, 4, 3).buffer, [AS_BEFORE], "nothing");
    }
}
