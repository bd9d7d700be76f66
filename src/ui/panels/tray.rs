//! The tray: units that still have to be placed.

use bevy_egui::egui::{self, RichText, Ui};

use super::{Desk, style};
use crate::game::narration::words;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::input::draft::Draft;
use crate::ui::input::orders;
use crate::ui::side_look;

pub(super) fn tray_ui(ui: &mut Ui, desk: &mut Desk) {
    if desk.opened.game.battle().view().turn().phase != Phase::Deployment {
        return;
    }
    style::boxed().show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(style::caption("To be placed"));
        let to_place = orders::still_to_place(&desk.opened);
        for unit in &to_place {
            waiting_ui(ui, desk, *unit);
        }
        others_ui(ui, desk, to_place.first().map(|unit| unit.side));
        ui.label(RichText::new("Drag a unit from here onto its zone.").small().color(style::FAINT));
    });
    ui.add_space(8.0);
}

/// A unit the deciding player may place: a press takes it up.
fn waiting_ui(ui: &mut Ui, desk: &mut Desk, id: UnitId) {
    let view = desk.opened.game.battle().view();
    let Some(unit) = view.unit(id) else { return };
    let words = format!("       {}   {}", id, unit.start.name);
    let count = words::count(unit.start.models.len());
    let chosen = desk.drafting.0.as_ref().is_some_and(|draft| draft.unit == id);
    let button = egui::Button::selectable(chosen, words)
        .right_text(RichText::new(count).color(style::FAINT))
        .min_size(egui::vec2(ui.available_width(), 30.0))
        .truncate()
        .sense(egui::Sense::click_and_drag());
    let row = ui.add(button);
    side_look::badge(ui.painter(), row.rect.left_center() + egui::vec2(18.0, 0.0), 9.0, id.side);
    // Where it was pressed, not where the mouse is by now: pictures may come slowly.
    let taken = !chosen && pressed_in(ui, row.rect);
    let draft = if taken { Draft::of_waiting(&view, id) } else { None };
    if draft.is_some() {
        desk.drafting.0 = draft;
        desk.selection.unit = Some(id);
        bevy::log::info!("picked {id}");
    }
}

/// Whether the left button has just been pressed inside a rectangle.
fn pressed_in(ui: &Ui, room: egui::Rect) -> bool {
    ui.input(|input| {
        let origin = input.pointer.press_origin();
        input.pointer.primary_pressed() && origin.is_some_and(|at| room.contains(at))
    })
}

/// How many the other player still has.
fn others_ui(ui: &mut Ui, desk: &Desk, placing: Option<Side>) {
    let Some(side) = placing.map(Side::other) else { return };
    let left = desk.opened.game.battle().view().waiting_units(side);
    let force = desk.opened.game.setup().force_name(side);
    let words = match left {
        0 => format!("{force} has placed all its units."),
        1 => format!("{force} has 1 unit to place."),
        many => format!("{force} has {many} units to place."),
    };
    ui.label(RichText::new(words).small().color(style::FAINT));
}
