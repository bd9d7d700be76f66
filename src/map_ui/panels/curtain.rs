//! The page between two people at one screen: nothing of the battle is seen until the other has taken his place.

use bevy_egui::egui::{Align, Color32, Layout, Rect, RichText, Sense, Ui, UiBuilder, vec2};
use tabletop_counters::OnHexes;

use super::desk::Desk;
use crate::ui::looks::side_look;
use crate::ui::panels::style;

/// Covers the whole window while it is handed over.
pub fn curtain_ui<G: OnHexes>(ui: &mut Ui, desk: &mut Desk<'_, G>) {
    let Some(side) = desk.table.curtain() else { return };
    let whole = ui.max_rect();
    ui.painter().rect_filled(whole, 0.0, style::GROUND);
    let middle = Rect::from_center_size(whole.center(), vec2(whole.width().min(620.0), 260.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(middle).layout(Layout::top_down(Align::Center)));
    let (badge, _) = ui.allocate_exact_size(vec2(60.0, 60.0), Sense::hover());
    side_look::badge(ui.painter(), badge.center(), 28.0, side);
    let name = desk.table.name(side);
    ui.add_space(10.0);
    ui.label(RichText::new(format!("Hand over to {name}")).size(30.0).strong().color(Color32::WHITE));
    ui.add_space(6.0);
    let text = "Each of you sees only what your side may know: look away, and let the other take the mouse.";
    ui.label(RichText::new(text).color(style::FAINT));
    ui.add_space(14.0);
    if ui.add(style::main_button(&format!("I play {name} (Enter)"))).clicked() {
        desk.table.lift_curtain();
    }
    ui.add_space(10.0);
    ui.label(RichText::new("The settings (F10) switch this page off.").small().color(style::FAINT));
}
