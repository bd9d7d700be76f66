//! Cards of what players want to know beside the map: the cup as odds, goals, fire missions.

use bevy_egui::egui::Ui;
use tabletop_counters::OnHexes;

use super::card::Head;
use super::desk::Desk;
use crate::map_ui::session::Stage;
use crate::ui::panels::column_layout::Importance;

/// The head; the first of them is open where there is room.
pub fn head<G: OnHexes>(desk: &Desk<'_, G>, index: usize) -> Option<Head> {
    let standing = desk.scene().standings.get(index)?;
    // Before the battle everybody reads how it is won.
    let is_read = index == 0 || desk.table.stage == Stage::Seating;
    let importance = if is_read { Importance::Context } else { Importance::Hint };
    Some(Head { title: standing.title.clone(), side: None, says: standing.sentence.clone(), importance })
}

/// The numbers.
pub fn body_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, index: usize) {
    let lines = desk.scene().standings.get(index).map(|standing| standing.lines.clone());
    for line in lines.unwrap_or_default() {
        desk.links.label(ui, line);
    }
}
