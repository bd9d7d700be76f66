//! The question in the middle of an action: whose choice it is, what he may answer, and what would
//! come of each answer.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, Frame, Layout, Margin, Order, RichText, Stroke, Ui, pos2,
};

use super::top_bar::badge_ui;
use super::{Desk, style};
use crate::game::engine::agenda::Choice;
use crate::game::engine::agenda::Decision;
use crate::game::narration::words;
use crate::game::phases::deployment;
use crate::game::phases::fall_back;
use crate::game::phases::moving;
use crate::game::phases::shooting;
use crate::game::phases::shooting::kinds::Moment;
use crate::game::phases::turn;
use crate::rules::action::Action;
use crate::rules::ids::UnitId;
use crate::rules::ruleset::FallBackProcedure;
use crate::ui::input::orders;
use crate::ui::open_game::GameRequest;
use crate::ui::overlays::question_frame::QUESTION;
use crate::ui::reckoning::OddsReport;
use crate::ui::reckoning::words::{all_dice, at_least_one, mean};
use crate::ui::rule_link::rule_link;
use crate::ui::scene::camera::{GoToView, SIDE_COLUMN, TOP_BAR};
use crate::ui::side_look;
use crate::ui::watch::words::per_cent;

/// Width of the question, pixels.
const WIDTH: f32 = 560.0;

/// Asks what the battle asks in the middle of an action.
pub(super) fn question_ui(context: &egui::Context, desk: &mut Desk) {
    let decision = desk.opened.game.battle().decision();
    let Some(decision) = decision.filter(Decision::is_question) else { return };
    let side = decision.player;
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(3.0_f32, side_look::ink(side)))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin::symmetric(14, 10));
    let mut open = None;
    let room = context.viewport_rect();
    // It may be dragged away from what it lies over.
    egui::Area::new(QUESTION.into())
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .default_pos(pos2((room.width() - SIDE_COLUMN) / 2.0, room.top() + TOP_BAR + 10.0))
        .movable(true)
        .constrain(true)
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(context.viewport_rect().width() - SIDE_COLUMN - 60.0));
                head_ui(ui, desk, decision, &mut open);
                match decision.choice {
                    Choice::Shooting(shooting::kinds::Choice::SnapFire { .. })
                    | Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { .. }) => {
                        answers_ui(ui, desk, decision.choice);
                    }
                    Choice::FallBack(fall_back::kinds::Choice::FallBack { unit }) => {
                        fall_back_ui(ui, desk, unit)
                    }
                    _ => drop(
                        ui.label(
                            RichText::new("Drag it where it goes; Enter confirms, also to stay.")
                                .color(style::FAINT),
                        ),
                    ),
                }
            });
        });
    if open.is_some() {
        desk.screen.rule = open;
    }
}

/// Who decides, and what it is about.
fn head_ui(ui: &mut Ui, desk: &mut Desk, decision: Decision, open: &mut Option<String>) {
    let setup = desk.opened.game.setup().clone();
    let side = decision.player;
    let turn = desk.opened.game.battle().view().turn();
    ui.horizontal(|ui| {
        badge_ui(ui, side, 15.0);
        let who = format!("{} decides", words::force(&setup, side));
        ui.label(RichText::new(who).size(21.0).strong().color(side_look::light_ink(side)));
        if side != turn.side {
            let other = format!("in the turn of {}", words::force(&setup, turn.side));
            ui.label(RichText::new(other).color(style::FAINT));
        }
    });
    let unit = |id| words::unit(&setup, id);
    let (text, rule, about) = match decision.choice {
        Choice::Shooting(shooting::kinds::Choice::SnapFire { at, moment }) => {
            let action = desk.opened.game.battle().view().unit(at).and_then(|unit| unit.activity.last_action);
            let (how, rule) = match action {
                Some(Action::FallBack) => ("for cover or its edge", "OFB-4"),
                _ => ("At The Double", "RE-1"),
            };
            let text = match moment {
                Moment::BeforeMove => {
                    format!("{} is about to run {how}. Snap fire before it moves?", unit(at))
                }
                Moment::AfterMove => format!("{} has run {how}. Snap fire at it now?", unit(at)),
            };
            (text, rule, at)
        }
        Choice::Shooting(shooting::kinds::Choice::FireAfterRunning { unit: id, .. }) => {
            (format!("{} has run. Fire its one-handed weapons?", unit(id)), "ACT-4", id)
        }
        Choice::Moving(moving::kinds::Choice::Run { unit: id }) => {
            (format!("Where does {} run?", unit(id)), "RE-1", id)
        }
        Choice::Moving(moving::kinds::Choice::MoveAfterFiring { unit: id }) => {
            (format!("{} has fired. Where does it advance?", unit(id)), "ACT-2", id)
        }
        Choice::FallBack(fall_back::kinds::Choice::FallBack { unit: id }) => {
            (format!("{} failed its test to act. How does it fall back?", unit(id)), "ACT-7", id)
        }
        Choice::Turn(turn::kinds::Choice::Act)
        | Choice::Deployment(deployment::kinds::Choice::PlaceUnit { .. }) => return,
    };
    ui.horizontal_wrapped(|ui| {
        rule_link(ui, rule, open);
        ui.label(RichText::new(text).strong().color(Color32::WHITE));
        let at = desk.opened.game.battle().view().leader(about).map(|leader| leader.pose.at);
        if let Some(at) = at
            && ui.small_button("Show").on_hover_text("Bring the unit into the middle of the view").clicked()
        {
            desk.views.write(GoToView::Near(at));
        }
    });
}

/// A button for each unit that may be fired at in place of the move; last, what the rules give.
///
/// Rule: FB-1 (the choice), OFB-1.
fn fall_back_ui(ui: &mut Ui, desk: &mut Desk, unit: UnitId) {
    let battle = desk.opened.game.battle();
    let enemies: Vec<UnitId> = battle.view().units().map(|enemy| enemy.id).collect();
    let mut commands = Vec::new();
    for at in enemies.into_iter().filter(|at| at.side != unit.side) {
        let command = orders::stay_and_fire(unit, at);
        if battle.check(&command).is_ok() {
            commands.push((format!("Fire at {}", words::unit(desk.opened.game.setup(), at)), command));
        }
    }
    let (guide, otherwise) = match battle.view().setup().ruleset.falling_back.procedure {
        FallBackProcedure::Outline => {
            ("Drag it up to half its Mv and confirm with Enter, or let it fire:", "Stay")
        }
        FallBackProcedure::SafePosition => {
            ("Drag those who follow and confirm with Enter, or let it fire:", "Do as the rules say")
        }
    };
    ui.label(RichText::new(guide).color(style::FAINT));
    commands.push((otherwise.to_owned(), orders::fall_back(unit)));
    for (text, command) in commands {
        if ui.button(text).clicked() {
            desk.asks.write(GameRequest::Submit(vec![command]));
        }
    }
}

/// A row for each unit that may fire, or may be fired at; last, hold fire.
fn answers_ui(ui: &mut Ui, desk: &mut Desk, choice: Choice) {
    let options: Vec<UnitId> = desk.reckoning.options().collect();
    let mut hovered = None;
    for (nth, unit) in options.iter().enumerate() {
        let row = Frame::new()
            .fill(style::BOX)
            .corner_radius(CornerRadius::same(5))
            .inner_margin(Margin::symmetric(8, 5));
        let shown = row.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| option_ui(ui, desk, choice, *unit, nth + 1));
        });
        if ui.rect_contains_pointer(shown.response.rect) {
            hovered = Some(*unit);
        }
    }
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if ui.add(egui::Button::new("Hold fire (N)")).clicked() {
            desk.asks.write(GameRequest::Submit(orders::hold_fire(&desk.opened).into_iter().collect()));
        }
    });
    let shown = hovered.or(options.first().copied());
    if desk.screen.option != shown {
        desk.screen.option = shown;
    }
}

/// One answer with its odds and its button.
fn option_ui(ui: &mut Ui, desk: &mut Desk, choice: Choice, unit: UnitId, key: usize) {
    let name = words::unit(desk.opened.game.setup(), unit);
    let (verb, preposition) = match choice {
        Choice::Shooting(shooting::kinds::Choice::SnapFire { .. }) => ("Snap fire", ""),
        _ => ("Fire", "at "),
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if ui.add(style::main_button(&format!("{verb} ({key})"))).clicked() {
            let command = orders::answer(&desk.opened, unit);
            desk.asks.write(GameRequest::Submit(command.into_iter().collect()));
        }
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(RichText::new(format!("{preposition}{name}")).strong().color(Color32::WHITE));
            let told = desk.reckoning.found().and_then(|(_, answers)| {
                answers.options.iter().find(|(of, _)| *of == unit).map(|(_, told)| told)
            });
            let odds = told.map_or("reckoning …".to_owned(), odds_words);
            ui.label(RichText::new(odds).color(style::INK));
        });
    });
}

/// Odds of one answer in a line.
fn odds_words(told: &OddsReport) -> String {
    match &told.odds {
        Err(refusal) => refusal.to_string(),
        Ok(all) => all.first().map_or(String::new(), |(_, odds)| {
            format!(
                "{} dice, {:.1} hits, {:.1} lost · suppressed {}, shaken {}, nerve {}",
                all_dice(odds),
                mean(&odds.hits),
                mean(&odds.lost),
                per_cent(odds.will.suppressed),
                per_cent(odds.will.shaken),
                per_cent(at_least_one(&odds.will.markers)),
            )
        }),
    }
}
