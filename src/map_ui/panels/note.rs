//! The line in which a note is written, over the foot of the map.

use bevy::math::Rect;
use bevy_egui::egui::{self, Align2, Area, Color32, CornerRadius, Frame, Margin, RichText, Stroke, TextEdit};
use tabletop_counters::OnHexes;

use super::desk::Desk;
use crate::ui::panels::style;

/// Width of the line, and room under it, pixels.
const WIDTH: f32 = 560.0;
const MARGIN: f32 = 10.0;

/// A line has at most so many characters.
const LONGEST: usize = 400;

/// Shows the line; whether it is written in.
pub fn note_ui<G: OnHexes>(context: &egui::Context, desk: &mut Desk<'_, G>, room: Rect) -> bool {
    let Some(draft) = &mut desk.table.remarks.draft else { return false };
    let frame = Frame::new()
        .fill(Color32::from_rgb(24, 27, 33))
        .stroke(Stroke::new(1.4_f32, style::ACCENT))
        .corner_radius(CornerRadius::same(7))
        .inner_margin(Margin::symmetric(14, 10));
    let (mut keeps, mut drops) = (false, false);
    Area::new("note".into())
        .order(egui::Order::Foreground)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(egui::pos2(room.center().x, room.max.y - MARGIN))
        .show(context, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(WIDTH.min(room.width() - 4.0 * MARGIN));
                let title = format!("A note on this moment: {}", draft.when);
                ui.label(RichText::new(title).color(style::ACCENT));
                let hint = "What felt wrong, what you looked up, what you would change";
                let line = TextEdit::singleline(&mut draft.text).char_limit(LONGEST).hint_text(hint);
                ui.add(line.desired_width(f32::INFINITY)).request_focus();
                if let Some(fault) = &draft.fault {
                    ui.label(RichText::new(fault).color(style::WRONG));
                }
                ui.horizontal(|ui| {
                    keeps = ui.add(style::main_button("Keep it (Enter)")).clicked();
                    drops = ui.button("Drop it (Esc)").clicked();
                });
            });
        });
    if keeps {
        desk.table.keep_note();
    } else if drops {
        desk.table.remarks.draft = None;
    }
    true
}
