//! The column on the right: a card for each thing that is worth a word now, the most important first, and the log below them.
//! `column_layout` of the other window decides which are open and how high each is, so that nothing overflows.

use bevy_egui::egui::{Color32, Rect, RichText, Sense, Ui, UiBuilder, vec2};
use tabletop_counters::OnHexes;

use super::card::{Head, Name};
use super::desk::Desk;
use super::{counter, log, now, odds, standings};
use crate::ui::panels::card_frame::{Shown, body_ui, box_ui, head_hint, rect_of};
use crate::ui::panels::card_line::CardLine;
use crate::ui::panels::column_layout::{CardSize, ColumnLayout, Importance, lay_out};

fn head<G: OnHexes>(name: Name, desk: &Desk<'_, G>) -> Option<Head> {
    match name {
        Name::Now => Some(now::head(desk)),
        Name::Odds => odds::head(desk),
        Name::Readings => odds::readings_head(desk),
        Name::Counter => counter::head(desk),
        Name::Standing(index) => standings::head(desk, index),
    }
}

fn body<G: OnHexes>(ui: &mut Ui, name: Name, desk: &mut Desk<'_, G>) {
    match name {
        Name::Now => now::body_ui(ui, desk),
        Name::Odds => odds::body_ui(ui, desk),
        Name::Readings => odds::readings_ui(ui, desk),
        Name::Counter => counter::body_ui(ui, desk),
        Name::Standing(index) => standings::body_ui(ui, desk, index),
    }
}

/// Lays out and paints the whole column.
pub fn column_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let standings = (0..desk.scene().standings.len()).map(Name::Standing);
    let names = [Name::Now, Name::Odds, Name::Readings, Name::Counter].into_iter().chain(standings);
    let cards: Vec<(Name, Head)> = names.filter_map(|name| Some((name, head(name, desk)?))).collect();
    let room = ui.available_rect_before_wrap();
    let sizes: Vec<CardSize> =
        cards.iter().map(|(name, head)| desk.panels.column.size(*name, head)).collect();
    let ColumnLayout { cards: places, log_top, log_height } = lay_out(&sizes, room.height());
    for ((name, head), place) in cards.iter().zip(&places) {
        let rect = rect_of(room, place);
        let mut child = ui.new_child(UiBuilder::new().id_salt(name).max_rect(rect));
        child.shrink_clip_rect(rect);
        card_ui(&mut child, desk, (*name, head), place.is_open);
    }
    let rect = Rect::from_min_size(room.min + vec2(0.0, log_top), vec2(room.width(), log_height));
    let mut child = ui.new_child(UiBuilder::new().id_salt("log").max_rect(rect));
    child.shrink_clip_rect(rect);
    log::log_ui(&mut child, desk);
    ui.allocate_rect(room, Sense::hover());
}

fn card_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, (name, head): (Name, &Head), is_open: bool) {
    let (bar, heading) = box_ui(ui, head.importance == Importance::Decides);
    CardLine { side: head.side, title: &head.title, says: &head.says }.paint(ui, bar, is_open, 0.0);
    if heading.on_hover_text(head_hint(is_open, &head.says)).clicked() {
        desk.panels.column.toggle(name, is_open);
    }
    if is_open {
        let rect = ui.max_rect().with_min_y(bar.bottom());
        open_ui(ui, desk, (name, head), rect);
    }
}

/// The sentence, then the rest; it scrolls where it is too long.
fn open_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, (name, head): (Name, &Head), rect: Rect) {
    let Shown { wanted, .. } = body_ui(ui, name, rect, |ui| {
        if !head.says.is_empty() {
            desk.links.label(ui, RichText::new(&head.says).size(15.0).strong().color(Color32::WHITE));
            ui.add_space(2.0);
        }
        body(ui, name, desk);
    });
    if desk.panels.column.measure(name, wanted) {
        // Now that its height is known, all have their places.
        ui.ctx().request_repaint();
    }
}
