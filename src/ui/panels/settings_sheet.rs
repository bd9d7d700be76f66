//! The settings, behind the gear of the top bar: they lie over the column until Esc, the gear or a click elsewhere.

use bevy_egui::egui::{self, Align2, Color32, Frame, Margin, RichText, Stroke, Ui, vec2};

use super::{PanelContext, style};
use crate::ui::camera::{SIDE_COLUMN, TOP_BAR};
use crate::ui::session::computer_pace::ComputerPace;
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::rolls_by_hand;
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::screen::Dialog;
use crate::ui::session::settings::{CameraMoves, Outlines};
use crate::ui::session::show_pace::{Motion, ShowPace};
use crate::ui::session::tag_detail::Tags;

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
    let hint = "How long dice are shown rolling. Their faces are decided beforehand.";
    if let Some(chosen) = choice_ui(ui, "Rolling", hint, &DicePace::ALL, cx.settings.dice) {
        cx.settings.dice = chosen;
    }
    let hint = "How long figures are shown walking, firing and falling. With none, they jump straight to where they end.";
    if let Some(chosen) = choice_ui(ui, "Moving", hint, &ShowPace::ALL, cx.settings.show) {
        cx.settings.show = chosen;
    }
    let hint = "With less, the view does not glide, figures do not move and dice do not roll: you see the outcome at once.";
    let all = [(Motion::Full, "full"), (Motion::Reduced, "less")];
    if let Some(chosen) = choice_ui(ui, "Motion", hint, &all, cx.settings.motion) {
        cx.settings.motion = chosen;
        emit(&UiEvent::MotionReduced { reduced: chosen == Motion::Reduced });
    }
    let hint = "How long the computer shows what it is about to do";
    if let Some(chosen) = choice_ui(ui, "Computer", hint, &ComputerPace::ALL, cx.settings.computer) {
        cx.settings.computer = chosen;
    }
    let hint = "Whether the view swings to the side whose turn begins (Shift+H)";
    let all = [(true, "follows the turn"), (false, "stays")];
    if let Some(follows) = choice_ui(ui, "View", hint, &all, cx.settings.camera_follows) {
        cx.settings.camera_follows = follows;
        emit(&UiEvent::CameraFollows { follows });
    }
    let hint = "Whether the camera goes to questions, fights and the computer's moves by itself (Shift+Z)";
    let all = [(CameraMoves::ByItself, "goes to what happens"), (CameraMoves::Never, "quiet")];
    if let Some(chosen) = choice_ui(ui, "Camera", hint, &all, cx.settings.camera) {
        cx.settings.camera = chosen;
        emit(&UiEvent::CameraQuiet { quiet: chosen == CameraMoves::Never });
    }
    let hint = "What is written beside units on the table (L)";
    let all = [(Tags::Signs, "signs"), (Tags::Names, "names"), (Tags::Off, "markers only")];
    if let Some(chosen) = choice_ui(ui, "Tags", hint, &all, cx.settings.tags) {
        cx.settings.tags = chosen;
    }
    let hint = "Outlines of models behind walls, under trees and under roofs (Shift+U)";
    let all = [(Outlines::Shown, "shown"), (Outlines::Off, "off")];
    if let Some(chosen) = choice_ui(ui, "Outlines", hint, &all, cx.settings.outlines) {
        cx.settings.outlines = chosen;
    }
    text_ui(ui, cx);
    quality_ui(ui, cx);
}

/// A row: its word, then what there is to choose from; what was clicked.
fn choice_ui<T: Copy + PartialEq>(
    ui: &mut Ui,
    word: &str,
    hint: &str,
    all: &[(T, &str)],
    now: T,
) -> Option<T> {
    row_ui(ui, word, |ui| {
        let mut clicked = None;
        for (choice, name) in all {
            if ui.selectable_label(*choice == now, *name).on_hover_text(hint).clicked() && *choice != now {
                clicked = Some(*choice);
            }
        }
        clicked
    })
}

fn row_ui<R>(ui: &mut Ui, word: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().button_padding = vec2(6.0, 2.0);
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.add_sized([72.0, 20.0], egui::Label::new(style::caption(word)).halign(egui::Align::LEFT));
        content(ui)
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

/// How large texts are.
fn text_ui(ui: &mut Ui, cx: &mut PanelContext) {
    row_ui(ui, "Text", |ui| {
        if ui.button("smaller").on_hover_text("Ctrl and minus").clicked() {
            cx.settings.text = cx.settings.text.smaller();
        }
        if ui.button("larger").on_hover_text("Ctrl and plus").clicked() {
            cx.settings.text = cx.settings.text.larger();
        }
        if ui.button("usual").on_hover_text("Ctrl and 0").clicked() {
            cx.settings.text = Default::default();
        }
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
            let mut text = RichText::new(name);
            if now.is_none() && one == Some(level) {
                // What "auto" has come to.
                text = text.color(style::ACCENT);
            }
            if ui.selectable_label(now == one, text).on_hover_text(hint).clicked() && now != one {
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
