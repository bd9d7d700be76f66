//! The score: who holds what, how near each force is to breaking, who would win if the battle ended now.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, Frame, Margin, Order, RichText, Stroke, Ui};

use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::{score, words};
use crate::game::score::{ObjectiveScore, Score, score as score_of};
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::rules::victory::Hold;
use crate::ui::camera::{ACTION_BAR, SIDE_COLUMN, StripSize, above_units, unit_strip};
use crate::ui::looks::rule_link::linked_text;
use crate::ui::looks::side_look;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::screen::Sheet;

/// Width of the panel, pixels.
const PANEL_WIDTH_PX: f32 = 330.0;

pub(super) fn score_ui(context: &egui::Context, cx: &mut PanelContext) {
    if cx.screen.score == Sheet::Hidden {
        return;
    }
    let view = cx.shown.view(&cx.opened);
    let (turn, setup) = (view.turn(), cx.opened.game.setup().clone());
    let (score, is_over) = (score_of(view), view.result().is_some());
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.0_f32, style::LINE))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(12, 9));
    let room = context.viewport_rect();
    let strip = unit_strip(bevy::math::Vec2::new(room.width(), room.height())).1;
    let below = above_units(cx.settings.time_line, cx.screen.gains);
    let (mut open, mut closed) = (None, false);
    egui::Area::new("score".into())
        .order(Order::Middle)
        .anchor(Align2::LEFT_BOTTOM, egui::vec2(8.0, -ACTION_BAR - strip - below - 8.0))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(PANEL_WIDTH_PX.min(room.width() - SIDE_COLUMN - 60.0));
                ui.spacing_mut().item_spacing.y = 3.0;
                ui.horizontal(|ui| {
                    let title = match turn.phase {
                        Phase::Deployment => "Before the first round".to_owned(),
                        Phase::Over => "The battle is over".to_owned(),
                        _ => score::rounds(turn.round, score.rounds_left),
                    };
                    ui.label(RichText::new(title).strong().color(Color32::WHITE));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        closed = ui.small_button("✖").on_hover_text("Close (S)").clicked();
                    });
                });
                for objective in &score.objectives {
                    let name = words::objective_on_table(&setup, &objective.id);
                    objective_ui(ui, objective, [&name, &score::objective(&setup, objective)]);
                }
                if score.objectives.is_empty() {
                    ui.label(RichText::new("There are no objectives yet.").color(style::FAINT));
                }
                if turn.phase == Phase::Deployment {
                    return;
                }
                for side in Side::BOTH {
                    side_ui(ui, &score, side, &score::morale(&setup, &score.forces[side.index()]));
                }
                ui.separator();
                let verdict = match is_over {
                    true => score::result(&setup, &score.result),
                    false => score::if_ended_now(&setup, &score),
                };
                ui.scope(|ui| {
                    let ink = score.result.winner.map_or(style::INK, side_look::light_ink);
                    ui.visuals_mut().override_text_color = Some(ink);
                    linked_text(ui, &verdict, &mut open);
                });
            });
        });
    if open.is_some() {
        cx.screen.rule = open;
    }
    if closed {
        cx.screen.score = Sheet::Hidden;
    }
}

fn objective_ui(ui: &mut Ui, objective: &ObjectiveScore, [name, words]: [&str; 2]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let ink = hold_ink(objective.hold);
        let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, 14.0), egui::Sense::hover());
        flag(ui.painter(), rect, ink);
        ui.label(RichText::new(name).strong().color(Color32::WHITE));
        ui.label(RichText::new(words).color(ink));
    });
}

/// A flag on its pole.
fn flag(painter: &egui::Painter, rect: egui::Rect, ink: Color32) {
    painter.vline(rect.left() + 1.5, rect.y_range(), Stroke::new(1.5_f32, ink));
    let cloth = egui::Rect::from_min_size(rect.min + egui::vec2(2.0, 1.0), egui::vec2(9.0, 6.5));
    painter.rect_filled(cloth, CornerRadius::ZERO, ink);
}

/// The colour of who holds an objective.
fn hold_ink(hold: Hold) -> Color32 {
    match hold {
        Hold::Held(side) => side_look::light_ink(side),
        Hold::Contested => style::WRONG,
        Hold::Free => style::FAINT,
    }
}

fn side_ui(ui: &mut Ui, score: &Score, side: Side, morale: &str) {
    ui.horizontal(|ui| {
        badge_ui(ui, side, 8.0);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.label(score::tally(&score.result, side));
            ui.add(egui::Label::new(RichText::new(morale).small().color(style::FAINT)).wrap());
        });
    });
}

/// The score in short, between the units of both sides; a click shows the whole.
pub(super) fn short_score_ui(ui: &mut Ui, cx: &mut PanelContext, (size, room): (StripSize, egui::Vec2)) {
    let view = cx.shown.view(&cx.opened);
    let (score, turn) = (score_of(view), view.turn());
    let held = format!("{} : {}", score.held(Side::A), score.held(Side::B));
    let round = match turn.phase {
        Phase::Deployment => "deployment".to_owned(),
        Phase::Over => "over".to_owned(),
        _ => format!("round {}/{}", turn.round, view.rounds()),
    };
    let mut text = egui::text::LayoutJob::default();
    let font = |size: f32, ink: Color32| egui::TextFormat {
        font_id: egui::FontId::proportional(size),
        color: ink,
        ..Default::default()
    };
    if size == StripSize::Cards {
        text.append(&format!("{held}\n"), 0.0, font(17.0, Color32::WHITE));
        text.append(&round, 0.0, font(11.5, style::FAINT));
    } else {
        text.append(&held, 0.0, font(13.0, Color32::WHITE));
    }
    let button = egui::Button::selectable(cx.screen.score == Sheet::Shown, text);
    let hint = format!("Objectives held by A : by B, {round}. Click: who would win now, and why (S)");
    if ui.add_sized(room, button).on_hover_text(hint).clicked() {
        cx.screen.score.toggle();
        emit(&UiEvent::ScoreShown { shown: cx.screen.score == Sheet::Shown });
    }
}
