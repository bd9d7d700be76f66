//! The log: what happened, with a heading for each turn. Its words point at hexes and counters; a line leads to its moment.

use bevy_egui::egui::{Color32, CornerRadius, RichText, ScrollArea, Sense, Ui};
use tabletop::record::history::EntryId;
use tabletop::sentence::Weight;
use tabletop_counters::OnHexes;

use super::desk::Desk;
use super::dice::dice_ui;
use crate::map_ui::session::LogLine;
use crate::ui::panels::style;

/// Most lines that are laid out: earlier ones are reached by the time line.
const LINES: usize = 400;

/// Shows the log.
pub fn log_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    ui.painter().rect_filled(ui.max_rect(), CornerRadius::same(6), style::BOX);
    let lines = desk.table.log();
    let lines: Vec<LogLine<G>> = lines[lines.len().saturating_sub(LINES)..].to_vec();
    let area = ScrollArea::vertical().id_salt("log").stick_to_bottom(true).auto_shrink([false, false]);
    let mut look_at = None;
    bevy_egui::egui::Frame::new().inner_margin(8).show(ui, |ui| {
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for (index, line) in lines.iter().enumerate() {
                let clicked = ui.push_id(index, |ui| line_ui(ui, desk, line)).inner;
                if clicked {
                    look_at = Some(line.entry);
                }
                // Notes on a moment stand below all that led to it.
                if lines.get(index + 1).is_none_or(|next| next.entry != line.entry) {
                    notes_ui(ui, desk, line.entry);
                }
            }
        });
    });
    if let Some(entry) = look_at {
        desk.table.look_at(entry);
    }
}

/// What players remarked on a moment.
fn notes_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, entry: EntryId) {
    let notes: Vec<String> = desk.table.remarks.at(entry).map(|note| note.text.clone()).collect();
    for note in notes {
        desk.links.label(ui, RichText::new(format!("Note: {note}")).color(style::WELL));
    }
}

/// A line; whether it was clicked.
fn line_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, line: &LogLine<G>) -> bool {
    let sentence = &line.sentence;
    match sentence.weight {
        Weight::Heading => {
            ui.add_space(4.0);
            desk.links.label(ui, RichText::new(&sentence.text).strong().color(style::ACCENT));
            ui.separator();
            false
        }
        Weight::Phase => {
            let text = RichText::new(format!("{}.", sentence.text)).strong();
            desk.links.label(ui, text.color(Color32::WHITE));
            false
        }
        Weight::Quiet => {
            desk.links.label(ui, RichText::new(format!("{}.", sentence.text)).small().color(style::FAINT));
            false
        }
        Weight::Line => {
            let clicked = desk.links.show(ui, format!("{}.", sentence.text), Sense::click());
            dice_ui(ui, &sentence.rolls, desk.side_of(sentence.about));
            for detail in &sentence.details {
                desk.links.label(ui, RichText::new(detail).small().color(style::FAINT));
            }
            if let Some(reason) = &line.reason {
                let why = RichText::new(format!("Why: {reason}")).small().italics().color(style::FAINT);
                desk.links.label(ui, why);
            }
            clicked
        }
    }
}
