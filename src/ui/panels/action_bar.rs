//! The bar at the foot: what the battle waits for, and what can be done now.

use std::borrow::Cow;

use bevy_egui::egui::{self, Align, Layout, RichText, Ui};

use super::{PanelContext, by_word, order_hints, question, still_shown, style};
use crate::game::engine::command::Command;
use crate::game::narration::words;
use crate::game::phases::moving::kinds::Sequence;
use crate::game::prompt::Form;
use crate::game::terms::terms_of;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::ui::drafts::draft::{Draft, Purpose};
use crate::ui::drafts::offered_actions::ACTIONS;
use crate::ui::drafts::{orders, placing, rest};
use crate::ui::looks::rule_link::rule_link;
use crate::ui::overlays::sentence;
use crate::ui::session::open_game::GameRequest;

pub(super) fn action_bar_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let orders_wait = still_shown::orders_wait(cx);
    ui.horizontal(|ui| {
        let (first, second) = match still_shown::still_shown(cx) {
            Some(shown) => (shown, "Any key or click to go on · Esc skips all".into()),
            None => computer_guide(cx).unwrap_or_else(|| guide(cx)),
        };
        ui.label(RichText::new(first).strong());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !orders_wait {
                fire_ui(ui, cx);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(second).small().color(style::FAINT)).truncate());
            });
        });
    });
    if orders_wait {
        return;
    }
    ui.horizontal(|ui| {
        actions_ui(ui, cx);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if cx.drafting.0.is_some() {
                draft_ui(ui, cx);
            } else if cx.placing.token.is_some() {
                token_ui(ui, cx);
            } else {
                orders_ui(ui, cx);
            }
        });
    });
}

/// The same while the battle waits for a side that the computer plays.
fn computer_guide(cx: &PanelContext) -> Option<(String, Cow<'static, str>)> {
    let side = cx.computers.decides(&cx.opened)?;
    let force = words::force(cx.opened.game.setup(), side);
    let style = cx.computers.style_name(cx.computers.sides[side.index()].as_deref())?;
    let does = match (cx.computers.announced(&cx.opened), cx.computers.is_paused) {
        (Some(_), true) => "it is paused",
        (Some(_), false) => "it announces its next order",
        (None, _) => "it is thinking",
    };
    Some((
        format!("The computer plays {force} ({style}): {does}."),
        format!("Y who plays each side, advice · Shift+Y pause · {} go on", cx.keyboard.hurries()).into(),
    ))
}

/// What the battle waits for, and how to do it.
fn guide(cx: &PanelContext) -> (String, Cow<'static, str>) {
    let view = cx.opened.game.battle().view();
    let prompt = cx.opened.prompt();
    let form = prompt.as_ref().map(|prompt| prompt.form);
    let is_done = form == Some(Form::ActivateUnit) && orders::still_to_act(&cx.opened).is_empty();
    let acts = |unit: &UnitId| form == Some(Form::ActivateUnit) && orders::is_to_move(&cx.opened, *unit);
    let selected = cx.selection.unit.filter(acts);
    let waits_for = match (prompt, &cx.drafting.0) {
        (Some(prompt), None) if selected.is_some_and(|unit| orders::falls_back(&cx.opened, unit)) => {
            let fires = selected.is_some_and(|unit| orders::may_stay_and_fire(&cx.opened, unit));
            let does = if fires { "falls back, or stays and snap fires" } else { "has to fall back" };
            let unit = selected.map(|unit| words::unit(view.setup(), unit)).unwrap_or_default();
            format!("{}: {unit} is suppressed: it {does}.", words::force(view.setup(), prompt.player))
        }
        (Some(prompt), None) if selected.is_some() => {
            let (force, unit) = (words::force(view.setup(), prompt.player), selected);
            let unit = unit.map(|unit| words::unit(view.setup(), unit)).unwrap_or_default();
            format!("{force}: what does {unit} do?")
        }
        (None, _) => match view.result() {
            Some(result) => {
                let rounds = words::counted(usize::from(result.rounds), "round");
                format!("The battle is over after {rounds}.")
            }
            // Who plays the sides has just changed.
            None => "A moment, please.".to_owned(),
        },
        (Some(prompt), Some(Draft { purpose: Purpose::Move(Action::FallBack), unit, fire, .. }))
            if fire.is_some() =>
        {
            let (force, unit) = (words::force(view.setup(), prompt.player), words::unit(view.setup(), *unit));
            format!("{force}: {unit} stays and snap fires.")
        }
        (Some(prompt), Some(Draft { purpose: Purpose::Move(action), unit, .. }))
            if form == Some(Form::ActivateUnit) =>
        {
            let (force, unit) = (words::force(view.setup(), prompt.player), words::unit(view.setup(), *unit));
            format!("{force}: {} with {unit}.", action.name())
        }
        (Some(prompt), None) if is_done => {
            format!("{}: every unit has acted.", words::force(view.setup(), prompt.player))
        }
        (Some(prompt), _) => prompt.sentence(view.setup()),
    };
    if let Some(draft) = &cx.drafting.0 {
        return (waits_for, order_hints::drawn(draft, &cx.keyboard.turns()));
    }
    let hint = match form {
        Some(Form::PlaceUnit) => {
            "Click a unit in the list on the right, then its zone · Shift+Enter places the rest"
        }
        Some(Form::Options) if placing::asks_for_zone(&cx.opened).is_some() => {
            "Click the zone you want, or press its number"
        }
        Some(Form::Options) if placing::asks_for_units(&cx.opened).is_some() => {
            "Tick units in the list on the right · Enter confirms"
        }
        Some(Form::Options) if placing::asked(&cx.opened).is_some() => {
            "Click the table where it should go, or drag it there from the list on the right"
        }
        Some(Form::MoveUnit { .. }) => "Drag the unit to where it should go",
        Some(Form::Options) => "Choose one of the answers",
        Some(Form::ActivateUnit) if by_word::takes_word(&cx.opened) && cx.selection.unit.is_some() => {
            "Click where it stands now · drag it to ask what the rules say · click an enemy to fire at · Shift+I says the rest"
        }
        Some(Form::ActivateUnit) if by_word::takes_word(&cx.opened) => {
            "Click a unit, then where it stands now · Shift+I says what else happened · End: the phase is over"
        }
        Some(Form::ActivateUnit) if is_done => "Go on with End, or the button below",
        Some(Form::ActivateUnit) if selected.is_some_and(|unit| orders::falls_back(&cx.opened, unit)) => {
            order_hints::to_begin(Action::FallBack)
        }
        Some(Form::ActivateUnit) if selected.is_some() => {
            let action = cx.selection.action;
            if let Some(refusal) = cx.choices.barred(action) {
                return (waits_for, order_hints::barred(action, refusal).into());
            }
            order_hints::to_begin(action)
        }
        Some(Form::ActivateUnit) => {
            "Drag one of your units to move it; or click it, then an enemy to fire at · Tab: the next unit that may act"
        }
        None => "Look around, undo, or load another game",
    };
    (waits_for, hint.into())
}

/// Right to left: confirm, cancel.
fn draft_ui(ui: &mut Ui, cx: &mut PanelContext) {
    // A question is answered where it is asked.
    if question::is_drawn(cx) {
        return verdict_ui(ui, cx);
    }
    let Some(judged) = &cx.draft_check.0 else { return };
    let allowed = judged.answer.is_ok();
    let draft = cx.drafting.0.as_ref();
    let (word, hint) = confirm_words(draft, judged.announces.is_some());
    let confirm = ui.add_enabled(allowed, style::main_button(word)).on_hover_text(hint);
    if confirm.clicked() {
        let command = judged.command.clone();
        cx.requests.write(GameRequest::Submit(vec![command]));
    }
    if ui.button("Cancel (Esc)").clicked() {
        cx.drafting.0 = None;
    }
    if !allowed {
        by_word::drafted_ui(ui, cx);
    }
    verdict_ui(ui, cx);
}

/// Words of the button that gives a drafted order, and their meaning: whoever may fire in the same action, and has no target yet, is
/// told that the action ends without it.
///
/// Rule: ACT-1, ACT-2.
fn confirm_words(draft: Option<&Draft>, is_announced: bool) -> (&'static str, &'static str) {
    let may_fire = |draft: &&Draft| draft.action().is_some_and(Action::divides_fire);
    match draft.filter(may_fire) {
        _ if is_announced => (
            "Declare the run (Enter)",
            "The enemy may fire first. If that does it no harm, it runs as it is drawn; else you are asked again.",
        ),
        Some(draft) if !draft.fire.is_some() => (
            "Done without firing (Enter)",
            "It does as it is drawn, and has then acted. To fire in the same action, click an enemy before.",
        ),
        _ => ("Confirm (Enter)", "It does as it is drawn, and has then acted."),
    }
}

/// Right to left: confirm and cancel an objective or obstacle that lies on the table.
fn token_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(token) = cx.placing.token.as_ref().filter(|token| token.at.is_some()) else { return };
    let (allowed, command) = (token.answer == Some(Ok(())), token.command());
    if ui.add_enabled(allowed, style::main_button("Confirm (Enter)")).clicked() {
        submit(cx, command.into_iter().collect());
    }
    if ui.button("Take it back (Esc)").clicked() {
        cx.placing.clear();
    }
}

/// Right to left: what the battle says.
fn verdict_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(judged) = &cx.draft_check.0 else { return };
    match &judged.answer {
        Ok(()) if judged.announces.is_some() => {
            let why = judged.announces.as_ref().map(|refusal| sentence(&refusal.text()));
            let why = format!("{} (RE-1)", why.unwrap_or_default());
            ui.colored_label(style::ACCENT, "The enemy may react first").on_hover_text(why);
        }
        Ok(()) => {
            let stop = cx.drafting.0.as_ref().and_then(|draft| draft.stop.as_ref());
            let word = if stop.is_some() { "✔ As far as it goes" } else { "✔ Allowed" };
            let verdict = ui.colored_label(style::WELL, word);
            if let Some(stop) = stop {
                verdict.on_hover_text(format!("{}. ({})", stop.words(), stop.rule()));
            }
        }
        Err(refusal) => {
            // Right to left: the words are read first, then the paragraph.
            let mut open = None;
            rule_link(ui, &refusal.rule().to_string(), &mut open);
            if open.is_some() {
                cx.screen.rule = open;
            }
            ui.colored_label(style::WRONG, "✖ Not allowed").on_hover_text(refusal.text());
        }
    }
}

/// Every action with its key: those that are barred say why.
fn actions_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if let Some((_, action)) = orders::asked_to_move(&cx.opened) {
        let _ = ui.selectable_label(true, action.name());
        return;
    }
    let acts = cx.opened.asks_to_act();
    let chosen = match &cx.drafting.0 {
        Some(draft) => draft.action(),
        None => Some(cx.selection.action),
    };
    if chosen.is_none() || !acts {
        return;
    }
    for (index, action) in ACTIONS.into_iter().enumerate() {
        let button =
            egui::Button::selectable(chosen == Some(action), action_words(ui, cx, action, index + 1));
        if action_button(ui, cx, action, button) {
            cx.selection.action = action;
            if let Some(draft) = &mut cx.drafting.0 {
                draft.set_action(action);
            }
        }
    }
    let Some(unit) = cx.choices.unit else { return };
    if action_button(ui, cx, Action::GetDown, egui::Button::new("Get Down (G)")) {
        let command = orders::get_down(&cx.opened, unit, cx.drafting.0.as_ref());
        submit(cx, command.into_iter().collect());
    }
    for (action, order) in cx.choices.others() {
        if action_button(ui, cx, action, egui::Button::new(action.name())) {
            submit(cx, vec![Command::new(unit.side, order)]);
        }
    }
    if cx.choices.falls_back() && action_button(ui, cx, Action::FallBack, style::main_button("Fall Back (B)"))
    {
        // Its ways are shown first: to be confirmed, or led elsewhere where its player may.
        match Draft::of_retreat(&cx.opened.game.battle().view(), unit) {
            Some(draft) if cx.drafting.0.is_none() => cx.drafting.0 = Some(draft),
            _ => submit(cx, vec![orders::fall_back(unit)]),
        }
    }
}

/// A button of an action, with what it allows or why it is barred; whether it was clicked.
fn action_button(ui: &mut Ui, cx: &PanelContext, action: Action, button: egui::Button) -> bool {
    let barred = cx.choices.barred(action);
    let button = ui.add_enabled(barred.is_none(), button).on_hover_text(action.summary());
    match barred {
        Some(refusal) => {
            button.on_disabled_hover_text(format!("{}\n{}", sentence(&refusal.text()), refusal.rule()))
        }
        None => button,
    }
    .clicked()
}

/// Under this width, pixels, a window has no room for keys and inches.
const NARROW: f32 = 1060.0;

/// An action's name, key, and the inches it gives the unit in question.
fn action_words(ui: &Ui, cx: &PanelContext, action: Action, key: usize) -> String {
    if ui.ctx().viewport_rect().width() < NARROW {
        return action.name().to_owned();
    }
    let view = cx.opened.game.battle().view();
    let unit = cx.drafting.0.as_ref().map(|draft| draft.unit).or(cx.selection.unit);
    let terms = unit.and_then(|unit| terms_of(view, view.unit(unit)?, action));
    // Of an action that is named after its fire, the inches are what it may move besides.
    let word = if action == Action::OpenFire { ", move" } else { "" };
    let inches = terms.map_or(String::new(), |terms| format!("{word} {}\"", terms.allowance));
    format!("{key} {}{inches}", action.name())
}

/// Right to left: the settings of the draft's fire that the mouse cannot make on the table.
fn fire_ui(ui: &mut Ui, cx: &mut PanelContext) {
    // No higher than the line of words that it stands in.
    ui.spacing_mut().button_padding = egui::vec2(7.0, 1.0);
    ui.style_mut().override_text_style = Some(egui::TextStyle::Small);
    let Some(draft) = &cx.drafting.0 else { return };
    let (fires, advances) = (draft.fire.is_some(), draft.action() == Some(Action::Advance));
    let acts = cx.opened.asks_to_act();
    if !acts {
        return;
    }
    if fires && ui.small_button("Clear target").on_hover_text("Clear every target").clicked() {
        if let Some(draft) = &mut cx.drafting.0 {
            draft.fire.clear();
        }
        return;
    }
    if fires && advances {
        sequence_ui(ui, cx);
    }
}

/// Whether an Advance moves or fires first.
///
/// Rule: ACT-2 (before or after).
fn sequence_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(draft) = &mut cx.drafting.0 else { return };
    for (sequence, word, hint) in [
        (
            Sequence::FireFirst,
            "Fire, then move",
            "ACT-2: it fires from where it stands; you move it once the smoke has cleared",
        ),
        (Sequence::MoveFirst, "Move, then fire", "ACT-2: it moves as drafted and fires from there"),
    ] {
        let now = draft.fire.sequence == sequence;
        if ui.selectable_label(now, word).on_hover_text(hint).clicked() && !now {
            draft.fire.sequence = sequence;
            if sequence == Sequence::FireFirst {
                draft.stay();
            }
        }
    }
}

/// Right to left: what needs no dragging.
fn orders_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let acts = cx.opened.asks_to_act();
    if !acts {
        return;
    }
    let waiting = orders::still_to_act(&cx.opened);
    let done = waiting.is_empty();
    let view = cx.opened.game.battle().view();
    let narrow = ui.ctx().viewport_rect().width() < NARROW;
    let words = if narrow { "End phase".to_owned() } else { words::end_of_phase(&view) };
    let end = if done { style::main_button(&words) } else { egui::Button::new(&words) };
    let leads = format!("{} (End)", words::end_of_phase(&view));
    // At a real table the players know when their phase is over.
    let ends = done || by_word::takes_word(&cx.opened);
    let end = ui.add_enabled(ends, end).on_hover_text(leads);
    let left = words::counted(waiting.len(), "unit");
    let end = end.on_disabled_hover_text(format!(
        "{left} left to act. Every unit acts, if only by staying where it is (TURN-3)."
    ));
    if end.clicked() {
        submit(cx, orders::end_phase(&cx.opened).into_iter().collect());
    }
    if ui
        .add_enabled(!done, egui::Button::new("Finish the rest"))
        .on_hover_text("Every unit that may still act stays where it is, or falls back if it must (Shift+X)")
        .clicked()
    {
        let PanelContext { opened, selection, drafting, requests, .. } = cx;
        rest::finish_the_rest(opened, selection, drafting, requests);
    }
    if let Some(unit) = cx.selection.unit.filter(|unit| waiting.contains(unit)) {
        ui.separator();
        let stay =
            ui.add_enabled(cx.choices.barred(Action::Advance).is_none(), egui::Button::new("Stay here (X)"));
        if stay.on_hover_text("ACT-2: an Advance without a move").clicked() {
            submit(cx, vec![orders::stay(unit)]);
        }
    }
}

fn submit(cx: &mut PanelContext, commands: Vec<Command>) {
    cx.requests.write(GameRequest::Submit(commands));
}
