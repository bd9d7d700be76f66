//! The look of what is past, and of what is not the battle as it was played.

use bevy_egui::egui::Color32;

/// An earlier moment is looked at.
pub const LOOKING_BACK: Color32 = Color32::from_rgb(226, 196, 118);
/// Another branch: what if?
pub const WHAT_IF: Color32 = Color32::from_rgb(200, 164, 240);
