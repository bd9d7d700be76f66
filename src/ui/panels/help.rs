//! What mouse and keys do.

use bevy_egui::egui::{Grid, RichText, ScrollArea, Ui};

use super::style;

/// Hand and what it does.
const HELP: [(&str, &[(&str, &str)]); 6] = [
    (
        "Look",
        &[
            ("Right button, drag", "turn the view"),
            ("Left button on the table, drag", "move the view"),
            ("Wheel", "nearer, farther"),
            ("T · H", "whole table from above · at a slant"),
            ("C · Shift+C", "look into buildings level by level, under trees · back"),
            ("Page Up · Page Down", "look a level higher · lower"),
        ],
    ),
    (
        "See",
        &[
            ("V", "lines of sight of the selected unit, also while it is dragged · away"),
            ("V over an enemy", "keep the lines to that model, and the look from the side"),
            ("Shift+V", "the other way round: who sees the unit"),
            ("O · Shift+O", "exposure map: to the enemy now · after an Advance, to the own side"),
            ("Page Up · Page Down", "the map lies on the levels that are shown"),
            (
                "F · F over a unit",
                "where the selected unit · that one would fall back or rout; while dragging: the enemy",
            ),
            ("Shift+F", "where all units of a side would, then of the other"),
            ("P · Shift+P", "pin what F shows, to compare · beside it what other rules would make of it"),
            ("W, held", "who would see a model at the spot under the mouse"),
        ],
    ),
    (
        "Order",
        &[
            ("Click", "select a unit; Tab takes the next that may act"),
            ("1 · 2 · 3 · 4", "Advance · At The Double · Open Fire · On My Target"),
            ("Drag a unit", "propose a move; every ghost is one model"),
            ("Wheel, Q, E while dragging", "turn the models; with Shift the whole formation"),
            ("Ctrl + drag", "move one model alone"),
            ("M", "bring the unit together (COH-1)"),
            ("Ctrl + click", "choose one model of a proposal for the keys"),
            ("Arrow keys", "move what is proposed by 0.1\", with Shift by 0.01\""),
            ("Page Up · Page Down", "another floor of a building, while a move is proposed"),
            ("Space, right click", "fix a corner of the way, while dragging"),
            ("Backspace", "take the last corner back"),
            ("Enter · Esc", "confirm · cancel"),
            ("G · X", "Get Down · stay here"),
            ("B", "a unit that has to fall back: its ways, to be confirmed or changed"),
        ],
    ),
    (
        "Fire",
        &[
            ("Mouse over an enemy", "who could fire at it, with all odds; what bars the others"),
            ("Click an enemy", "the unit fires at it; again: at nobody. Enter confirms move and fire"),
            ("Shift + click, Shift + drag", "pick models one by one, in a box"),
            ("Shift + drag to an enemy", "these models fire at it, the others as before"),
            ("Alt + click", "picked models throw at that point"),
            ("1 to 9 · N", "answer a question: fire · hold fire"),
        ],
    ),
    (
        "Game",
        &[
            ("Ctrl+Z · Ctrl+Y", "undo · redo"),
            ("Ctrl+S · Ctrl+O", "save · load"),
            ("F12", "save a picture beside the saves"),
            ("R", "ruler: click one thing, then another"),
            ("a rule's id", "click it to read the paragraph"),
            ("1 … 6, Backspace", "dice rolled by hand: lay one, take one back"),
            ("any key or click", "end an animation"),
        ],
    ),
    (
        "Signs",
        &[
            ("round · six-sided base", "side A · side B"),
            ("cream nose on a base", "where the model looks"),
            ("green ghosts, whole lines", "the order is allowed"),
            ("red ghosts, a cross", "it is refused; the words say by which rule"),
            ("dashed line", "the way that is not allowed"),
            ("green, yellow, orange, violet line", "clear, slow, difficult going, both at once"),
            ("red ring", "as near as models may come to an enemy"),
            ("half disc before a ghost", "its forward arc"),
            ("sight: whole, dashes, dots", "Clear, Obscured, Concealed (VIS-2)"),
            ("sight: a bar, then faint", "Hidden: what ends the line is named"),
            ("dark, hatched on a model", "what of it is not in view"),
            ("pale green ring", "how far the unit is aware (VIS-4); dashes: of exposed targets (VIS-3)"),
            ("ribbon, pale ghosts", "where a unit would fall back: its leader's way, everyone's end (F)"),
            ("shield on a mast", "the safe position (FB-2)"),
            ("red cross after F", "who would be lost, and why (ROU-2)"),
            ("thin pale ring", "the unit may still act"),
            ("dice beside a unit", "its hits: suppressed (SUP-2); red: shaken (SUP-3)"),
            ("violet N", "a nerve marker (LD-2)"),
            ("arrows", "who fires at whom; a colour and a number for each target"),
            ("frame round the table", "the other player is asked"),
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
