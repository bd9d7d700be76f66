//! The look of a unit's targets: a colour and a number for each.

use bevy_egui::egui::Color32;

/// The colours of the first target, the second and so on; they repeat after the last.
const INKS: [Color32; 4] = [
    Color32::from_rgb(255, 209, 84),
    Color32::from_rgb(112, 222, 236),
    Color32::from_rgb(240, 146, 250),
    Color32::from_rgb(168, 238, 124),
];

/// The colour of a target by its index.
pub(in crate::ui) fn ink(index: usize) -> Color32 {
    INKS[index % INKS.len()]
}
