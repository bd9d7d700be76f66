//! The tray: units that are still to be placed.

use bevy_egui::egui::{self, RichText, Ui};

use super::{PanelContext, style};
use crate::game::narration::words;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::events::{UiEvent, emit};
use crate::ui::input::draft::Draft;
use crate::ui::input::orders;
use crate::ui::side_look;

pub(super) fn tray_ui(ui: &mut Ui, cx: &mut PanelContext) {
    if cx.opened.game.battle().view().turn().phase != Phase::Deployment {
        return;
    }
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(style::caption("Not placed yet"));
        let to_place = orders::still_to_place(&cx.opened);
        for unit in &to_place {
            waiting_ui(ui, cx, *unit);
        }
        others_ui(ui, cx, to_place.first().map(|unit| unit.side));
        ui.label(RichText::new("Drag a unit from here onto its zone.").small().color(style::FAINT));
    });
    ui.add_space(8.0);
}

/// A unit that the deciding player may place: a press picks it up.
fn waiting_ui(ui: &mut Ui, cx: &mut PanelContext, id: UnitId) {
    let view = cx.opened.game.battle().view();
    let Some(unit) = view.unit(id) else { return };
    let words = format!("       {}   {}", id, unit.start.name);
    let count = words::count(unit.start.models.len());
    let chosen = cx.drafting.0.as_ref().is_some_and(|draft| draft.unit == id);
    let button = egui::Button::selectable(chosen, words)
        .right_text(RichText::new(count).color(style::FAINT))
        .min_size(egui::vec2(ui.available_width(), 30.0))
        .truncate()
        .sense(egui::Sense::click_and_drag());
    let row = ui.add(button);
    side_look::badge(ui.painter(), row.rect.left_center() + egui::vec2(18.0, 0.0), 9.0, id.side);
    // Where the button was pressed, not where the pointer is now: frames may be slow.
    let taken = !chosen && pressed_in(ui, row.rect);
    let draft = if taken { Draft::of_waiting(&view, id) } else { None };
    if draft.is_some() {
        cx.drafting.0 = draft;
        cx.selection.unit = Some(id);
        emit(&UiEvent::TakenFromTray { unit: id });
    }
}

/// Whether the left button has just been pressed inside a rectangle.
fn pressed_in(ui: &Ui, rect: egui::Rect) -> bool {
    ui.input(|input| {
        let origin = input.pointer.press_origin();
        input.pointer.primary_pressed() && origin.is_some_and(|at| rect.contains(at))
    })
}

/// How many units the other player has left to place.
fn others_ui(ui: &mut Ui, cx: &PanelContext, placing: Option<Side>) {
    let Some(side) = placing.map(Side::other) else { return };
    let left = cx.opened.game.battle().view().waiting_units(side);
    let force = cx.opened.game.setup().force_name(side);
    let words = match left {
        0 => format!("{force} has placed all its units."),
        1 => format!("{force} has 1 unit to place."),
        many => format!("{force} has {many} units to place."),
    };
    ui.label(RichText::new(words).small().color(style::FAINT));
}
