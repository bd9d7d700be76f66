//! The report of a battle: what happened, on one page that can be sent to anybody.
//!
//! [`Report::of`] goes through a game once and notes everything that a page needs, as plain data. [`html`], [`markdown`] and
//! [`json`] write it down; they read nothing else. Knows the battle; knows no window, no clock and no files, so that the same
//! save gives the same bytes.

mod data;
mod decision;
mod gather;
mod html;
mod lines;
mod markdown;
mod marks;
mod notes_page;
mod plan;
mod players;
mod units;

pub use data::{
    Charge, DiceLine, Fallen, Fire, Line, Loss, LuckLine, Making, Model, Moved, MovedBy, ObjectiveMark,
    Player, Report, ReportNotes, Round, SaveFile, Score, SideReport, Standing, Turn, Unit, Weight,
};
pub use decision::{DiceOrDecision, Luck, Step, Swing};
pub use gather::ReportError;
pub use html::html;
pub use markdown::markdown;
pub use notes_page::notes_page;
pub use players::{REMEMBERED, remembered_players};

/// The report as JSON, for programs.
///
/// # Errors
/// The encoder's, which for this type means memory ran out.
pub fn json(report: &Report) -> serde_json::Result<String> {
    serde_json::to_string_pretty(report).map(|text| text + "\n")
}
