//! The ribbon as it is painted, and the mouse on it.
//!
//! Side A's marks stand above the band, side B's below it, what concerns both across it; other branches are thin lines at its
//! foot. The band is thin until somebody looks at it.

use bevy::prelude::Vec2;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Event, FontId, MouseWheelUnit, Painter, Pos2, Rect, Response,
    RichText, Sense, Shape, Stroke, Ui, pos2, vec2,
};

use super::ribbon::{Beside, Mark, MarkKind, OtherBranch, Ribbon, Way};
use super::{Ask, Stride, Timeline, TimelineKey, marks_in_words, what, when};
use crate::game::engine::record::history::{Branch, EntryId};
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};
use crate::ui::looks::side_look;
use crate::ui::looks::time_look::{LOOKING_BACK, WHAT_IF};
use crate::ui::session::events::{UiEvent, emit, is_heard};
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::open_notes::OpenNotes;

/// Space left and right of the band, pixels.
pub(super) const MARGIN: f32 = 14.0;
/// Half the height of the band, thin and looked at.
const THIN: f32 = 2.5;
const OPEN: f32 = 4.5;
/// How far the band is above the middle: branches are below it, one of them with its marks.
const ABOVE_MIDDLE: f32 = 1.0;
const ABOVE_BESIDE: f32 = 2.0;
/// How far a mark is from the middle of the band.
const MARK_AT: f32 = 9.0;
/// How far a touch pad scrolls for one step, pixels.
const PIXELS_PER_STEP: f32 = 30.0;

const FAINT: Color32 = Color32::from_rgb(146, 156, 170);
/// The paper of notes.
const NOTE: Color32 = Color32::from_rgb(255, 226, 122);
pub(super) const GROUND: Color32 = Color32::from_rgb(19, 22, 27);

/// Where positions are on the band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub left: f32,
    pub right: f32,
    pub last: usize,
}

impl Scale {
    pub fn x(&self, position: usize) -> f32 {
        let share = position as f32 / self.last.max(1) as f32;
        self.left + share.min(1.0) * (self.right - self.left)
    }

    /// The same beside the line, where a branch may be longer: no farther than the foot of the ribbon goes.
    fn beside(&self, position: usize) -> f32 {
        let share = position as f32 / self.last.max(1) as f32;
        (self.left + share * (self.right - self.left)).min(self.right + MARGIN - 2.0)
    }

    pub fn position(&self, x: f32) -> usize {
        let share = (x - self.left) / (self.right - self.left).max(1.0);
        (share.clamp(0.0, 1.0) * self.last as f32).round() as usize
    }
}

/// Paints the ribbon and hears the mouse on it.
pub(in crate::ui) fn strip_ui(ui: &mut Ui, timeline: &mut Timeline, opened: &OpenGame, notes: &OpenNotes) {
    let room = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(room, Sense::click_and_drag());
    let is_open = opened.is_looking() || response.hovered() || response.dragged();
    let last = frozen_while_dragged(ui, &response, timeline.shown_to(opened)).min(timeline.ribbon.last());
    let scale = Scale { left: room.left() + MARGIN, right: room.right() - MARGIN, last };
    paint(ui.painter(), room, scale, (timeline, opened), is_open);
    let pointed = response.hover_pos().filter(|at| room.contains(*at));
    let pointed = pointed.map(|at| pointed_position(&timeline.ribbon, scale, at.x));
    if let Some(position) = pointed.filter(|_| !response.dragged()) {
        let line = Stroke::new(1.0_f32, Color32::from_white_alpha(120));
        ui.painter().vline(scale.x(position), room.y_range(), line);
    }
    hear(ui, &response, scale, timeline, opened);
    if let Some(position) = pointed {
        response.on_hover_ui_at_pointer(|ui| hint_ui(ui, timeline, (opened, notes), position));
    }
    report(room, scale, timeline, opened);
}

/// While the ribbon is dragged nothing moves under the pointer.
fn frozen_while_dragged(ui: &Ui, response: &Response, last: usize) -> usize {
    let id = response.id.with("last");
    if (response.dragged() && !response.drag_started()) || response.drag_stopped() {
        return ui.data(|data| data.get_temp(id)).unwrap_or(last);
    }
    ui.data_mut(|data| data.insert_temp(id, last));
    last
}

/// A press or a drag looks at what is under the pointer, the wheel steps.
pub(super) fn hear(ui: &Ui, response: &Response, scale: Scale, timeline: &mut Timeline, opened: &OpenGame) {
    if response.hovered() {
        ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
    }
    // In a slow frame the last move and the release come together.
    let held = response.is_pointer_button_down_on() || response.dragged();
    let pressed = held || response.drag_stopped() || response.clicked();
    let beside =
        response.interact_pointer_pos().and_then(|at| entry_beside(timeline, scale, response.rect, at));
    if let Some(entry) = beside.filter(|_| response.clicked()) {
        timeline.ask(Ask::LookAt(entry));
        return;
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| pressed && beside.is_none()) {
        let position = match response.dragged() && !response.drag_stopped() {
            true => scale.position(at.x),
            false => pointed_position(&timeline.ribbon, scale, at.x),
        };
        let entry = timeline.ribbon.steps.get(position).map(|step| step.entry);
        if let Some(entry) = entry.filter(|entry| *entry != opened.game.history().present().id) {
            timeline.ask(Ask::LookAt(entry));
        }
        return;
    }
    if !response.hovered() {
        return;
    }
    let id = response.id.with("wheel");
    let scrolled = ui.input(|input| {
        let of = |event: &Event| match event {
            Event::MouseWheel { unit: MouseWheelUnit::Point, delta, .. } => {
                (delta.y - delta.x) / PIXELS_PER_STEP
            }
            Event::MouseWheel { delta, .. } => delta.y - delta.x,
            _ => 0.0,
        };
        input.events.iter().map(of).sum::<f32>()
    });
    if scrolled == 0.0 {
        return;
    }
    let remainder: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(0.0) + scrolled;
    ui.data_mut(|data| data.insert_temp(id, remainder.fract()));
    let way = if remainder > 0.0 { Way::Back } else { Way::On };
    let steps = remainder.trunc().abs() as usize;
    let here = timeline.position(opened);
    let to = match way {
        Way::Back => here.saturating_sub(steps),
        Way::On => (here + steps).min(timeline.ribbon.last()),
    };
    if let Some(step) = timeline.ribbon.steps.get(to).filter(|_| to != here) {
        let entry = step.entry;
        timeline.ask(Ask::LookAt(entry));
    } else if steps > 0 {
        timeline.ask(Ask::Key(TimelineKey::Step(Stride::Command, way)));
    }
}

/// How near to a note the pointer means it, pixels.
const NOTE_REACH: f32 = 6.0;

/// The position that a pixel means: that of a note close by, else the nearest.
fn pointed_position(ribbon: &Ribbon, scale: Scale, x: f32) -> usize {
    let steps = ribbon.steps.iter().enumerate().take(scale.last + 1);
    let noted = steps.filter(|(_, step)| step.marks.iter().any(|mark| mark.kind == MarkKind::Note));
    let away = |position: usize| (scale.x(position) - x).abs();
    let near = noted.map(|(position, _)| position).filter(|position| away(*position) <= NOTE_REACH);
    near.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or_else(|| scale.position(x))
}

pub(super) fn hint_ui(
    ui: &mut Ui,
    timeline: &Timeline,
    (opened, notes): (&OpenGame, &OpenNotes),
    position: usize,
) {
    ui.set_max_width(420.0);
    let Some(step) = timeline.ribbon.steps.get(position) else { return };
    ui.strong(when(opened, timeline, position));
    let what = what(opened, step);
    if !what.is_empty() {
        ui.label(what);
    }
    for mark in marks_in_words(opened, step) {
        ui.small(format!("{mark}."));
    }
    for note in notes.notes_at(step.entry) {
        let rule = note.rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})"));
        ui.label(RichText::new(format!("“{}”{rule}", note.text)).color(NOTE));
    }
    if !opened.is_looking() {
        ui.small("Click, drag or turn the wheel to look back.");
    }
}

fn paint(
    painter: &Painter,
    room: Rect,
    scale: Scale,
    (timeline, opened): (&Timeline, &OpenGame),
    is_open: bool,
) {
    let ribbon = &timeline.ribbon;
    let middle = middle(room, ribbon);
    let half = if is_open { OPEN } else { THIN };
    let band = Rect::from_min_max(pos2(scale.left, middle - half), pos2(scale.right, middle + half));
    painter.rect_filled(band, CornerRadius::same(2), GROUND);
    let mut round = 0;
    for (turn, [first, last]) in ribbon.cells() {
        if first > scale.last {
            break;
        }
        let (from, to) = (scale.x(first - 1), scale.x(last.min(scale.last)));
        let cell = Rect::from_min_max(pos2(from, band.top()), pos2(to, band.bottom()));
        painter.rect_filled(cell, CornerRadius::ZERO, cell_ink(turn, is_open));
        painter.vline(from, cell.y_range(), Stroke::new(1.0_f32, GROUND));
        if turn.round != round {
            round = turn.round;
            painter.vline(from, room.y_range(), Stroke::new(1.0_f32, Color32::from_white_alpha(60)));
            if is_open && round > 0 && scale.x(last.min(scale.last)) - from > 12.0 {
                let font = FontId::proportional(9.0);
                painter.text(pos2(from + 3.0, middle), Align2::LEFT_CENTER, round, font, Color32::WHITE);
            }
        }
    }
    for (position, step) in ribbon.steps.iter().enumerate().take(scale.last + 1) {
        if step.branch == Branch::WhatIf && position > 0 {
            let (from, to) = (scale.x(position - 1), scale.x(position));
            painter.hline(from..=to, band.bottom(), Stroke::new(1.5_f32, WHAT_IF));
        }
    }
    for (position, step) in ribbon.steps.iter().enumerate().take(scale.last + 1) {
        for mark in &step.marks {
            paint_mark(painter, pos2(scale.x(position), middle), *mark);
        }
    }
    if !timeline.hides_rest {
        let is_beside = |branch: &OtherBranch| {
            let last = ribbon.beside.as_ref().and_then(|beside| beside.steps.last());
            last.is_some_and(|step| step.entry == branch.end)
        };
        for branch in ribbon.branches.iter().filter(|branch| !is_beside(branch)) {
            paint_branch(painter, room, scale, branch);
        }
        if let Some(beside) = &ribbon.beside {
            paint_beside(painter, room, scale, beside);
        }
    }
    let history = opened.game.history();
    if let Some(home) = ribbon.position(history.home()).filter(|home| *home <= scale.last) {
        let at = pos2(scale.x(home), middle);
        painter.circle(at, half + 1.0, Color32::TRANSPARENT, Stroke::new(1.5_f32, Color32::WHITE));
    }
    if opened.is_looking() {
        let x = scale.x(timeline.position(opened).min(scale.last));
        painter.vline(x, room.y_range(), Stroke::new(2.5_f32, LOOKING_BACK));
        let top = room.top() + 1.0;
        let head = vec![pos2(x - 5.0, top), pos2(x + 5.0, top), pos2(x, top + 6.0)];
        painter.add(Shape::convex_polygon(head, LOOKING_BACK, Stroke::NONE));
    }
}

/// The height of the middle of the band, pixels.
fn middle(room: Rect, ribbon: &Ribbon) -> f32 {
    room.center().y - if ribbon.beside.is_some() { ABOVE_BESIDE } else { ABOVE_MIDDLE }
}

/// A cell in the colour of the side whose turn it is; the Action phase is brighter than those around it.
fn cell_ink(turn: Turn, is_open: bool) -> Color32 {
    let ink = match turn.phase {
        Phase::Deployment | Phase::Over => FAINT.gamma_multiply(0.6),
        Phase::Action => side_look::ink(turn.side),
        Phase::Starting | Phase::Reaction | Phase::CloseCombat => {
            side_look::ink(turn.side).gamma_multiply(0.62)
        }
    };
    if is_open { ink } else { ink.gamma_multiply(0.75) }
}

/// A mark: above the band for A, below it for B.
fn paint_mark(painter: &Painter, at: Pos2, mark: Mark) {
    let away = match mark.side {
        Some(Side::A) => -MARK_AT,
        Some(Side::B) => MARK_AT,
        None => 0.0,
    };
    let (centre, ink) = (at + vec2(0.0, away), mark.side.map_or(Color32::WHITE, side_look::light_ink));
    let line = Stroke::new(1.6_f32, ink);
    match mark.kind {
        MarkKind::Lost => {
            let radius = 1.7 + 0.35 * (mark.count.min(5) as f32);
            painter.circle_filled(centre, radius, ink);
        }
        MarkKind::Rout => {
            let corners = [(-3.5, -3.0), (3.5, -3.0), (0.0, 3.5)].map(|(x, y)| centre + vec2(x, y));
            painter.add(Shape::convex_polygon(corners.into(), ink, Stroke::NONE));
        }
        MarkKind::Destroyed => {
            for slope in [-1.0, 1.0] {
                let arm = vec2(3.2, 3.2 * slope);
                painter.line_segment([centre - arm, centre + arm], line);
            }
        }
        MarkKind::Objective => {
            let foot = centre + vec2(-2.0, 4.0);
            painter.line_segment([foot, foot - vec2(0.0, 8.0)], Stroke::new(1.2_f32, ink));
            let cloth = [(0.0, -8.0), (6.0, -5.8), (0.0, -3.6)].map(|(x, y)| foot + vec2(x, y));
            painter.add(Shape::convex_polygon(cloth.into(), ink, Stroke::NONE));
        }
        MarkKind::Note => {
            // A sheet of paper with a folded corner.
            let corners = [(-4.0, -5.0), (1.0, -5.0), (4.0, -2.0), (4.0, 5.0), (-4.0, 5.0)];
            let sheet = corners.map(|(x, y)| at + vec2(x, y));
            painter.add(Shape::convex_polygon(sheet.into(), NOTE, Stroke::new(1.0_f32, GROUND)));
            for y in [-1.0, 2.0] {
                painter.hline(at.x - 2.5..=at.x + 2.5, at.y + y, Stroke::new(1.0_f32, GROUND));
            }
        }
        MarkKind::Departure => {
            let ink = Color32::from_rgb(255, 123, 114);
            painter.vline(at.x, at.y - 7.0..=at.y + 7.0, Stroke::new(1.6_f32, ink));
            painter.circle_filled(at, 2.4, ink);
        }
    }
}

/// Another branch: a thin line from where it leaves, as long as it is.
fn paint_branch(painter: &Painter, room: Rect, scale: Scale, branch: &OtherBranch) {
    if branch.from > scale.last {
        return;
    }
    let ink = if branch.branch == Branch::WhatIf { WHAT_IF } else { Color32::from_white_alpha(190) };
    let (from, to) =
        (scale.x(branch.from), scale.x(branch.from + branch.length).max(scale.x(branch.from) + 5.0));
    let (y, line) = (room.bottom() - 1.5, Stroke::new(2.0_f32, ink));
    painter.line_segment([pos2(from, y - 5.0), pos2(from, y)], Stroke::new(1.0_f32, ink));
    painter.hline(from..=to.min(room.right() - 2.0), y, line);
}

/// How far the middle of the second row is above the foot of the ribbon, and half its height, pixels.
const BESIDE_AT: f32 = 2.4;
const BESIDE_HALF: f32 = 1.6;
/// How near to it a click is meant for it.
const BESIDE_REACH: f32 = 4.5;

/// The branch that comes next, as a second thin row with its marks, each smaller than those of the line.
fn paint_beside(painter: &Painter, room: Rect, scale: Scale, beside: &Beside) {
    if beside.from > scale.last {
        return;
    }
    let y = room.bottom() - BESIDE_AT;
    let from = scale.x(beside.from);
    for (number, step) in (1..).zip(&beside.steps) {
        let [left, right] = [number - 1, number].map(|number| scale.beside(beside.from + number));
        let row = Rect::from_min_max(pos2(left, y - BESIDE_HALF), pos2(right, y + BESIDE_HALF));
        painter.rect_filled(row, CornerRadius::ZERO, cell_ink(step.turn, true));
        for mark in &step.marks {
            let ink = mark.side.map_or(Color32::WHITE, side_look::light_ink);
            let away = match mark.side {
                Some(Side::A) => -BESIDE_HALF,
                Some(Side::B) => BESIDE_HALF,
                None => 0.0,
            };
            painter.circle_filled(pos2(right, y + away), 2.2, ink);
        }
    }
    let end = scale.beside(beside.from + beside.steps.len());
    let ink = if beside.branch == Branch::WhatIf { WHAT_IF } else { Color32::from_white_alpha(190) };
    painter.line_segment([pos2(from, y - 8.0), pos2(from, y)], Stroke::new(1.0_f32, ink));
    painter.hline(from..=end, y + BESIDE_HALF, Stroke::new(1.0_f32, ink));
}

/// The entries of the second row, each with a pixel on it.
fn beside_places(timeline: &Timeline, scale: Scale, room: Rect) -> Vec<(usize, [f32; 2])> {
    let Some(beside) = timeline.ribbon.beside.as_ref().filter(|_| !timeline.hides_rest) else {
        return Vec::new();
    };
    let place =
        |number: usize| Vec2::new(scale.beside(beside.from + number), room.bottom() - BESIDE_AT).into();
    (1..).zip(&beside.steps).map(|(number, step)| (step.entry.0, place(number))).collect()
}

/// The entry of the second row at a pixel.
fn entry_beside(timeline: &Timeline, scale: Scale, room: Rect, at: Pos2) -> Option<EntryId> {
    let beside = timeline.ribbon.beside.as_ref().filter(|_| !timeline.hides_rest)?;
    let is_on_row = (at.y - (room.bottom() - BESIDE_AT)).abs() <= BESIDE_REACH;
    let ends = [scale.x(beside.from), scale.beside(beside.from + beside.steps.len())];
    if !is_on_row || at.x <= ends[0] || at.x > ends[1] + BESIDE_REACH {
        return None;
    }
    let nearest = (1..).zip(&beside.steps).min_by(|(a, _), (b, _)| {
        let away = |number: &usize| (scale.beside(beside.from + number) - at.x).abs();
        away(a).total_cmp(&away(b))
    });
    nearest.map(|(_, step)| step.entry)
}

/// Reports what is shown, and where.
fn report(room: Rect, scale: Scale, timeline: &mut Timeline, opened: &OpenGame) {
    if !is_heard() {
        return;
    }
    let history = opened.game.history();
    let middle = middle(room, &timeline.ribbon);
    let at = |position: usize| -> [f32; 2] { Vec2::new(scale.x(position), middle).into() };
    let marked = timeline.ribbon.steps.iter().enumerate().filter(|(_, step)| !step.marks.is_empty());
    let event = UiEvent::TimelineShows {
        entry: history.present().id.0,
        home: history.home().0,
        line: timeline.ribbon.steps.iter().take(scale.last + 1).map(|step| step.entry.0).collect(),
        branches: timeline.ribbon.branches.len(),
        beside: beside_places(timeline, scale, room),
        looking: opened.is_looking(),
        try_out: opened.game.is_try_out(),
        plays: timeline.plays(),
        ends: [at(0), at(scale.last)],
        marks: marked.map(|(position, step)| (step.entry.0, at(position))).collect(),
    };
    if timeline.reported.as_ref() != Some(&event) {
        emit(&event);
        timeline.reported = Some(event);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every position is found again where it is painted, also on a ribbon with one.
    #[test]
    fn a_position_is_found_where_it_is_painted() {
        for last in [0, 1, 7, 300] {
            let scale = Scale { left: 14.0, right: 616.0, last };
            for position in 0..=last {
                assert_eq!(scale.position(scale.x(position)), position, "of {last}");
            }
            assert_eq!((scale.position(-50.0), scale.position(9000.0)), (0, last));
        }
    }
}
