//! The help: every key and gesture, and a key to the marks on the table.

use bevy_egui::egui::{Grid, RichText, ScrollArea, Ui};

use super::style;
use crate::ui::input::bindings::{Binding, Group, Press};
use crate::ui::input::keyboard::Keyboard;

/// Marks on the table and what they mean.
const MARKS: [(&str, &str); 24] = [
    ("Smooth rim, notched rim", "Side A, side B."),
    ("Cream nose on a base", "Where the model faces."),
    ("Green ghosts, solid lines", "The order is allowed."),
    ("Red ghosts, a cross", "The order is not allowed; the text names the rule."),
    ("Dashed line", "The path that is not allowed."),
    ("Green, yellow, orange, violet line", "Clear, slow, difficult going; slow and difficult."),
    ("Red ring", "As close as models may move to an enemy."),
    ("Half disc in front of a ghost", "Its forward arc."),
    ("Line of sight: solid, dashed, dotted", "Clear, Obscured, Concealed (VIS-2)."),
    ("Line of sight: a bar, then faint", "Hidden; what blocks the line is named."),
    ("Dark hatching on a model", "The part of it that is out of view."),
    ("Pale green ring", "The unit's awareness (VIS-4); dashed: against exposed targets (VIS-3)."),
    (
        "Ribbon and pale ghosts",
        "Where a unit would fall back: the leader's path and where each model ends (F).",
    ),
    ("Shield on a mast", "The safe position (FB-2)."),
    ("Red cross in a preview", "Models that would be lost, and why (ROU-2)."),
    ("Thin pale ring", "The unit may still act."),
    ("Check mark, dark bases", "The unit has acted this turn."),
    ("Flag and ring", "An objective in its holder's colour; the ring is how near a model must be (MIS-4)."),
    ("Dice beside a unit", "Its hits: suppressed (SUP-2); red: shaken (SUP-3)."),
    ("Violet N", "A nerve marker (LD-2)."),
    ("Arrows", "Who fires at whom: one colour and one number for each target."),
    ("Magenta line", "Two units that would fight (CC-1); dashed: drawn in by others."),
    ("Magenta ring", "A model that takes part in the fight (CC-5); thick: in contact."),
    ("Frame around the table", "Who has to decide; broad during the other player's turn."),
];

/// What thrown dice are.
const HONESTY: &str = "The battle's dice decide; the throw only shows them.";

pub(super) fn help_ui(ui: &mut Ui, keyboard: &Keyboard) {
    let max_height = ui.ctx().viewport_rect().height() - 140.0;
    ScrollArea::vertical().max_height(max_height).show(ui, |ui| {
        ui.label(HONESTY);
        ui.add_space(6.0);
        for group in Group::ALL {
            let rows = group.bindings().map(|binding| (presses(binding, keyboard), binding.text));
            table_ui(ui, group.title(), rows);
        }
        let marks = MARKS.iter().map(|(mark, meaning)| ((*mark).to_owned(), *meaning));
        table_ui(ui, "Marks on the table", marks);
    });
}

fn presses(binding: &Binding, keyboard: &Keyboard) -> String {
    let presses = binding.presses(keyboard).into_iter().map(|press| match press {
        Press::Key(label) => label,
        Press::Mouse(gesture) => gesture.to_owned(),
    });
    presses.collect::<Vec<_>>().join(" or ")
}

fn table_ui(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, &'static str)>) {
    ui.label(style::caption(title));
    Grid::new(title).num_columns(2).min_col_width(190.0).show(ui, |ui| {
        for (left, right) in rows {
            ui.label(RichText::new(left).strong());
            ui.label(right);
            ui.end_row();
        }
    });
    ui.add_space(6.0);
}
