//! The ribbon as it is painted: side A's marks above the band, side B's below it, what concerns both across it; one other branch as a
//! second thin row at its foot, the rest as lines. The band is thin until somebody looks at it.

use bevy::prelude::Vec2;
use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2,
};

use super::{GROUND, Scale};
use crate::game::engine::record::history::{Branch, EntryId};
use crate::rules::ids::Side;
use crate::rules::turn::{Phase, Turn};
use crate::ui::looks::side_look;
use crate::ui::looks::time_look::{LOOKING_BACK, WHAT_IF};
use crate::ui::playback::Playback;
use crate::ui::session::open_game::OpenGame;
use crate::ui::timeline::Timeline;
use crate::ui::timeline::ribbon::{Beside, Mark, MarkKind, OtherBranch, Ribbon, Step};

/// Half the height of the band, thin and looked at.
const THIN: f32 = 2.5;
const OPEN: f32 = 4.5;
/// Height of the band above the middle: branches are below it, one of them with its marks.
const ABOVE_MIDDLE: f32 = 1.0;
const ABOVE_BESIDE: f32 = 2.0;
/// Distance of a mark from the middle of the band.
const MARK_AT: f32 = 9.0;
/// Reach of the cross of a destroyed unit to each side.
const CROSS: f32 = 4.5;
const FAINT: Color32 = Color32::from_rgb(146, 156, 170);
/// The paper of notes.
pub(super) const NOTE: Color32 = Color32::from_rgb(255, 226, 122);

/// Paints the ribbon.
pub(super) fn paint(
    painter: &Painter,
    room: Rect,
    scale: Scale,
    (timeline, opened, playback): (&Timeline, &OpenGame, &Playback),
    is_open: bool,
) {
    let ribbon = &timeline.ribbon;
    let middle = middle(room, ribbon);
    let half = if is_open { OPEN } else { THIN };
    let band = Rect::from_min_max(pos2(scale.left, middle - half), pos2(scale.right, middle + half));
    paint_cells(painter, (room, band), scale, ribbon, is_open);
    for (position, step) in ribbon.steps.iter().enumerate().take(scale.last + 1) {
        if step.branch == Branch::WhatIf && position > 0 {
            let (from, to) = (scale.x(position - 1), scale.x(position));
            painter.hline(from..=to, band.bottom(), Stroke::new(1.5_f32, WHAT_IF));
        }
    }
    // What came of an order is marked once it has been shown.
    let is_shown = |step: &&Step| !playback.is_playing(step.entry);
    for (position, step) in ribbon.steps.iter().enumerate().take(scale.last + 1) {
        for mark in Some(step).filter(is_shown).iter().flat_map(|step| &step.marks) {
            paint_mark(painter, pos2(scale.x(position), middle), *mark);
        }
    }
    if !timeline.hides_rest {
        paint_branches(painter, room, scale, ribbon);
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

/// The band: a cell for each phase, a line and a number where a round begins.
fn paint_cells(painter: &Painter, (room, band): (Rect, Rect), scale: Scale, ribbon: &Ribbon, is_open: bool) {
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
                let (at, font) = (pos2(from + 3.0, band.center().y), FontId::proportional(9.0));
                painter.text(at, Align2::LEFT_CENTER, round, font, Color32::WHITE);
            }
        }
    }
}

/// The other branches: the next of them as a row, the rest as lines.
fn paint_branches(painter: &Painter, room: Rect, scale: Scale, ribbon: &Ribbon) {
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

/// The height of the middle of the band, pixels.
pub(super) fn middle(room: Rect, ribbon: &Ribbon) -> f32 {
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
            // It is seen over the dot of those who fell.
            for line in [Stroke::new(3.2_f32, GROUND), line] {
                for slope in [-1.0, 1.0] {
                    let arm = vec2(CROSS, CROSS * slope);
                    painter.line_segment([centre - arm, centre + arm], line);
                }
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

/// Height of the second row's middle above the foot of the ribbon, and half the row's own, pixels.
const BESIDE_AT: f32 = 2.4;
const BESIDE_HALF: f32 = 1.6;
/// Reach of the row for a click.
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
pub(super) fn beside_places(timeline: &Timeline, scale: Scale, room: Rect) -> Vec<(usize, [f32; 2])> {
    let Some(beside) = timeline.ribbon.beside.as_ref().filter(|_| !timeline.hides_rest) else {
        return Vec::new();
    };
    let place =
        |number: usize| Vec2::new(scale.beside(beside.from + number), room.bottom() - BESIDE_AT).into();
    (1..).zip(&beside.steps).map(|(number, step)| (step.entry.0, place(number))).collect()
}

/// The entry of the second row at a pixel.
pub(super) fn entry_beside(timeline: &Timeline, scale: Scale, room: Rect, at: Pos2) -> Option<EntryId> {
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
