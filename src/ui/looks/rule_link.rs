//! Rule ids as links, alone and in running text.

use bevy_egui::egui::{RichText, Sense, Ui};

use super::words::{LINK, Subject, Words, is_on_word, note_hover};
use crate::level::rulebook::rulebook;
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

/// A sentence without the rule id at its end, "(MIS-5)": the pointer on it shows the paragraph, a click opens it. For those who
/// read no rulebook yet.
pub(in crate::ui) fn unnumbered_text(ui: &mut Ui, text: &str, open: &mut Option<String>) {
    let (sentence, id) = without_id(text);
    let Some(id) = id else { return linked_text(ui, text, open) };
    let (shown, _) = Words::new(sentence).sense(Sense::click()).show(ui);
    if shown.contains_pointer() && !is_on_word(ui) {
        note_hover(ui, 0, Subject::Rule(id.to_owned()), shown.rect, shown.rect);
    }
    if shown.clicked() {
        emit(&UiEvent::RuleOpened { id: id.to_owned() });
        *open = Some(id.to_owned());
    }
}

/// A sentence without the rule id at its end, and that id.
fn without_id(text: &str) -> (String, Option<&str>) {
    let found = text.strip_suffix(").").and_then(|text| text.rsplit_once(" ("));
    match found.filter(|(_, id)| rulebook().is_ok_and(|rulebook| rulebook.paragraph(id).is_some())) {
        Some((sentence, id)) => (format!("{sentence}."), Some(id)),
        None => (text.to_owned(), None),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_taken_from_the_end_of_a_sentence_only() {
        for (text, expected, reason) in [
            ("It loses (MIS-5).", ("It loses.", Some("MIS-5")), "at the end"),
            ("Hold the crossing at the end.", ("Hold the crossing at the end.", None), "none"),
            ("It loses (it says so).", ("It loses (it says so).", None), "no id"),
            ("By MIS-5 (MIS-6) it loses.", ("By MIS-5 (MIS-6) it loses.", None), "not at the end"),
        ] {
            let (sentence, id) = without_id(text);
            assert_eq!((sentence.as_str(), id), expected, "{reason}");
        }
    }
}
