//! What mouse and keys do.

use bevy_egui::egui::{Grid, RichText, ScrollArea, Ui};

use super::style;

/// Hand and what it does.
const HELP: [(&str, &[(&str, &str)]); 4] = [
    (
        "Look",
        &[
            ("Right button, drag", "turn the view"),
            ("Left button on the table, drag", "move the view"),
            ("Wheel", "nearer, farther"),
            ("T · H", "whole table from above · at a slant"),
            ("C", "take tree tops and roofs away"),
        ],
    ),
    (
        "Order",
        &[
            ("Click", "select a unit; Tab takes the next that may act"),
            ("Drag a unit", "propose an advance; every ghost is one model"),
            ("Wheel, Q, E while dragging", "turn the models; with Shift the whole formation"),
            ("Ctrl + drag", "move one model alone"),
            ("Space · Backspace", "fix a corner of the way · take it back"),
            ("Enter · Esc", "confirm · cancel"),
            ("G · X", "Get Down · stay here"),
        ],
    ),
    (
        "Game",
        &[
            ("Ctrl+Z · Ctrl+Y", "undo · redo"),
            ("Ctrl+S · Ctrl+O", "save · load"),
            ("F12", "save a picture beside the saves"),
            ("any key or click", "end an animation"),
        ],
    ),
    (
        "Signs",
        &[
            ("round · six-sided base", "side A · side B"),
            ("cream nose on a base", "where the model looks"),
            ("green, whole lines", "the order is allowed"),
            ("red, dashed, a cross", "it is refused; the words say by which rule"),
            ("thin pale ring", "the unit may still act"),
        ],
    ),
];

pub(super) fn help_ui(ui: &mut Ui) {
    let room = ui.ctx().viewport_rect().height() - 140.0;
    ScrollArea::vertical().max_height(room).show(ui, all_ui);
}

fn all_ui(ui: &mut Ui) {
    for (title, lines) in HELP {
        ui.label(style::caption(title));
        Grid::new(title).num_columns(2).min_col_width(190.0).show(ui, |ui| {
            for (hand, effect) in lines {
                ui.label(RichText::new(*hand).strong());
                ui.label(*effect);
                ui.end_row();
            }
        });
        ui.add_space(6.0);
    }
}
