//! What the players of a recorded game say, by buttons: that a refused order happened all the same, the state of a unit, who has
//! an objective, that a phase, a turn or the battle is over.

use bevy_egui::egui::{Button, RichText, Ui};

use super::at_rest::{Places, come_to_rest};
use super::{PanelContext, style};
use crate::game::engine::command::{Command, Order as AnyOrder};
use crate::game::engine::components::Posture;
use crate::game::narration::words;
use crate::game::phases::word::instead::one_less;
use crate::game::phases::word::kinds::{
    Acted, BattleIsOver, GiveState, Order, RemoveModels, Stance, TakeObjective,
};
use crate::rules::ids::{Side, UnitId};
use crate::rules::ruleset::Suppression;
pub(super) use crate::ui::drafts::by_word::takes_word;
use crate::ui::drafts::by_word::{happened, said};
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::{GameRequest, OpenGame};

const HAPPENED: &str = "It happened on the table (Shift+T)";

/// Beside a refusal: that it happened.
pub(super) fn happened_ui(ui: &mut Ui, cx: &mut PanelContext, done: &mut bool) {
    let Some(refused) = cx.opened.refused.clone() else { return };
    let Some(command) = happened(&cx.opened, &refused) else { return };
    if ui.button(HAPPENED).on_hover_text("It is recorded by the players' word").clicked() {
        submit(cx, command);
        *done = true;
    }
}

/// Beside a draft that is not allowed: that it happened.
pub(super) fn drafted_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(refused) = cx.draft_check.0.as_ref().map(|checked| checked.command.clone()) else { return };
    let Some(command) = happened(&cx.opened, &refused) else { return };
    if ui.button(HAPPENED).on_hover_text("It is recorded by the players' word").clicked() {
        cx.drafting.0 = None;
        submit(cx, command);
    }
}

/// What a refusal is called: even a word may be about what cannot be.
pub(super) fn refused_title(opened: &OpenGame) -> &'static str {
    let is_word = |command: &Command| matches!(command.order, AnyOrder::Word(_));
    if opened.refused.as_ref().is_some_and(is_word) { "Not on this table" } else { "Not allowed" }
}

fn submit(cx: &mut PanelContext, command: Command) {
    cx.requests.write(GameRequest::Submit(vec![command]));
}

fn say(cx: &mut PanelContext, order: Order) {
    if let Some(command) = said(&cx.opened, order) {
        submit(cx, command);
    }
}

/// The state of a unit on its card, to be said anew.
pub(super) fn unit_ui(ui: &mut Ui, cx: &mut PanelContext, id: UnitId) {
    if !takes_word(&cx.opened) {
        return;
    }
    let view = cx.opened.game.battle().view();
    let Some(unit) = view.unit(id) else { return };
    let waits = view.standing(id).next().is_none();
    let (morale, activity) = (unit.morale, unit.activity);
    let marks = view.setup().ruleset.leadership.suppression == Suppression::Markers;
    let gone = one_less(view, id);
    let there: Vec<_> =
        view.models(id).filter(|model| model.stands() || waits).map(|model| model.id).collect();
    let mut places = Vec::new();
    let mut order = None;
    let now = GiveState::of(id);
    ui.add_space(4.0);
    ui.label(style::caption("By your word"));
    if !waits {
        ui.horizontal(|ui| {
            if marks {
                let step = stepper_ui(ui, "Markers", morale.suppression_markers, &mut places);
                order = step.map(|count| GiveState { suppression_markers: Some(count), ..now });
                return;
            }
            let hits = stepper_ui(ui, "Hits", morale.hit_die, &mut places);
            let nerve = stepper_ui(ui, "Nerve markers", morale.nerve_markers, &mut places);
            order = hits.map(|hits| GiveState { hit_die: Some(hits), ..now });
            order = nerve.map(|nerve| GiveState { nerve_markers: Some(nerve), ..now }).or(order);
        });
    }
    let mut order = order.map(Order::GiveState);
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut Ui, word: &str, hint: &str, says: Option<Order>| {
            let button = ui.small_button(word).on_hover_text(hint);
            places.push((word.to_owned(), button.rect.center().into()));
            if button.clicked() {
                order = says;
            }
        };
        if !waits {
            let one = gone.map(|model| Order::RemoveModels(RemoveModels { unit: id, models: vec![model] }));
            button(ui, "One model less", "Delete takes off the model under the pointer", one);
        }
        let all = Order::RemoveModels(RemoveModels { unit: id, models: there });
        button(ui, "Out of the battle", "None of it is left, or takes part", Some(all));
        if waits {
            return;
        }
        let (word, acted) = match activity.acted {
            true => ("Yet to act", Acted::NotYet),
            false => ("Has acted", Acted::Yes),
        };
        let state = GiveState { acted: Some(acted), ..now };
        button(ui, word, "Whether it may still act in this turn", Some(Order::GiveState(state)));
        let (word, stance) = match activity.posture {
            Posture::Up => ("Down", Stance::Down),
            Posture::Down | Posture::InCover => ("Up", Stance::Up),
        };
        let state = GiveState { stance: Some(stance), ..now };
        button(ui, word, "ACT-5: a unit that is down is harder to hit", Some(Order::GiveState(state)));
    });
    report(ui, places);
    if let Some(order) = order {
        say(cx, order);
    }
}

/// A number with a button for one less and one more; what is chosen.
fn stepper_ui(ui: &mut Ui, word: &str, now: u8, places: &mut Vec<(String, [f32; 2])>) -> Option<u8> {
    ui.label(RichText::new(word).small());
    let mut chosen = None;
    for (sign, next) in [("−", now.checked_sub(1)), ("+", now.checked_add(1))] {
        if sign == "+" {
            ui.label(RichText::new(now.to_string()).strong());
        }
        let button = ui.add_enabled(next.is_some(), Button::new(sign).small());
        places.push((format!("{word} {sign}"), button.rect.center().into()));
        if button.clicked() {
            chosen = next;
        }
    }
    chosen
}

/// What else happened.
pub(super) fn tell_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.set_width(420.0_f32.min(ui.ctx().viewport_rect().width() - 80.0));
    if !takes_word(&cx.opened) {
        ui.label(cx.opened.nobody_asked());
        return;
    }
    let (setup, view) = (cx.opened.game.setup().clone(), cx.opened.game.battle().view());
    let forces = Side::BOTH.map(|side| (side, words::force(&setup, side)));
    let mut order = None;
    let mut places = Vec::new();
    let objectives: Vec<(String, Option<Side>)> =
        view.objectives().iter().map(|one| (one.id.clone(), view.table_state().said_of(&one.id))).collect();
    let mut choice = |ui: &mut Ui, name: String, is_so: bool, word: &str, says: Order| {
        let button = ui.add(Button::selectable(is_so, word).frame_when_inactive(true));
        places.push((name, button.rect.center().into()));
        if button.clicked() && !is_so {
            order = Some(says);
        }
    };
    for (id, by) in objectives {
        ui.label(style::caption(&words::capitalised(&words::objective(&setup, &id))));
        ui.horizontal_wrapped(|ui| {
            let take = |by| Order::TakeObjective(TakeObjective { objective: id.clone(), by });
            choice(ui, format!("{id} measured"), by.is_none(), "whoever is near, as measured", take(None));
            for (side, force) in &forces {
                choice(ui, format!("{id} {side}"), by == Some(*side), force, take(Some(*side)));
            }
        });
    }
    ui.add_space(6.0);
    ui.label(style::caption("It is over"));
    ui.horizontal_wrapped(|ui| {
        choice(ui, "phase".to_owned(), false, "the phase", Order::PhaseIsOver);
        choice(ui, "turn".to_owned(), false, "the turn", Order::TurnIsOver);
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("the battle:");
        for (side, force) in &forces {
            let says = Order::BattleIsOver(BattleIsOver { winner: Some(*side) });
            choice(ui, format!("battle {side}"), false, &format!("{force} wins"), says);
        }
        let says = Order::BattleIsOver(BattleIsOver { winner: None });
        choice(ui, "battle".to_owned(), false, "nobody wins", says);
    });
    report(ui, places);
    if let Some(order) = order {
        cx.screen.dialog = None;
        say(cx, order);
    }
}

/// Reports where the buttons are, if that has changed.
fn report(ui: &Ui, places: Places) {
    if let Some(buttons) = come_to_rest(ui, ui.id().with("by word"), places) {
        emit(&UiEvent::TellButtons { buttons });
    }
}
