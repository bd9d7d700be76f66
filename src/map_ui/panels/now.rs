//! The first card: what is asked now, and its answers; or what is being shown.

use bevy_egui::egui::{Button, RichText, Ui};
use tabletop::ids::Side;
use tabletop_counters::{Kind, OnHexes, Target};

use super::card::Head;
use super::desk::{Advice, Desk, Sheet};
use super::dice::dice_ui;
use super::guide::guide_ui;
use crate::game::narration::words::capitalised;
use crate::map_ui::choosing::Pick;
use crate::map_ui::session::{Stage, StandingOrder, Tone};
use crate::ui::panels::column_layout::Importance;
use crate::ui::panels::style;

/// The head.
pub fn head<G: OnHexes>(desk: &Desk<'_, G>) -> Head {
    let (title, side, says) = matter(desk);
    let importance = if desk.choosing.decision().is_some() { Importance::Decides } else { Importance::Asked };
    Head { title, side, says, importance }
}

/// Title, side and sentence.
fn matter<G: OnHexes>(desk: &Desk<'_, G>) -> (String, Option<Side>, String) {
    let table = &desk.table;
    if table.stage == Stage::Seating {
        return ("Before the battle".to_owned(), None, "Take your seats.".to_owned());
    }
    if table.is_looking() {
        let says = "You look at an earlier moment. No order is taken here.".to_owned();
        return ("Looking back".to_owned(), None, says);
    }
    if let Some(hand) = table.hand() {
        let side = hand.laid.wanted.wanted.roll.by.side;
        let says = format!("{} rolls: enter what the dice show.", table.name(side));
        return ("Dice by hand".to_owned(), Some(side), says);
    }
    if let Some(beat) = table.beat() {
        let first = beat.sentences.first();
        let says = first.map_or_else(String::new, |sentence| format!("{}.", sentence.text));
        let side = table.game().history().entries().get(beat.entry.0);
        let side = side.and_then(|entry| entry.command.as_ref()).map(|command| command.player);
        return ("What happens".to_owned(), side, says);
    }
    if let (Some(prompt), Some(decision)) = (&desk.choosing.prompt, desk.choosing.decision()) {
        let task = prompt.question.clone().unwrap_or_else(|| format!("{}.", capitalised(&prompt.task)));
        let says = if desk.choosing.pinned.is_some() { "Which of these?".to_owned() } else { task };
        return (table.name(decision.player), Some(decision.player), says);
    }
    let decides = table.game().battle().decision().map(|decision| decision.player);
    match decides {
        Some(side) if table.is_halted() => {
            let says = "The game waits until this can be recorded.".to_owned();
            (table.name(side), Some(side), says)
        }
        Some(side) => (table.name(side), Some(side), format!("{} is thinking …", table.name(side))),
        None => ("The battle is over".to_owned(), None, desk.scene().sentence.clone()),
    }
}

/// The rest.
pub fn body_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    notice_ui(ui, desk);
    again_ui(ui, desk);
    if desk.table.is_looking() {
        return looking_ui(ui, desk);
    }
    if desk.table.is_showing() {
        return showing_ui(ui, desk);
    }
    if desk.table.is_over() {
        return over_ui(ui, desk);
    }
    let Some(prompt) = &desk.choosing.prompt else { return };
    let rule = format!("{} ({})", capitalised(&prompt.task), prompt.rule);
    if prompt.question.is_some() {
        desk.links.label(ui, RichText::new(rule).small().color(style::FAINT));
    }
    advice_ui(ui, desk);
    picks_ui(ui, desk);
    standing_ui(ui, desk);
    guide_ui(ui, desk);
}

fn notice_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(notice) = &desk.table.notice else { return };
    let ink = match notice.tone {
        Tone::Done => style::WELL,
        Tone::Hint => style::ACCENT,
        Tone::Refused | Tone::Failed => style::WRONG,
    };
    let text = notice.text.clone();
    if let Some(about) = notice.about {
        let is_counter = desk.links.scene.counter(about).is_some();
        let hex = G::hex_of(desk.table.view(), about);
        let target = if is_counter { Some(Target::Counter(about)) } else { hex.map(Target::Hex) };
        desk.links.hinted.extend(target);
    }
    desk.links.label(ui, RichText::new(text).color(ink));
}

/// Where something failed that may succeed by now, such as writing to a full disk.
fn again_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let (word, button) = match (desk.table.is_halted(), desk.table.is_unrecorded()) {
        (true, _) => ("Try again", style::main_button("Try again")),
        (false, true) => ("Record this game now", Button::new("Record this game now")),
        (false, false) => return,
    };
    let response = ui.add(button);
    let at = response.rect.center();
    desk.panels.again = Some((word, [at.x, at.y]));
    if response.clicked() {
        desk.table.try_again();
    }
}

/// The beat that is shown: all its sentences, dice and reason.
fn showing_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(beat) = desk.table.beat().cloned() else { return };
    for (index, sentence) in beat.sentences.iter().enumerate() {
        if index > 0 {
            desk.links.label(ui, format!("{}.", sentence.text));
        }
        dice_ui(ui, &sentence.rolls, desk.side_of(sentence.about));
    }
    if let Some(reason) = &beat.reason {
        let why = RichText::new(format!("Why: {reason}")).small().italics().color(style::FAINT);
        desk.links.label(ui, why);
    }
    if ui.button("Show the rest at once (Space)").clicked() {
        desk.table.show_all();
    }
}

fn looking_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    ui.horizontal_wrapped(|ui| {
        if ui.add(style::main_button("Back to the game (Esc)")).clicked() {
            desk.table.look_back();
        }
        let hint = "What was played after this moment stays in the game, as another branch.";
        if ui.button("Play on from here (Enter)").on_hover_text(hint).clicked() {
            desk.table.play_on();
        }
    });
}

fn over_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    if let Some(path) = desk.table.recorded_to() {
        let text = format!("Recorded as {}", path.display());
        ui.label(RichText::new(text).small().color(style::FAINT));
    }
    ui.horizontal_wrapped(|ui| {
        if ui.add(style::main_button("Another game (F2)")).clicked() {
            desk.panels.sheet = Sheet::Games;
        }
        if ui.button("Look back (,)").clicked() {
            desk.table.look_on(-1);
        }
    });
}

fn advice_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let text = match &desk.panels.advice {
        Advice::None => return,
        Advice::Awaited => "The computer thinks about your order …".to_owned(),
        Advice::Given(text) => text.clone(),
    };
    desk.links.label(ui, RichText::new(text).color(style::WELL));
}

/// A button for each answer; its number is its key.
fn picks_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let picks = desk.choosing.listed();
    let usual = desk.choosing.on_enter();
    let pinned = desk.choosing.pinned.is_some();
    let mut taken = None;
    for (index, pick) in picks.iter().enumerate() {
        let text = button_text(desk, pick, index, usual.as_ref() == Some(pick));
        let is_usual = usual.as_ref() == Some(pick);
        let button = match is_usual {
            true => style::main_button(&text),
            false => Button::new(text),
        };
        let response = ui.add(button.wrap().min_size(bevy_egui::egui::vec2(ui.available_width(), 0.0)));
        if response.hovered() {
            match pinned {
                true => desk.choosing.show_pinned(index, desk.table, desk.links.scene),
                false => hint_at(desk, pick),
            }
        }
        if response.clicked() {
            taken = Some(pick.clone());
        }
    }
    if let Some(pick) = taken {
        desk.choosing.take(&pick, desk.table, desk.links.scene);
    }
}

fn button_text<G: OnHexes>(desk: &Desk<'_, G>, pick: &Pick, index: usize, is_usual: bool) -> String {
    let key = match (is_usual, desk.choosing.ends(pick)) {
        (true, _) => " (Enter)".to_owned(),
        (false, true) => " (Space)".to_owned(),
        (false, false) if index < 9 => format!(" ({})", index + 1),
        (false, false) => String::new(),
    };
    format!("{}{key}", desk.choosing.words(pick))
}

/// The pointer on the button of an order lights its target and who acts.
fn hint_at<G: OnHexes>(desk: &mut Desk<'_, G>, pick: &Pick) {
    let Pick::Order(index) = pick else { return };
    let Some(offer) = desk.choosing.offers.get(*index) else { return };
    let by = offer.by.iter().map(|id| Target::Counter(*id));
    desk.links.hinted.extend(by.chain(offer.at));
    desk.choosing.foresee(*index, desk.table, desk.links.scene);
}

/// Where fire is asked about: when the player wants to be asked.
fn standing_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(decision) = desk.choosing.decision() else { return };
    let asks_fire = desk.choosing.is_question()
        && desk.choosing.offers.iter().any(|offer| offer.kind == Kind::Fire)
        && desk.choosing.offers.iter().any(|offer| offer.kind == Kind::Answer);
    if asks_fire {
        standing_row(ui, &mut desk.table.standing[decision.player.index()]);
    }
}

/// The standing order of a side.
pub fn standing_row(ui: &mut Ui, standing: &mut StandingOrder) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Opportunity fire:").small().color(style::FAINT));
        bevy_egui::egui::ComboBox::from_id_salt("standing order")
            .selected_text(RichText::new(standing.in_words()).small())
            .show_ui(ui, |ui| {
                for min in StandingOrder::ALL {
                    let choice = StandingOrder { min };
                    ui.selectable_value(standing, choice, choice.in_words());
                }
            })
            .response
            .on_hover_text("Below this chance to harm anybody you hold fire without being asked.");
    });
}
