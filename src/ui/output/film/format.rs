//! Format of a film: one file that moves, or numbered pictures.

use std::path::{Path, PathBuf};

/// Format of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FilmFormat {
    /// An animated PNG: every colour as it was drawn.
    Apng,
    /// A GIF: 255 colours.
    Gif,
    /// A folder of PNGs.
    Pictures,
}

impl FilmFormat {
    /// By the name of the file; a name without an ending is a folder.
    ///
    /// # Errors
    /// The ending, if it is of something else.
    pub fn of(out: &Path) -> Result<Self, FilmError> {
        let is_folder = out.is_dir() || out.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR);
        let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            _ if is_folder => Ok(Self::Pictures),
            None => Ok(Self::Pictures),
            Some("apng" | "png") => Ok(Self::Apng),
            Some("gif") => Ok(Self::Gif),
            Some(_) => Err(FilmError::Ending(out.to_owned())),
        }
    }
}

/// Error of writing a film.
#[derive(Debug, thiserror::Error)]
pub(super) enum FilmError {
    /// The name says nothing that films are written as.
    #[error(
        "{0}: a film is a file whose name ends in .apng or .gif, or a folder of pictures, whose name has no ending"
    )]
    Ending(PathBuf),
    /// A folder has pictures of another film.
    #[error("{0} holds pictures of another film: name another folder, or remove them")]
    Taken(PathBuf),
    /// The system's.
    #[error("{path} could not be written: {why}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        why: String,
    },
    /// The picture did not come back from the graphics driver.
    #[error("the graphics driver did not give a frame back")]
    NoFrame,
}

impl FilmError {
    /// An error of the system with a file.
    pub(super) fn of(path: &Path, why: impl ToString) -> Self {
        Self::Write { path: path.to_owned(), why: why.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_says_what_a_film_is_written_as() {
        for (name, expected) in [
            ("game.apng", Some(FilmFormat::Apng)),
            ("game.PNG", Some(FilmFormat::Apng)),
            ("game.gif", Some(FilmFormat::Gif)),
            ("frames", Some(FilmFormat::Pictures)),
            ("game.v2/", Some(FilmFormat::Pictures)),
            ("game.mp4", None),
        ] {
            assert_eq!(FilmFormat::of(Path::new(name)).ok(), expected, "{name}");
        }
    }
}
