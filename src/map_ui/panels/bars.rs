//! The bar on top, with the turn and the buttons, and the time line at the foot.

use bevy_egui::egui::{self, Align, Layout, RichText, Slider, Ui, vec2};
use tabletop::game::Setup;
use tabletop::record::history::EntryId;
use tabletop_counters::OnHexes;

use super::desk::{Desk, Sheet, Wish};
use crate::ui::looks::side_look;
use crate::ui::panels::style;

/// The bar on top.
pub fn top_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        buttons_ui(ui, desk);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let name = desk.table.game().setup().level_name().to_owned();
            ui.label(RichText::new(name).strong());
            ui.label(RichText::new(&desk.links.scene.turn).color(style::ACCENT));
            if let Some(side) = desk.links.scene.active {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), egui::Sense::hover());
                side_look::badge(ui.painter(), rect.center(), 8.0, side);
                ui.label(RichText::new(desk.table.name(side)).color(side_look::light_ink(side)));
            }
            let rest = after_turn(&desk.links.scene.sentence, &desk.links.scene.turn);
            if !rest.is_empty() {
                ui.add(egui::Label::new(RichText::new(rest).color(style::FAINT)).truncate());
            }
        });
    });
}

/// What a sentence says besides the turn.
fn after_turn<'a>(sentence: &'a str, turn: &str) -> &'a str {
    sentence.strip_prefix(turn).map_or(sentence, |rest| rest.trim_start_matches([':', ' ']))
}

fn buttons_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let mut sheet_button = |ui: &mut Ui, word: &str, key: &str, sheet: Sheet| {
        if ui.button(word).on_hover_text(key).clicked() {
            desk.panels.sheet = if desk.panels.sheet == sheet { Sheet::None } else { sheet };
        }
    };
    sheet_button(ui, "Help", "Keys and lights (F1)", Sheet::Help);
    sheet_button(ui, "Games", "Another scenario, or a recorded game (F2)", Sheet::Games);
    sheet_button(ui, "Settings", "Pace, texts, standing orders (F10)", Sheet::Settings);
    if ui.button("Picture").on_hover_text("Write a picture of the window to a file (F12)").clicked() {
        desk.wishes.push(Wish::Picture);
    }
    if ui
        .button("Undo")
        .on_hover_text("Take your last order back, and all that came of it (Ctrl+Z)")
        .clicked()
    {
        desk.table.undo();
    }
}

/// The time line: a slider over every entry of the line that is shown.
pub fn time_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let history = desk.table.game().history();
    let line: Vec<EntryId> = history.line_to(history.line_end()).iter().map(|entry| entry.id).collect();
    let here = history.present().id;
    let last = line.len() - 1;
    let place = line.iter().position(|entry| *entry == here).unwrap_or(last);
    ui.horizontal_centered(|ui| {
        let mut steps = 0;
        if ui.button("⏴").on_hover_text("A step back (,)").clicked() {
            steps = -1;
        }
        if ui.button("⏵").on_hover_text("A step on (.)").clicked() {
            steps = 1;
        }
        let words = format!("{place} of {last}");
        let right = 96.0;
        ui.spacing_mut().slider_width = (ui.available_width() - right).max(60.0);
        let mut wanted = place;
        let slider = Slider::new(&mut wanted, 0..=last).show_value(false);
        ui.add_enabled(last > 0, slider).on_hover_text("Look back: drag to any moment of the battle");
        ui.label(RichText::new(words).small().color(style::FAINT));
        if wanted != place {
            desk.table.look_at(line[wanted]);
        } else if steps != 0 {
            desk.table.look_on(steps);
        }
    });
}
