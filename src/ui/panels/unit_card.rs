//! How a unit looks in the strip below the table: as a card, as a low card where two rows are needed, and as an id in a
//! small window.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Galley, Painter, Rect, Stroke, StrokeKind, pos2, vec2,
};

use super::style;
use crate::game::unit_summary::{Acted, UnitCondition, UnitSummary};
use crate::ui::looks::side_look;
use crate::ui::overlays::check_mark;

/// A plate that is lower than this is one of two rows of ids, pixels.
const LOW: f32 = 16.0;

/// How much smaller a word may be that is too long for its card.
const SMALLER: f32 = 0.86;

/// The plate under a unit; bright under the pointer, framed if it is selected or may still act.
pub(super) fn plate(painter: &Painter, rect: Rect, unit: &UnitSummary, [is_selected, is_pointed]: [bool; 2]) {
    let fill = match (unit.acted, is_pointed) {
        (_, true) => Color32::from_rgb(58, 66, 80),
        (Acted::Done, _) => Color32::from_rgb(24, 27, 33),
        _ => style::BOX,
    };
    let round = if rect.height() < LOW { 2 } else { 5 };
    painter.rect_filled(rect, CornerRadius::same(round), fill);
    let ink = side_look::ink(unit.unit.side);
    let edge = Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
    let faded = unit.acted == Acted::Done || unit.state < UnitCondition::InReserve;
    let edge_ink = if faded { ink.gamma_multiply(0.4) } else { ink };
    painter.rect_filled(edge, CornerRadius { nw: round, sw: round, ne: 0, se: 0 }, edge_ink);
    let rim = match (is_selected, unit.acted) {
        (true, _) => Stroke::new(2.0_f32, Color32::from_rgb(255, 237, 115)),
        (false, Acted::ToAct) => Stroke::new(1.0_f32, ink),
        (false, _) => Stroke::new(1.0_f32, style::LINE),
    };
    painter.rect_stroke(rect, CornerRadius::same(round), rim, StrokeKind::Inside);
}

/// The colour of a state; paler once the unit has acted.
fn state_ink(unit: &UnitSummary) -> Color32 {
    let ink = match unit.state {
        UnitCondition::Shaken | UnitCondition::Destroyed => style::WRONG,
        UnitCondition::Suppressed | UnitCondition::InCombat => Color32::from_rgb(255, 196, 92),
        UnitCondition::FellBack | UnitCondition::Down => Color32::from_rgb(214, 206, 160),
        UnitCondition::Clear => style::WELL,
        UnitCondition::LeftTable | UnitCondition::InReserve | UnitCondition::NotPlaced => style::FAINT,
    };
    if unit.acted == Acted::Done { ink.gamma_multiply(0.8) } else { ink }
}

fn is_placed(unit: &UnitSummary) -> bool {
    unit.state > UnitCondition::NotPlaced
}

/// A name in the room it has, pixels: the longest way to write it that fits; the shortest is smaller, or cut off, if it is too
/// long.
fn name_galley(
    painter: &Painter,
    ways: &[impl AsRef<str>],
    font: &FontId,
    ink: Color32,
    room: f32,
) -> Arc<Galley> {
    let last = ways.last().map_or("", AsRef::as_ref);
    let small = FontId::proportional(font.size * SMALLER);
    let tries = ways.iter().map(|way| (way.as_ref(), font)).chain([(last, &small)]);
    let mut laid_out = tries.map(|(text, font)| painter.layout_no_wrap(text.to_owned(), font.clone(), ink));
    laid_out.find(|galley| galley.size().x <= room).unwrap_or_else(|| {
        let mut job = LayoutJob::simple_singleline(last.to_owned(), font.clone(), ink);
        job.wrap = TextWrapping::truncate_at_width(room.max(0.0));
        painter.layout_job(job)
    })
}

/// A text, and its last words: "in close combat", "close combat", "combat".
fn last_words(text: &str) -> Vec<&str> {
    std::iter::once(0).chain(text.match_indices(' ').map(|(at, _)| at + 1)).map(|at| &text[at..]).collect()
}

/// A card: name, state, models, strength and markers.
pub(super) fn card(painter: &Painter, rect: Rect, unit: &UnitSummary, names: &[String]) {
    let (left, right) = (rect.left() + 10.0, rect.right() - 6.0);
    let is_done = unit.acted == Acted::Done;
    let ink = if is_done { style::FAINT } else { Color32::WHITE };
    let (small, bold) = (FontId::proportional(12.0), FontId::proportional(13.5));
    let id = painter.text(pos2(left, rect.top() + 5.0), Align2::LEFT_TOP, unit.unit, bold.clone(), ink);
    let room = right - id.right() - 6.0 - if is_done { 16.0 } else { 0.0 };
    let name = name_galley(painter, names, &bold, ink, room);
    painter.galley(pos2(id.right() + 6.0, rect.top() + 5.0), name, ink);
    if is_done && is_placed(unit) {
        check_mark(painter, pos2(right - 6.0, rect.top() + 12.0), 7.0, side_look::ink(unit.unit.side));
    }
    let line = rect.top() + 30.0;
    let mut room = right - left;
    if is_placed(unit) {
        let models = format!("{}/{}", unit.left, unit.models);
        let models = painter.text(pos2(right, line), Align2::RIGHT_CENTER, models, small.clone(), ink);
        room = models.left() - left - 4.0;
        strength_bar(painter, [left, right - markers_width(unit, MARKER)], rect.bottom() - 9.0, 4.0, unit);
    }
    let state = name_galley(painter, &last_words(unit.state.word()), &small, state_ink(unit), room);
    painter.galley(pos2(left, line - state.size().y / 2.0), state, state_ink(unit));
    markers(painter, pos2(right, rect.bottom() - 9.0), MARKER, unit);
}

/// A card of half the height: the name in the colour of its state; below it the id, the models and the markers.
pub(super) fn low_card(painter: &Painter, rect: Rect, unit: &UnitSummary, names: &[String]) {
    let (left, right) = (rect.left() + 7.0, rect.right() - 4.0);
    let is_done = unit.acted == Acted::Done;
    let faint = if is_done { style::FAINT } else { Color32::WHITE };
    let ink = if unit.state == UnitCondition::Clear { faint } else { state_ink(unit) };
    let (small, bold) = (FontId::proportional(10.5), FontId::proportional(12.0));
    let has_mark = is_done && is_placed(unit);
    let room = right - left - if has_mark { 13.0 } else { 0.0 };
    painter.galley(pos2(left, rect.top() + 1.0), name_galley(painter, names, &bold, ink, room), ink);
    if has_mark {
        check_mark(painter, pos2(right - 5.0, rect.top() + 8.0), 5.0, side_look::ink(unit.unit.side));
    }
    let line = rect.bottom() - 8.5;
    let id = painter.text(pos2(left, line), Align2::LEFT_CENTER, unit.unit, small.clone(), faint);
    let right_of_models = right - markers_width(unit, LOW_MARKER);
    if is_placed(unit) {
        let room = right_of_models - id.right() - 5.0;
        let whole = format!("{}/{}", unit.left, unit.models);
        let whole = painter.layout_no_wrap(whole, small.clone(), faint);
        let fits = whole.size().x <= room;
        let models =
            if fits { whole } else { painter.layout_no_wrap(unit.left.to_string(), small.clone(), faint) };
        let at = pos2(right_of_models - models.size().x, line - models.size().y / 2.0);
        painter.galley(at, models, faint);
        strength_bar(painter, [left, right], rect.bottom() - 2.0, 2.0, unit);
    }
    markers(painter, pos2(right, line), LOW_MARKER, unit);
}

/// A unit in a small window: its id in the colour of its state.
pub(super) fn id(painter: &Painter, rect: Rect, unit: &UnitSummary) {
    let ink = state_ink(unit);
    let ink = if unit.acted == Acted::Done { ink.gamma_multiply(0.7) } else { ink };
    let at = rect.center() + vec2(1.0, 0.0);
    let is_low = rect.height() < LOW;
    let font = FontId::proportional(if is_low { 9.5 } else { 12.5 });
    painter.text(at, Align2::CENTER_CENTER, unit.unit, font, ink);
    if unit.acted == Acted::Done && is_placed(unit) {
        let up = if is_low { 1.0 } else { 3.0 };
        painter.hline(rect.x_range().shrink(5.0), rect.bottom() - up, Stroke::new(2.0_f32, style::FAINT));
    }
}

/// The share of models that is left.
fn strength_bar(painter: &Painter, [left, right]: [f32; 2], y: f32, height: f32, unit: &UnitSummary) {
    let share = unit.left as f32 / unit.models.max(1) as f32;
    let ink = if share > 0.5 { style::WELL } else { style::WRONG };
    let end = left + (right - left) * share;
    painter.hline(left..=right, y, Stroke::new(height, Color32::from_rgb(54, 60, 70)));
    if unit.left > 0 {
        painter.hline(left..=end, y, Stroke::new(height, ink.gamma_multiply(0.85)));
    }
}

/// Width of a marker with its number, on a card and on a low one, pixels.
const MARKER: f32 = 21.0;
const LOW_MARKER: f32 = 14.0;

/// A badge of a unit: what it counts, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    pub kind: MarkerKind,
    pub count: u8,
}

/// Kind of a badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkerKind {
    Nerve,
    Suppression,
    Hits,
}

impl MarkerKind {
    /// Colours of the badge and of its number.
    fn inks(self) -> [Color32; 2] {
        match self {
            Self::Nerve => [Color32::from_rgb(116, 72, 160), Color32::WHITE],
            Self::Suppression => [Color32::from_rgb(176, 92, 24), Color32::WHITE],
            Self::Hits => [Color32::from_rgb(243, 236, 216), Color32::from_rgb(30, 30, 34)],
        }
    }
}

fn shown_markers(unit: &UnitSummary) -> impl Iterator<Item = Marker> {
    let all = [
        Marker { kind: MarkerKind::Nerve, count: unit.nerve_markers },
        Marker { kind: MarkerKind::Suppression, count: unit.suppression_markers },
        Marker { kind: MarkerKind::Hits, count: unit.hits },
    ];
    all.into_iter().filter(|marker| marker.count > 0)
}

/// A badge with its number.
pub(super) fn marker(painter: &Painter, rect: Rect, marker: Marker, size: f32) {
    let [fill, ink] = marker.kind.inks();
    painter.rect_filled(rect, CornerRadius::same(4), fill);
    painter.text(rect.center(), Align2::CENTER_CENTER, marker.count, FontId::proportional(size), ink);
}

fn markers_width(unit: &UnitSummary, each: f32) -> f32 {
    let count = shown_markers(unit).count() as f32;
    if count > 0.0 { each * count + 3.0 } else { 0.0 }
}

/// Hit-die and markers as on the table, each with its number, from right to left.
fn markers(painter: &Painter, at: bevy_egui::egui::Pos2, each: f32, unit: &UnitSummary) {
    let size = vec2(each - if each < MARKER { 2.0 } else { 4.0 }, if each < MARKER { 11.0 } else { 15.0 });
    let font = if each < MARKER { 9.5 } else { 11.5 };
    for (index, shown) in shown_markers(unit).enumerate() {
        let middle = pos2(at.x - each * (index as f32 + 0.5), at.y);
        marker(painter, Rect::from_center_size(middle, size), shown, font);
    }
}
