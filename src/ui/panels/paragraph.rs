//! A paragraph of the rulebook, opened by its link; one click more opens its rulings.

use bevy_egui::egui::{self, Color32, RichText, ScrollArea, Ui};

use super::{PanelContext, style};
use crate::level::rulebook::{Paragraph, Ruling, rulebook};
use crate::ui::looks::rule_link::linked_text;
use crate::ui::looks::words::Words;

/// The largest share of the column's height that a paragraph takes.
const MAX_SHARE: f32 = 0.42;

pub(super) fn paragraph_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(id) = cx.screen.rule.clone() else { return };
    let mut open = Some(id.clone());
    let max_height = ui.available_height() * MAX_SHARE;
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        let book = rulebook();
        let paragraph = book.ok().and_then(|book| book.paragraph(&id));
        head_ui(ui, &id, paragraph, &mut open);
        match (paragraph, book) {
            (Some(paragraph), _) => {
                ScrollArea::vertical().id_salt("paragraph").max_height(max_height).show(ui, |ui| {
                    text_ui(ui, paragraph, &mut open);
                });
            }
            (None, Ok(_)) => drop(ui.label("The rulebook has no such paragraph.")),
            (None, Err(error)) => drop(ui.label(error.to_string())),
        }
    });
    ui.add_space(8.0);
    if cx.screen.rule != open {
        cx.screen.rule = open;
    }
}

fn head_ui(ui: &mut Ui, id: &str, paragraph: Option<&Paragraph>, open: &mut Option<String>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(id).strong().color(style::ACCENT));
        if let Some(paragraph) = paragraph {
            let title = RichText::new(&paragraph.title).strong().color(Color32::WHITE);
            ui.add(egui::Label::new(title).truncate());
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.small_button("✖").on_hover_text("Close (Esc)").clicked() {
                *open = None;
            }
        });
    });
}

fn text_ui(ui: &mut Ui, paragraph: &Paragraph, open: &mut Option<String>) {
    let mut next = None;
    linked_text(ui, &paragraph.text, &mut next);
    for note in paragraph.source_note.iter().chain(&paragraph.edition_note) {
        ui.add(Words::new(RichText::new(note).small().italics().color(style::FAINT)));
    }
    if let Some(missing) = &paragraph.missing {
        ui.add(Words::new(RichText::new(format!("Not played yet: {missing}")).color(style::FAINT)));
    }
    let sources: Vec<String> = paragraph.sources.iter().map(ToString::to_string).collect();
    ui.label(RichText::new(format!("Source: {}", sources.join(", "))).small().color(style::FAINT));
    if !paragraph.rulings.is_empty() {
        rulings_ui(ui, paragraph, &mut next);
    }
    if next.is_some() {
        *open = next;
    }
}

/// The rulings of a paragraph, closed until their heading is clicked.
fn rulings_ui(ui: &mut Ui, paragraph: &Paragraph, next: &mut Option<String>) {
    let heading = RichText::new(format!("Rulings ({})", paragraph.rulings.len()));
    let heading = egui::CollapsingHeader::new(heading).id_salt(("rulings", &paragraph.id));
    let opened = heading.show(ui, |ui| {
        for (index, Ruling { ruling, instead_of }) in paragraph.rulings.iter().enumerate() {
            linked_text(ui, &format!("{}. {ruling}", index + 1), next);
            ui.scope(|ui| {
                ui.visuals_mut().override_text_color = Some(style::FAINT);
                linked_text(ui, &format!("Instead of: {instead_of}"), next);
            });
        }
    });
    let what =
        "How the program plays it where the text is silent or unclear, for the author to confirm or overturn";
    opened.header_response.on_hover_text(what);
}
