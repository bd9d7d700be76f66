//! The card of a counter: its numbers and states, and what lies in its hex.

use bevy_egui::egui::{Color32, RichText, Ui};
use tabletop::game::Game;
use tabletop_counters::{Counter, OnHexes, Tone};

use super::card::Head;
use super::desk::Desk;
use super::links::hex_of_counter;
use crate::ui::panels::column_layout::Importance;
use crate::ui::panels::style;

/// The counter whose card is shown: the one that was clicked, else the first that is chosen.
fn counter<'a, G: OnHexes>(desk: &'a Desk<'_, G>) -> Option<&'a Counter<G>> {
    let choosing = &desk.choosing;
    let id = choosing.inspected.or(choosing.group.first().copied())?;
    desk.links.scene.counter(id)
}

/// The head.
pub fn head<G: OnHexes>(desk: &Desk<'_, G>) -> Option<Head> {
    let counter = counter(desk)?;
    let others = desk.choosing.group.iter().filter(|id| **id != counter.id);
    let others: Vec<String> = others.map(ToString::to_string).collect();
    let title = format!("{} {}", counter.id, counter.name);
    let mut says = states(counter);
    if desk.choosing.group.contains(&counter.id) && !others.is_empty() {
        says.push(format!("with {}", others.join(", ")));
    }
    let side = Some(counter.side);
    Some(Head { title, side, says: says.join(", "), importance: Importance::Context })
}

/// States of a counter in words; none where nothing is the matter.
pub fn states<G: Game>(counter: &Counter<G>) -> Vec<String> {
    let marks = counter.marks.iter().map(|mark| mark.word.clone());
    let reduced = counter.is_reduced.then(|| "reduced".to_owned());
    marks.chain(reduced).chain(counter.is_spent.then(|| "has acted".to_owned())).collect()
}

/// Colour of a print in a dark panel.
pub fn ink(tone: Tone) -> Color32 {
    match tone {
        Tone::Black => style::INK,
        Tone::Red => Color32::from_rgb(255, 138, 128),
        Tone::Blue => Color32::from_rgb(136, 184, 250),
        Tone::Green => style::WELL,
        Tone::Grey => style::FAINT,
    }
}

/// The rest.
pub fn body_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(counter) = counter(desk).cloned() else { return };
    for printed in &counter.printed {
        let text = format!("{}  {}", printed.text, printed.meaning);
        desk.links.label(ui, RichText::new(text).color(ink(printed.tone)));
    }
    for mark in &counter.marks {
        let text = format!("{}: {}", mark.sign, mark.meaning);
        desk.links.label(ui, RichText::new(text).color(ink(mark.tone)));
    }
    // What the print and the marks mean has been said.
    let is_said = |line: &&String| {
        counter.printed.iter().any(|printed| line.contains(&printed.meaning))
            || counter.marks.iter().any(|mark| line.contains(&mark.meaning))
    };
    for line in counter.card.iter().filter(|line| !is_said(line)) {
        desk.links.label(ui, RichText::new(line).small());
    }
    let Some(hex) = hex_of_counter(desk.scene(), counter.id) else { return };
    ground_ui(ui, desk, hex);
    let stack: Vec<String> = desk.scene().stack(hex).iter().map(ToString::to_string).collect();
    if stack.len() > 1 {
        let text = format!("In the hex, from the top: {}", stack.join(", "));
        desk.links.label(ui, RichText::new(text).small().color(style::FAINT));
    }
}

/// The ground of a hex and its effects.
fn ground_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, hex: tabletop_hexes::hex::Hex) {
    let Some(ground) = desk.land().ground(hex).cloned() else { return };
    desk.links.label(ui, RichText::new(format!("Stands in {hex}, {}", ground.name)).small());
    for effect in &ground.effects {
        desk.links.label(ui, RichText::new(effect).small().color(style::FAINT));
    }
    let boundaries: Vec<String> = desk
        .land()
        .boundaries_of(hex)
        .map(|(boundary, beyond)| format!("Toward {beyond}: {}", boundary.text))
        .collect();
    for line in boundaries {
        desk.links.label(ui, RichText::new(line).small().color(style::FAINT));
    }
}
