//! The dice strip: who rolls the dice, and how lucky each side has been.

use bevy_egui::egui::{Align, Grid, Layout, RichText, Ui};

use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::{dice, words};
use crate::ui::session::dice_pace::DicePace;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::hand_dice::rolls_by_hand;
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::quality_level::Quality;
use crate::ui::session::settings::CameraMoves;
use crate::ui::session::show_pace::{Motion, ShowPace};
use tabletop::dice::Die;
use tabletop::luck::SideLuck;

pub(super) fn dice_strip_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal(|ui| {
        ui.label(style::caption("Dice"));
        choice_ui(ui, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let rolled = || cx.shown.luck().iter().filter(|luck| luck.all.dice > 0);
            rolled().rev().for_each(|luck| luck_ui(ui, cx, luck));
            if rolled().next().is_some() {
                ui.label(style::caption("Luck"));
            }
        });
    });
    // The column has not room for all in one line.
    ui.horizontal_wrapped(|ui| {
        pace_ui(ui, cx);
        ui.add_space(10.0);
        motion_ui(ui, cx);
        quiet_camera_ui(ui, cx);
    });
    ui.horizontal_wrapped(|ui| show_pace_ui(ui, cx));
    ui.horizontal_wrapped(|ui| quality_ui(ui, cx));
    ui.add_space(4.0);
}

fn choice_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.spacing_mut().button_padding = bevy_egui::egui::vec2(6.0, 2.0);
    ui.spacing_mut().item_spacing.x = 2.0;
    let by_hand = rolls_by_hand(&cx.opened.game);
    let mut choice = |ui: &mut Ui, chosen: bool, word: &str, hint: &str, request: GameRequest| {
        let clicked = ui.selectable_label(chosen, RichText::new(word).small()).on_hover_text(hint).clicked();
        if clicked && !chosen {
            cx.requests.write(request);
        }
    };
    ui.add_enabled_ui(cx.dice.0.is_none(), |ui| {
        choice(ui, !by_hand, "program", "The program rolls all dice", GameRequest::RollByProgram);
        let hint = "You roll real dice: the program says which, and you enter the faces";
        choice(ui, by_hand, "by hand", hint, GameRequest::RollByHand);
    });
    ui.add_space(6.0);
}

/// How long dice are seen rolling.
fn pace_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.spacing_mut().button_padding = bevy_egui::egui::vec2(6.0, 2.0);
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.label(style::caption("Rolling"));
    ui.add_space(6.0);
    for (pace, name) in DicePace::ALL {
        let chosen = cx.settings.dice == pace;
        let hint = "How long dice are shown rolling. Their faces are decided beforehand.";
        let clicked = ui.selectable_label(chosen, RichText::new(name).small()).on_hover_text(hint).clicked();
        if clicked && !chosen {
            cx.settings.dice = pace;
        }
    }
}

/// Whether things move, or are where they belong at once.
fn motion_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let reduced = cx.settings.motion == Motion::Reduced;
    let word = RichText::new("less motion").small();
    let hint =
        "The view does not glide, figures do not move and dice do not roll: you see the outcome at once.";
    if ui.selectable_label(reduced, word).on_hover_text(hint).clicked() {
        cx.settings.motion = if reduced { Motion::Full } else { Motion::Reduced };
        emit(&UiEvent::MotionReduced { reduced: !reduced });
    }
}

/// Whether the camera goes to what happens by itself.
fn quiet_camera_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let quiet = cx.settings.camera == CameraMoves::Never;
    let word = RichText::new("quiet camera").small();
    let hint = "The view stays where you put it: it does not go to questions, fights and the computer's moves (Shift+Z).";
    if ui.selectable_label(quiet, word).on_hover_text(hint).clicked() {
        cx.settings.camera = cx.settings.camera.toggled();
        emit(&UiEvent::CameraQuiet { quiet: !quiet });
    }
}

/// How long figures walk, shots fly and bodies fall.
fn show_pace_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.spacing_mut().button_padding = bevy_egui::egui::vec2(6.0, 2.0);
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.label(style::caption("Moving"));
    ui.add_space(6.0);
    for (pace, name) in ShowPace::ALL {
        let chosen = cx.settings.show == pace;
        let hint = "How long figures are shown walking, firing and falling. With none, they jump straight to where they end.";
        let clicked = ui.selectable_label(chosen, RichText::new(name).small()).on_hover_text(hint).clicked();
        if clicked && !chosen {
            cx.settings.show = pace;
        }
    }
}

/// How finely the table is drawn.
fn quality_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.spacing_mut().button_padding = bevy_egui::egui::vec2(6.0, 2.0);
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.label(style::caption("Picture"));
    ui.add_space(6.0);
    let now = cx.quality.by_hand();
    let found = format!("As fine as this machine can draw smoothly; now: {}", cx.quality.level().name());
    let levels = Quality::ALL.map(|(level, name)| (Some(level), name, "How finely the table is drawn"));
    for (level, name, hint) in [(None, "auto", found.as_str())].into_iter().chain(levels) {
        let mut text = RichText::new(name).small();
        if now.is_none() && level == Some(cx.quality.level()) {
            // What "auto" has come to.
            text = text.color(style::ACCENT);
        }
        let clicked = ui.selectable_label(now == level, text).on_hover_text(hint).clicked();
        if clicked && now != level {
            cx.settings.quality = level;
            cx.quality.choose(level);
        }
    }
}

/// Laid out from right to left: successes, and how many were expected.
fn luck_ui(ui: &mut Ui, cx: &PanelContext, luck: &SideLuck) {
    let text = RichText::new(dice::short_luck(&luck.all)).small().color(style::FAINT);
    let shown = ui.label(text);
    badge_ui(ui, luck.side, 6.0);
    ui.add_space(2.0);
    shown.on_hover_ui(|ui| details_ui(ui, cx, luck));
}

/// Luck by the purpose of the dice.
fn details_ui(ui: &mut Ui, cx: &PanelContext, luck: &SideLuck) {
    ui.label(RichText::new(words::force(cx.opened.game.setup(), luck.side)).strong());
    ui.label(dice::luck(&luck.all));
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
    let faces: Vec<String> =
        (1..).zip(luck.faces(Die::SIX)).map(|(face, count)| format!("{face}: {count}")).collect();
    ui.label(RichText::new(format!("Faces so far {}", faces.join("   "))).small().color(style::FAINT));
}
