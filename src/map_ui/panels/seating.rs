//! The card before a battle: which side you play, and against whom.

use bevy_egui::egui::{self, Align, Align2, ComboBox, Layout, RichText, Ui, vec2};
use tabletop::game::Setup;
use tabletop::ids::Side;
use tabletop_counters::OnHexes;

use super::desk::{Desk, Sheet};
use super::games::open_button;
use super::sheets::{by_hand_ui, hand_over_ui};
use crate::map_ui::session::Seat;
use crate::ui::looks::side_look;
use crate::ui::panels::style;

/// Shows the card.
pub fn seating_ui<G: OnHexes>(context: &egui::Context, desk: &mut Desk<'_, G>) {
    egui::Window::new(desk.table.game().setup().level_name().to_owned())
        .id("seating".into())
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(-150.0, 0.0))
        .default_width(440.0)
        .show(context, |ui| {
            ui.set_max_width(440.0);
            let about = G::describe(desk.table.game().setup());
            ui.label(RichText::new(G::NAME).color(style::ACCENT));
            ui.label(RichText::new(about).small().color(style::FAINT));
            about_ui(ui, desk);
            ui.add_space(6.0);
            let mut seats = desk.panels.seats.clone().unwrap_or_else(|| desk.table.seats.clone());
            let styles = desk.table.styles();
            for side in Side::BOTH {
                let name = desk.table.name(side);
                seat_ui(ui, (side, &name), &mut seats[side.index()], &styles);
            }
            ui.horizontal(|ui| {
                if ui.button("Swap sides").clicked() {
                    seats.swap(0, 1);
                }
                ui.label(RichText::new(words(&seats)).small().color(style::FAINT));
            });
            switches_ui(ui, desk, &seats);
            ui.add_space(6.0);
            let begins = desk.table.game().history().entries().len() == 1;
            let word = if begins { "Begin (Enter)" } else { "Play on (Enter)" };
            if ui.add(style::main_button(word)).clicked() {
                desk.table.begin(seats.clone());
            }
            desk.panels.seats = Some(seats);
            ui.horizontal_wrapped(|ui| {
                if begins && let Some(newest) = desk.newest_save() {
                    open_button(ui, desk, &newest, "Play your last game on");
                }
                if ui.button("Other scenarios and saves (F2)").clicked() {
                    desk.panels.sheet = Sheet::Games;
                }
            });
        });
}

/// The goals of the battle, and how it stands.
fn about_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let (turn, sentence) = (desk.scene().turn.clone(), desk.scene().sentence.clone());
    // The first card beside the map says what is fought for.
    if let Some(goals) = desk.scene().standings.first().cloned() {
        desk.links.label(ui, RichText::new(goals.sentence).strong());
        for line in goals.lines {
            desk.links.label(ui, RichText::new(line).small());
        }
    }
    if sentence != turn {
        desk.links.label(ui, RichText::new(sentence).small().color(style::FAINT));
    }
}

/// Real dice, and the hand-over between two people.
fn switches_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, seats: &[Seat; 2]) {
    by_hand_ui(ui, desk);
    if *seats == [Seat::Person, Seat::Person] {
        hand_over_ui(ui, desk);
    }
}

/// Who plays whom, in words.
fn words(seats: &[Seat; 2]) -> &'static str {
    match seats {
        [Seat::Person, Seat::Person] => "two players at this table",
        [Seat::Computer(_), Seat::Computer(_)] => "nobody: the computer plays both sides",
        [Seat::Person, Seat::Computer(_)] | [Seat::Computer(_), Seat::Person] => "you against the computer",
    }
}

fn seat_ui(ui: &mut Ui, (side, name): (Side, &str), seat: &mut Seat, styles: &[String]) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 20.0), egui::Sense::hover());
        side_look::badge(ui.painter(), rect.center(), 9.0, side);
        ui.allocate_ui_with_layout(vec2(130.0, 22.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(130.0);
            ui.add(egui::Label::new(RichText::new(name).strong()).truncate());
        });
        let chosen = match seat {
            Seat::Person => "a person at this table".to_owned(),
            Seat::Computer(style) => format!("the computer, {style}"),
        };
        ComboBox::from_id_salt(("seat", side.index())).width(210.0).selected_text(chosen).show_ui(ui, |ui| {
            ui.selectable_value(seat, Seat::Person, "a person at this table");
            for style in styles {
                let computer = Seat::Computer(style.clone());
                ui.selectable_value(seat, computer, format!("the computer, {style}"));
            }
        });
    });
}
