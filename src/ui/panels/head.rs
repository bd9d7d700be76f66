//! The head of a card in the column: what it says while it is folded.

use bevy_egui::egui::Color32;

use super::column_layout::Importance;
use crate::rules::ids::Side;

/// The head of a card.
pub(super) struct Head {
    pub title: String,
    /// Whose it is, if it is a side's.
    pub side: Option<Side>,
    /// What is the matter, in a sentence; the only thing that a folded card says.
    pub says: String,
    /// The colour of the sentence.
    pub ink: Color32,
    pub importance: Importance,
}
