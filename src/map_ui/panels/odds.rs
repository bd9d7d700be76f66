//! The cards of what is pointed at: odds of an order, the forecast of a way, and both under other readings of the rules.

use bevy_egui::egui::{Grid, RichText, Ui};
use tabletop_counters::{Chance, Foresight, OnHexes, Prospect, Term};

use super::card::Head;
use super::desk::Desk;
use crate::game::narration::words::listed;
use crate::map_ui::choosing::Aim;
use crate::ui::panels::column_layout::Importance;
use crate::ui::panels::style;

fn aim<'a, G: OnHexes>(desk: &'a Desk<'_, G>) -> Option<&'a Aim<G>> {
    desk.choosing.explained()
}

/// The head of odds and forecast.
pub fn head<G: OnHexes>(desk: &Desk<'_, G>) -> Option<Head> {
    let aim = aim(desk)?;
    let (title, says) = match (&aim.foresight, &aim.prospect) {
        (Some(foresight), None) => (odds_title(desk, aim), foresight.sentence.clone()),
        (_, Some(prospect)) => (odds_title(desk, aim), prospect.sentence.clone()),
        // The panel under the pointer says why nothing can be done.
        (None, None) => return None,
    };
    let importance = if desk.choosing.pinned.is_some() { Importance::Decides } else { Importance::Asked };
    Some(Head { title, side: None, says, importance })
}

fn odds_title<G: OnHexes>(desk: &Desk<'_, G>, aim: &Aim<G>) -> String {
    aim.pick().map_or_else(|| "Odds".to_owned(), |pick| desk.choosing.words(pick))
}

/// The numbers.
pub fn body_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(aim) = aim(desk).cloned() else { return };
    if let Some(prospect) = &aim.prospect {
        prospect_ui(ui, desk, prospect);
    }
    if let Some(foresight) = &aim.foresight {
        foresight_ui(ui, desk, foresight);
    }
    if let Some((words, _)) = &aim.sight
        && aim.prospect.is_none()
        && aim.foresight.is_some()
    {
        desk.links.label(ui, RichText::new(words).small().color(style::FAINT));
    }
}

fn per_cent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// At each hex who may fire, and the chance to come so far in good order.
fn prospect_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, prospect: &Prospect<G>) {
    if let Some(why) = &prospect.refused {
        desk.links.label(ui, RichText::new(why).color(style::WRONG));
    }
    let numbers = [
        ("arrives in good order", prospect.arrives),
        ("stays so where it stands", prospect.here),
        ("stays so at the end", prospect.there),
    ];
    Grid::new("chances of a way").num_columns(2).show(ui, |ui| {
        for (words, chance) in numbers {
            ui.label(RichText::new(per_cent(chance)).strong());
            ui.label(words);
            ui.end_row();
        }
    });
    for step in &prospect.steps {
        let dangers: Vec<String> = step
            .dangers
            .iter()
            .map(|danger| {
                let who = danger.counter.to_string();
                let held = if danger.is_expected { "" } else { ", unless it waits" };
                format!("{who} ({}{held})", per_cent(danger.harms))
            })
            .collect();
        let through = per_cent(step.arrives);
        let text = match dangers.is_empty() {
            true => format!("In {} nobody can harm them: {through} get through", step.hex),
            false => {
                format!("In {} they may be harmed by {}: {through} get through", step.hex, listed(&dangers))
            }
        };
        let ink = if step.dangers.is_empty() { style::FAINT } else { style::INK };
        desk.links.label(ui, RichText::new(text).color(ink));
    }
}

/// Fates, outcomes, and each number of the dice with its paragraph.
fn foresight_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, foresight: &Foresight<G>) {
    for (words, chance) in &foresight.outcomes {
        desk.links.label(ui, RichText::new(format!("{} {words}", per_cent(*chance))).strong());
    }
    for chance in &foresight.chances {
        chance_ui(ui, desk, chance);
    }
    for (pool, terms) in pools(&foresight.terms) {
        desk.links.label(ui, RichText::new(pool).strong().color(style::INK));
        for term in terms {
            let text = format!("{} ({})", term.text, term.rule);
            desk.links.label(ui, RichText::new(text).small());
        }
    }
}

fn chance_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>, chance: &Chance<G>) {
    let fates = chance.fates.iter().filter(|(_, share)| *share >= 0.0005);
    let fates: Vec<String> = fates.map(|(word, share)| format!("{word} {}", per_cent(*share))).collect();
    desk.links.label(ui, format!("{}: {}", chance.counter, fates.join(", ")));
}

/// The terms by the pool they belong to, in order.
fn pools(terms: &[Term]) -> Vec<(&str, Vec<&Term>)> {
    let mut pools: Vec<(&str, Vec<&Term>)> = Vec::new();
    for term in terms {
        match pools.iter_mut().find(|(pool, _)| *pool == term.pool) {
            Some((_, of_pool)) => of_pool.push(term),
            None => pools.push((&term.pool, vec![term])),
        }
    }
    pools
}

/// The head of the other readings.
pub fn readings_head<G: OnHexes>(desk: &Desk<'_, G>) -> Option<Head> {
    let aim = aim(desk).filter(|aim| !aim.readings.is_empty())?;
    let count = aim.readings.len();
    let says = match count {
        1 => "The rules can be read otherwise; then the odds differ.".to_owned(),
        _ => format!("The rules can be read otherwise on {count} points; then the odds differ."),
    };
    Some(Head { title: "Under another reading".to_owned(), side: None, says, importance: Importance::Asked })
}

/// Two readings side by side: what is played, and each other one.
pub fn readings_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(aim) = aim(desk).cloned() else { return };
    let played = aim.foresight.as_ref().map(|foresight| foresight.label.clone()).unwrap_or_default();
    for reading in &aim.readings {
        desk.links.label(ui, RichText::new(&reading.name).strong());
        let other = match &reading.foresight {
            Some(foresight) => foresight.label.clone(),
            None => "not allowed".to_owned(),
        };
        Grid::new(("reading", &reading.name)).num_columns(2).show(ui, |ui| {
            ui.label(RichText::new("as played").small().color(style::FAINT));
            ui.label(&played);
            ui.end_row();
            ui.label(RichText::new("read so").small().color(style::FAINT));
            ui.label(RichText::new(other).color(style::ACCENT));
            ui.end_row();
        });
    }
}
