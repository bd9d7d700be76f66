//! The bar at the foot: what the battle waits for, and what can be done now.

use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

use super::{Desk, style};
use crate::game::agenda::Choice;
use crate::game::command::Command;
use crate::game::moving::terms_of;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::ui::input::draft::{Hold, Purpose};
use crate::ui::input::{MOVES, orders};
use crate::ui::open_game::Ask;
use crate::ui::rule_link::rule_link;
use crate::ui::words;

pub(super) fn action_bar_ui(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal(|ui| {
        let (first, second) = guide(desk);
        ui.label(RichText::new(first).strong());
        ui.add(egui::Label::new(RichText::new(second).small().color(style::FAINT)).truncate());
    });
    ui.horizontal(|ui| {
        moves_ui(ui, desk);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if desk.drafting.0.is_some() {
                draft_ui(ui, desk);
            } else {
                orders_ui(ui, desk);
            }
        });
    });
}

/// What the battle waits for, and how to do it.
fn guide(desk: &Desk) -> (String, &'static str) {
    let game = &desk.opened.game;
    let decision = game.battle().decision();
    let waits_for = words::decision(game.setup(), decision);
    if let Some(draft) = &desk.drafting.0 {
        let hint = match (draft.purpose, draft.hold) {
            (_, Hold::Resting) => {
                "Drag again to change it · Ctrl+drag moves one model · arrow keys move by 0.1\", with Shift 0.01\""
            }
            (Purpose::Move(_), _) => {
                "Wheel or Q/E turns, with Shift the formation · Space or right click fixes a corner · Page Up, Page Down: floors"
            }
            (Purpose::Deploy, _) => {
                "Wheel or Q/E turns the models, with Shift the formation · let go to put the unit down"
            }
        };
        return (waits_for, hint);
    }
    let hint = match decision.map(|decision| decision.choice) {
        Some(Choice::PlaceUnit { .. }) => "Drag a unit from the list at the right onto its zone",
        Some(Choice::Run { .. } | Choice::MoveAfterFiring { .. }) => "Drag the unit where it goes",
        Some(Choice::SnapFire { .. } | Choice::FireAfterRunning { .. }) => "Fire, or hold fire",
        Some(Choice::Act) if orders::still_to_act(&desk.opened).is_empty() => {
            "Every unit has acted: end the phase"
        }
        Some(Choice::Act) => "Choose an action and drag a unit · Tab selects the next that may act",
        None => "Look around, undo, or load another game",
    };
    (waits_for, hint)
}

/// Right to left: confirm, cancel.
fn draft_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(judged) = &desk.verdict.0 else { return };
    let allowed = judged.answer.is_ok();
    let confirm = ui.add_enabled(allowed, style::main_button("Confirm (Enter)"));
    if confirm.clicked() {
        let command = judged.command.clone();
        desk.asks.write(Ask::Submit(vec![command]));
    }
    if ui.button("Cancel (Esc)").clicked() {
        desk.drafting.0 = None;
    }
    let moves = desk.drafting.0.as_ref().is_some_and(|draft| draft.moves());
    let unit = desk.drafting.0.as_ref().map(|draft| draft.unit);
    if let (false, Some(unit)) = (moves, unit) {
        get_down_ui(ui, desk, unit);
    }
    verdict_ui(ui, desk);
}

/// Right to left: what the battle says.
fn verdict_ui(ui: &mut Ui, desk: &mut Desk) {
    let Some(judged) = &desk.verdict.0 else { return };
    match &judged.answer {
        Ok(()) => {
            ui.colored_label(style::WELL, "✔ Allowed");
        }
        Err(refusal) => {
            let mut open = None;
            rule_link(ui, &refusal.rule.to_string(), &mut open);
            if open.is_some() {
                desk.screen.rule = open;
            }
            ui.colored_label(style::WRONG, "✖ Refused by").on_hover_text(&refusal.text);
        }
    }
}

/// The actions with a move, by their keys, while one may be chosen.
fn moves_ui(ui: &mut Ui, desk: &mut Desk) {
    let acts = desk.opened.game.battle().decision().is_some_and(|decision| decision.choice == Choice::Act);
    let chosen = match &desk.drafting.0 {
        Some(draft) => draft.action(),
        None => Some(desk.selection.action),
    };
    if chosen.is_none() || !acts {
        return;
    }
    for (nth, action) in MOVES.into_iter().enumerate() {
        let button = egui::Button::selectable(chosen == Some(action), action_words(desk, action, nth + 1));
        if ui.add(button).on_hover_text(action_hint(action)).clicked() {
            desk.selection.action = action;
            if let Some(draft) = &mut desk.drafting.0 {
                draft.set_action(action);
            }
        }
    }
}

/// An action's name, key, and the inches it gives the unit in question.
fn action_words(desk: &Desk, action: Action, key: usize) -> String {
    let view = desk.opened.game.battle().view();
    let unit = desk.drafting.0.as_ref().map(|draft| draft.unit).or(desk.selection.unit);
    let terms = unit.and_then(|unit| terms_of(view, view.unit(unit)?, action));
    let inches = terms.map_or(String::new(), |terms| format!(" {}\"", terms.allowance));
    format!("{key} {}{inches}", words::action(action))
}

fn action_hint(action: Action) -> &'static str {
    match action {
        Action::AtTheDouble => {
            "ACT-4: twice as far, no slow going; nobody looks back to where the leader began"
        }
        Action::OpenFire => "ACT-1: up to half the way before shooting, never after",
        _ => "ACT-2: the whole way, before or after shooting",
    }
}

/// Right to left: what needs no dragging.
fn orders_ui(ui: &mut Ui, desk: &mut Desk) {
    let acts = desk.opened.game.battle().decision().is_some_and(|decision| decision.choice == Choice::Act);
    if !acts {
        return;
    }
    let waiting = orders::still_to_act(&desk.opened);
    let done = waiting.is_empty();
    let end = if done { style::main_button("End phase") } else { egui::Button::new("End phase") };
    let end = ui.add_enabled(done, end);
    let end = end.on_disabled_hover_text("TURN-3: every unit acts, if only by staying where it is");
    if end.clicked() {
        submit(desk, orders::end_phase(&desk.opened).into_iter().collect());
    }
    if ui
        .add_enabled(!done, egui::Button::new("All others stay"))
        .on_hover_text("Every unit that may still act stays where it is")
        .clicked()
    {
        submit(desk, orders::all_others_stay(&desk.opened));
    }
    if let Some(unit) = desk.selection.unit.filter(|unit| waiting.contains(unit)) {
        ui.separator();
        if ui.button("Stay here (X)").on_hover_text("ACT-2: an Advance without a move").clicked() {
            submit(desk, vec![orders::stay(unit)]);
        }
        get_down_ui(ui, desk, unit);
    }
}

fn get_down_ui(ui: &mut Ui, desk: &mut Desk, unit: UnitId) {
    let command = orders::get_down(&desk.opened, unit, desk.drafting.0.as_ref());
    let Some(command) = command else { return };
    let answer = desk.opened.game.battle().check(&command);
    let button = ui.add_enabled(answer.is_ok(), egui::Button::new("Get Down (G)"));
    let button =
        button.on_hover_text("ACT-5: no move, no shooting; harder to hit, and one nerve marker less");
    let button = match answer {
        Ok(()) => button,
        Err(refusal) => button.on_disabled_hover_text(refusal.to_string()),
    };
    if button.clicked() {
        submit(desk, vec![command]);
    }
}

fn submit(desk: &mut Desk, commands: Vec<Command>) {
    desk.asks.write(Ask::Submit(commands));
}
