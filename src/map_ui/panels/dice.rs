//! Dice of a sentence.

use bevy_egui::egui::Ui;
use tabletop::ids::Side;
use tabletop::sentence::Rolls;

use crate::ui::panels::die::die_ui;

/// Shows dice in the colour of who rolled them, those pale that did not succeed.
pub fn dice_ui(ui: &mut Ui, rolls: &Rolls, side: Option<Side>) {
    let side = side.unwrap_or(Side::A);
    let row = |ui: &mut Ui, faces: &[u8], succeeds: &dyn Fn(u8) -> bool| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for face in faces {
                ui.add_enabled_ui(succeeds(*face), |ui| die_ui(ui, side, *face));
            }
        });
    };
    match rolls {
        Rolls::None => {}
        Rolls::RollOff(pairs) => {
            for pair in pairs {
                ui.horizontal(|ui| {
                    die_ui(ui, Side::A, pair[0]);
                    die_ui(ui, Side::B, pair[1]);
                });
            }
        }
        Rolls::AtMost { faces, limit } => row(ui, faces, &|face| face <= *limit),
        Rolls::Reaching { faces, limit } => row(ui, faces, &|face| face >= *limit),
    }
}
