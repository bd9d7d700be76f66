//! Dice that the players roll themselves: those that lie there, and faces to lay.

use bevy_egui::egui::{RichText, Ui};
use tabletop::game::Game;

use super::die::{choice_ui, empty_ui, entered_ui};
use super::style;
use crate::ui::session::laid_dice::LaidDice;

/// Most faces in a row.
const IN_ROW: u8 = 12;

/// The dice that lie there, those that do not succeed pale, and room for the rest.
pub(crate) fn laid_ui<G: Game>(ui: &mut Ui, laid: &LaidDice<G>) {
    let roll = laid.wanted.wanted.roll;
    ui.horizontal_wrapped(|ui| {
        for face in &laid.faces {
            let counts = roll.needs.met_by(*face) != Some(false);
            ui.add_enabled_ui(counts, |ui| entered_ui(ui, roll.by.side, *face));
        }
        for _ in 0..laid.missing() {
            empty_ui(ui, roll.by.side);
        }
        if let Some(successes) = laid.successes().filter(|_| !laid.faces.is_empty()) {
            let word = if successes == 1 { "succeeds" } else { "succeed" };
            ui.label(format!("{successes} of {} {word}", laid.faces.len()));
        }
    });
}

/// Faces to lay; the one that was clicked.
pub(crate) fn faces_ui<G: Game>(ui: &mut Ui, laid: &LaidDice<G>) -> Option<u8> {
    let die = laid.wanted.wanted.roll.die;
    let faces = (1..=IN_ROW).take_while(|face| die.has(*face));
    let mut clicked = None;
    ui.add_enabled_ui(laid.missing() > 0, |ui| {
        ui.horizontal(|ui| {
            let mut last = 1;
            for face in faces {
                last = face;
                if choice_ui(ui, face).on_hover_text(format!("Enter a {face} (key {face})")).clicked() {
                    clicked = Some(face);
                }
            }
            let text = format!("click what your dice show, or press 1 to {}", last.min(9));
            ui.label(RichText::new(text).small().color(style::FAINT));
        });
    });
    clicked
}
