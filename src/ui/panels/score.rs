//! The score: who would win if the battle ended now, who holds what, how near each force is to breaking.

use bevy_egui::egui::{self, Color32, CornerRadius, RichText, Stroke, Ui};

use super::column_layout::Importance;
use super::head::Head;
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::{score, words};
use crate::game::score::{ObjectiveScore, Score, score as score_of};
use crate::rules::ids::Side;
use crate::rules::turn::Phase;
use crate::rules::victory::Hold;
use crate::ui::camera::StripSize;
use crate::ui::looks::side_look;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::screen::Sheet;

/// The turn, and who would win.
pub(super) fn head(cx: &PanelContext) -> Option<Head> {
    if cx.screen.score == Sheet::Hidden || cx.dice.asks_for_opening() {
        return None;
    }
    let view = cx.shown.view(&cx.opened);
    let (turn, setup, score) = (view.turn(), cx.opened.game.setup(), score_of(view));
    let title = match turn.phase {
        Phase::Deployment => "Score · before the first round".to_owned(),
        Phase::Over => "Score · the battle is over".to_owned(),
        Phase::Starting | Phase::Action | Phase::Reaction | Phase::CloseCombat => {
            format!("Score · {}", score::rounds(turn.round, score.rounds_left))
        }
    };
    let says = match (turn.phase == Phase::Deployment, view.result().is_some()) {
        (true, _) => String::new(),
        (false, true) => score::result(setup, &score.result),
        (false, false) => score::if_ended_now(setup, &score),
    };
    let ink = score.result.winner.map_or(style::INK, side_look::light_ink);
    Some(Head { title, side: None, says, ink, importance: Importance::Asked })
}

/// The objectives and both forces.
pub(super) fn body_ui(ui: &mut Ui, cx: &mut PanelContext) {
    let view = cx.shown.view(&cx.opened);
    let (turn, setup, score) = (view.turn(), cx.opened.game.setup(), score_of(view));
    for objective in &score.objectives {
        let name = words::objective_on_table(setup, &objective.id);
        objective_ui(ui, objective, [&name, &score::objective(setup, objective)]);
    }
    if score.objectives.is_empty() {
        ui.label(RichText::new("There are no objectives yet.").color(style::FAINT));
    }
    if turn.phase != Phase::Deployment {
        for side in Side::BOTH {
            side_ui(ui, &score, side, &score::morale(setup, &score.forces[side.index()]));
        }
    }
}

pub(super) fn close(cx: &mut PanelContext) {
    cx.screen.score = Sheet::Hidden;
    emit(&UiEvent::ScoreShown { shown: false });
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
