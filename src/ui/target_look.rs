//! How the targets of one unit are told apart: by colour and by number.

use bevy_egui::egui::Color32;

/// Of the first target, the second and so on; after the last they begin again.
const INKS: [Color32; 4] = [
    Color32::from_rgb(255, 209, 84),
    Color32::from_rgb(112, 222, 236),
    Color32::from_rgb(240, 146, 250),
    Color32::from_rgb(168, 238, 124),
];

/// The colour of the nth target, from 0.
pub(super) fn ink(nth: usize) -> Color32 {
    INKS[nth % INKS.len()]
}
