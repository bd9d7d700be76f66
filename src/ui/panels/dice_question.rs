//! The question that stands at the table's foot while dice are rolled by hand: which dice, what for,
//! what is needed and why; and where their faces are laid.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, Frame, Margin, RichText, Stroke, Ui};

use super::laid_dice::{faces_ui, laid_ui};
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::{dice, sentences};
use crate::ui::camera::SIDE_COLUMN;
use crate::ui::looks::rule_link::linked_text;
use crate::ui::session::hand_dice::{Cause, DiceQuestion, DiceRequest};
use crate::ui::session::open_game::GameRequest;
use crate::ui::turn_flow::asked_areas::DICE;

/// Width of the question, points.
const QUESTION_WIDTH_PX: f32 = 500.0;

/// Room under it, points: it lies over the bar at the foot, which waits meanwhile, rather than over the
/// table.
const FOOT_MARGIN_PX: f32 = 8.0;

/// How many of the sentences before the roll are shown again.
const SENTENCES: usize = 3;

pub(super) fn question_ui(context: &egui::Context, cx: &mut PanelContext) {
    let Some(question) = cx.dice.0.clone() else { return };
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.4_f32, style::ACCENT))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(16, 12));
    egui::Area::new(DICE.into())
        .anchor(Align2::CENTER_BOTTOM, egui::vec2(-SIDE_COLUMN / 2.0, -FOOT_MARGIN_PX))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(QUESTION_WIDTH_PX);
                head_ui(ui, cx, &question);
                reason_ui(ui, cx, &question);
                ui.add_space(4.0);
                laid_ui(ui, &question.laid);
                ui.add_space(4.0);
                hand_ui(ui, cx, &question);
            });
        });
}

/// Who rolls how many dice, what for, and what each needs.
fn head_ui(ui: &mut Ui, cx: &mut PanelContext, question: &DiceQuestion) {
    let wanted = question.laid.wanted.wanted;
    let setup = cx.opened.game.setup();
    ui.horizontal_wrapped(|ui| {
        badge_ui(ui, wanted.roll.by.side, 9.0);
        let name = RichText::new(dice::roller(setup, wanted.roll.by)).strong();
        match wanted.roll.by.subject {
            None => drop(ui.label(name)),
            Some(subject) => {
                let words = egui::Label::new(name).sense(egui::Sense::click());
                if ui.add(words).on_hover_text("Show the unit on the table").clicked() {
                    cx.selection.unit = Some(subject.unit());
                }
            }
        }
        ui.label(RichText::new(wanted.roll.purpose).color(style::FAINT));
    });
    let demand = RichText::new(dice::demand(&wanted)).heading().color(Color32::WHITE);
    ui.label(demand);
}

/// Why, and what the command has brought about so far.
fn reason_ui(ui: &mut Ui, cx: &mut PanelContext, question: &DiceQuestion) {
    let game = &cx.opened.game;
    let reason = dice::reason(game.battle().view(), &question.laid.wanted);
    let mut open = None;
    if !reason.is_empty() {
        linked_text(ui, &reason, &mut open);
    }
    let all = sentences(game.setup(), &question.laid.wanted.facts);
    for sentence in &all[all.len().saturating_sub(SENTENCES)..] {
        ui.label(RichText::new(&sentence.text).small().color(style::FAINT));
    }
    if open.is_some() {
        cx.screen.rule = open;
    }
}

/// Faces to lay, and what else can be done.
fn hand_ui(ui: &mut Ui, cx: &mut PanelContext, question: &DiceQuestion) {
    let full = question.laid.missing() == 0;
    if let Some(face) = faces_ui(ui, &question.laid) {
        cx.requests.write(GameRequest::Dice(DiceRequest::Enter(face)));
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let mut act = |ui: &mut Ui, enabled: bool, button: egui::Button, hint: &str, ask: GameRequest| {
            if ui.add_enabled(enabled, button).on_hover_text(hint).clicked() {
                cx.requests.write(ask);
            }
        };
        let go_on =
            if full { style::main_button("Go on (Enter)") } else { egui::Button::new("Go on (Enter)") };
        act(ui, full, go_on, "All dice are entered: let them count", GameRequest::AcceptDice);
        let hint = "Take the last die back (Backspace)";
        let back = egui::Button::new("Remove last die");
        act(ui, !question.laid.faces.is_empty(), back, hint, GameRequest::Dice(DiceRequest::RemoveLast));
        let hint = "The program rolls the dice that are missing";
        act(
            ui,
            !full,
            egui::Button::new("Program rolls these"),
            hint,
            GameRequest::Dice(DiceRequest::RollMissing),
        );
        let (word, hint) = match question.cause {
            Cause::Opening => {
                ("Program's dice (Esc)", "The battle opens with the dice that the program has rolled")
            }
            Cause::Commands(_) => ("Take back (Esc)", "The command is taken back; nothing has happened"),
        };
        act(ui, true, egui::Button::new(word), hint, GameRequest::Dice(DiceRequest::Cancel));
    });
}
