//! The panel of the computer players: who plays each side, and what one would do here.

use bevy_egui::egui::{
    self, Align2, Color32, ComboBox, CornerRadius, Frame, Margin, Order, Rect, RichText, Stroke, Ui, pos2,
};

use super::{PanelContext, style};
use crate::game::narration::words;
use crate::rules::ids::Side;
use crate::ui::camera::{SIDE_COLUMN, TOP_BAR};
use crate::ui::drafts::draft::Draft;
use crate::ui::looks::side_look;
use crate::ui::overlays::sentence;
use crate::ui::session::computer_pace::ComputerPace;
use crate::ui::session::events::{UiEvent, emit};
use crate::ui::session::open_game::GameRequest;
use crate::ui::session::screen::Sheet;
use crate::ui::turn_flow::asked_areas::open_areas;
use crate::ui::turn_flow::asked_areas::{ADVICE, QUESTION};
use crate::ui::turn_flow::computer_players::ComputerPlayers;

/// Width of the panel, its height with usual advice, and the gap around it, pixels.
const PANEL_WIDTH_PX: f32 = 380.0;
const PANEL_HEIGHT_PX: f32 = 280.0;
const PANEL_GAP_PX: f32 = 8.0;

pub(super) fn computer_ui(context: &egui::Context, cx: &mut PanelContext) {
    if cx.screen.computers == Sheet::Hidden {
        return;
    }
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.0_f32, style::LINE))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(12, 9));
    let top = top(&open_areas(context, &[QUESTION]), context.viewport_rect());
    egui::Area::new(ADVICE.into())
        .order(Order::Middle)
        .anchor(Align2::RIGHT_TOP, egui::vec2(-SIDE_COLUMN - PANEL_GAP_PX, top + PANEL_GAP_PX))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(PANEL_WIDTH_PX.min(context.viewport_rect().width() - SIDE_COLUMN - 60.0));
                ui.horizontal(|ui| {
                    ui.label(RichText::new("Who plays").strong().color(Color32::WHITE));
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        if ui.small_button("✖").on_hover_text("Close (Y)").clicked() {
                            cx.screen.computers = Sheet::Hidden;
                        }
                    });
                });
                if cx.computers.styles.is_empty() {
                    ui.label(
                        RichText::new("There are no playing styles to choose from.").color(style::FAINT),
                    );
                    return;
                }
                for side in Side::BOTH {
                    side_row(ui, cx, side);
                }
                if cx.computers.sides.iter().any(Option::is_some) {
                    pace_ui(ui, cx);
                }
                ui.separator();
                advice_ui(ui, cx);
            });
        });
}

/// What the panel hangs below: the top bar, or a question that lies where the panel would be and leaves room for it.
fn top(questions: &[Rect], screen: Rect) -> f32 {
    let place = Rect::from_min_max(
        pos2(screen.right() - SIDE_COLUMN - PANEL_GAP_PX - PANEL_WIDTH_PX, screen.top() + TOP_BAR),
        pos2(screen.right() - SIDE_COLUMN, screen.top() + TOP_BAR + PANEL_HEIGHT_PX),
    );
    let in_the_way = |rect: &Rect| {
        rect.intersects(place) && rect.bottom() + PANEL_GAP_PX + PANEL_HEIGHT_PX <= screen.bottom()
    };
    questions.iter().filter(|rect| in_the_way(rect)).map(Rect::bottom).fold(TOP_BAR, f32::max)
}

/// Who plays a side.
fn side_row(ui: &mut Ui, cx: &mut PanelContext, side: Side) {
    let name = words::force(cx.opened.game.setup(), side);
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).color(side_look::light_ink(side)));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let players: &ComputerPlayers = &cx.computers;
            let present = players.sides[side.index()].clone();
            let mut chosen = present.clone();
            ComboBox::from_id_salt(("plays", side.index()))
                .selected_text(players.style_name(chosen.as_deref()).unwrap_or("You"))
                .show_ui(ui, |ui| {
                    ui.selectable_value(&mut chosen, None, "You");
                    for style in &players.styles {
                        ui.selectable_value(&mut chosen, Some(style.id.clone()), &style.name)
                            .on_hover_text(&style.about);
                    }
                });
            if chosen != present {
                cx.computers.sides[side.index()] = chosen;
            }
        });
    });
}

/// How fast the computer plays, and whether it does.
fn pace_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal(|ui| {
        let paused = cx.computers.is_paused;
        let text = if paused { "▶ Go on" } else { "⏸ Pause" };
        if ui.button(text).on_hover_text("Pause the computer, or let it play on (Shift+Y)").clicked() {
            cx.computers.is_paused = !paused;
        }
        if paused && ui.button("Next command").on_hover_text("One command, then it waits again (.)").clicked()
        {
            cx.computers.go_on();
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let present = cx.settings.computer;
            let mut chosen = present;
            let name =
                ComputerPace::ALL.iter().find(|(pace, _)| *pace == present).map_or("", |(_, name)| name);
            ComboBox::from_id_salt("computer pace").width(80.0).selected_text(name).show_ui(ui, |ui| {
                for (pace, name) in ComputerPace::ALL {
                    ui.selectable_value(&mut chosen, pace, name);
                }
            });
            if chosen != present {
                cx.settings.computer = chosen;
            }
            ui.label("pace").on_hover_text("How long it shows what it is about to do");
        });
    });
}

/// What a style would do here.
fn advice_ui(ui: &mut Ui, cx: &mut PanelContext) {
    ui.horizontal(|ui| {
        ui.label("What would");
        let players: &ComputerPlayers = &cx.computers;
        let present = players.adviser.clone();
        let mut chosen = present.clone();
        ComboBox::from_id_salt("adviser")
            .selected_text(players.style_name(chosen.as_deref()).unwrap_or("–"))
            .show_ui(ui, |ui| {
                for style in &players.styles {
                    ui.selectable_value(&mut chosen, Some(style.id.clone()), &style.name)
                        .on_hover_text(&style.about);
                }
            });
        if chosen != present {
            cx.computers.adviser = chosen;
            cx.computers.advice = None;
        }
        if ui.button("do here?").clicked() {
            cx.computers.ask_advice(&cx.opened, None);
        }
    });
    if cx.computers.is_advising(&cx.opened) {
        ui.label(RichText::new("thinking …").color(style::FAINT));
        ui.ctx().request_repaint();
    }
    let state = cx.opened.state();
    let Some((_, advice)) = cx.computers.advice.as_ref().filter(|(about, _)| *about == state) else { return };
    match advice {
        Err(why) => drop(ui.label(why)),
        Ok(advice) => {
            let does = if advice.does.is_empty() { "The usual answer." } else { advice.does.as_str() };
            ui.label(RichText::new(does).strong().color(Color32::WHITE));
            if !advice.why.is_empty() {
                ui.label(sentence(&advice.why));
            }
            for other in &advice.alternatives {
                let lacks = if other.lacks.is_empty() { String::new() } else { format!(": {}", other.lacks) };
                let text = format!("{:.0} points worse: {}{lacks}", other.less, other.does);
                ui.label(RichText::new(text).color(style::FAINT));
            }
            let command = advice.command.clone();
            if cx.computers.decides(&cx.opened).is_some() {
                return;
            }
            ui.horizontal(|ui| {
                if ui.button("Do it").clicked() {
                    cx.requests.write(GameRequest::Submit(vec![command.clone()]));
                }
                let draft = Draft::of_command(&cx.opened.game.battle().view(), &command);
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
    }
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::vec2;

    use super::*;

    #[test]
    fn the_panel_hangs_below_a_question_that_leaves_room() {
        let screen = Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 800.0));
        let question = |left, top, height| Rect::from_min_size(pos2(left, top), vec2(590.0, height));
        assert_eq!(top(&[], screen), TOP_BAR);
        assert_eq!(top(&[question(180.0, 62.0, 180.0)], screen), 242.0);
        assert_eq!(top(&[question(180.0, 62.0, 500.0)], screen), TOP_BAR, "no room below");
        assert_eq!(top(&[question(-100.0, 62.0, 180.0)], screen), TOP_BAR, "dragged aside");
        assert_eq!(top(&[question(180.0, 500.0, 20.0)], screen), TOP_BAR, "dragged down");
    }
}
