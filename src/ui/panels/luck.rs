//! How lucky each side has been with its dice: in short beside the log's title, by purpose on demand.

use bevy_egui::egui::{Grid, RichText, Ui};

use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::{dice, words};
use tabletop::dice::Die;
use tabletop::luck::SideLuck;

/// Laid out from right to left.
pub(super) fn luck_ui(ui: &mut Ui, cx: &PanelContext) {
    let rolled = || cx.shown.luck().iter().filter(|luck| luck.all.dice > 0);
    // The last number ends clear of the edge of the panel.
    ui.add_space(6.0);
    rolled().rev().for_each(|luck| side_ui(ui, cx, luck));
    if rolled().next().is_some() {
        ui.label(style::caption("Luck")).on_hover_text(
            "How many dice have succeeded more (+) or fewer (−) than were to be expected. Rest the pointer on a number for more.",
        );
    }
}

/// By how many successes a side is ahead of what was to be expected.
fn side_ui(ui: &mut Ui, cx: &PanelContext, luck: &SideLuck) {
    let text = RichText::new(dice::short_luck(&luck.all)).small().color(style::FAINT);
    let shown = ui.label(text);
    badge_ui(ui, luck.side, 6.0);
    ui.add_space(2.0);
    shown.on_hover_ui(|ui| details_ui(ui, cx, luck));
}

/// Luck by the purpose of the dice.
fn details_ui(ui: &mut Ui, cx: &PanelContext, luck: &SideLuck) {
    ui.label(RichText::new(words::force(cx.opened.game.setup(), luck.side)).strong());
    ui.label("Successes so far, and how many were to be expected.");
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
