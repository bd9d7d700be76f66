//! The frame of a card in a column, and of the panels around the table: the same in every window.

use std::fmt::Debug;
use std::hash::Hash;

use bevy_egui::egui::{
    self, Align, Align2, CornerRadius, FontId, Layout, Rect, Response, ScrollArea, Sense, Ui, UiBuilder, vec2,
};

use super::column_layout::{CardPlace, HEAD};
use super::style;

/// Space between the edge of a card and its text, pixels.
pub(crate) const PAD: f32 = 9.0;

/// Height of what says that a card goes on below, pixels.
const MORE: f32 = 16.0;

/// All of the window, for the panels around the table.
pub(crate) fn whole_window(context: &egui::Context) -> Ui {
    Ui::new(
        context.clone(),
        "panels".into(),
        UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(context.viewport_rect()),
    )
}

/// A panel at an edge of the window, of a size that stays.
pub(crate) fn bar(size: f32, panel: egui::Panel) -> egui::Panel {
    panel.exact_size(size).resizable(false).show_separator_line(false)
}

/// The rectangle of a card in the room of its column.
pub(crate) fn rect_of(room: Rect, place: &CardPlace) -> Rect {
    // Two in a line have a gap between them.
    let inset = if place.width < 1.0 { 2.0 } else { 0.0 };
    let left = place.left * room.width() + if place.left > 0.0 { inset } else { 0.0 };
    Rect::from_min_size(
        room.min + vec2(left, place.top),
        vec2(place.width * room.width() - inset, place.height),
    )
}

/// Paints the box of a card; the bar of its head, and what is done with that.
pub(crate) fn box_ui(ui: &Ui, is_urgent: bool) -> (Rect, Response) {
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, CornerRadius::same(6), style::BOX);
    let bar = Rect::from_min_size(rect.min, vec2(rect.width(), rect.height().min(HEAD)));
    let heading = ui.interact(bar, ui.id().with("head"), Sense::click());
    if heading.hovered() {
        ui.painter().rect_filled(bar, CornerRadius::same(6), style::LINE);
    }
    if is_urgent {
        let edge = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(edge, CornerRadius { nw: 6, sw: 6, ne: 0, se: 0 }, style::ACCENT);
    }
    (bar, heading)
}

/// How a card shows what it has to say, pixels.
pub(crate) struct Shown {
    /// Height of all of it.
    pub wanted: f32,
    /// How far down it is scrolled, and how much of it is above or below what is shown.
    pub offset: f32,
    pub hidden: f32,
}

/// All below the head of a card; it scrolls where it is too long, and says so.
pub(crate) fn body_ui(
    ui: &mut Ui,
    name: impl Hash + Debug,
    rect: Rect,
    content: impl FnOnce(&mut Ui),
) -> Shown {
    let inner = Rect::from_min_max(rect.min + vec2(PAD, 0.0), rect.max - vec2(PAD, 0.0));
    let mut child = ui.new_child(UiBuilder::new().max_rect(inner).layout(Layout::top_down(Align::LEFT)));
    child.shrink_clip_rect(rect);
    let area = ScrollArea::vertical().id_salt(name).max_height(rect.height()).auto_shrink([false, false]);
    let shown = area.show(&mut child, |ui| {
        ui.set_width(inner.width());
        ui.spacing_mut().item_spacing.y = 3.0;
        content(ui);
        ui.add_space(PAD - 3.0);
    });
    let (wanted, offset) = (shown.content_size.y, shown.state.offset.y);
    if wanted - rect.height() - offset > 1.0 {
        more_ui(ui, rect);
    }
    Shown { wanted, offset, hidden: wanted - shown.inner_rect.height() }
}

/// Says that a card goes on below its edge.
fn more_ui(ui: &Ui, rect: Rect) {
    // Not while somebody reads there.
    if ui.ctx().input(|input| input.pointer.hover_pos()).is_some_and(|at| rect.contains(at)) {
        return;
    }
    let strip = rect.with_min_y(rect.bottom() - MORE);
    let painter = ui.painter();
    painter.rect_filled(strip, CornerRadius { nw: 0, ne: 0, sw: 6, se: 6 }, style::BOX.gamma_multiply(0.92));
    let font = FontId::proportional(11.0);
    painter.text(strip.center(), Align2::CENTER_CENTER, "more: scroll here", font, style::FAINT);
}

/// Hint of the head of a card: what a click does.
pub(crate) fn head_hint(is_open: bool, says: &str) -> String {
    match (is_open, says.is_empty()) {
        (true, _) => "Fold this card".to_owned(),
        (false, true) => "Open this card".to_owned(),
        (false, false) => format!("{says}\nClick to open"),
    }
}
