//! The column on the right: a card for each thing that is worth a word now, the most important first, and the log below them.
//! `column_layout` of the other window decides which are open and how high each is, so that nothing overflows.

use bevy_egui::egui::{
    Align, Align2, Color32, CornerRadius, FontId, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder,
    vec2,
};
use tabletop_counters::OnHexes;

use super::card::{Head, Name};
use super::desk::Desk;
use super::{counter, log, now, odds, standings};
use crate::ui::panels::card_line::CardLine;
use crate::ui::panels::column_layout::{CardSize, ColumnLayout, HEAD, Importance, lay_out};
use crate::ui::panels::style;

/// Space between the edge of a card and its text, pixels.
const PAD: f32 = 9.0;

/// Height of what says that a card goes on below, pixels.
const MORE: f32 = 16.0;

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
        // Two in a line have a gap between them.
        let inset = if place.width < 1.0 { 2.0 } else { 0.0 };
        let left = place.left * room.width() + if place.left > 0.0 { inset } else { 0.0 };
        let rect = Rect::from_min_size(
            room.min + vec2(left, place.top),
            vec2(place.width * room.width() - inset, place.height),
        );
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
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, CornerRadius::same(6), style::BOX);
    let bar = Rect::from_min_size(rect.min, vec2(rect.width(), rect.height().min(HEAD)));
    let heading = ui.interact(bar, ui.id().with("head"), Sense::click());
    if heading.hovered() {
        ui.painter().rect_filled(bar, CornerRadius::same(6), style::LINE);
    }
    if head.importance == Importance::Decides {
        let edge = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(edge, CornerRadius { nw: 6, sw: 6, ne: 0, se: 0 }, style::ACCENT);
    }
    CardLine { side: head.side, title: &head.title, says: &head.says }.paint(ui, bar, is_open, 0.0);
    let hint = if is_open { "Fold this card".to_owned() } else { format!("{}\nClick to open", head.says) };
    if heading.on_hover_text(hint.trim()).clicked() {
        desk.panels.column.toggle(name, is_open);
    }
    if is_open {
        open_ui(ui, desk, (name, head), rect.with_min_y(bar.bottom()));
    }
}

/// The sentence, then the rest; it scrolls where it is too long.
fn open_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, (name, head): (Name, &Head), rect: Rect) {
    let inner = Rect::from_min_max(rect.min + vec2(PAD, 0.0), rect.max - vec2(PAD, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::top_down(Align::LEFT)));
    child.shrink_clip_rect(rect);
    let area = ScrollArea::vertical().id_salt(name).max_height(rect.height()).auto_shrink([false, false]);
    let shown = area.show(&mut child, |ui| {
        ui.set_width(inner.width());
        ui.spacing_mut().item_spacing.y = 3.0;
        if !head.says.is_empty() {
            desk.links.label(ui, RichText::new(&head.says).size(15.0).strong().color(Color32::WHITE));
            ui.add_space(2.0);
        }
        body(ui, name, desk);
        ui.add_space(PAD - 3.0);
    });
    let wanted = shown.content_size.y;
    if desk.panels.column.measure(name, wanted) {
        // Now that its height is known, all have their places.
        ui.ctx().request_repaint();
    }
    let pointer = ui.ctx().input(|input| input.pointer.hover_pos());
    let is_read = pointer.is_some_and(|at| rect.contains(at));
    if wanted - rect.height() - shown.state.offset.y > 1.0 && !is_read {
        let strip = rect.with_min_y(rect.bottom() - MORE);
        let corners = CornerRadius { nw: 0, ne: 0, sw: 6, se: 6 };
        ui.painter().rect_filled(strip, corners, style::BOX.gamma_multiply(0.92));
        let font = FontId::proportional(11.0);
        ui.painter().text(strip.center(), Align2::CENTER_CENTER, "more: scroll here", font, style::FAINT);
    }
}
