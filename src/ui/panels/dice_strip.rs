//! A line of the column: who rolls the dice, and how lucky both sides have been with them.

use bevy_egui::egui::{Align, Grid, Layout, RichText, Ui};

use super::top_bar::badge_ui;
use super::{Desk, style};
use crate::game::luck::SideLuck;
use crate::game::narration::dice;
use crate::game::narration::words;
use crate::ui::hand_dice::rolls_by_hand;
use crate::ui::open_game::GameRequest;

pub(super) fn dice_strip_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal(|ui| {
        ui.label(style::caption("Dice"));
        choice_ui(ui, desk);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let rolled = || desk.told.luck.iter().filter(|luck| luck.all.dice > 0);
            rolled().rev().for_each(|luck| luck_ui(ui, desk, luck));
            if rolled().next().is_some() {
                ui.label(style::caption("Luck"));
            }
        });
    });
    ui.add_space(4.0);
}

fn choice_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.spacing_mut().button_padding = bevy_egui::egui::vec2(6.0, 2.0);
    ui.spacing_mut().item_spacing.x = 2.0;
    let by_hand = rolls_by_hand(&desk.opened.game);
    let mut choice = |ui: &mut Ui, chosen: bool, word: &str, hint: &str, ask: GameRequest| {
        let clicked = ui.selectable_label(chosen, RichText::new(word).small()).on_hover_text(hint).clicked();
        if clicked && !chosen {
            desk.asks.write(ask);
        }
    };
    ui.add_enabled_ui(desk.hand.0.is_none(), |ui| {
        choice(ui, !by_hand, "program", "The program rolls all dice", GameRequest::RollByProgram);
        let hint = "You roll real dice: the program says which, and you lay what they show";
        choice(ui, by_hand, "by hand", hint, GameRequest::RollByHand);
    });
    ui.add_space(6.0);
}

/// Right to left: successes of those that were to be expected.
fn luck_ui(ui: &mut Ui, desk: &Desk, luck: &SideLuck) {
    let text = RichText::new(words_of_rolls::short_luck(&luck.all)).small().color(style::FAINT);
    let shown = ui.label(text);
    badge_ui(ui, luck.side, 6.0);
    ui.add_space(2.0);
    shown.on_hover_ui(|ui| details_ui(ui, desk, luck));
}

/// By what the dice were for.
fn details_ui(ui: &mut Ui, desk: &Desk, luck: &SideLuck) {
    ui.label(RichText::new(words::force(desk.opened.game.setup(), luck.side)).strong());
    ui.label(words_of_rolls::luck(&luck.all));
    Grid::new(("luck", luck.side)).num_columns(4).show(ui, |ui| {
        for title in ["", "dice", "expected", "succeeded"] {
            ui.label(RichText::new(title).small().color(style::FAINT));
        }
        ui.end_row();
        for (purpose, luck) in &luck.purposes {
            ui.label(*purpose);
            ui.label(luck.dice.to_string());
            ui.label(format!("{:.1}", luck.expected));
            ui.label(luck.successes.to_string());
            ui.end_row();
        }
    });
    let faces: Vec<String> = (1..).zip(luck.faces).map(|(face, count)| format!("{face}: {count}")).collect();
    ui.label(RichText::new(format!("Faces so far {}", faces.join("   "))).small().color(style::FAINT));
}
