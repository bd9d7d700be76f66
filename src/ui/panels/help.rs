//! The help: a turn in five lines, every key by what one wants to do, the marks on the table, the words of the rulebook; a search
//! goes through all of it. By keyboard as well: type, arrows, Enter, Esc.

use bevy::prelude::KeyCode;
use bevy_egui::egui::{
    self, Align, Color32, CornerRadius, Frame, Id, Key, Layout, Margin, Modifiers, RichText, ScrollArea,
    Sense, TextEdit, Ui,
};

use super::{PanelContext, style};
use crate::level::glossary::{Answer, Glossary, Term, glossary};
use crate::level::rulebook::rulebook;
use crate::ui::input::bindings::{Binding, Group, Press, RowChosen};
use crate::ui::input::keyboard::Keyboard;
use crate::ui::looks::rule_link::{linked_text, rule_link};
use crate::ui::looks::words::Words;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::settings::FirstTurn;

/// How wide the help is at most, pixels; and how wide the column of keys is in it.
const WIDTH: f32 = 720.0;
const KEYS_WIDTH: f32 = 190.0;
/// How many rows Page Down goes.
const PAGE: isize = 8;

/// A turn in the player's words; letters and digits in braces stand for keys.
const TURN: [&str; 5] = [
    "Act with every unit once, in any order: click one, or press Tab for the next.",
    "Drag it to where it should go. Green ghosts are allowed, red ones say why not; Enter confirms.",
    "Click an enemy to fire at it: you see the odds first. An Advance ({1}) moves and fires, Open Fire ({3}) stands and \
     fires twice as much, At The Double ({2}) runs.",
    "What you hit is suppressed: unless it passes its test in the Reaction phase, it has to fall back in its own turn ({B}).",
    "Once all have acted, end the phase (End). Who stands close then fights, and the other side has its turn. {I} tells how you win.",
];

/// Marks on the table and what they mean.
const MARKS: [(&str, &str); 33] = [
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
    (
        "Dice beside a unit",
        "Its hits: suppressed (SUP-2); red: shaken as well (SUP-3). The battle's dice decide; a throw shows them.",
    ),
    ("Violet N", "A nerve marker (LD-2)."),
    ("Arrows", "Who fires at whom: one colour and one number for each target."),
    ("Magenta line", "Two units that would fight (CC-1); dashed: drawn in by others."),
    ("Magenta ring", "A model that takes part in the fight (CC-5); thick: in contact."),
    ("Frame around the table", "Who has to decide; broad during the other player's turn."),
    ("Time line: above, below", "What happened to side A; to side B."),
    ("Time line: a dot", "Models were lost; a larger dot, more of them."),
    ("Time line: a triangle", "A unit routs (ROU-1)."),
    ("Time line: a cross", "A unit is destroyed."),
    ("Time line: a flag", "An objective changed hands: it is that side's now, or nobody's (white)."),
    ("Time line: a red line", "Played by other rules: shown as it was saved."),
    ("Time line: a white ring", "Where the game stands; a yellow pointer: what you look at."),
    (
        "Time line: the thin row below",
        "The branch that F11 goes to next; a click on it looks at that moment.",
    ),
    ("Time line: thin lines below", "Other branches, as long as they are."),
];

/// What the help shows, as long as it is open.
#[derive(Clone, Default)]
struct HelpState {
    query: String,
    /// The row that the arrows have gone to.
    chosen: Option<usize>,
    /// The term whose paragraph is unfolded.
    read: Option<usize>,
    /// The last frame in which it was shown: a gap means that it was closed.
    frame: u64,
    /// What was reported last.
    reported: Option<(String, usize, Option<String>, Option<String>)>,
}

/// A row that the arrows go to.
#[derive(Clone, Copy)]
enum Row {
    Key(&'static Binding),
    Mark(usize),
    Term(usize),
}

/// A heading and its rows.
struct Section {
    title: String,
    rows: Vec<Row>,
}

pub(super) fn help_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Ok(glossary) = glossary() else { return };
    let id = Id::new("help");
    let frame = ui.ctx().cumulative_frame_nr();
    let mut state: HelpState = ui.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
    if frame > state.frame + 1 {
        state = HelpState::default();
    }
    state.frame = frame;
    let room = ui.ctx().viewport_rect().size();
    ui.set_width(WIDTH.min(room.x - 60.0));
    let moved = search_ui(ui, &mut state);
    let query = Query::new(&state.query);
    let sections = sections(glossary, &query, &cx.keyboard);
    let rows: Vec<Row> = sections.iter().flat_map(|section| section.rows.iter().copied()).collect();
    state.choose(moved.steps, &rows, query.is_empty());
    let mut done = if moved.enters { state.enter(&rows) } else { None };
    let mut open = None;
    let height = (room.y - 190.0).max(120.0);
    let area = ScrollArea::vertical().id_salt("help").auto_shrink([false, true]);
    area.min_scrolled_height(height).max_height(height).show(ui, |ui| {
        if query.is_empty() {
            turn_ui(ui, cx);
        }
        let mut number = 0;
        for section in &sections {
            ui.add_space(6.0);
            ui.label(style::caption(&section.title));
            for row in &section.rows {
                let chosen = state.chosen == Some(number);
                let clicked =
                    row_ui(ui, cx, glossary, *row, (chosen, moved.steps != 0), &mut state.read, &mut open);
                done = done.or(clicked);
                number += 1;
            }
        }
        if rows.is_empty() {
            nothing_ui(ui, glossary, &mut state);
        }
    });
    let enter = match state.chosen.and_then(|row| rows.get(row)) {
        Some(Row::Key(binding)) if binding.can_be_done() => "Enter closes this and does it  ·  ",
        Some(Row::Term(_)) => "Enter reads its rule  ·  ",
        Some(Row::Key(_) | Row::Mark(_)) => "",
        None => "Enter does it, or reads the rule  ·  ",
    };
    let how = format!("Arrows choose  ·  {enter}Esc closes");
    ui.label(RichText::new(how).small().color(style::FAINT));
    if open.is_some() {
        cx.screen.rule = open;
    }
    if let Some(binding) = done {
        cx.screen.dialog = None;
        cx.rows.write(RowChosen(binding));
    }
    state.report(glossary, &rows);
    ui.data_mut(|data| data.insert_temp(id, state));
}

/// What the keys do to the choice.
struct Moved {
    steps: isize,
    enters: bool,
}

/// The field that has all letters, and what the arrows and Enter do.
fn search_ui(ui: &mut Ui, state: &mut HelpState) -> Moved {
    // Before the field, which would take them to move its cursor.
    let moved = ui.input_mut(|input| {
        let mut pressed = |key| input.count_and_consume_key(Modifiers::NONE, key) as isize;
        let steps = pressed(Key::ArrowDown) - pressed(Key::ArrowUp)
            + PAGE * (pressed(Key::PageDown) - pressed(Key::PageUp));
        Moved { steps, enters: pressed(Key::Enter) > 0 }
    });
    let field = TextEdit::singleline(&mut state.query)
        .hint_text("Search: a key, a mark, a word such as suppressed")
        .desired_width(f32::INFINITY);
    let field = ui.add(field);
    if !field.has_focus() {
        field.request_focus();
    }
    if field.changed() {
        state.chosen = None;
        state.read = None;
    }
    moved
}

impl HelpState {
    /// Moves the choice. A search has its first row chosen.
    fn choose(&mut self, steps: isize, rows: &[Row], everything: bool) {
        let last = rows.len().checked_sub(1);
        let Some(last) = last else {
            self.chosen = None;
            return;
        };
        if self.chosen.is_none() && !everything {
            self.chosen = Some(0);
        }
        if steps != 0 {
            self.chosen = Some(match self.chosen {
                None if steps > 0 => 0,
                None => last,
                Some(row) => row.saturating_add_signed(steps).min(last),
            });
        }
    }

    /// Unfolds the paragraph of the chosen term, or folds it up; returns what a key does that is to be done.
    fn enter(&mut self, rows: &[Row]) -> Option<&'static Binding> {
        match self.chosen.and_then(|row| rows.get(row))? {
            Row::Key(binding) => binding.can_be_done().then_some(*binding),
            Row::Mark(_) => None,
            Row::Term(number) => {
                self.read = if self.read == Some(*number) { None } else { Some(*number) };
                None
            }
        }
    }

    /// Reports what is shown, if it is something else than before.
    fn report(&mut self, glossary: &Glossary, rows: &[Row]) {
        let name = |number: usize| glossary.term(number).map(|term| term.name.clone());
        let chosen = self.chosen.and_then(|row| rows.get(row)).and_then(|row| match row {
            Row::Term(number) => name(*number),
            Row::Key(binding) => Some(binding.text.to_owned()),
            Row::Mark(mark) => Some(MARKS[*mark].0.to_owned()),
        });
        let now = (self.query.clone(), rows.len(), chosen, self.read.and_then(name));
        if self.reported.as_ref() != Some(&now) {
            let (query, rows, chosen, reads) = now.clone();
            emit(&UiEvent::HelpShows { query, rows, chosen, reads });
            self.reported = Some(now);
        }
    }
}

/// What is searched for: all of these words.
struct Query(Vec<String>);

impl Query {
    fn new(text: &str) -> Self {
        Self(text.split_whitespace().map(str::to_lowercase).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn matches(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.0.iter().all(|word| text.contains(word))
    }
}

/// What there is to show: everything by subject, or what a search finds with words by their names first.
fn sections(glossary: &Glossary, query: &Query, keyboard: &Keyboard) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut add = |title: &str, rows: Vec<Row>| {
        if !rows.is_empty() {
            sections.push(Section { title: title.to_owned(), rows });
        }
    };
    let is_named = |term: &Term| term.words().any(|word| query.matches(word));
    let terms = || glossary.terms().enumerate();
    if !query.is_empty() {
        let named = terms().filter(|(_, term)| is_named(term));
        add("Words of the rulebook", named.map(|(number, _)| Row::Term(number)).collect());
    }
    for group in Group::ALL {
        let found = |binding: &&'static Binding| {
            let text = format!("{} {} {}", binding.text, presses(binding, keyboard), group.title());
            query.matches(&text)
        };
        add(wish(group), group.bindings().filter(found).map(Row::Key).collect());
    }
    let marks = MARKS.iter().enumerate();
    let marks = marks.filter(|(_, (mark, meaning))| query.matches(&format!("{mark} {meaning}")));
    add("Marks on the table", marks.map(|(number, _)| Row::Mark(number)).collect());
    if query.is_empty() {
        let mut number = 0;
        for group in glossary.groups() {
            let rows = group.terms.iter().map(|_| {
                number += 1;
                Row::Term(number - 1)
            });
            add(&format!("Words: {}", group.title), rows.collect());
        }
    } else {
        let explained = terms().filter(|(_, term)| !is_named(term) && query.matches(&term.meaning));
        add("Words that speak of it", explained.map(|(number, _)| Row::Term(number)).collect());
    }
    sections
}

/// What one wants to do with a group of keys.
fn wish(group: Group) -> &'static str {
    match group {
        Group::Look => "To look around",
        Group::Inspect => "To find something out",
        Group::Move => "To move and give orders",
        Group::Record => "To record a game at a real table",
        Group::Fire => "To fire and answer questions",
        Group::Dice => "To roll real dice",
        Group::Time => "To look back and try things out",
        Group::Game => "To save, undo and set up",
    }
}

fn presses(binding: &Binding, keyboard: &Keyboard) -> String {
    let presses = binding.presses(keyboard).into_iter().map(|press| match press {
        Press::Key(label) => label,
        Press::Mouse(gesture) => gesture.to_owned(),
    });
    presses.collect::<Vec<_>>().join(" or ")
}

/// A line of the turn with the keys that are printed on a keyboard.
fn with_keys(line: &str, keyboard: &Keyboard) -> String {
    let keys = [
        ("{1}", KeyCode::Digit1),
        ("{2}", KeyCode::Digit2),
        ("{3}", KeyCode::Digit3),
        ("{B}", KeyCode::KeyB),
        ("{I}", KeyCode::KeyI),
    ];
    keys.iter().fold(line.to_owned(), |line, (name, key)| {
        line.replace(name, &keyboard.label(*key).unwrap_or_else(|| name.trim_matches(['{', '}']).to_owned()))
    })
}

/// A turn in five lines, and the way to be shown it.
fn turn_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.label(style::caption("A turn in five lines"));
    for (index, line) in TURN.iter().enumerate() {
        ui.horizontal_top(|ui| {
            ui.label(RichText::new((index + 1).to_string()).strong().color(style::ACCENT));
            ui.add(Words::new(with_keys(line, &cx.keyboard)));
        });
    }
    ui.horizontal(|ui| {
        if ui.add(style::main_button("Show me on the table")).clicked() {
            cx.settings.first_turn = FirstTurn::Shown;
            cx.screen.dialog = None;
        }
        let hint = "Words with dots below them tell what they mean: rest the pointer on one.";
        ui.add(Words::new(RichText::new(hint).small().color(style::FAINT)));
    });
}

/// A row: what one wants or a mark and its meaning, or a term with its sentence. Returns what a click asks to be done.
fn row_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    glossary: &Glossary,
    row: Row,
    (chosen, moved): (bool, bool),
    read: &mut Option<usize>,
    open: &mut Option<String>,
) -> Option<&'static Binding> {
    let doable = match row {
        Row::Key(binding) => Some(binding).filter(|binding| binding.can_be_done()),
        Row::Mark(_) | Row::Term(_) => None,
    };
    let hovered = Id::new("row of the help under the pointer");
    let is_hovered =
        doable.is_some_and(|binding| ui.data(|data| data.get_temp::<&str>(hovered)) == Some(binding.text));
    let fill = match chosen {
        true => ui.visuals().selection.bg_fill,
        false if is_hovered => style::LINE,
        false => Color32::TRANSPARENT,
    };
    let frame =
        Frame::new().fill(fill).corner_radius(CornerRadius::same(4)).inner_margin(Margin::symmetric(5, 2));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        match row {
            Row::Key(binding) => pair_ui(ui, binding.text, &presses(binding, &cx.keyboard)),
            Row::Mark(mark) => pair_ui(ui, MARKS[mark].1, MARKS[mark].0),
            Row::Term(number) => {
                if let Some(term) = glossary.term(number) {
                    let is_read = *read == Some(number);
                    if term_ui(ui, term, is_read, open) {
                        *read = if is_read { None } else { Some(number) };
                    }
                }
            }
        }
    });
    if chosen && moved {
        shown.response.scroll_to_me(None);
    }
    let binding = doable?;
    let response = shown.response.interact(Sense::click());
    if response.hovered() && !is_hovered {
        ui.data_mut(|data| data.insert_temp(hovered, binding.text));
        ui.ctx().request_repaint();
    } else if is_hovered && !response.hovered() {
        ui.data_mut(|data| data.remove_temp::<&str>(hovered));
        ui.ctx().request_repaint();
    }
    response.clicked().then_some(binding)
}

/// What one wants, or what is meant, at the left; the key or the mark at the right.
fn pair_ui(ui: &mut Ui, text: &str, key: &str) {
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - KEYS_WIDTH - ui.spacing().item_spacing.x;
        ui.allocate_ui_with_layout(egui::vec2(width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(width);
            ui.add(Words::new(text));
        });
        ui.allocate_ui_with_layout(egui::vec2(KEYS_WIDTH, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(KEYS_WIDTH);
            ui.add(egui::Label::new(RichText::new(key).strong().color(style::ACCENT)).wrap());
        });
    });
}

/// A term; returns whether its title was clicked, to read its paragraph or to fold that up.
fn term_ui(ui: &mut Ui, term: &Term, is_read: bool, open: &mut Option<String>) -> bool {
    let head = ui.horizontal(|ui| {
        let title = RichText::new(term.title()).strong().color(Color32::WHITE);
        let clicked = ui.add(egui::Label::new(title).sense(egui::Sense::click())).clicked();
        rule_link(ui, &term.rule, open);
        clicked
    });
    ui.add(Words::new(&term.meaning));
    let paragraph = rulebook().ok().and_then(|book| book.paragraph(&term.rule)).filter(|_| is_read);
    if let Some(paragraph) = paragraph {
        style::boxed().show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(
                RichText::new(format!("{}  {}", paragraph.id, paragraph.title)).strong().color(style::ACCENT),
            );
            linked_text(ui, &paragraph.text, open);
        });
    }
    head.inner
}

/// Nothing was found: the word that was probably meant.
fn nothing_ui(ui: &mut Ui, glossary: &Glossary, state: &mut HelpState) {
    ui.add_space(8.0);
    ui.label(format!("Nothing about \u{201c}{}\u{201d}.", state.query.trim()));
    if let Some(Answer::Nearest(term) | Answer::Found(term)) = glossary.asked(state.query.trim()) {
        let meant = format!("Did you mean {}?", term.name);
        if ui.button(meant).clicked() {
            state.query.clone_from(&term.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str) -> Vec<(String, usize)> {
        let sections = sections(glossary().unwrap(), &Query::new(query), &Keyboard::default());
        sections.into_iter().map(|section| (section.title, section.rows.len())).collect()
    }

    /// Without a search everything is there; a search finds words by name first, then keys, marks and sentences.
    #[test]
    fn a_search_goes_through_everything() {
        let all: usize = found("").iter().map(|(_, rows)| rows).sum();
        let keys: usize = Group::ALL.iter().map(|group| group.bindings().count()).sum();
        assert_eq!(all, keys + MARKS.len() + glossary().unwrap().terms().count());
        let titles = |query: &str| found(query).into_iter().map(|(title, _)| title).collect::<Vec<_>>();
        let suppressed = titles("SUPPRESS");
        assert_eq!(suppressed.first().map(String::as_str), Some("Words of the rulebook"));
        assert!(suppressed.contains(&"Marks on the table".to_owned()), "{suppressed:?}");
        assert_eq!(suppressed.last().map(String::as_str), Some("Words that speak of it"));
        assert_eq!(titles("undo"), ["To save, undo and set up"]);
        assert!(titles("exposure map").contains(&"To find something out".to_owned()), "all words count");
        assert_eq!(titles("zeppelin"), Vec::<String>::new());
    }

    /// The arrows go through the rows and stop at their ends.
    #[test]
    fn arrows_choose_rows() {
        let rows = [Row::Mark(0), Row::Mark(1), Row::Term(2)];
        let mut state = HelpState::default();
        for (steps, everything, expected, reason) in [
            (0, true, None, "nothing is chosen at first"),
            (0, false, Some(0), "the first that is found"),
            (1, false, Some(1), "down"),
            (5, false, Some(2), "not beyond the last"),
            (-9, false, Some(0), "nor the first"),
        ] {
            state.choose(steps, &rows, everything);
            assert_eq!(state.chosen, expected, "{reason}");
        }
        state.chosen = Some(2);
        for expected in [Some(2), None] {
            state.enter(&rows);
            assert_eq!(state.read, expected);
        }
        state.choose(1, &[], false);
        assert_eq!(state.chosen, None, "there is nothing");
    }

    /// Enter does what a key does where that is one thing, and nothing where the key is held or the row has several.
    #[test]
    fn keys_are_done_from_their_rows() {
        let rows: Vec<Row> = Group::ALL.into_iter().flat_map(Group::bindings).map(Row::Key).collect();
        let done = |text: &str| {
            let row = rows
                .iter()
                .position(|row| matches!(row, Row::Key(binding) if binding.text.starts_with(text)));
            let mut state = HelpState { chosen: Some(row.unwrap()), ..HelpState::default() };
            state.enter(&rows).map(|binding| binding.text)
        };
        for (text, expected, reason) in [
            ("Show the whole table from above", true, "a view"),
            ("Move the view;", false, "four keys that are held"),
            ("Turn the view.", false, "a gesture"),
        ] {
            assert_eq!(done(text).is_some(), expected, "{reason}");
        }
        let doable = rows.iter().filter(|row| matches!(row, Row::Key(binding) if binding.can_be_done()));
        assert!(doable.count() > 30);
    }

    /// Every key of the five lines is named, on any keyboard.
    #[test]
    fn the_five_lines_name_keys() {
        for line in TURN {
            let shown = with_keys(line, &Keyboard::default());
            assert!(!shown.contains('{') && !shown.contains('}'), "{shown}");
        }
    }
}
