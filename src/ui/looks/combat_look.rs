//! How close combat looks on the table and in its panels.

use bevy_egui::egui::Color32;

/// The colour of close combat.
pub(in crate::ui) const INK: Color32 = Color32::from_rgb(240, 110, 220);
