//! Notes of a playtest of any game: what players remark while they play, and how the game is played, for the author of the rules.
//!
//! They lie beside the save they belong to, in a folder of their own ([`notes_folder`]), so that the save stays what it is.
//! [`Line`] is what one line of their file says; [`Notes`] reads a file as far as it can be read; [`Notebook`] adds to it.

mod line;
mod notebook;
mod place;
mod reading;

pub use line::{
    Answers, Decided, GameLine, How, Line, LineId, Measured, Note, QUESTIONS, Read, Refused, shortened,
};
pub use notebook::{KeptError, Notebook};
pub use place::{notes_file, notes_folder, picture_path};
pub use reading::{Notes, is_png, read_notes, read_picture};
