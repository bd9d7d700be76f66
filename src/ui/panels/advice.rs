//! What a computer player would do here: its choice in a sentence, why, and what else there is.

use bevy_egui::egui::{self, Color32, ComboBox, RichText, Ui};

use super::column_layout::Importance;
use super::computer::{MENU, style_word, styles_ui};
use super::head::Head;
use super::{PanelContext, style};
use crate::game::adviser::Advice;
use crate::game::narration::foresight::short_reason;
use crate::ui::drafts::draft::Draft;
use crate::ui::overlays::sentence;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::screen::Sheet;
use crate::ui::turn_flow::computer_players::ComputerPlayers;

/// What the points are by which an alternative is worth less.
const POINTS: &str = "Points as on the cards of both forces: what the adviser thinks is gained, lost or held";

/// The advice about the battle as it stands.
fn advice<'a>(cx: &'a PanelContext) -> Option<&'a Result<Advice, String>> {
    let state = cx.opened.state();
    cx.computers.advice.as_ref().filter(|(about, _)| *about == state).map(|(_, advice)| advice)
}

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    if cx.screen.computers == Sheet::Hidden || cx.dice.asks_for_opening() || cx.computers.styles.is_empty() {
        return None;
    }
    let (says, ink) = match advice(cx) {
        Some(Ok(advice)) if advice.does.is_empty() => ("The usual answer".to_owned(), Color32::WHITE),
        Some(Ok(advice)) => (advice.does.clone(), Color32::WHITE),
        Some(Err(why)) => (why.clone(), style::WRONG),
        None if cx.computers.is_advising(&cx.opened) => ("Thinking …".to_owned(), style::FAINT),
        None => ("Ask what a computer player would do here".to_owned(), style::FAINT),
    };
    Some(Head { title: "Advice".to_owned(), side: None, says, ink, importance: Importance::Asked })
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if cx.computers.is_advising(&cx.opened) {
        ui.ctx().request_repaint();
    }
    let found = advice(cx).and_then(|advice| advice.as_ref().ok()).cloned();
    if let Some(advice) = &found {
        reason_ui(ui, advice);
        others_ui(ui, advice);
        answers_ui(ui, cx, advice);
        ui.separator();
    }
    ask_ui(ui, cx);
}

/// Who is asked.
fn ask_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal(|ui| {
        ui.label("What would");
        let players: &ComputerPlayers = &cx.computers;
        let present = players.adviser.clone();
        let mut chosen = present.clone();
        ComboBox::from_id_salt("adviser")
            .width(90.0)
            .height(MENU)
            .selected_text(style_word(players, chosen.as_deref()).unwrap_or("–"))
            .show_ui(ui, |ui| styles_ui(ui, players, &mut chosen));
        if chosen != present {
            cx.computers.adviser = chosen;
            cx.computers.advice = None;
        }
        if ui.button("do here?").clicked() {
            cx.computers.ask_advice(&cx.opened, None);
        }
    });
}

/// Why, in a clause; all of it on demand.
fn reason_ui(ui: &mut Ui, advice: &Advice) {
    if advice.why.is_empty() {
        return;
    }
    let short = short_reason(&advice.why);
    let label = ui.label(RichText::new(format!("Because {short}")).color(style::INK));
    if short.len() < advice.why.trim_end_matches('.').len() {
        label.on_hover_text(sentence(&advice.why));
    }
}

/// What else there is, the best first.
fn others_ui(ui: &mut Ui, advice: &Advice) {
    for (index, other) in advice.alternatives.iter().enumerate() {
        ui.horizontal_top(|ui| {
            ui.label(RichText::new(format!("{}.", index + 2)).color(style::FAINT));
            ui.vertical(|ui| {
                ui.label(RichText::new(&other.does).color(style::INK));
                let lacks = if other.lacks.is_empty() { String::new() } else { format!(": {}", other.lacks) };
                let less = format!("worth {:.0} points less{lacks}", other.less);
                ui.label(RichText::new(less).small().color(style::FAINT)).on_hover_text(POINTS);
            });
        });
    }
}

/// Does it, or draws it; not while the computer decides itself.
fn answers_ui(ui: &mut Ui, cx: &mut PanelContext, advice: &Advice) {
    if cx.computers.decides(&cx.opened).is_some() {
        return;
    }
    let command = advice.command.clone();
    ui.horizontal(|ui| {
        let draft = Draft::of_command(&cx.opened.game.battle().view(), &command);
        if ui.add(egui::Button::new("Do it")).clicked() {
            cx.requests.write(GameRequest::Submit(vec![command]));
        }
        let hint = "Draw it on the table, to confirm or change";
        if let Some(draft) = draft
            && ui.button("Draw it").on_hover_text(hint).clicked()
        {
            emit(&UiEvent::AdviceDrawn { unit: draft.unit });
            cx.selection.unit = Some(draft.unit);
            cx.selection.action = draft.action().unwrap_or(cx.selection.action);
            cx.drafting.0 = Some(draft);
        }
    });
}
