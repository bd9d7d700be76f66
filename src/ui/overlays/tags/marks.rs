//! The marks of a unit: hits, nerve and suppression markers, its state, and whether it has acted; each with a colour and a
//! shape of its own.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2,
};

use crate::game::unit_summary::{Acted, UnitCondition, UnitSummary};
use crate::ui::looks::pips::pips;

/// Side of a mark where a tag has its usual size, pixels, and between two.
const MARK_SIDE_PX: f32 = 13.0;
const MARK_GAP_PX: f32 = 2.5;

/// Pips on a die.
const PIPS: u8 = 6;

const IVORY: Color32 = Color32::from_rgb(243, 236, 216);
const DARK: Color32 = Color32::from_rgb(30, 30, 34);
const DANGER: Color32 = Color32::from_rgb(214, 62, 54);
const NERVE: Color32 = Color32::from_rgb(142, 92, 190);
const SUPPRESSION: Color32 = Color32::from_rgb(206, 112, 30);
const COMBAT: Color32 = Color32::from_rgb(255, 150, 70);
const QUIET: Color32 = Color32::from_rgb(206, 212, 196);

/// One mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A die with the pips of its hits.
    Hits(u8),
    /// A diamond with how many.
    Nerve(u8),
    /// A triangle with how many.
    Suppression(u8),
    /// A red eight-sided plate.
    Shaken,
    /// Crossed blades.
    InCombat,
    /// A bent arrow.
    FellBack,
    /// A chevron pressed down on the ground.
    Down,
    /// A check mark.
    Acted,
}

/// The marks of a unit, the most urgent first.
///
/// Rule: SUP-1, SUP-3, LD-2, ACT-7.
pub(super) fn marks(unit: &UnitSummary) -> Vec<Mark> {
    let counted = |count: u8, mark: fn(u8) -> Mark| (count > 0).then(|| mark(count));
    let state = match unit.state {
        UnitCondition::Shaken => Some(Mark::Shaken),
        UnitCondition::InCombat => Some(Mark::InCombat),
        UnitCondition::FellBack => Some(Mark::FellBack),
        UnitCondition::Down => Some(Mark::Down),
        _ => None,
    };
    let acted = (unit.acted == Acted::Done).then_some(Mark::Acted);
    let counts = [
        counted(unit.hits, Mark::Hits),
        counted(unit.suppression_markers, Mark::Suppression),
        counted(unit.nerve_markers, Mark::Nerve),
    ];
    [state].into_iter().chain(counts).chain([acted]).flatten().collect()
}

/// The width of a row of marks at a scale.
pub(super) fn width(marks: &[Mark], scale: f32) -> f32 {
    marks.iter().map(|mark| (mark.cells() * MARK_SIDE_PX + MARK_GAP_PX) * scale).sum()
}

/// Paints a row of marks from its left end.
pub(super) fn paint(painter: &Painter, mut left: Pos2, marks: &[Mark], scale: f32) {
    for mark in marks {
        let wide = mark.cells() * MARK_SIDE_PX * scale;
        mark.paint(painter, left + vec2(wide / 2.0, 0.0), MARK_SIDE_PX * scale);
        left.x += wide + MARK_GAP_PX * scale;
    }
}

impl Mark {
    /// Number of squares that it takes: hits beyond one die have a number.
    fn cells(self) -> f32 {
        if matches!(self, Self::Hits(hits) if hits > PIPS) { 1.4 } else { 1.0 }
    }

    fn paint(self, painter: &Painter, at: Pos2, side: f32) {
        let (half, dark) = (side / 2.0, Stroke::new(1.0_f32, Color32::from_black_alpha(170)));
        let corner = |x: f32, y: f32| at + half * vec2(x, y);
        let plate = |corners: Vec<Pos2>, fill: Color32| {
            painter.add(Shape::convex_polygon(corners, fill, dark));
        };
        let number = |count: u8, size: f32, at: Pos2, ink: Color32| {
            painter.text(at, Align2::CENTER_CENTER, count, FontId::proportional(side * size), ink);
        };
        let stroke = |share: f32, ink: Color32| Stroke::new((side * share).max(1.3), ink);
        match self {
            Self::Hits(hits) => die(painter, at, [side * self.cells(), side], hits),
            Self::Nerve(count) => {
                let tips = [(0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)];
                plate(tips.map(|(x, y)| corner(x, y)).to_vec(), NERVE);
                number(count, 0.78, at, Color32::WHITE);
            }
            Self::Suppression(count) => {
                plate(
                    [(0.0, -1.1), (1.15, 0.95), (-1.15, 0.95)].map(|(x, y)| corner(x, y)).to_vec(),
                    SUPPRESSION,
                );
                number(count, 0.72, corner(0.0, 0.3), Color32::WHITE);
            }
            Self::Shaken => {
                let rim = (0..8).map(|index| {
                    at + 1.08 * half * Vec2::angled(std::f32::consts::TAU * (index as f32 + 0.5) / 8.0)
                });
                plate(rim.collect(), DANGER);
                painter.line_segment([corner(0.0, -0.62), corner(0.0, 0.14)], stroke(0.18, Color32::WHITE));
                painter.circle_filled(corner(0.0, 0.56), side * 0.1, Color32::WHITE);
            }
            Self::InCombat => {
                for turn in [1.0, -1.0] {
                    painter.line_segment(
                        [corner(-0.85 * turn, -0.85), corner(0.85 * turn, 0.85)],
                        stroke(0.17, COMBAT),
                    );
                    painter.line_segment(
                        [corner(0.2 * turn, 0.75), corner(0.75 * turn, 0.2)],
                        stroke(0.12, COMBAT),
                    );
                }
            }
            Self::FellBack => {
                let line = [corner(0.9, 0.7), corner(0.9, -0.25), corner(-0.7, -0.25)];
                painter.add(Shape::line(line.to_vec(), stroke(0.16, QUIET)));
                plate(vec![corner(-1.1, -0.25), corner(-0.3, -0.8), corner(-0.3, 0.3)], QUIET);
            }
            Self::Down => {
                let chevron = [corner(-0.8, -0.6), corner(0.0, 0.15), corner(0.8, -0.6)];
                painter.add(Shape::line(chevron.to_vec(), stroke(0.17, QUIET)));
                painter.line_segment([corner(-0.9, 0.75), corner(0.9, 0.75)], stroke(0.17, QUIET));
            }
            Self::Acted => check_mark(painter, at, half, QUIET),
        }
    }
}

/// A die as it lies on the table; more hits than it has pips are a number.
fn die(painter: &Painter, at: Pos2, [wide, high]: [f32; 2], hits: u8) {
    let (face, round) = (Rect::from_center_size(at, vec2(wide, high)), CornerRadius::same(3));
    painter.rect_filled(face, round, IVORY);
    painter.rect_stroke(
        face,
        round,
        Stroke::new(1.0_f32, Color32::from_black_alpha(150)),
        StrokeKind::Inside,
    );
    if hits > PIPS {
        painter.text(at, Align2::CENTER_CENTER, hits, FontId::proportional(high * 0.85), DARK);
        return;
    }
    for [x, y] in pips(hits) {
        painter.circle_filled(at + vec2(*x, *y) * high * 0.27, high * 0.11, DARK);
    }
}

/// A check mark on a dark disc.
pub(in crate::ui) fn check_mark(painter: &Painter, at: Pos2, radius: f32, rim: Color32) {
    painter.circle(at, radius, Color32::from_rgb(24, 28, 34), Stroke::new((radius * 0.18).min(1.6), rim));
    let points = [vec2(-0.48, 0.02), vec2(-0.12, 0.40), vec2(0.50, -0.38)].map(|offset| at + radius * offset);
    for leg in points.windows(2) {
        painter.line_segment([leg[0], leg[1]], Stroke::new((radius * 0.27).max(1.4), Color32::WHITE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every state that a player has to see at once has a mark, and nothing that does not count has one.
    #[test]
    fn states_and_markers_have_marks() {
        let clear = UnitSummary {
            unit: "A1".parse().unwrap(),
            state: UnitCondition::Clear,
            left: 5,
            models: 5,
            hits: 0,
            nerve_markers: 0,
            suppression_markers: 0,
            acted: Acted::ToAct,
        };
        for (unit, expected, reason) in [
            (clear, vec![], "ready"),
            (UnitSummary { acted: Acted::Done, ..clear }, vec![Mark::Acted], "has acted"),
            (UnitSummary { acted: Acted::NotItsTurn, ..clear }, vec![], "waits for its turn"),
            (
                UnitSummary { state: UnitCondition::Suppressed, hits: 3, nerve_markers: 2, ..clear },
                vec![Mark::Hits(3), Mark::Nerve(2)],
                "the die says that it is suppressed",
            ),
            (
                UnitSummary { state: UnitCondition::Shaken, hits: 6, acted: Acted::Done, ..clear },
                vec![Mark::Shaken, Mark::Hits(6), Mark::Acted],
                "shaken",
            ),
            (
                UnitSummary { state: UnitCondition::Suppressed, suppression_markers: 1, ..clear },
                vec![Mark::Suppression(1)],
                "by the outline of 2012",
            ),
            (UnitSummary { state: UnitCondition::Down, ..clear }, vec![Mark::Down], "down"),
        ] {
            assert_eq!(marks(&unit), expected, "{reason}");
        }
    }
}
