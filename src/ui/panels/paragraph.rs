//! A paragraph of the rulebook, opened by its link; one click more opens its rulings.

use bevy_egui::egui::{self, RichText, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, style};
use crate::level::rulebook::{Paragraph, Ruling, rulebook};
use crate::ui::looks::rule_link::linked_text;
use crate::ui::looks::words::Words;

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let id = cx.screen.rule.as_ref()?;
    let title = rulebook().ok().and_then(|book| book.paragraph(id)).map(|paragraph| &paragraph.title);
    Some(Head {
        title: title.map_or_else(|| id.clone(), |title| format!("{id} {title}")),
        side: None,
        says: String::new(),
        ink: style::INK,
        importance: Importance::Asked,
    })
}

pub(super) fn close(cx: &mut PanelContext) {
    cx.screen.rule = None;
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(id) = cx.screen.rule.clone() else { return };
    let mut open = Some(id.clone());
    match rulebook() {
        Ok(book) => match book.paragraph(&id) {
            Some(paragraph) => text_ui(ui, paragraph, &mut open),
            None => drop(ui.label("The rulebook has no such paragraph.")),
        },
        Err(error) => drop(ui.label(error.to_string())),
    }
    if cx.screen.rule != open {
        cx.screen.rule = open;
    }
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
        for (index, Ruling { ruling, instead_of, .. }) in paragraph.rulings.iter().enumerate() {
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
