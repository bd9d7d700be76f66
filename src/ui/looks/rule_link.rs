//! Rule ids as links, alone and in running text.

use bevy_egui::egui::{RichText, Ui};

use super::words::{LINK, Subject, Words, note_hover};
use crate::ui::session::events::{UiEvent, emit};

/// A rule id; a click opens its paragraph, and the pointer on it shows what it says.
pub(in crate::ui) fn rule_link(ui: &mut Ui, id: &str, open: &mut Option<String>) {
    let link = ui.link(RichText::new(id).strong().color(LINK));
    if link.contains_pointer() {
        note_hover(ui, 0, Subject::Rule(id.to_owned()), link.rect, link.rect);
    }
    if link.clicked() {
        emit(&UiEvent::RuleOpened { id: id.to_owned() });
        *open = Some(id.to_owned());
    }
}

/// Running text in which every rule id is a link, and every term has its tip.
pub(in crate::ui) fn linked_text(ui: &mut Ui, text: &str, open: &mut Option<String>) {
    for block in text.split("\n\n") {
        let (_, clicked) = Words::new(block).show(ui);
        if let Some(id) = clicked {
            emit(&UiEvent::RuleOpened { id: id.clone() });
            *open = Some(id);
        }
    }
}
