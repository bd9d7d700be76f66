//! Notes of many playtests for the author of the rules.
//!
//! [`tabletop_shell::notes`] writes and reads those of a save of any game; [`Source`] has them with their pictures; [`Gathered`] puts those of
//! many saves in the order of the paragraphs. Knows neither window nor clock: how long something took, others say.

mod gathered;
mod in_words;
mod packed;
mod paragraph;
mod sitting;
mod source;

pub use gathered::{
    Gathered, GatheredAnswer, GatheredNote, GatheredSave, MeasuringRow, OfRule, RefusedAs, TimesRow,
};
pub(crate) use in_words::say;
pub use in_words::{in_words, summary};
pub use packed::{PACKED_NOTES, PACKED_PICTURES, is_packed};
pub use paragraph::{Paragraph, Rulebooks, of_war_strike};
pub use sitting::Sitting;
pub use source::Source;
pub use tabletop_shell::notes::{
    Answers, Decided, GameLine, How, KeptError, Line, LineId, Measured, Note, Notebook, Notes, QUESTIONS,
    Read, Refused, notes_file, notes_folder, picture_path, read_notes, shortened,
};
