//! Sheets over the map: help, games, settings, a paragraph.

use bevy_egui::egui::{self, Align2, ComboBox, Grid, RichText, ScrollArea, Ui, vec2};
use tabletop::ids::Side;
use tabletop_counters::OnHexes;

use super::desk::{Desk, Sheet};
use super::games::games_ui;
use super::now::standing_row;
use crate::map_ui::help::{COUNTERS, KEYS, LIGHTS, MOUSE};
use crate::map_ui::session::Pace;
use crate::ui::panels::style;
use crate::ui::session::text_size::TextSize;

/// Shows the open sheet, if there is one.
pub fn sheet_ui<G: OnHexes>(context: &egui::Context, desk: &mut Desk<'_, G>) {
    let (title, content): (String, fn(&mut Ui, &mut Desk<'_, G>)) = match &desk.panels.sheet {
        Sheet::None => return,
        Sheet::Help => (format!("{}: keys and lights", G::NAME), help_ui),
        Sheet::Games => (format!("Games of {}", G::NAME), games_ui),
        Sheet::Settings => ("Settings".to_owned(), settings_ui),
        Sheet::Rule(id) => (id.clone(), rule_ui),
    };
    let mut open = true;
    let height = context.viewport_rect().height() - 160.0;
    egui::Window::new(title)
        .id("sheet".into())
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(-150.0, 0.0))
        .open(&mut open)
        .show(context, |ui| {
            ui.set_max_width(520.0);
            ScrollArea::vertical()
                .max_height(height)
                .min_scrolled_height(height)
                .show(ui, |ui| content(ui, desk));
        });
    if !open {
        desk.panels.sheet = Sheet::None;
    }
}

fn help_ui<G: OnHexes>(ui: &mut Ui, _: &mut Desk<'_, G>) {
    let parts =
        [("Mouse", &MOUSE[..]), ("Counters", &COUNTERS[..]), ("Lights", &LIGHTS[..]), ("Keys", &KEYS[..])];
    for (title, rows) in parts {
        ui.label(RichText::new(title).strong().color(style::ACCENT));
        Grid::new(title).num_columns(2).spacing(vec2(14.0, 3.0)).show(ui, |ui| {
            for (what, does) in rows {
                ui.label(RichText::new(*what).strong());
                ui.add(egui::Label::new(*does).wrap());
                ui.end_row();
            }
        });
        ui.add_space(4.0);
    }
    let text = "The rules: point at the number of a paragraph in any card, or click it.";
    ui.label(RichText::new(text).color(style::FAINT));
}

fn settings_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    ui.horizontal(|ui| {
        ui.label("What happens is shown");
        for (pace, word) in Pace::ALL {
            ui.selectable_value(&mut desk.settings.pace, pace, word);
        }
    });
    ui.horizontal(|ui| {
        ui.label("Texts");
        ComboBox::from_id_salt("texts").selected_text(desk.settings.text.in_words()).show_ui(ui, |ui| {
            for size in TextSize::all() {
                ui.selectable_value(&mut desk.settings.text, size, size.in_words());
            }
        });
        ui.label(RichText::new("Ctrl+plus, Ctrl+minus").small().color(style::FAINT));
    });
    by_hand_ui(ui, desk);
    hand_over_ui(ui, desk);
    let mut shows = !desk.settings.hides_stack;
    ui.checkbox(&mut shows, "Show what is under the pointer large, in a corner");
    desk.settings.hides_stack = !shows;
    let mut guides = !desk.settings.hides_guide;
    ui.checkbox(&mut guides, "Say what can be done now, and why");
    desk.settings.hides_guide = !guides;
    for side in Side::BOTH {
        ui.push_id(side.index(), |ui| {
            ui.label(RichText::new(desk.table.name(side)).strong());
            standing_row(ui, &mut desk.table.standing[side.index()]);
        });
    }
}

/// The switch between real dice and those of the program.
pub fn by_hand_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let mut by_hand = desk.table.rolls_by_hand();
    if ui.checkbox(&mut by_hand, "You roll real dice, and enter what they show").changed() {
        desk.table.set_by_hand(by_hand);
    }
}

/// The switch of the page between two people.
pub fn hand_over_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let mut hands_over = desk.table.hands_over;
    let words = "Two people hand this window over: each sees only what his side may know";
    if ui.checkbox(&mut hands_over, words).changed() {
        desk.table.set_hand_over(hands_over);
    }
}

fn rule_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Sheet::Rule(id) = &desk.panels.sheet else { return };
    let Some((chapter, paragraph)) = desk.links.book.find(id) else { return };
    ui.label(RichText::new(&chapter.title).color(style::ACCENT));
    desk.links.label(ui, &paragraph.text);
    for ruling in &paragraph.rulings {
        ui.add_space(4.0);
        ui.label(RichText::new("As it is played here").small().color(style::FAINT));
        desk.links.label(ui, &ruling.ruling);
        if !ruling.instead_of.is_empty() {
            desk.links.label(ui, RichText::new(format!("Not: {}", ruling.instead_of)).small());
        }
    }
}
