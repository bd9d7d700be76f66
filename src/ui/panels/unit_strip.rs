//! The strip of units below the table: a card for each unit of both sides, and between them the score; in a small
//! window, the ids of units.
//!
//! A click selects a unit and brings it into view; the unit under the pointer is highlighted on the table.

use bevy_egui::egui::{
    self, Align, Align2, Color32, CornerRadius, FontId, Layout, Painter, Rect, RichText, ScrollArea, Sense,
    Stroke, StrokeKind, Ui, pos2, vec2,
};

use super::score::short_score_ui;
use super::top_bar::badge_ui;
use super::{PanelContext, style};
use crate::game::engine::view::View;
use crate::game::narration::words;
use crate::game::unit_summary::{Acted, UnitCondition, UnitSummary, summary};
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::events::{UiEvent, emit};
use crate::ui::overlays::check_mark;
use crate::ui::scene::camera::{GoToView, StripSize};
use crate::ui::side_look;

/// Widths of a card, pixels.
const CARD: [f32; 2] = [76.0, 168.0];
/// A narrower card leaves the name out.
const NAMED: f32 = 104.0;
/// Width of an id.
const ID: f32 = 34.0;
/// Between two.
const GAP: f32 = 4.0;
/// Width of the score between the sides, with cards and with ids.
const SCORE: [f32; 2] = [96.0, 58.0];
/// Width of the part that says who is to act, with cards and with ids.
const HEAD: [f32; 2] = [80.0, 56.0];

pub(super) fn unit_strip_ui(ui: &mut Ui, cx: &mut PanelContext, size: StripSize) {
    let view = cx.shown.view(&cx.opened);
    let units: [Vec<UnitSummary>; 2] = Side::BOTH.map(|side| {
        view.units().filter(|unit| unit.id.side == side).map(|unit| summary(view, unit)).collect()
    });
    let mut pointed = None;
    let is_small = usize::from(size == StripSize::Ids);
    let (score, head) = (SCORE[is_small], HEAD[is_small]);
    let height = ui.available_height();
    let room = ui.available_width() - score - 2.0 * head - 5.0 * GAP;
    let widths = shares(room, units.each_ref().map(Vec::len));
    ui.spacing_mut().item_spacing = vec2(GAP, 0.0);
    ui.horizontal_top(|ui| {
        for (side, units) in Side::BOTH.into_iter().zip(&units) {
            if side == Side::B {
                short_score_ui(ui, cx, (size, vec2(score, height)));
            }
            head_ui(ui, cx, (side, units), (size, vec2(head, height)));
            let room = vec2(widths[side.index()], height);
            ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::TOP), |ui| {
                ui.set_min_size(room);
                let found = units_ui(ui, cx, units, (size, room));
                pointed = found.or(pointed);
            });
        }
    });
    if cx.pointed.0 != pointed {
        cx.pointed.0 = pointed;
    }
}

/// How much of the room each side gets: by the number of its units, but no less than a third.
fn shares(room: f32, units: [usize; 2]) -> [f32; 2] {
    let all = units.iter().sum::<usize>().max(1) as f32;
    let of_a = (units[0] as f32 / all).clamp(1.0 / 3.0, 2.0 / 3.0);
    [room * of_a, room * (1.0 - of_a)]
}

/// How many units of a side are still to act, in two lines.
fn head_words(view: &View, side: Side, units: &[UnitSummary]) -> [String; 2] {
    let to_act = units.iter().filter(|unit| unit.acted == Acted::ToAct).count();
    let on_table = units.iter().filter(|unit| unit.state > UnitCondition::NotPlaced).count();
    let turn = view.turn();
    if turn.phase == Phase::Action && turn.side == side {
        [format!("{to_act} of {on_table}"), "left to act".to_owned()]
    } else if turn.phase == Phase::Deployment {
        [format!("{on_table} of {}", units.len()), "placed".to_owned()]
    } else {
        [format!("{on_table} of {}", units.len()), "units left".to_owned()]
    }
}

fn head_ui(
    ui: &mut Ui,
    cx: &PanelContext,
    (side, units): (Side, &[UnitSummary]),
    (size, room): (StripSize, egui::Vec2),
) {
    let view = cx.shown.view(&cx.opened);
    let [first, second] = head_words(&view, side, units);
    let force = cx.opened.game.setup().force_name(side);
    let hint = format!("{force}: {first} {second}");
    ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_size(room);
        badge_ui(ui, side, if size == StripSize::Cards { 10.0 } else { 8.0 });
        match size {
            StripSize::Cards => {
                ui.vertical(|ui| {
                    ui.add_space((room.y - 36.0).max(0.0) / 2.0);
                    ui.label(RichText::new(&first).strong().color(Color32::WHITE));
                    ui.label(RichText::new(&second).small().color(style::FAINT));
                });
            }
            StripSize::Ids => {
                ui.label(RichText::new(first.replace(" of ", "/")).small().color(style::INK));
            }
        }
    })
    .response
    .on_hover_text(hint);
}

/// The units of a side; returns the one under the pointer.
fn units_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    units: &[UnitSummary],
    (size, room): (StripSize, egui::Vec2),
) -> Option<UnitId> {
    let count = units.len().max(1) as f32;
    let width = match size {
        StripSize::Cards => ((room.x - GAP * (count - 1.0)) / count).clamp(CARD[0], CARD[1]),
        StripSize::Ids => ID,
    };
    let mut pointed = None;
    ScrollArea::horizontal()
        .id_salt(("units", units.first().map(|unit| unit.unit.side)))
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.horizontal_top(|ui| {
                for unit in units {
                    if unit_ui(ui, cx, unit, (size, vec2(width, room.y))) {
                        pointed = Some(unit.unit);
                    }
                }
            });
        });
    pointed
}

/// A unit; returns whether the pointer is over it.
fn unit_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    unit: &UnitSummary,
    (size, room): (StripSize, egui::Vec2),
) -> bool {
    let (rect, response) = ui.allocate_exact_size(room, Sense::click());
    let is_selected = cx.selection.unit == Some(unit.unit);
    let is_pointed = response.hovered() || cx.selection.hovered.is_some_and(|model| model.unit == unit.unit);
    let name = cx.opened.game.setup().unit(unit.unit).map_or("", |unit| unit.name.as_str()).to_owned();
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        plate(&painter, rect, unit, [is_selected, is_pointed]);
        match size {
            StripSize::Cards => card(&painter, rect, unit, &name),
            StripSize::Ids => id(&painter, rect, unit),
        }
    }
    let hovered = response.hovered();
    let view = cx.opened.game.battle().view();
    let at = view.leader(unit.unit).map(|leader| leader.pose.at);
    if response.clicked() {
        cx.selection.unit = Some(unit.unit);
        emit(&UiEvent::Selected { unit: unit.unit });
        if let Some(at) = at {
            cx.views.write(GoToView::Near(at));
        }
    }
    response.on_hover_text(in_words(unit, &name));
    hovered
}

/// All that a card shows, in a sentence or two.
fn in_words(unit: &UnitSummary, name: &str) -> String {
    let mut text = format!("{name} ({}): {}", unit.unit, unit.state.word());
    if unit.state > UnitCondition::NotPlaced {
        text += &format!(", {} of {}", unit.left, words::count(unit.models));
    }
    let mut markers = Vec::new();
    for (count, what) in [
        (unit.hits, "hit"),
        (unit.nerve_markers, "nerve marker"),
        (unit.suppression_markers, "suppression marker"),
    ] {
        if count > 0 {
            markers.push(words::counted(usize::from(count), what));
        }
    }
    if !markers.is_empty() {
        text += &format!(", {}", markers.join(", "));
    }
    text + match unit.acted {
        Acted::Done if unit.state > UnitCondition::NotPlaced => ". Has acted this turn.",
        Acted::ToAct => ". May still act.",
        Acted::Done | Acted::NotItsTurn => ".",
    }
}

fn plate(painter: &Painter, rect: Rect, unit: &UnitSummary, [is_selected, is_pointed]: [bool; 2]) {
    let fill = match (unit.acted, is_pointed) {
        (_, true) => Color32::from_rgb(58, 66, 80),
        (Acted::Done, _) => Color32::from_rgb(24, 27, 33),
        _ => style::BOX,
    };
    painter.rect_filled(rect, CornerRadius::same(5), fill);
    let ink = side_look::ink(unit.unit.side);
    let edge = Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
    let faded = unit.acted == Acted::Done || unit.state < UnitCondition::InReserve;
    let edge_ink = if faded { ink.gamma_multiply(0.4) } else { ink };
    painter.rect_filled(edge, CornerRadius { nw: 5, sw: 5, ne: 0, se: 0 }, edge_ink);
    let rim = match (is_selected, unit.acted) {
        (true, _) => Stroke::new(2.0_f32, Color32::from_rgb(255, 237, 115)),
        (false, Acted::ToAct) => Stroke::new(1.0_f32, ink),
        (false, _) => Stroke::new(1.0_f32, style::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(5), rim, StrokeKind::Inside);
}

/// The colour of a state.
fn state_ink(state: UnitCondition) -> Color32 {
    match state {
        UnitCondition::Shaken | UnitCondition::Destroyed => style::WRONG,
        UnitCondition::Suppressed | UnitCondition::InCombat => Color32::from_rgb(255, 196, 92),
        UnitCondition::FellBack | UnitCondition::Down => Color32::from_rgb(214, 206, 160),
        UnitCondition::Clear => style::WELL,
        UnitCondition::LeftTable | UnitCondition::InReserve | UnitCondition::NotPlaced => style::FAINT,
    }
}

fn card(painter: &Painter, rect: Rect, unit: &UnitSummary, name: &str) {
    let (left, right) = (rect.left() + 10.0, rect.right() - 6.0);
    let is_done = unit.acted == Acted::Done;
    let ink = if is_done { style::FAINT } else { Color32::WHITE };
    let (small, bold) = (FontId::proportional(12.0), FontId::proportional(13.5));
    let id = painter.text(pos2(left, rect.top() + 5.0), Align2::LEFT_TOP, unit.unit, bold.clone(), ink);
    let room = right - id.right() - 6.0 - if is_done { 16.0 } else { 0.0 };
    let is_narrow = rect.width() < NAMED;
    let name = if is_narrow { "" } else { name };
    let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), bold, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(0.0));
    let galley = painter.layout_job(job);
    painter.galley(pos2(id.right() + 6.0, rect.top() + 5.0), galley, ink);
    if is_done && unit.state > UnitCondition::NotPlaced {
        check_mark(painter, pos2(right - 6.0, rect.top() + 12.0), 7.0, side_look::ink(unit.unit.side));
    }
    let line = rect.top() + 30.0;
    let state_ink = state_ink(unit.state);
    let state_ink = if is_done { state_ink.gamma_multiply(0.8) } else { state_ink };
    painter.text(pos2(left, line), Align2::LEFT_CENTER, unit.state.word(), small.clone(), state_ink);
    if unit.state > UnitCondition::NotPlaced {
        let models = format!("{}/{}", unit.left, unit.models);
        let at = match (is_narrow, is_done) {
            (false, _) => pos2(right, line),
            (true, false) => pos2(right, rect.top() + 13.0),
            (true, true) => pos2(right - 18.0, rect.top() + 13.0),
        };
        painter.text(at, Align2::RIGHT_CENTER, models, small, ink);
        strength_bar(painter, [left, right], rect.bottom() - 9.0, unit);
    }
    markers(painter, pos2(right, rect.bottom() - 9.0), unit);
}

/// The share of models that is left; markers take its right end.
fn strength_bar(painter: &Painter, [left, right]: [f32; 2], y: f32, unit: &UnitSummary) {
    let right = right - marker_width(unit);
    let share = unit.left as f32 / unit.models.max(1) as f32;
    let ink = if share > 0.5 { style::WELL } else { style::WRONG };
    let end = left + (right - left) * share;
    painter.hline(left..=right, y, Stroke::new(4.0_f32, Color32::from_rgb(54, 60, 70)));
    if unit.left > 0 {
        painter.hline(left..=end, y, Stroke::new(4.0_f32, ink.gamma_multiply(0.85)));
    }
}

/// Width of a marker with its number.
const MARKER: f32 = 21.0;

fn shown_markers(unit: &UnitSummary) -> impl Iterator<Item = (u8, Color32, Color32)> {
    let ivory = Color32::from_rgb(243, 236, 216);
    let all = [
        (unit.nerve_markers, Color32::from_rgb(116, 72, 160), Color32::WHITE),
        (unit.suppression_markers, Color32::from_rgb(176, 92, 24), Color32::WHITE),
        (unit.hits, ivory, Color32::from_rgb(30, 30, 34)),
    ];
    all.into_iter().filter(|(count, ..)| *count > 0)
}

fn marker_width(unit: &UnitSummary) -> f32 {
    let count = shown_markers(unit).count() as f32;
    if count > 0.0 { MARKER * count + 3.0 } else { 0.0 }
}

/// Hit-die and markers as on the table, each with its number, from right to left.
fn markers(painter: &Painter, at: egui::Pos2, unit: &UnitSummary) {
    for (index, (count, fill, ink)) in shown_markers(unit).enumerate() {
        let middle = pos2(at.x - MARKER * (index as f32 + 0.5), at.y);
        let plate = Rect::from_center_size(middle, vec2(17.0, 15.0));
        painter.rect_filled(plate, CornerRadius::same(4), fill);
        painter.text(middle, Align2::CENTER_CENTER, count, FontId::proportional(11.5), ink);
    }
}

/// A unit in a small window: its id in the colour of its state.
fn id(painter: &Painter, rect: Rect, unit: &UnitSummary) {
    let ink = state_ink(unit.state);
    let ink = if unit.acted == Acted::Done { ink.gamma_multiply(0.55) } else { ink };
    let at = rect.center() + vec2(1.0, 0.0);
    painter.text(at, Align2::CENTER_CENTER, unit.unit, FontId::proportional(12.5), ink);
    if unit.acted == Acted::Done && unit.state > UnitCondition::NotPlaced {
        painter.hline(rect.x_range().shrink(5.0), rect.bottom() - 3.0, Stroke::new(2.0_f32, style::FAINT));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_with_more_units_has_more_room() {
        for (units, expected) in
            [([3, 3], [150.0, 150.0]), ([5, 4], [500.0 / 3.0, 400.0 / 3.0]), ([9, 1], [200.0, 100.0])]
        {
            let found = shares(300.0, units);
            let close = |(found, expected): (&f32, f32)| (found - expected).abs() < 0.01;
            assert!(found.iter().zip(expected).all(close), "{found:?}");
        }
    }

    #[test]
    fn a_card_reads_in_words() {
        let unit = UnitSummary {
            unit: "A2".parse().unwrap(),
            state: UnitCondition::Suppressed,
            left: 7,
            models: 10,
            hits: 3,
            nerve_markers: 1,
            suppression_markers: 0,
            acted: Acted::Done,
        };
        let fresh = UnitSummary { state: UnitCondition::Clear, hits: 0, nerve_markers: 0, left: 10, ..unit };
        let waiting = UnitSummary { state: UnitCondition::NotPlaced, acted: Acted::NotItsTurn, ..fresh };
        for (unit, text) in [
            (unit, "Rifles (A2): suppressed, 7 of 10 models, 3 hits, 1 nerve marker. Has acted this turn."),
            (
                UnitSummary { acted: Acted::ToAct, ..fresh },
                "Rifles (A2): clear, 10 of 10 models. May still act.",
            ),
            (waiting, "Rifles (A2): not placed."),
        ] {
            assert_eq!(in_words(&unit, "Rifles"), text);
        }
    }
}
