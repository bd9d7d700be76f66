//! Text whose words point at what they name: hexes and counters are lit on the map, paragraphs say what they say.

use std::ops::Range;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{Align, CursorIcon, FontSelection, Id, Label, RichText, Sense, TextStyle, Ui};
use tabletop_counters::{Land, OnHexes, Scene, Target};
use tabletop_hexes::hex::Hex;
use tabletop_shell::rules::Book;

use crate::ui::looks::words::{LINK, rects_of};

/// What a word of a text names.
#[derive(Clone, Debug, PartialEq)]
enum Named<G: OnHexes> {
    On(Target<G>),
    Rule(String),
}

/// What words can point at, and what the player has done with them in this frame.
pub struct Links<'a, G: OnHexes> {
    /// What lies on the map.
    pub scene: &'a Scene<G>,
    /// The ground.
    pub land: &'a Land,
    /// The rulebook.
    pub book: &'a Book,
    /// What words under the pointer name.
    pub hinted: Vec<Target<G>>,
    /// Hexes to look at.
    pub look: Vec<Hex>,
    /// A paragraph to open.
    pub open: Option<String>,
}

impl<G: OnHexes> Links<'_, G> {
    /// Shows a text; whether it was clicked beside all that it names.
    pub fn show(&mut self, ui: &mut Ui, text: impl Into<RichText>, sense: Sense) -> bool {
        let mut plain = LayoutJob::default();
        let text: RichText = text.into();
        text.append_to(&mut plain, ui.style(), FontSelection::Style(TextStyle::Body), Align::Center);
        let format = plain.sections.first().map(|section| section.format.clone()).unwrap_or_default();
        let text = plain.text;
        let marks = marks_in(&text, self.scene, self.land, self.book);
        let label = Label::new(job(&text, &marks, &format)).sense(sense).wrap();
        let (at, galley, response) = label.layout_in_ui(ui);
        if !ui.is_rect_visible(response.rect) {
            return false;
        }
        let spans: Vec<_> = marks.iter().map(|(range, _)| rects_of(&galley, at, &text, range)).collect();
        let ink = ui.style().interact(&response).text_color();
        ui.painter().add(bevy_egui::egui::epaint::TextShape::new(at, galley, ink));
        let mut is_taken = false;
        for ((range, named), rects) in marks.into_iter().zip(spans) {
            let id = response.id.with(range.start);
            for (row, rect) in rects.into_iter().enumerate() {
                is_taken |= self.mark(ui, &named, (id.with(row), rect));
            }
        }
        response.clicked() && !is_taken
    }

    /// A text that is only read.
    pub fn label(&mut self, ui: &mut Ui, text: impl Into<RichText>) {
        self.show(ui, text, Sense::hover());
    }

    /// A part of a marked word; whether it was clicked.
    fn mark(&mut self, ui: &Ui, named: &Named<G>, (id, rect): (Id, bevy_egui::egui::Rect)) -> bool {
        let part = ui.interact(rect, id, Sense::click());
        if part.contains_pointer() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            let y = rect.bottom() - 1.0;
            ui.painter().hline(rect.x_range(), y, bevy_egui::egui::Stroke::new(1.0_f32, LINK));
        }
        let clicked = part.clicked();
        match named {
            Named::On(target) => {
                if part.contains_pointer() {
                    self.hinted.push(*target);
                }
                if clicked {
                    self.look.extend(self.hex_of(*target));
                }
            }
            Named::Rule(id) => {
                if clicked {
                    self.open = Some(id.clone());
                }
                if let Some((_, paragraph)) = self.book.find(id) {
                    part.on_hover_ui(|ui| {
                        ui.set_max_width(380.0);
                        ui.label(RichText::new(id).strong().color(LINK));
                        ui.label(&paragraph.text);
                    });
                }
            }
        }
        clicked
    }

    fn hex_of(&self, target: Target<G>) -> Option<Hex> {
        match target {
            Target::Hex(hex) => Some(hex),
            Target::Counter(counter) => hex_of_counter(self.scene, counter),
        }
    }
}

/// Hex of a counter, or of what carries it.
pub fn hex_of_counter<G: OnHexes>(scene: &Scene<G>, id: G::Subject) -> Option<Hex> {
    let counter = scene.counter(id)?;
    counter.hex.or_else(|| scene.counter(counter.aboard?)?.hex)
}

/// The words of a text that name something, with their places.
fn marks_in<G: OnHexes>(
    text: &str,
    scene: &Scene<G>,
    land: &Land,
    book: &Book,
) -> Vec<(Range<usize>, Named<G>)> {
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let mut marks = Vec::new();
    let mut from = 0;
    for word in text.split(|letter: char| !is_inner(letter)) {
        let trimmed = word.trim_matches('-');
        let start = from + word.find(trimmed).unwrap_or(0);
        if let Some(named) = named(trimmed, scene, land, book) {
            marks.push((start..start + trimmed.len(), named));
        }
        from += word.len();
        from += text[from..].chars().next().map_or(0, char::len_utf8);
    }
    marks
}

/// The counters that a text names, with their places in it.
pub fn marks_of_counters<G: OnHexes>(
    text: &str,
    scene: &Scene<G>,
    land: &Land,
    book: &Book,
) -> Vec<(Range<usize>, G::Subject)> {
    let counter = |(range, named)| match named {
        Named::On(Target::Counter(id)) => Some((range, id)),
        Named::On(Target::Hex(_)) | Named::Rule(_) => None,
    };
    marks_in(text, scene, land, book).into_iter().filter_map(counter).collect()
}

fn named<G: OnHexes>(word: &str, scene: &Scene<G>, land: &Land, book: &Book) -> Option<Named<G>> {
    if !word.ends_with(|last: char| last.is_ascii_digit()) && !word.contains('-') {
        return None;
    }
    if word.starts_with(G::RULES.prefix) {
        return book.find(word).map(|_| Named::Rule(word.to_owned()));
    }
    if let Some(hex) = word.parse::<Hex>().ok().filter(|hex| land.map.contains(*hex)) {
        return Some(Named::On(Target::Hex(hex)));
    }
    let counter = scene.counters.iter().find(|counter| counter.id.to_string() == word)?;
    Some(Named::On(Target::Counter(counter.id)))
}

/// The text in one format, but for what it names.
fn job<G: OnHexes>(text: &str, marks: &[(Range<usize>, Named<G>)], format: &TextFormat) -> LayoutJob {
    let link = TextFormat { color: LINK, ..format.clone() };
    let mut job = LayoutJob::default();
    let mut done = 0;
    for (range, named) in marks {
        job.append(&text[done..range.start], 0.0, format.clone());
        let look = if matches!(named, Named::Rule(_)) { format.clone() } else { link.clone() };
        job.append(&text[range.clone()], 0.0, look);
        done = range.end;
    }
    job.append(&text[done..], 0.0, format.clone());
    job
}

/// The text without what only players look up: "(MOV-5)".
pub fn without_paragraphs<G: OnHexes>(text: &str) -> String {
    let opens = format!(" ({}", G::RULES.prefix);
    let mut rest = text;
    let mut plain = String::new();
    while let Some(at) = rest.find(&opens) {
        plain.push_str(&rest[..at]);
        rest = rest[at..].split_once(')').map_or("", |(_, after)| after);
    }
    plain + rest
}
