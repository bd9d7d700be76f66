//! One line of sight in words and in two small pictures.

use bevy_egui::egui::Ui;

use super::PanelContext;
use super::column_layout::Importance;
use super::head::Head;
use crate::ui::overlays::{sight_card_ui, sight_of_one, sight_says};

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let (says, ink) = sight_says(sight_of_one(&cx.sight_overlay, &cx.sight_lines)?)?;
    Some(Head { title: "Sight".to_owned(), side: None, says, ink, importance: Importance::Asked })
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(found) = sight_of_one(&cx.sight_overlay, &cx.sight_lines) else { return };
    let mut open = None;
    sight_card_ui(ui, &cx.opened.game.battle().view(), found, &mut open);
    if open.is_some() {
        cx.screen.rule = open;
    }
}

pub(super) fn close(cx: &mut PanelContext) {
    cx.sight_overlay.hide();
}
