//! The settings, behind the gear of the top bar: they lie over the column until Esc, the gear or a click elsewhere.

use bevy_egui::egui::{self, Align2, Color32, Frame, Margin, RichText, Stroke, Ui, vec2};

use super::setting_rows::SettingRow;
use super::{PanelContext, style};
use crate::ui::camera::{SIDE_COLUMN, TOP_BAR};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::rolls_by_hand;
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::screen::Dialog;
use crate::ui::session::text_size::TextSize;

/// The area of the sheet.
pub(super) const SETTINGS: &str = "settings";

/// Shows the settings, if they are open.
pub(super) fn settings_ui(context: &egui::Context, cx: &mut PanelContext) {
    let shown = cx.screen.dialog == Some(Dialog::Settings);
    let before =
        context.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(SETTINGS.into()), shown));
    if before != shown {
        emit(&UiEvent::SettingsShown { shown });
    }
    if !shown {
        return;
    }
    let frame = Frame::new()
        .fill(style::GROUND)
        .stroke(Stroke::new(1.4_f32, style::ACCENT))
        .corner_radius(8)
        .inner_margin(Margin::symmetric(12, 10));
    let area = egui::Area::new(SETTINGS.into())
        .order(egui::Order::Foreground)
        .anchor(Align2::RIGHT_TOP, vec2(-4.0, TOP_BAR + 4.0))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(SIDE_COLUMN - 34.0);
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Settings").heading().color(Color32::WHITE));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if ui.small_button("✖").on_hover_text("Close (Esc)").clicked() {
                            cx.screen.dialog = None;
                        }
                    });
                });
                rows_ui(ui, cx);
            });
        });
    let rect = area.response.rect;
    let elsewhere = context.input(|input| {
        let origin = input.pointer.press_origin();
        input.pointer.any_pressed() && origin.is_some_and(|at| !rect.contains(at) && at.y > TOP_BAR)
    });
    if elsewhere {
        cx.screen.dialog = None;
    }
}

fn rows_ui(ui: &mut Ui, cx: &mut PanelContext) {
    dice_ui(ui, cx);
    for row in SettingRow::ALL {
        match row {
            SettingRow::Text => text_ui(ui, cx),
            SettingRow::Picture => quality_ui(ui, cx),
            row => choice_ui(ui, cx, row),
        }
    }
}

/// A row: its word, then what there is to choose from.
fn choice_ui(ui: &mut Ui, cx: &mut PanelContext, row: SettingRow) {
    let (word, hint) = row.words();
    let (values, now) = row.values(&cx.settings, &cx.quality);
    let clicked = row_ui(ui, word, |ui| {
        let mut clicked = None;
        for (index, name) in values.into_iter().enumerate() {
            if ui.selectable_label(index == now, name).on_hover_text(hint).clicked() && index != now {
                clicked = Some(index);
            }
        }
        clicked
    });
    if let Some(index) = clicked {
        row.set(index, &mut cx.settings, &mut cx.quality);
    }
}

/// The width of a row's word, and the size of its values, pixels: all of a row stand in one line.
const WORD: f32 = 72.0;
const VALUE: f32 = 13.0;

fn row_ui<R>(ui: &mut Ui, word: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        style::row_word(ui, WORD, style::caption(word));
        // What has no room beside the others goes on below them, not below the word.
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().button_padding = vec2(5.0, 2.0);
            ui.spacing_mut().item_spacing = vec2(2.0, 1.0);
            ui.style_mut().override_font_id = Some(egui::FontId::proportional(VALUE));
            content(ui)
        })
        .inner
    })
    .inner
}

/// Who rolls the dice.
fn dice_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let by_hand = rolls_by_hand(&cx.opened.game);
    let is_free = cx.dice.0.is_none();
    row_ui(ui, "Dice", |ui| {
        let mut choice = |ui: &mut Ui, chosen: bool, word: &str, hint: &str, request: GameRequest| {
            if ui.selectable_label(chosen, word).on_hover_text(hint).clicked() && !chosen {
                cx.requests.write(request);
            }
        };
        ui.add_enabled_ui(is_free, |ui| {
            choice(ui, !by_hand, "program", "The program rolls all dice", GameRequest::RollByProgram);
            let hint = "You roll real dice: the program says which, and you enter the faces";
            choice(ui, by_hand, "by hand", hint, GameRequest::RollByHand);
        });
    });
}

/// How large texts are, between what makes them smaller and larger.
fn text_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let now = cx.settings.text;
    row_ui(ui, "Text", |ui| {
        let mut step = |ui: &mut Ui, word: &str, hint: &str, to: TextSize| {
            let leads = to != now;
            if ui.add_enabled(leads, egui::Button::new(word)).on_hover_text(hint).clicked() {
                cx.settings.text = to;
            }
        };
        step(ui, "−", "Smaller (Ctrl and minus)", now.smaller());
        ui.add_sized([50.0, 20.0], egui::Label::new(RichText::new(now.in_words()).strong()));
        step(ui, "+", "Larger (Ctrl and plus)", now.larger());
        step(ui, "usual", "As this screen begins with (Ctrl and 0)", TextSize::default());
    });
}

/// How finely the table is drawn.
fn quality_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let (now, level) = (cx.quality.by_hand(), cx.quality.level());
    let found = format!("As fine as this machine can draw smoothly; now: {}", level.name());
    let levels = Quality::ALL.map(|(level, name)| (Some(level), name, "How finely the table is drawn"));
    let chosen = row_ui(ui, "Picture", |ui| {
        let mut clicked = None;
        for (one, name, hint) in [(None, "auto", found.as_str())].into_iter().chain(levels) {
            if ui.selectable_label(now == one, name).on_hover_text(hint).clicked() && now != one {
                clicked = Some(one);
            }
        }
        clicked
    });
    if let Some(level) = chosen {
        cx.settings.quality = level;
        cx.quality.choose(level);
    }
}
