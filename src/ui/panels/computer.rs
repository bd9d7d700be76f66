//! The computer players: who plays each side, and how fast the computer does.

use bevy_egui::egui::{self, Color32, ComboBox, RichText, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::adviser::{in_order_of_choice, shown_name};
use crate::rules::ids::Side;
use crate::ui::looks::side_look;
use crate::ui::session::computer_pace::ComputerPace;
use crate::ui::session::screen::Sheet;
use crate::ui::turn_flow::computer_players::ComputerPlayers;

/// Height of a list of styles, pixels: all of them, and "You", without scrolling.
pub(super) const MENU: f32 = 340.0;

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    if cx.screen.computers == Sheet::Hidden || cx.dice.asks_for_opening() {
        return None;
    }
    Some(Head {
        title: "Who plays".to_owned(),
        side: None,
        says: says(cx),
        ink: Color32::WHITE,
        importance: Importance::Asked,
    })
}

/// "You play LaansGuard patrol, the computer Town garrison (Hard)".
fn says(cx: &PanelContext) -> String {
    let players: &ComputerPlayers = &cx.computers;
    let setup = cx.opened.game.setup();
    let plays = Side::BOTH.map(|side| players.sides[side.index()].is_some());
    let name = |side: Side| setup.force_name(side);
    let style = |side: Side| player_word(players, side);
    match plays {
        [false, false] => "You play both sides".to_owned(),
        [true, true] => format!("The computer plays both: {} against {}", style(Side::A), style(Side::B)),
        [is_a, _] => {
            let computer = if is_a { Side::A } else { Side::B };
            let you = name(computer.other());
            format!("You play {you}, the computer {} ({})", name(computer), style(computer))
        }
    }
}

/// Who plays a side, in a word.
fn player_word(players: &ComputerPlayers, side: Side) -> &str {
    let id = players.sides[side.index()].as_deref();
    style_word(players, id).unwrap_or("You")
}

/// A style, as players read it; one that is a file, by its path.
pub(super) fn style_word<'a>(players: &'a ComputerPlayers, id: Option<&'a str>) -> Option<&'a str> {
    let id = id?;
    Some(players.styles.iter().find(|style| style.id == id).map_or(id, shown_name))
}

/// The styles to choose from: by strength, then by character.
pub(super) fn styles_ui(ui: &mut Ui, players: &ComputerPlayers, chosen: &mut Option<String>) {
    let mut was_strength = true;
    for style in in_order_of_choice(&players.styles) {
        let is_strength = shown_name(style) != style.name;
        if was_strength && !is_strength {
            ui.separator();
        }
        was_strength = is_strength;
        let about =
            if is_strength { format!("{}: {}", style.name, style.about) } else { style.about.clone() };
        ui.selectable_value(chosen, Some(style.id.clone()), shown_name(style)).on_hover_text(about);
    }
}

pub(super) fn close(cx: &mut PanelContext) {
    cx.screen.computers = Sheet::Hidden;
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if cx.opened.game.setup().is_recorded() {
        ui.label("This game is recorded at a real table: two people play it.");
        return;
    }
    if cx.computers.styles.is_empty() {
        ui.label(RichText::new("There are no playing styles to choose from.").color(style::FAINT));
        return;
    }
    for side in Side::BOTH {
        side_row(ui, cx, side);
    }
    if cx.computers.sides.iter().any(Option::is_some) {
        pace_ui(ui, cx);
    }
}

/// Who plays a side.
fn side_row(ui: &mut Ui, cx: &mut PanelContext, side: Side) {
    let name = cx.opened.game.setup().force_name(side).to_owned();
    ui.horizontal(|ui| {
        badge_ui(ui, side, 7.0);
        let name = egui::Label::new(RichText::new(name).color(side_look::light_ink(side)));
        ui.scope(|ui| {
            ui.set_max_width((ui.available_width() - 130.0).max(0.0));
            ui.add(name.truncate());
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let players: &ComputerPlayers = &cx.computers;
            let present = players.sides[side.index()].clone();
            let mut chosen = present.clone();
            ComboBox::from_id_salt(("plays", side.index()))
                .width(110.0)
                .height(MENU)
                .selected_text(player_word(players, side))
                .show_ui(ui, |ui| {
                    ui.selectable_value(&mut chosen, None, "You");
                    styles_ui(ui, players, &mut chosen);
                });
            if chosen != present {
                cx.computers.sides[side.index()] = chosen;
            }
        });
    });
}

/// How fast the computer plays, and whether it does.
fn pace_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal(|ui| {
        let paused = cx.computers.is_paused;
        let text = if paused { "▶ Go on" } else { "⏸ Pause" };
        if ui.button(text).on_hover_text("Pause the computer, or let it play on (Shift+Y)").clicked() {
            cx.computers.is_paused = !paused;
        }
        if paused && ui.button("Next command").on_hover_text("One command, then it waits again (.)").clicked()
        {
            cx.computers.go_on();
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = egui::vec2(6.0, 2.0);
        let hint = "How long it shows what it is about to do";
        ui.label("Pace").on_hover_text(hint);
        for (pace, name) in ComputerPace::ALL {
            let chosen = cx.settings.computer == pace;
            if ui.selectable_label(chosen, name).on_hover_text(hint).clicked() && !chosen {
                cx.settings.computer = pace;
            }
        }
    });
}
