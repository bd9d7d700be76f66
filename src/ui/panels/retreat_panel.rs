//! Where a unit would fall back, in words.

use bevy_egui::egui::{RichText, Ui};

use super::PanelContext;
use super::column_layout::Importance;
use super::head::Head;
use crate::rules::ids::UnitId;
use crate::ui::background::computing::Task;
use crate::ui::overlays::retreat_card::{card_ui, says, when};

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let preview = cx.retreat_previews.of_one().filter(|_| !cx.playback.plays())?;
    let unit = preview.retreat.unit;
    let name = cx.opened.game.setup().unit(unit).map_or("", |unit| unit.name.as_str());
    let (says, ink) = says(preview);
    Some(Head {
        title: format!("Fall back: {unit} {name}"),
        side: Some(unit.side),
        says,
        ink,
        importance: if is_drafted(cx, unit) { Importance::Decides } else { Importance::Asked },
    })
}

/// Whether it is about to be ordered.
fn is_drafted(cx: &PanelContext, unit: UnitId) -> bool {
    cx.drafting.0.as_ref().is_some_and(|draft| draft.unit == unit && draft.falls_back())
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(preview) = cx.retreat_previews.of_one() else { return };
    let mut open = None;
    let (when, ink) = match cx.computing.shows(Task::RetreatPreview) {
        true => (Task::RetreatPreview.text(), super::style::FAINT),
        false => when(&cx.retreat_previews, is_drafted(cx, preview.retreat.unit)),
    };
    ui.label(RichText::new(when).small().color(ink));
    card_ui(ui, preview, (&cx.retreat_preview, &cx.retreat_previews), &mut open);
    if open.is_some() {
        cx.screen.rule = open;
    }
}
