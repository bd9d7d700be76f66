//! Rule ids as links, alone and in running text.

use bevy_egui::egui::{Color32, RichText, Ui};

use crate::level::rulebook::{Rulebook, rulebook};
use crate::ui::session::events::{UiEvent, emit};

const LINK_COLOUR: Color32 = Color32::from_rgb(240, 196, 106);

/// A rule id; a click opens its paragraph.
pub(in crate::ui) fn rule_link(ui: &mut Ui, id: &str, open: &mut Option<String>) {
    rule_link_as(ui, id, id, open);
}

/// The same, shown with the punctuation around it.
fn rule_link_as(ui: &mut Ui, shown: &str, id: &str, open: &mut Option<String>) {
    let title = rulebook().ok().and_then(|book| book.paragraph(id)).map(|paragraph| paragraph.title.as_str());
    let link = ui.link(RichText::new(shown).strong().color(LINK_COLOUR));
    let link = match title {
        Some(title) => link.on_hover_text(format!("{title}: click to read the rule")),
        None => link,
    };
    if link.clicked() {
        emit(&UiEvent::RuleOpened { id: id.to_owned() });
        *open = Some(id.to_owned());
    }
}

/// Running text in which every rule id is a link.
pub(in crate::ui) fn linked_text(ui: &mut Ui, text: &str, open: &mut Option<String>) {
    let Ok(book) = rulebook() else {
        ui.label(text);
        return;
    };
    for block in text.split("\n\n") {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for part in parts(book, block) {
                match part {
                    Part::Id { shown, id } => rule_link_as(ui, shown, id, open),
                    Part::Words(words) => drop(ui.label(words)),
                }
            }
        });
    }
}

/// A part of running text.
#[derive(Debug, PartialEq)]
enum Part<'a> {
    Words(&'a str),
    /// With the brackets and punctuation around it, so that no line breaks between them.
    Id {
        shown: &'a str,
        id: &'a str,
    },
}

/// Splits text at the ids of paragraphs that exist.
fn parts<'a>(book: &Rulebook, text: &'a str) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    let mut done = 0;
    let ends = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
    let mut from = 0;
    for word in text.split(ends) {
        let to = from + word.len();
        if book.paragraph(word).is_some() {
            let start = if text[done..from].ends_with('(') { from - 1 } else { from };
            let close = text[to..].chars().take_while(|letter| "),.;:".contains(*letter));
            let after = to + close.map(char::len_utf8).sum::<usize>();
            parts.push(Part::Words(&text[done..start]));
            parts.push(Part::Id { shown: &text[start..after], id: word });
            done = after;
        }
        from = to + text[to..].chars().next().map_or(0, char::len_utf8);
    }
    parts.push(Part::Words(&text[done..]));
    parts.retain(|part| *part != Part::Words(""));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_in_running_text_are_found() {
        let book = rulebook().unwrap();
        let found = parts(book, "As MOV-5 says (GO-3), “XX-99” is none (COH-1 of BAS-1).");
        let expected = [
            Part::Words("As "),
            Part::Id { shown: "MOV-5", id: "MOV-5" },
            Part::Words(" says "),
            Part::Id { shown: "(GO-3),", id: "GO-3" },
            Part::Words(" “XX-99” is none "),
            Part::Id { shown: "(COH-1", id: "COH-1" },
            Part::Words(" of "),
            Part::Id { shown: "BAS-1).", id: "BAS-1" },
        ];
        assert_eq!(found, expected);
    }
}
