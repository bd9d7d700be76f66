//! The panel of the close combats that a move would lead to, or that are fought.

use bevy_egui::egui::{RichText, Ui};

use super::{PanelContext, style};
use crate::ui::background::computing::Task;
use crate::ui::questions::combat::card::card_ui;

pub(super) fn combat_panel_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let shown = cx.combat_odds.shown();
    let is_computing = cx.computing.shows(Task::CombatForecast);
    let has_links = cx.combat_links.shown().is_some_and(|(_, groups)| !groups.is_empty());
    if shown.is_none() && !(is_computing && has_links) {
        return;
    }
    let mut open = None;
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        if is_computing {
            ui.label(RichText::new(Task::CombatForecast.text()).small().color(style::FAINT));
        }
        if let Some((asked, forecast)) = shown {
            let view = cx.opened.game.battle().view();
            card_ui(ui, &view, asked, forecast, &mut open);
        }
    });
    ui.add_space(8.0);
    if open.is_some() {
        cx.screen.rule = open;
    }
}
