//! The look of the kinds of going: a colour and a word for each.

use bevy_egui::egui::Color32;

use crate::rules::movement::going::Going;

/// The colour of a path over ground of this going.
pub(in crate::ui) fn ink(going: Going) -> Color32 {
    match going {
        Going::Clear => Color32::from_rgb(140, 233, 148),
        Going::Slow => Color32::from_rgb(255, 224, 92),
        Going::Difficult => Color32::from_rgb(255, 158, 64),
        Going::SlowAndDifficult => Color32::from_rgb(240, 130, 235),
        Going::Impassable => Color32::from_rgb(255, 106, 98),
    }
}

/// The rulebook's name of it.
pub(in crate::ui) fn word(going: Going) -> &'static str {
    match going {
        Going::Clear => "clear",
        Going::Slow => "slow",
        Going::Difficult => "difficult",
        Going::SlowAndDifficult => "slow and difficult",
        Going::Impassable => "impassable",
    }
}

/// The going of ground that has both.
pub(in crate::ui) fn both(a: Going, b: Going) -> Going {
    match (a.is_slow() || b.is_slow(), a.is_difficult() || b.is_difficult()) {
        _ if a == Going::Impassable || b == Going::Impassable => Going::Impassable,
        (true, true) => Going::SlowAndDifficult,
        (true, false) => Going::Slow,
        (false, true) => Going::Difficult,
        (false, false) => Going::Clear,
    }
}
