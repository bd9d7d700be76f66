//! The spool: the frames of a film as they are drawn, on the disk without loss, until it is known how many there are and what
//! colours they have. It lies beside the film and has no name: it is gone however the program ends.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::format::FilmError;

/// A frame: three bytes a pixel, row by row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
}

/// The frames so far.
pub(super) struct Spool {
    file: File,
    /// Beside this film.
    beside: PathBuf,
    /// Position and length of each frame: identical frames share a position.
    places: Vec<(u64, u64)>,
    end: u64,
    last: Frame,
}

impl Spool {
    /// A spool beside a film.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new(film: &Path) -> Result<Self, FilmError> {
        let folder = film.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let file = tempfile::tempfile_in(folder).map_err(|error| FilmError::of(film, error))?;
        Ok(Self { file, beside: film.to_owned(), places: Vec::new(), end: 0, last: Frame::default() })
    }

    /// Number of frames.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// The system's, such as a full disk.
    pub fn add(&mut self, frame: &Frame) -> Result<(), FilmError> {
        if let Some(place) = self.places.last().copied().filter(|_| *frame == self.last) {
            self.places.push(place);
            return Ok(());
        }
        let bytes = encode(frame, png::Compression::Fast).map_err(|error| self.error(error))?;
        self.file.write_all(&bytes).map_err(|error| self.error(error))?;
        self.places.push((self.end, bytes.len() as u64));
        self.end += bytes.len() as u64;
        self.last.clone_from(frame);
        Ok(())
    }

    /// Calls a function with each frame, in order.
    ///
    /// # Errors
    /// The system's, or the function's.
    pub fn each(&mut self, mut with: impl FnMut(&Frame) -> Result<(), FilmError>) -> Result<(), FilmError> {
        let (mut frame, mut read) = (Frame::default(), None);
        for place in self.places.clone() {
            if read != Some(place) {
                frame = self.read(place)?;
                read = Some(place);
            }
            with(&frame)?;
        }
        Ok(())
    }

    fn read(&mut self, (at, length): (u64, u64)) -> Result<Frame, FilmError> {
        let mut bytes = vec![0; usize::try_from(length).unwrap_or(usize::MAX)];
        let done = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.read_exact(&mut bytes));
        done.map_err(|error| self.error(error))?;
        decode(&bytes).map_err(|error| self.error(error))
    }

    fn error(&self, why: impl ToString) -> FilmError {
        FilmError::of(&self.beside, why)
    }
}

/// A frame as a PNG.
pub(super) fn encode(frame: &Frame, compression: png::Compression) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frame.width, frame.height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(compression);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&frame.rgb)?;
    writer.finish()?;
    Ok(bytes)
}

fn decode(bytes: &[u8]) -> Result<Frame, png::DecodingError> {
    let mut reader = png::Decoder::new(BufReader::new(std::io::Cursor::new(bytes))).read_info()?;
    let (width, height) = (reader.info().width, reader.info().height);
    let mut rgb = vec![0; reader.output_buffer_size().unwrap_or_default()];
    reader.next_frame(&mut rgb)?;
    Ok(Frame { width, height, rgb })
}

/// The smallest rectangle of a frame in which it differs from another: left, top, width, height. One pixel where they are
/// alike.
pub(super) fn changed(before: &Frame, frame: &Frame) -> [u32; 4] {
    let row_length = frame.width as usize * 3;
    let differs = |row: usize| {
        let range = row * row_length..(row + 1) * row_length;
        before.rgb[range.clone()] != frame.rgb[range]
    };
    let rows = 0..frame.height as usize;
    let Some(top) = rows.clone().find(|row| differs(*row)) else { return [0, 0, 1, 1] };
    let bottom = rows.rev().find(|row| differs(*row)).unwrap_or(top);
    let (mut left, mut right) = (frame.width as usize, 0);
    for row in top..=bottom {
        let pixel = |column: usize| row * row_length + column * 3..row * row_length + column * 3 + 3;
        let is_changed = |column: &usize| before.rgb[pixel(*column)] != frame.rgb[pixel(*column)];
        if let Some(first) = (0..left).find(is_changed) {
            left = first;
        }
        if let Some(last) = (right..frame.width as usize).rev().find(is_changed) {
            right = last;
        }
    }
    let left = left.min(right);
    [left, top, right - left + 1, bottom - top + 1].map(|value| value as u32)
}

/// A part of a frame.
pub(super) fn cropped(frame: &Frame, [left, top, width, height]: [u32; 4]) -> Vec<u8> {
    let rows = top..top + height;
    let row = |row: u32| {
        let start = ((row * frame.width + left) * 3) as usize;
        &frame.rgb[start..start + width as usize * 3]
    };
    rows.flat_map(row).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(marks: &[(u32, u32)]) -> Frame {
        let mut frame = Frame { width: 8, height: 5, rgb: vec![7; 8 * 5 * 3] };
        for (x, y) in marks {
            frame.rgb[((y * 8 + x) * 3) as usize] = 200;
        }
        frame
    }

    #[test]
    fn a_spool_gives_back_what_was_put_in() {
        let folder = tempfile::tempdir().unwrap();
        let mut spool = Spool::new(&folder.path().join("film.gif")).unwrap();
        let frames = [frame(&[]), frame(&[(1, 1)]), frame(&[(1, 1)]), frame(&[(7, 4)])];
        frames.iter().for_each(|frame| spool.add(frame).unwrap());
        let mut back = Vec::new();
        spool
            .each(|frame| {
                back.push(frame.clone());
                Ok(())
            })
            .unwrap();
        assert_eq!(back, frames);
        assert_eq!(spool.places[1], spool.places[2], "the same frame lies there once");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "it has no name");
    }

    #[test]
    fn only_what_has_changed_is_cut_out() {
        for (marks, expected) in [
            (vec![], [0, 0, 1, 1]),
            (vec![(3, 2)], [3, 2, 1, 1]),
            (vec![(1, 1), (6, 3)], [1, 1, 6, 3]),
            (vec![(6, 1), (1, 3)], [1, 1, 6, 3]),
            (vec![(0, 0), (7, 4)], [0, 0, 8, 5]),
        ] {
            let area = changed(&frame(&[]), &frame(&marks));
            assert_eq!(area, expected, "{marks:?}");
            assert_eq!(cropped(&frame(&marks), area).len(), (area[2] * area[3] * 3) as usize);
        }
    }
}
