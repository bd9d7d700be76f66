//! The strip of units below the table: a card for each unit of both sides, and between them the score; in a small
//! window, the ids of units. Many units stand in two rows.
//!
//! A click selects a unit and brings it into view; the unit under the pointer is highlighted on the table.

use bevy_egui::egui::{self, Align, Color32, Layout, RichText, ScrollArea, Sense, Ui, Vec2, vec2};

use super::score::short_score_ui;
use super::top_bar::badge_ui;
use super::{PanelContext, style, unit_card};
use crate::game::engine::view::View;
use crate::game::narration::short_names::ways_to_write;
use crate::game::narration::words;
use crate::game::unit_summary::{Acted, UnitCondition, UnitSummary};
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::camera::{GoToView, ShotSubject, StripSize};
use crate::ui::session::events::{UiEvent, emit};

/// Widths of a card, and of one of two rows, pixels. Where cards would have to be narrower, there are two rows.
const CARD: [f32; 2] = [92.0, 168.0];
const LOW_CARD: [f32; 2] = [56.0, 168.0];
/// Widths of an id, and of one of two rows.
const ID: [f32; 2] = [26.0, 34.0];
const LOW_ID: [f32; 2] = [22.0, 34.0];
/// Between two, and between two rows.
const TILE_GAP_PX: f32 = 4.0;
const ROW_GAP: f32 = 2.0;
/// Width of the score between the sides, with cards and with ids.
const SCORE: [f32; 2] = [96.0, 58.0];
/// Width of the part that says who is to act, with cards and with ids.
const HEAD: [f32; 2] = [80.0, 56.0];

pub(super) fn unit_strip_ui(ui: &mut Ui, cx: &mut PanelContext, size: StripSize) {
    let view = cx.shown.view(&cx.opened);
    let units: [Vec<UnitSummary>; 2] = Side::BOTH.map(|side| {
        view.units().filter(|unit| unit.id.side == side).map(|unit| cx.shown.summary(view, unit)).collect()
    });
    let mut pointed = None;
    let is_small = usize::from(size == StripSize::Ids);
    let (score, head) = (SCORE[is_small], HEAD[is_small]);
    let height = ui.available_height();
    let room = ui.available_width() - score - 2.0 * head - 5.0 * TILE_GAP_PX;
    let widths = shares(room, units.each_ref().map(Vec::len));
    ui.spacing_mut().item_spacing = vec2(TILE_GAP_PX, 0.0);
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

/// How the units of a side are laid out.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rows {
    /// Units in a row.
    columns: usize,
    /// Whether there are two rows.
    are_two: bool,
    /// Size of a unit, pixels.
    unit: Vec2,
}

/// One row if the units find room in it, else two; where even those are too long, they are scrolled.
fn rows(count: usize, size: StripSize, room: Vec2) -> Rows {
    let share = |columns: usize| (room.x - TILE_GAP_PX * (columns - 1) as f32) / columns as f32;
    let ([narrowest, widest], low) = match size {
        StripSize::Cards => (CARD, LOW_CARD),
        StripSize::Ids => (ID, LOW_ID),
    };
    let count = count.max(1);
    if share(count) >= narrowest {
        return Rows { columns: count, are_two: false, unit: vec2(share(count).min(widest), room.y) };
    }
    let columns = count.div_ceil(2);
    let width = share(columns).clamp(low[0], low[1]);
    Rows { columns, are_two: true, unit: vec2(width, (room.y - ROW_GAP) / 2.0) }
}

/// The units of a side; returns the one under the pointer.
fn units_ui(
    ui: &mut Ui,
    cx: &mut PanelContext,
    units: &[UnitSummary],
    (size, room): (StripSize, Vec2),
) -> Option<UnitId> {
    let rows = rows(units.len(), size, room);
    let mut pointed = None;
    ScrollArea::horizontal()
        .id_salt(("units", units.first().map(|unit| unit.unit.side)))
        .scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden)
        .auto_shrink([false, true])
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(TILE_GAP_PX, ROW_GAP);
            ui.vertical(|ui| {
                for row in units.chunks(rows.columns) {
                    ui.horizontal_top(|ui| {
                        for unit in row {
                            if unit_ui(ui, cx, unit, (size, rows)) {
                                pointed = Some(unit.unit);
                            }
                        }
                    });
                }
            });
        });
    pointed
}

/// A unit; returns whether the pointer is over it.
fn unit_ui(ui: &mut Ui, cx: &mut PanelContext, unit: &UnitSummary, (size, rows): (StripSize, Rows)) -> bool {
    let (rect, response) = ui.allocate_exact_size(rows.unit, Sense::click());
    let is_selected = cx.selection.unit == Some(unit.unit);
    let is_pointed = response.hovered() || cx.hovered.unit() == Some(unit.unit);
    let setup = cx.opened.game.setup();
    let name = setup.unit(unit.unit).map_or("", |unit| unit.name.as_str()).to_owned();
    let others = setup.units().filter(|other| other.id != unit.unit && other.id.side == unit.unit.side);
    let others: Vec<&str> = others.map(|other| other.name.as_str()).collect();
    let names = ways_to_write(&name, &others);
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        unit_card::plate(&painter, rect, unit, [is_selected, is_pointed]);
        match size {
            StripSize::Cards if rows.are_two => unit_card::low_card(&painter, rect, unit, &names),
            StripSize::Cards => unit_card::card(&painter, rect, unit, &names),
            StripSize::Ids => unit_card::id(&painter, rect, unit),
        }
    }
    let hovered = response.hovered();
    let view = cx.opened.game.battle().view();
    let is_there = view.leader(unit.unit).is_some();
    if response.clicked() {
        cx.selection.unit = Some(unit.unit);
        emit(&UiEvent::Selected { unit: unit.unit });
        if is_there {
            cx.views.write(GoToView::Look(ShotSubject::Units(vec![unit.unit])));
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

    /// Ten units a side find room in every window down to the smallest; so few that their cards are broad keep one row.
    #[test]
    fn many_units_stand_in_two_rows() {
        for (units, size, room, expected, reason) in [
            (3, StripSize::Cards, vec2(411.0, 56.0), (false, 134.33), "1440 pixels, three units"),
            (4, StripSize::Cards, vec2(411.0, 56.0), (false, 99.75), "1440 pixels, four"),
            (
                5,
                StripSize::Cards,
                vec2(411.0, 56.0),
                (true, 134.33),
                "1440 pixels, five: three in the upper row",
            ),
            (10, StripSize::Cards, vec2(411.0, 56.0), (true, 79.0), "1440 pixels, ten"),
            (10, StripSize::Cards, vec2(331.0, 56.0), (true, 63.0), "1280 pixels, ten"),
            (6, StripSize::Ids, vec2(214.0, 24.0), (false, 32.33), "960 pixels, six"),
            (10, StripSize::Ids, vec2(214.0, 24.0), (true, 34.0), "960 pixels, ten"),
        ] {
            let rows = rows(units, size, room);
            assert_eq!(rows.are_two, expected.0, "{reason}: {rows:?}");
            assert!((rows.unit.x - expected.1).abs() < 0.01, "{reason}: {rows:?}");
            let lines = if rows.are_two { 2 } else { 1 };
            let width = rows.columns as f32 * (rows.unit.x + TILE_GAP_PX) - TILE_GAP_PX;
            let height = lines as f32 * (rows.unit.y + ROW_GAP) - ROW_GAP;
            assert!(rows.columns * lines >= units && width <= room.x + 0.01 && height <= room.y, "{reason}");
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
