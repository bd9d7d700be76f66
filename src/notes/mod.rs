//! Notes of a playtest: what players remark while they play, and how the game is played, for the author of the rules.
//!
//! They lie beside the save they belong to, in a folder of their own ([`notes_folder`]), so that the save stays what it is.
//! [`Line`] is what one line of their file says; [`Notes`] reads a file as far as it can be read; [`Notebook`] adds to it;
//! [`Gathered`] puts those of many saves in the order of the paragraphs. Knows neither window nor clock: how long something
//! took, others say.

mod gathered;
mod in_words;
mod line;
mod notebook;
mod packed;
mod place;
mod reading;
mod source;

pub use gathered::{
    Gathered, GatheredAnswer, GatheredNote, GatheredSave, MeasuringRow, OfRule, RefusedAs, TimesRow,
};
pub(crate) use in_words::say;
pub use in_words::{in_words, summary};
pub use line::{
    Answers, Decided, GameLine, How, Line, LineId, Measured, Note, QUESTIONS, Read, Refused, shortened,
};
pub use notebook::{KeptError, Notebook};
pub use packed::{PACKED_NOTES, PACKED_PICTURES, is_packed};
pub use place::{notes_file, notes_folder, picture_path};
pub use reading::{Notes, read_notes};
pub use source::Source;
