//! The brief: what the battle is about, how it is won, who fights. It lies over the table until any key or click.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, Frame, Margin, Order, RichText, Stroke, Ui};

use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::narration::brief::{SideBrief, brief};
use crate::rules::ids::Side;
use crate::ui::camera::{ACTION_BAR, SIDE_COLUMN, TOP_BAR};
use crate::ui::looks::rule_link::unnumbered_text;
use crate::ui::looks::side_look;
use crate::ui::looks::words::Words;
use crate::ui::session::screen::BriefSheet;
use crate::ui::session::settings::Playtest;

/// Said before every battle of which it is true.
const RECORDED: &str = "How you play is recorded beside the save, for the author of the rules: what is refused, how long \
                        decisions take, what is measured. Nothing is sent; F9 switches it off.";

/// Width of the brief where it has to be wide, pixels, its gap to the edge of the window, and that between its rim and its words.
const BRIEF_WIDTH_PX: f32 = 620.0;
const GAP_PX: f32 = 6.0;
const PADDING_PX: f32 = 20.0;

/// Height of the window from which on the brief fits into the column.
const HIGH_PX: f32 = 860.0;

/// The brief's area.
pub(super) const BRIEF: &str = "brief";

/// Width of the words, and in how many columns the sides stand.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BriefShape {
    width: f32,
    columns: usize,
}

impl BriefShape {
    /// It lies over the column, which has nothing to say before the first order, and hides nothing on the table; in a low window it is
    /// wider and reaches over the table's edge.
    fn of(window: egui::Vec2) -> Self {
        match window.y >= HIGH_PX {
            true => Self { width: SIDE_COLUMN - 2.0 * (GAP_PX + PADDING_PX), columns: 1 },
            false => Self { width: BRIEF_WIDTH_PX.min(window.x - SIDE_COLUMN - 70.0), columns: 2 },
        }
    }
}

pub(super) fn brief_ui(context: &egui::Context, cx: &mut PanelContext) {
    if cx.screen.brief == BriefSheet::Hidden {
        return;
    }
    let brief = brief(cx.opened.game.battle().view());
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.6_f32, style::ACCENT))
        .corner_radius(CornerRadius::same(9))
        .inner_margin(Margin::symmetric(PADDING_PX as i8, 16));
    let shape = BriefShape::of(context.viewport_rect().size());
    let (mut open, mut begins) = (None, false);
    let offset = egui::vec2(-GAP_PX, (TOP_BAR - ACTION_BAR) / 2.0);
    let area = egui::Area::new(BRIEF.into()).order(Order::Middle).anchor(Align2::RIGHT_CENTER, offset).show(
        context,
        |ui| {
            frame.show(ui, |ui| {
                ui.set_width(shape.width);
                ui.label(RichText::new(&brief.title).size(26.0).strong().color(Color32::WHITE));
                ui.add(Words::new(RichText::new(&brief.mission).color(style::ACCENT)));
                ui.add_space(4.0);
                ui.label(RichText::new(&brief.about).size(16.0).italics());
                ui.add_space(8.0);
                let mut sides_ui = |columns: &mut [Ui]| {
                    for (place, (side, of_side)) in Side::BOTH.into_iter().zip(&brief.sides).enumerate() {
                        let who = player(cx, side);
                        let column = &mut columns[place % shape.columns];
                        side_ui(column, (side, &who), of_side, &mut open);
                    }
                };
                ui.columns(shape.columns, |columns| sides_ui(columns));
                ui.add_space(8.0);
                ui.label(style::caption("How to win"));
                for way in &brief.victory {
                    bullet_ui(ui, way, &mut open);
                }
                ui.add_space(8.0);
                ui.horizontal_wrapped(|ui| {
                    let (word, hint) = on_words(cx.screen.brief);
                    begins = ui.add(style::main_button(word)).clicked();
                    ui.label(RichText::new(hint).small().color(style::FAINT));
                });
                if cx.settings.playtest == Playtest::Recorded {
                    ui.label(RichText::new(RECORDED).small().color(style::FAINT));
                }
            });
        },
    );
    if open.is_some() {
        cx.screen.rule = open;
    }
    let rect = area.response.rect;
    let elsewhere = context.input(|input| {
        let pressed = input.pointer.any_pressed();
        pressed && input.pointer.press_origin().is_some_and(|at| !rect.contains(at))
    });
    if begins || elsewhere {
        cx.screen.brief = BriefSheet::Hidden;
    }
}

/// What the button says that leads to the table, and beside it what else does.
const fn on_words(brief: BriefSheet) -> (&'static str, &'static str) {
    match brief {
        BriefSheet::Hidden | BriefSheet::Opening => {
            ("Begin (Enter)", "Press any key or click. I shows this again; F1 lists all keys.")
        }
        BriefSheet::Again => ("Back to the battle (Enter)", "Any key or click."),
    }
}

/// Who plays a side.
fn player(cx: &PanelContext, side: Side) -> String {
    let style = |side: Side| cx.computers.sides[side.index()].as_deref();
    match (style(side), style(side.other())) {
        (Some(id), _) => {
            format!("The computer plays it: {}", cx.computers.style_name(Some(id)).unwrap_or(id))
        }
        (None, Some(_)) => "You play it".to_owned(),
        (None, None) => "A person plays it".to_owned(),
    }
}

fn side_ui(ui: &mut Ui, (side, who): (Side, &str), brief: &SideBrief, open: &mut Option<String>) {
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            badge_ui(ui, side, 11.0);
            let name = RichText::new(&brief.force).strong().size(16.0).color(side_look::light_ink(side));
            ui.add(egui::Label::new(name).truncate());
        });
        ui.label(RichText::new(who).strong().color(Color32::WHITE));
        ui.label(RichText::new(&brief.size).color(style::FAINT));
        for task in &brief.tasks {
            bullet_ui(ui, task, open);
        }
    });
}

/// A point of a list; the pointer on it shows the paragraph that says so, and a click opens it.
fn bullet_ui(ui: &mut Ui, text: &str, open: &mut Option<String>) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.label(RichText::new("•").color(style::ACCENT));
        ui.vertical(|ui| unnumbered_text(ui, text, open));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_says_where_it_leads() {
        assert!(on_words(BriefSheet::Opening).0.starts_with("Begin"));
        assert!(on_words(BriefSheet::Again).0.starts_with("Back to the battle"));
    }
}
