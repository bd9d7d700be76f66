//! The record of a match.

pub use tabletop::record::{claim, line_file, sole_writer, whole_file};

/// The history.
pub mod history {
    use crate::game::engine::WarStrike;
    pub use tabletop::record::history::{Branch, Departure, DiceOrigin, EntryId, KEYFRAME_EVERY, Rationale};

    /// A command that was accepted and what it brought about.
    pub type Entry = tabletop::record::history::Entry<WarStrike>;
    /// All entries of a battle and where it stands among them.
    pub type History = tabletop::record::history::History<WarStrike>;
}

/// Writing saves.
pub mod journal {
    use crate::game::engine::WarStrike;
    pub use tabletop::record::journal::{
        FORMAT, Journal, JournalError, OLDEST_FORMAT, save_bytes, write_save,
    };

    /// Header of every save.
    pub type Header = tabletop::record::journal::Header<WarStrike>;
    /// One line of a save.
    pub type SaveLine = tabletop::record::journal::SaveLine<WarStrike>;
    /// An entry as it is saved.
    pub type EntryLine = tabletop::record::journal::EntryLine<WarStrike>;
}

/// Reading saves.
pub mod save {
    use crate::game::engine::WarStrike;
    pub use tabletop::record::save::{Damage, ReadError, read_bytes};

    /// The lines of a save that are whole.
    pub type ReadSave = tabletop::record::save::ReadSave<WarStrike>;

    /// Reads a save up to its end or its first damage.
    ///
    /// # Errors
    /// Not even its header can be read.
    pub fn read_save(path: &std::path::Path) -> Result<ReadSave, ReadError> {
        tabletop::record::save::read_save(path)
    }

    /// As [`read_save`], from the file's bytes.
    ///
    /// # Errors
    /// Not even the header can be read.
    pub fn parse_save(bytes: &[u8]) -> Result<ReadSave, ReadError> {
        tabletop::record::save::parse_save(bytes)
    }
}
