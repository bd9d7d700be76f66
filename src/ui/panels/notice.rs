//! The notice at the foot of the table: what was done, what is not allowed, what failed.

use bevy_egui::egui::{self, Align2, Color32, CornerRadius, Frame, Margin, RichText, Stroke};

use super::{PanelContext, style};
use crate::ui::open_game::Notice;
use crate::ui::overlays::sentence;
use crate::ui::rule_link::rule_link;
use crate::ui::scene::camera::{ACTION_BAR, SIDE_COLUMN, unit_strip};

/// How long a notice stays that needs no attention.
const PASSING_NOTICE_SECONDS: f64 = 5.0;

/// The time at which the notice appeared.
const SHOWN_SINCE: &str = "notice since";

pub(super) fn notice_ui(context: &egui::Context, cx: &mut PanelContext) {
    let Some(notice) = &cx.opened.notice else { return };
    let (title, text, ink) = match notice {
        Notice::Done(text) => ("Done", text.clone(), style::WELL),
        Notice::Hint(text) => ("No effect", text.clone(), style::ACCENT),
        Notice::Working(text) => ("One moment", text.clone(), style::ACCENT),
        Notice::Refused(refusal) => ("Not allowed", sentence(&refusal.text), style::WRONG),
        Notice::Failed(text) => ("That did not work", text.clone(), style::WRONG),
    };
    let rule = match notice {
        Notice::Refused(refusal) => Some(refusal.rule.to_string()),
        Notice::Done(_) | Notice::Hint(_) | Notice::Failed(_) | Notice::Working(_) => None,
    };
    let passes = matches!(notice, Notice::Done(_) | Notice::Hint(_));
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.4_f32, ink))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(14, 10));
    let (mut dismissed, mut open) = (false, None);
    let window = context.viewport_rect().size();
    let strip = unit_strip(bevy::math::Vec2::new(window.x, window.y)).1;
    egui::Area::new("notice".into())
        .anchor(Align2::CENTER_BOTTOM, egui::vec2(-SIDE_COLUMN / 2.0, -ACTION_BAR - strip - 14.0))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_max_width(520.0);
                ui.horizontal(|ui| {
                    ui.label(RichText::new(title).strong().color(ink));
                    if let Some(rule) = &rule {
                        rule_link(ui, rule, &mut open);
                    }
                    dismissed = ui.small_button("✖").on_hover_text("Dismiss (Esc)").clicked();
                });
                ui.label(text);
            });
        });
    if open.is_some() {
        cx.screen.rule = open;
    }
    if dismissed || (passes && has_been_read(context)) {
        cx.opened.notice = None;
        context.data_mut(|data| data.remove::<f64>(SHOWN_SINCE.into()));
    }
}

/// Whether the notice has been there long enough; the clock starts with the first call.
fn has_been_read(context: &egui::Context) -> bool {
    let now = context.input(|input| input.time);
    let since = context.data_mut(|data| *data.get_temp_mut_or(SHOWN_SINCE.into(), now));
    now - since > PASSING_NOTICE_SECONDS
}
