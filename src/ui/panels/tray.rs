//! The tray: what is still to be placed, and what the present step of deployment asks.

use bevy_egui::egui::{self, RichText, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::{PanelContext, style};
use crate::game::narration::words;
use crate::game::phases::deployment::kinds::Choice as Asked;
use crate::game::prompt::Form;
use crate::rules::ids::{Side, UnitId};
use crate::rules::mission::deployed_count;
use crate::rules::turn::Phase;
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::placing::{Measure, TokenKind, asked};
use crate::ui::drafts::{orders, rest};
use crate::ui::looks::side_look;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::GameRequest;

/// Height of a line of the list, pixels.
const LINE: f32 = 30.0;

pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    let places_unit = cx.opened.prompt().is_some_and(|prompt| prompt.form == Form::PlaceUnit);
    let deploys = cx.opened.game.battle().view().turn().phase == Phase::Deployment;
    if !deploys && !places_unit {
        return None;
    }
    let step = asked(&cx.opened);
    Some(Head {
        title: if deploys { "Deployment" } else { "Reserves" }.to_owned(),
        side: step.map(|(side, _)| side),
        says: String::new(),
        ink: style::INK,
        importance: if step.is_some() { Importance::Decides } else { Importance::Context },
    })
}

pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    match asked(&cx.opened) {
        Some((_, Asked::PickZone)) => zone_ui(ui, cx),
        Some((side, Asked::PlaceObjective { left })) => objective_ui(ui, cx, left[side.index()]),
        Some((side, Asked::PlaceObstacle { left })) => obstacle_ui(ui, cx, left[side.index()]),
        Some((side, Asked::ChooseUnits)) => choose_ui(ui, cx, side),
        Some((side, Asked::PlaceUnit { .. } | Asked::PlaceArrival { .. })) => units_ui(ui, cx, side),
        None => {}
    }
    reserves_ui(ui, cx);
}

/// Says what to do, in the words of the step.
fn step_ui(ui: &mut Ui, title: &str, how: &str) {
    ui.label(RichText::new(title).strong().size(15.0).color(egui::Color32::WHITE));
    ui.label(RichText::new(how).color(style::INK));
}

fn zone_ui(ui: &mut Ui, cx: &mut PanelContext) {
    step_ui(ui, "Your table edge", "Click the zone you want on the table, or press its number:");
    answers_ui(ui, cx);
}

fn objective_ui(ui: &mut Ui, cx: &mut PanelContext, left: u8) {
    let title = format!("Objectives: {left} left to place");
    step_ui(ui, &title, "Click the table where the objective should go, or drag it there from here.");
    token_line_ui(ui, cx, "Objective");
    answers_ui(ui, cx);
}

fn obstacle_ui(ui: &mut Ui, cx: &mut PanelContext, left: u8) {
    let title = format!("Obstacles: {left} left to place");
    step_ui(ui, &title, "Click the table where the obstacle should go, or drag it there from here.");
    token_line_ui(ui, cx, "Obstacle");
    let kind = cx.placing.token.as_ref().map(|token| token.kind);
    if let Some(TokenKind::Obstacle([radius, height])) = kind {
        size_ui(ui, cx, &format!("Radius {radius}\" (Q, E)"), Measure::Radius);
        size_ui(ui, cx, &format!("Height {height}\""), Measure::Height);
    }
    answers_ui(ui, cx);
}

/// A measure of the obstacle, with buttons that change it.
fn size_ui(ui: &mut Ui, cx: &mut PanelContext, text: &str, measure: Measure) {
    ui.horizontal(|ui| {
        ui.add_sized([150.0, 20.0], egui::Label::new(text).halign(egui::Align::LEFT));
        for (word, steps) in [("−", -1.0), ("+", 1.0)] {
            if ui.small_button(word).clicked() {
                let rules = cx.opened.game.setup().ruleset.mission;
                cx.placing.resize(measure, steps, &rules);
            }
        }
    });
}

/// The token: a press picks it up.
fn token_line_ui(ui: &mut Ui, cx: &mut PanelContext, word: &str) {
    let in_hand = cx.placing.is_in_hand();
    let button = egui::Button::selectable(in_hand, format!("✚   {word}"))
        .min_size(egui::vec2(ui.available_width(), LINE))
        .sense(egui::Sense::click_and_drag());
    let row = ui.add(button);
    if !in_hand && pressed_in(ui, row.rect) {
        cx.placing.take();
    }
}

/// The answers that need no place of the player's own.
fn answers_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let Some(prompt) = cx.opened.prompt() else { return };
    let (numbered, other) = orders::numbered(cx.choices.answers.clone());
    let with_key = |(index, (_, answer)): (usize, _)| (format!("{}", index + 1), answer);
    let all = numbered.into_iter().enumerate().map(with_key);
    for (key, answer) in all.chain(other.map(|answer| ("N".to_owned(), answer))) {
        let text = if answer.text.starts_with("At ") {
            "Where there is room".to_owned()
        } else {
            answer.text.clone()
        };
        let button = egui::Button::new(format!("{key}   {text}")).truncate();
        if ui.add_sized([ui.available_width(), 26.0], button).on_hover_text(&answer.text).clicked() {
            cx.requests.write(GameRequest::Submit(vec![orders::command(prompt.player, answer)]));
        }
    }
}

/// Every unit with a tick: those that are ticked deploy.
fn choose_ui(ui: &mut Ui, cx: &mut PanelContext, side: Side) {
    let view = cx.opened.game.battle().view();
    let units: Vec<(UnitId, String, String)> = view
        .units()
        .filter(|unit| unit.id.side == side && view.waits(unit.id))
        .map(|unit| (unit.id, unit.start.name.clone(), words::count(unit.start.models.len())))
        .collect();
    let count = deployed_count(units.len(), &view.setup().ruleset.mission);
    let title = format!("{} of {count} ticked", cx.placing.chosen.len());
    step_ui(ui, &title, &format!("Tick the {count} units to deploy. The others come later, from reserve."));
    for (id, name, models) in units {
        let mut ticked = cx.placing.chosen.contains(&id);
        if ui.checkbox(&mut ticked, format!("{id}   {name}, {models}")).changed() {
            cx.placing.tick(id);
        }
    }
    let fits = cx.placing.chosen.len() == count;
    if ui.add_enabled(fits, style::main_button("Deploy these (Enter)")).clicked()
        && let Some(command) = cx.placing.command(&cx.opened)
    {
        cx.requests.write(GameRequest::Submit(vec![command]));
    }
}

fn units_ui(ui: &mut Ui, cx: &mut PanelContext, side: Side) {
    let arrives = matches!(asked(&cx.opened), Some((_, Asked::PlaceArrival { .. })));
    if arrives {
        let how = "The unit enters at your table edge. Drag its ghosts to change where, Enter confirms.";
        step_ui(ui, "Arrives from reserve", how);
        return answers_ui(ui, cx);
    }
    let to_place = orders::still_to_place(&cx.opened);
    let force = cx.opened.game.setup().force_name(side).to_owned();
    step_ui(
        ui,
        &format!("{force}: {} not placed yet", to_place.len()),
        "Click a unit, then its zone; or drag it there.",
    );
    for unit in &to_place {
        waiting_ui(ui, cx, *unit);
    }
    // Units for which no room was found.
    answers_ui(ui, cx);
    if !to_place.is_empty() {
        let rest = egui::Button::new("Place the rest (Shift+Enter)");
        let rest = ui.add_sized([ui.available_width(), 28.0], rest);
        let hint =
            "The program places your remaining units: spread along your zone, in cover where there is any";
        if rest.on_hover_text(hint).clicked() {
            let PanelContext { opened, drafting, placing, requests, .. } = cx;
            rest::place_the_rest(opened, drafting, placing, requests, side);
        }
    }
    others_ui(ui, cx, side.other());
}

/// A unit that the deciding player may place: a press picks it up.
fn waiting_ui(ui: &mut Ui, cx: &mut PanelContext, id: UnitId) {
    let view = cx.opened.game.battle().view();
    let Some(unit) = view.unit(id) else { return };
    let words = format!("       {}   {}", id, unit.start.name);
    let count = words::count(unit.start.models.len());
    let chosen = cx.drafting.0.as_ref().is_some_and(|draft| draft.unit == id);
    let button = egui::Button::selectable(chosen, words)
        .right_text(RichText::new(count).color(style::FAINT))
        .min_size(egui::vec2(ui.available_width(), LINE))
        .truncate()
        .sense(egui::Sense::click_and_drag());
    let row = ui.add(button);
    side_look::badge(ui.painter(), row.rect.left_center() + egui::vec2(18.0, 0.0), 9.0, id.side);
    // Where the button was pressed, not where the pointer is now: frames may be slow.
    let draft = if pressed_in(ui, row.rect) { Draft::of_waiting(&view, id) } else { None };
    if draft.is_some() {
        cx.drafting.0 = draft;
        cx.selection.unit = Some(id);
        emit(&UiEvent::TakenFromTray { unit: id });
    }
}

/// Whether the left button has just been pressed inside a rectangle, as far as that can be seen.
fn pressed_in(ui: &Ui, rect: egui::Rect) -> bool {
    let rect = rect.intersect(ui.clip_rect());
    ui.is_enabled()
        && ui.input(|input| {
            let origin = input.pointer.press_origin();
            input.pointer.primary_pressed() && origin.is_some_and(|at| rect.contains(at))
        })
}

/// How many units the other player has left to place.
fn others_ui(ui: &mut Ui, cx: &PanelContext, side: Side) {
    let left = cx.opened.game.battle().view().waiting_units(side);
    let force = cx.opened.game.setup().force_name(side);
    let words = match left {
        0 => format!("{force} has placed all its units."),
        1 => format!("{force} has 1 unit to place."),
        many => format!("{force} has {many} units to place."),
    };
    ui.label(RichText::new(words).small().color(style::FAINT));
}

/// The units of both sides that come later.
fn reserves_ui(ui: &mut Ui, cx: &PanelContext) {
    let view = cx.opened.game.battle().view();
    for side in Side::BOTH {
        let waits = view.reserves().iter().filter(|unit| unit.side == side);
        let names: Vec<String> = waits.map(|unit| words::unit(view.setup(), *unit)).collect();
        if !names.is_empty() {
            let text = format!("In reserve: {}", names.join(", "));
            ui.label(RichText::new(text).small().color(style::FAINT));
        }
    }
}
