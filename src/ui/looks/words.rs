//! A text with its terms and rule ids: terms have a dotted line under them, ids are links; `tips` shows what they mean.

use std::ops::Range;

use bevy_egui::egui::text::{LayoutJob, TextFormat};
use bevy_egui::egui::{
    self, Align, Color32, CursorIcon, FontSelection, Galley, Id, Label, LayerId, Pos2, Rect, Response,
    RichText, Sense, Shape, TextStyle, Ui, Widget, pos2,
};

use crate::level::glossary::glossary;
use crate::level::rulebook::rulebook;
use crate::ui::session::events::{MarkedWord, is_heard};

/// Rule ids.
pub(crate) const LINK: Color32 = Color32::from_rgb(240, 196, 106);
/// The dots under a term, and under one whose tip is open.
const DOTS: Color32 = Color32::from_rgb(150, 162, 180);
const DOTS_HOVERED: Color32 = Color32::from_rgb(240, 196, 106);
/// From dot to dot, and how large one is, pixels.
const DOT_STEP: f32 = 3.0;
const DOT_RADIUS: f32 = 0.75;
/// Below the line on which letters stand, as a share of their height.
const BELOW: f32 = 0.13;

/// How deep tips nest.
pub(in crate::ui) const MAX_DEPTH: usize = 3;

/// What a tip is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::ui) enum Subject {
    /// A term of the glossary, by its number.
    Term(usize),
    /// A paragraph of the rulebook, by its id.
    Rule(String),
}

/// A marked word under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::ui) struct Hover {
    /// How many tips deep it is: 0 in a panel.
    pub level: usize,
    pub subject: Subject,
    /// The word.
    pub anchor: Rect,
    /// The sentence that has it.
    pub sentence: Rect,
    /// The panel or list that has the sentence.
    pub container: Rect,
}

/// A text in which the words of the rulebook say what they mean. Add it as any widget: `ui.add(Words::new("…"))`.
#[derive(Clone)]
pub(in crate::ui) struct Words {
    text: RichText,
    sense: Sense,
    /// How many tips deep it is.
    level: usize,
    /// The term that it explains, which is not marked in it.
    except: Option<usize>,
}

impl Words {
    /// A text in its font and colour.
    pub fn new(text: impl Into<RichText>) -> Self {
        Self { text: text.into(), sense: Sense::hover(), level: 0, except: None }
    }

    /// What the text as a whole senses.
    pub fn sense(self, sense: Sense) -> Self {
        Self { sense, ..self }
    }

    /// Inside so many tips, the innermost of which explains a term.
    pub fn in_tip(self, level: usize, except: Option<usize>) -> Self {
        Self { level, except, ..self }
    }

    /// Shows it; returns the rule whose id was clicked, too.
    pub fn show(self, ui: &mut Ui) -> (Response, Option<String>) {
        let mut plain = LayoutJob::default();
        self.text.append_to(&mut plain, ui.style(), FontSelection::Style(TextStyle::Body), Align::Center);
        let format = plain.sections.first().map(|section| section.format.clone()).unwrap_or_default();
        let text = plain.text;
        let marks = marks_in(&text, self.level, self.except);
        let label = Label::new(job(&text, &marks, &format)).sense(self.sense).wrap();
        let (at, galley, response) = label.layout_in_ui(ui);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, ui.is_enabled(), &text));
        if !ui.is_rect_visible(response.rect) {
            return (response, None);
        }
        let ink = match self.sense == Sense::hover() {
            true => ui.visuals().text_color(),
            false => ui.style().interact(&response).text_color(),
        };
        let spans: Vec<Vec<Rect>> =
            marks.iter().map(|mark| rects_of(&galley, at, &text, &mark.range)).collect();
        ui.painter().add(egui::epaint::TextShape::new(at, galley, ink));
        let mut clicked = None;
        for (mark, rects) in marks.into_iter().zip(spans) {
            if mark_ui(ui, &response, &mark, &rects, self.level)
                && let Subject::Rule(id) = mark.subject
            {
                clicked = Some(id);
            }
        }
        (response, clicked)
    }
}

impl Widget for Words {
    fn ui(self, ui: &mut Ui) -> Response {
        let (response, clicked) = self.show(ui);
        if let Some(id) = clicked {
            open_rule(ui.ctx(), id);
        }
        response
    }
}

/// A marked place of a text.
#[derive(Clone, Debug, PartialEq)]
struct Mark {
    range: Range<usize>,
    subject: Subject,
}

/// The terms in a text, each where it is first mentioned, and all rule ids; in its order.
fn marks_in(text: &str, level: usize, except: Option<usize>) -> Vec<Mark> {
    let mut marks: Vec<Mark> = rule_ids(text);
    if let Ok(glossary) = glossary()
        && level < MAX_DEPTH
    {
        let mut known: Vec<usize> = except.into_iter().collect();
        for mention in glossary.mentions(text) {
            let in_id = marks.iter().any(|mark| mark.range.contains(&mention.range.start));
            if !in_id && !known.contains(&mention.term) {
                known.push(mention.term);
                marks.push(Mark { range: mention.range, subject: Subject::Term(mention.term) });
            }
        }
    }
    marks.sort_by_key(|mark| mark.range.start);
    marks
}

/// The ids of rules that a text names, in its order.
pub(in crate::ui) fn ids_in(text: &str) -> Vec<String> {
    let id = |mark: Mark| match mark.subject {
        Subject::Rule(id) => Some(id),
        Subject::Term(_) => None,
    };
    rule_ids(text).into_iter().filter_map(id).collect()
}

/// The ids in a text of paragraphs that exist.
fn rule_ids(text: &str) -> Vec<Mark> {
    let Ok(book) = rulebook() else { return Vec::new() };
    let ends = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
    let mut marks = Vec::new();
    let mut from = 0;
    for word in text.split(ends) {
        let looks_like_id = word.contains('-') && word.ends_with(|last: char| last.is_ascii_digit());
        if looks_like_id && book.paragraph(word).is_some() {
            marks.push(Mark { range: from..from + word.len(), subject: Subject::Rule(word.to_owned()) });
        }
        from += word.len();
        from += text[from..].chars().next().map_or(0, char::len_utf8);
    }
    marks
}

/// The text in one format, but for the ids of rules.
fn job(text: &str, marks: &[Mark], format: &TextFormat) -> LayoutJob {
    let link = TextFormat { color: LINK, ..format.clone() };
    let mut job = LayoutJob::default();
    let mut done = 0;
    for mark in marks.iter().filter(|mark| matches!(mark.subject, Subject::Rule(_))) {
        job.append(&text[done..mark.range.start], 0.0, format.clone());
        job.append(&text[mark.range.clone()], 0.0, link.clone());
        done = mark.range.end;
    }
    job.append(&text[done..], 0.0, format.clone());
    job
}

/// Where a range of a text is on the screen: a rectangle in each row that has a part of it.
pub(crate) fn rects_of(galley: &Galley, at: Pos2, text: &str, range: &Range<usize>) -> Vec<Rect> {
    let first = text[..range.start].chars().count();
    let last = first + text[range.clone()].chars().count();
    let mut rects = Vec::new();
    let mut row_begins = 0;
    for row in &galley.rows {
        let row_ends = row_begins + row.glyphs.len();
        let (from, to) = (first.max(row_begins), last.min(row_ends));
        if from < to
            && let (Some(begin), Some(end)) =
                (row.glyphs.get(from - row_begins), row.glyphs.get(to - 1 - row_begins))
        {
            let top = at + row.pos.to_vec2();
            rects.push(Rect::from_min_max(
                pos2(top.x + begin.pos.x, top.y),
                pos2(top.x + end.max_x(), top.y + row.size.y),
            ));
        }
        row_begins = row_ends + usize::from(row.ends_with_newline);
    }
    rects
}

/// Marks a term or an id, and notes if the pointer is on it; returns whether an id was clicked.
fn mark_ui(ui: &Ui, text: &Response, mark: &Mark, rects: &[Rect], level: usize) -> bool {
    let is_link = matches!(mark.subject, Subject::Rule(_));
    let sense = if is_link { Sense::click() } else { Sense::hover() };
    let id = text.id.with((mark.range.start, level));
    let parts: Vec<Response> =
        rects.iter().enumerate().map(|(row, rect)| ui.interact(*rect, id.with(row), sense)).collect();
    let under_pointer = parts.iter().find(|part| part.contains_pointer());
    let ink = match (is_link, under_pointer) {
        (true, None) => None,
        (true, Some(_)) => Some(LINK),
        (false, None) => Some(DOTS),
        (false, Some(_)) => Some(DOTS_HOVERED),
    };
    if let Some(ink) = ink {
        rects.iter().for_each(|rect| underline(ui, *rect, ink));
    }
    note_mark(ui, mark, rects, level);
    if let Some(part) = under_pointer {
        if is_link {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        note_hover(ui, level, mark.subject.clone(), part.rect, text.rect);
    }
    parts.iter().any(Response::clicked)
}

fn underline(ui: &Ui, rect: Rect, ink: Color32) {
    let y = rect.bottom() - BELOW * rect.height();
    let ends = [pos2(rect.left() + 1.0, y), pos2(rect.right() - 1.0, y)];
    ui.painter().extend(Shape::dotted_line(&ends, ink, DOT_STEP, DOT_RADIUS));
}

/// The marked word under the pointer in this frame.
const HOVERED: &str = "hovered word";
/// The rule whose id was clicked.
const OPENED: &str = "opened rule";
/// The marked words of this frame, for programs that drive the window.
const MARKED: &str = "marked words";

pub(in crate::ui) fn note_hover(ui: &Ui, level: usize, subject: Subject, anchor: Rect, sentence: Rect) {
    let area = ui.ctx().memory(|memory| memory.area_rect(ui.layer_id().id));
    let container = area.map_or(ui.clip_rect(), |area| area.intersect(ui.clip_rect()));
    let hover = Hover { level, subject, anchor, sentence, container };
    ui.ctx().data_mut(|data| data.insert_temp(Id::new(HOVERED), Some(hover)));
}

/// The marked word under the pointer since the last call.
pub(in crate::ui) fn take_hovered(context: &egui::Context) -> Option<Hover> {
    context.data_mut(|data| data.remove_temp::<Option<Hover>>(Id::new(HOVERED))).flatten()
}

pub(in crate::ui) fn open_rule(context: &egui::Context, id: String) {
    context.data_mut(|data| data.insert_temp(Id::new(OPENED), id));
}

/// The rule that was clicked since the last call.
pub(in crate::ui) fn take_opened(context: &egui::Context) -> Option<String> {
    context.data_mut(|data| data.remove_temp(Id::new(OPENED)))
}

/// Where marked words are, for programs that drive the window: those that nothing lies over, so that a pointer meets them.
fn note_mark(ui: &Ui, mark: &Mark, rects: &[Rect], depth: usize) {
    if !is_heard() {
        return;
    }
    let Some(rect) = rects.first().filter(|rect| ui.clip_rect().contains_rect(**rect)) else { return };
    let own = ui.layer_id();
    let covers = |top: LayerId| top != own && top.order >= own.order;
    if ui.ctx().layer_id_at(rect.center()).is_some_and(covers) {
        return;
    }
    let word = match &mark.subject {
        Subject::Term(number) => {
            glossary().ok().and_then(|glossary| glossary.term(*number)).map(|term| term.name.clone())
        }
        Subject::Rule(id) => Some(id.clone()),
    };
    let at = [rect.center().x.round(), rect.center().y.round()];
    let marked = MarkedWord { word: word.unwrap_or_default(), depth, at };
    ui.ctx().data_mut(|data| {
        data.get_temp_mut_or_default::<Vec<MarkedWord>>(Id::new(MARKED)).push(marked);
    });
}

/// What is to be reported of marked words.
#[derive(Default)]
pub(in crate::ui) struct Marks {
    /// Where they stand now, if that is news: none as long as they move, then those that have been where they are for two frames.
    /// So whoever goes by the last report never aims at where a word was before.
    pub news: Option<Vec<MarkedWord>>,
    /// Whether the next frame is needed to know.
    pub move_still: bool,
}

/// The marked words since the last call, which is made once a frame.
pub(in crate::ui) fn moved_marks(context: &egui::Context) -> Marks {
    if !is_heard() {
        return Marks::default();
    }
    let (now, before, reported) =
        (Id::new(MARKED), Id::new(MARKED).with("before"), Id::new(MARKED).with("reported"));
    context.data_mut(|data| {
        let words: Vec<MarkedWord> = data.remove_temp(now).unwrap_or_default();
        let rests = data.get_temp::<Vec<MarkedWord>>(before).unwrap_or_default() == words;
        data.insert_temp(before, words.clone());
        let known: Vec<MarkedWord> = data.get_temp(reported).unwrap_or_default();
        let news = if rests { words } else { Vec::new() };
        let news = (news != known).then(|| {
            data.insert_temp(reported, news.clone());
            news
        });
        Marks { news, move_still: !rests }
    })
}

/// Whether the pointer is on a word that has a tip of its own.
pub(in crate::ui) fn is_on_word(ui: &Ui) -> bool {
    ui.ctx().data(|data| data.get_temp::<Option<Hover>>(Id::new(HOVERED)).flatten().is_some())
}

/// A hint on hover, unless the pointer is on a word that has a tip of its own.
pub(in crate::ui) fn hint(ui: &Ui, response: Response, text: &str) -> Response {
    if is_on_word(ui) { response } else { response.on_hover_text(text) }
}

/// Shows the tip of a term beside any widget that stands for it: a characteristic by its short name, for one.
pub(in crate::ui) fn explain(ui: &Ui, response: &Response, word: &str) {
    if response.contains_pointer()
        && let Some(number) = glossary().ok().and_then(|glossary| glossary.number_of(word))
    {
        note_hover(ui, 0, Subject::Term(number), response.rect, response.rect);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, level: usize, except: Option<usize>) -> Vec<String> {
        marks_in(text, level, except).into_iter().map(|mark| text[mark.range].to_owned()).collect()
    }

    #[test]
    fn terms_and_ids_are_marked_once_and_in_order() {
        let shaken = glossary().unwrap().number_of("shaken");
        for (text, level, except, expected, reason) in [
            (
                "Shaken (SUP-3): a shaken unit",
                0,
                None,
                &["Shaken", "SUP-3"][..],
                "a term where it is first mentioned",
            ),
            ("MOV-5, and MOV-5 again", 0, None, &["MOV-5", "MOV-5"], "every id"),
            ("“XX-99” is none, nor is A-1", 0, None, &[], "unknown ids"),
            ("Shaken by a salvo", 1, shaken, &["salvo"], "not the term that is explained"),
            ("Shaken by a salvo (SUP-3)", MAX_DEPTH, None, &["SUP-3"], "no tips deeper than the last"),
        ] {
            assert_eq!(marked(text, level, except), expected, "{reason}");
        }
    }

    /// The rectangles of a range are those of its letters, also where a row ends in it.
    #[test]
    fn ranges_are_where_their_letters_are() {
        let context = egui::Context::default();
        let text = "One salvo after the other salvo";
        let output = context.run_ui(egui::RawInput::default(), |ui| {
            let job = |width: f32| {
                let mut job =
                    LayoutJob::simple(text.to_owned(), egui::FontId::default(), Color32::WHITE, width);
                job.wrap.break_anywhere = width < 20.0;
                job
            };
            let wide = ui.painter().layout_job(job(1000.0));
            let rects = rects_of(&wide, pos2(10.0, 20.0), text, &(4..9));
            let before =
                ui.painter().layout_no_wrap("One ".to_owned(), egui::FontId::default(), Color32::WHITE);
            assert_eq!(rects.len(), 1);
            assert!((rects[0].left() - 10.0 - before.size().x).abs() < 1.0, "{rects:?}");
            assert_eq!(rects[0].top(), 20.0);
            let narrow = ui.painter().layout_job(job(15.0));
            let rects = rects_of(&narrow, Pos2::ZERO, text, &(4..9));
            assert!(rects.len() > 1, "a word that is broken is in several rows: {rects:?}");
            assert!(rects.windows(2).all(|pair| pair[0].bottom() <= pair[1].top() + 1.0));
        });
        output.drop_without_applying_deltas();
    }
}
