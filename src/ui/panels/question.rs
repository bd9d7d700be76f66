//! The question in the middle of an action: the player who decides, the answers, and what each may bring.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, Frame, Layout, Margin, Order, RichText, Stroke, Ui, pos2,
};

use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::words;
use crate::game::phases::shooting::ordered::ordered_fire;
use crate::game::prompt::{Answer, Form, Prompt};
use crate::ui::background::computing::Task;
use crate::ui::camera::{GoToView, SIDE_COLUMN, ShotSubject, TOP_BAR};
use crate::ui::drafts::draft::Draft;
use crate::ui::drafts::{orders, placing};
use crate::ui::looks::rule_link::rule_link;
use crate::ui::looks::side_look;
use crate::ui::looks::words::Words;
use crate::ui::questions::fire_odds::OddsReport;
use crate::ui::questions::fire_odds::text::{all_dice, at_least_one, mean};
use crate::ui::questions::sight::text::per_cent;
use crate::ui::session::open_game::GameRequest;
use crate::ui::turn_flow::asked_areas::QUESTION;

/// Width of the question, pixels.
const QUESTION_WIDTH_PX: f32 = 560.0;

/// Asks what the battle asks in the middle of an action.
pub(super) fn question_ui(context: &egui::Context, cx: &mut PanelContext) {
    let Some(prompt) = cx.opened.prompt().filter(Prompt::is_question) else { return };
    if placing::asked(&cx.opened).is_some() {
        return;
    }
    let side = prompt.player;
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
                ui.set_width(QUESTION_WIDTH_PX.min(context.viewport_rect().width() - SIDE_COLUMN - 60.0));
                head_ui(ui, cx, &prompt, &mut open);
                match prompt.form {
                    Form::MoveUnit { .. } => move_ui(ui, cx, &prompt),
                    Form::Options | Form::PlaceUnit | Form::ActivateUnit => options_ui(ui, cx, &prompt),
                }
            });
        });
    if open.is_some() {
        cx.screen.rule = open;
    }
}

/// The player who decides, and the question.
fn head_ui(ui: &mut Ui, cx: &mut PanelContext, prompt: &Prompt, open: &mut Option<String>) {
    let setup = cx.opened.game.setup().clone();
    let side = prompt.player;
    let turn = cx.opened.game.battle().view().turn();
    ui.horizontal(|ui| {
        badge_ui(ui, side, 15.0);
        let who = format!("{} decides", words::force(&setup, side));
        ui.label(RichText::new(who).size(21.0).strong().color(side_look::light_ink(side)));
        if side != turn.side {
            let other = format!("in the turn of {}", words::force(&setup, turn.side));
            ui.label(RichText::new(other).color(style::FAINT));
        }
    });
    ui.horizontal_wrapped(|ui| {
        rule_link(ui, prompt.rule.0, open);
        let question = prompt.question.as_deref().unwrap_or_default();
        ui.add(Words::new(RichText::new(question).strong().color(Color32::WHITE)));
        let view = cx.opened.game.battle().view();
        let unit = prompt.about.map(|about| about.unit()).filter(|unit| view.leader(*unit).is_some());
        if let Some(unit) = unit
            && ui.small_button("Show").on_hover_text("Look at the unit").clicked()
        {
            cx.views.write(GoToView::Look(ShotSubject::Units(vec![unit])));
        }
    });
}

/// The unit is dragged; a button for each answer that needs no move.
fn move_ui(ui: &mut Ui, cx: &mut PanelContext, prompt: &Prompt) {
    let is_drawn = cx.drafting.0.as_ref().is_some_and(Draft::moves);
    let how = match is_drawn {
        true => "Enter confirms the move as drawn. Drag the unit to change it, or:",
        false => "Drag the unit to where it should go and confirm with Enter, or:",
    };
    ui.label(RichText::new(how).color(style::FAINT));
    for answer in cx.choices.answers.clone() {
        if ui.button(&answer.text).clicked() {
            submit(cx, prompt, answer);
        }
    }
}

fn submit(cx: &mut PanelContext, prompt: &Prompt, answer: Answer) {
    cx.requests.write(GameRequest::Submit(vec![orders::command(prompt.player, answer)]));
}

/// A row for each answer that has a number; last, a button for the one that has none, such as to hold fire.
fn options_ui(ui: &mut Ui, cx: &mut PanelContext, prompt: &Prompt) {
    if orders::asked_combat_move(&cx.opened).is_some() && cx.drafting.0.is_some() {
        let how = "Drag its ghosts into place (with Ctrl just one) and confirm with Enter, or:";
        ui.label(RichText::new(how).color(style::FAINT));
    }
    let (numbered, other) = orders::numbered(cx.choices.answers.clone());
    let first = numbered.first().map(|(index, _)| *index);
    let mut hovered = None;
    for (row_index, (index, answer)) in numbered.into_iter().enumerate() {
        let row = Frame::new()
            .fill(style::BOX)
            .corner_radius(CornerRadius::same(5))
            .inner_margin(Margin::symmetric(8, 5));
        let shown = row.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| option_ui(ui, cx, prompt, (index, answer), row_index + 1));
        });
        if ui.rect_contains_pointer(shown.response.rect) {
            hovered = Some(index);
        }
    }
    if let Some(answer) = other {
        // A row of its own height, however high the panel was before.
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(format!("{} (N)", answer.text)).clicked() {
                    submit(cx, prompt, answer);
                }
            });
        });
    }
    let shown = hovered.or(first);
    if cx.screen.option != shown {
        cx.screen.option = shown;
    }
}

/// One answer with its odds and its button.
fn option_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    prompt: &Prompt,
    (index, answer): (usize, Answer),
    key: usize,
) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let odds = odds_of(cx, index);
        let verb = if is_fire(cx, &answer) { "Fire" } else { "Choose" };
        if ui.add(style::main_button(&format!("{verb} ({key})"))).clicked() {
            submit(cx, prompt, answer.clone());
        }
        ui.with_layout(Layout::top_down(Align::LEFT), |ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.add(Words::new(RichText::new(&answer.text).strong().color(Color32::WHITE)));
            if is_fire(cx, &answer) {
                // Until the hint is due an empty line keeps the place.
                let waiting = if cx.computing.shows(Task::Odds) { Task::Odds.text() } else { "" };
                ui.label(RichText::new(odds.unwrap_or_else(|| waiting.to_owned())).color(style::INK));
            }
        });
    });
}

/// Whether an answer fires.
fn is_fire(cx: &PanelContext, answer: &Answer) -> bool {
    let battle = cx.opened.game.battle();
    battle
        .decision()
        .is_some_and(|decision| ordered_fire(battle.view(), &answer.order, decision.choice).is_some())
}

/// The odds of an answer that fires, in words, once they are there.
fn odds_of(cx: &PanelContext, index: usize) -> Option<String> {
    let (_, answers) = cx.fire_odds.found()?;
    answers.options.iter().find(|(of, _)| *of == index).map(|(_, report)| odds_words(report))
}

/// Odds of one answer in a line.
fn odds_words(report: &OddsReport) -> String {
    match &report.odds {
        Err(refusal) => refusal.to_string(),
        Ok(all) => all.first().map_or(String::new(), |(_, odds)| {
            format!(
                "{}, {:.1} hits, {:.1} lost · suppressed {}, shaken {}, nerve {}",
                words::dice_count(all_dice(odds) as usize),
                mean(&odds.hits),
                mean(&odds.lost),
                per_cent(odds.will.suppressed),
                per_cent(odds.will.shaken),
                per_cent(at_least_one(&odds.will.markers)),
            )
        }),
    }
}
