//! What is in a tip: a term with its sentence and its paragraph, or the beginning of a paragraph.

use bevy_egui::egui::{
    self, AreaState, Color32, CornerRadius, Frame, Id, Key, Margin, Order, Rect, RichText, Stroke, Ui,
};

use super::place::place;
use super::sign::sign_ui;
use super::stack::{Dismisses, Hand, Stack};
use crate::level::glossary::glossary;
use crate::level::rulebook::rulebook;
use crate::ui::looks::rule_link::rule_link;
use crate::ui::looks::words::{Hover, Subject, Words, open_rule, take_hovered};
use crate::ui::session::events::{UiEvent, emit, is_heard};

/// How wide a tip is, pixels.
const WIDTH: f32 = 300.0;
/// How far the pointer may be beside a tip and still be on it.
const REACH: f32 = 5.0;
/// How much of a paragraph a tip has, characters.
const EXCERPT: usize = 330;

const FILL: Color32 = Color32::from_rgb(30, 34, 42);
const RIM: Color32 = Color32::from_rgb(108, 118, 136);
const RIM_PINNED: Color32 = Color32::from_rgb(214, 174, 88);
const FAINT: Color32 = Color32::from_rgb(146, 156, 170);

/// What came of showing the tips of a context.
pub(super) struct Shown {
    /// How many are pinned.
    pub pinned: usize,
    /// Whether something changes by itself: a tip is about to open or to close, or has just opened.
    pub changes: bool,
}

/// Shows the open tips of a context. Shift pins them or lets them go; with `close` the innermost goes.
pub(super) fn tips_ui(context: &egui::Context, shift: bool, close: bool) -> Shown {
    let id = Id::new("tips");
    let mut stack: Stack = context.data_mut(|data| data.remove_temp(id)).unwrap_or_default();
    let before = (stack.tips.len(), stack.pinned);
    let hand = hand(context, &stack, shift, close);
    stack.follow(hand);
    let mut sized = true;
    let mut rects: Vec<Rect> = Vec::new();
    for (level, tip) in stack.tips.iter().enumerate() {
        let (rect, is_sized) = tip_ui(context, tip, level, &rects, &stack);
        sized &= is_sized;
        rects.push(rect);
    }
    if (stack.tips.len(), stack.pinned) != before && is_heard() {
        let of = stack.tips.iter().map(|tip| name(&tip.subject)).collect();
        emit(&UiEvent::TipsShown { of, pinned: stack.pinned });
    }
    let shown = Shown { pinned: stack.pinned, changes: stack.changes() || !sized };
    if !stack.is_idle() {
        context.data_mut(|data| data.insert_temp(id, stack));
    }
    shown
}

fn name(subject: &Subject) -> String {
    match subject {
        Subject::Term(number) => glossary()
            .ok()
            .and_then(|glossary| glossary.term(*number))
            .map_or(String::new(), |term| term.name.clone()),
        Subject::Rule(id) => id.clone(),
    }
}

/// The area of a tip: one of its own for each subject, which so remembers its size.
fn area_id(level: usize, subject: &Subject) -> Id {
    Id::new(("tip", level, subject))
}

fn hand(context: &egui::Context, stack: &Stack, shift: bool, close: bool) -> Hand {
    let hovered = take_hovered(context);
    let (now, pointer, pressed, escaped) = context.input(|input| {
        let pressed = input.pointer.any_pressed();
        let escaped = input.key_pressed(Key::Escape);
        (input.time, input.pointer.hover_pos(), pressed, escaped)
    });
    let inside = pointer.and_then(|pointer| {
        stack.tips.iter().enumerate().rposition(|(level, tip)| {
            let area = AreaState::load(context, area_id(level, &tip.subject));
            area.is_some_and(|area| area.rect().expand(REACH).contains(pointer))
        })
    });
    let elsewhere = pressed && inside.is_none();
    // Esc puts away what is pinned, one after the other; `cancel` says so. What is not pinned goes along with whatever Esc closes.
    let escapes = escaped && stack.pinned == 0;
    let dismisses = match (elsewhere || escapes, close) {
        (true, _) => Dismisses::All,
        (false, true) => Dismisses::Innermost,
        (false, false) => Dismisses::Nothing,
    };
    Hand { now, hovered, inside, shift, dismisses }
}

/// Shows a tip beside what it speaks of and off those before it; returns where, and whether its size was known.
fn tip_ui(
    context: &egui::Context,
    tip: &Hover,
    level: usize,
    before: &[Rect],
    stack: &Stack,
) -> (Rect, bool) {
    let id = area_id(level, &tip.subject);
    let size = AreaState::load(context, id).and_then(|area| area.size);
    let of_first = stack.tips.first().unwrap_or(tip);
    let others = |own: Rect| before.iter().copied().chain([own]).collect::<Vec<Rect>>();
    let clear_of =
        [others(of_first.container), others(of_first.sentence), vec![tip.sentence], vec![tip.anchor]];
    let room = context.viewport_rect().shrink(4.0);
    let at = place(size.unwrap_or(egui::vec2(WIDTH, 80.0)), room, tip.anchor, &clear_of);
    let is_pinned = level < stack.pinned;
    let frame = Frame::new()
        .fill(FILL)
        .stroke(Stroke::new(1.2_f32, if is_pinned { RIM_PINNED } else { RIM }))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(11, 8));
    let shown = egui::Area::new(id).order(Order::Tooltip).fixed_pos(at).constrain(false).fade_in(false).show(
        context,
        |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH - 22.0);
                content_ui(ui, &tip.subject, level + 1);
                if level + 1 == stack.tips.len() {
                    let hint = if is_pinned {
                        "Pinned: Esc closes it, Shift lets all go."
                    } else {
                        "Shift keeps it open."
                    };
                    ui.label(RichText::new(hint).small().color(FAINT));
                }
            });
        },
    );
    (shown.response.rect, size.is_some())
}

fn content_ui(ui: &mut Ui, subject: &Subject, level: usize) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let mut open = None;
    match subject {
        Subject::Term(number) => {
            let Some(term) = glossary().ok().and_then(|glossary| glossary.term(*number)) else { return };
            ui.horizontal(|ui| {
                if let Some(sign) = term.sign {
                    sign_ui(ui, sign);
                }
                ui.label(RichText::new(term.title()).strong().color(Color32::WHITE));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    rule_link(ui, &term.rule, &mut open);
                });
            });
            ui.add(Words::new(&term.meaning).in_tip(level, Some(*number)));
        }
        Subject::Rule(id) => {
            let Some(paragraph) = rulebook().ok().and_then(|book| book.paragraph(id)) else { return };
            ui.horizontal(|ui| {
                rule_link(ui, id, &mut open);
                ui.label(RichText::new(&paragraph.title).strong().color(Color32::WHITE));
            });
            ui.add(Words::new(excerpt(&paragraph.text)).in_tip(level, None));
        }
    }
    if let Some(id) = open {
        open_rule(ui.ctx(), id);
    }
}

/// The beginning of a paragraph, up to the end of a sentence; with dots if there is more.
fn excerpt(text: &str) -> String {
    let block = text.split("\n\n").next().unwrap_or_default();
    if text.chars().count() <= EXCERPT {
        return text.to_owned();
    }
    let ends: Vec<usize> = block.match_indices(". ").map(|(at, _)| at + 1).collect();
    let fits = |end: &&usize| block[..**end].chars().count() <= EXCERPT;
    match ends.iter().rev().find(fits) {
        Some(end) => format!("{} …", &block[..*end]),
        None => block.chars().take(EXCERPT).chain("…".chars()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every paragraph's tip is short, and ends with its text, a sentence or dots.
    #[test]
    fn an_excerpt_is_short_and_whole() {
        for paragraph in rulebook().unwrap().paragraphs() {
            let excerpt = excerpt(&paragraph.text);
            assert!(excerpt.chars().count() <= EXCERPT + 2, "{}", paragraph.id);
            let is_whole = excerpt == paragraph.text;
            assert!(
                is_whole || excerpt.ends_with(". …") || excerpt.ends_with('…'),
                "{}: {excerpt}",
                paragraph.id
            );
        }
        assert_eq!(excerpt("One.\n\nTwo."), "One.\n\nTwo.");
    }
}
