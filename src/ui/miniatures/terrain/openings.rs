//! Fittings of the openings of walls: frames, sills, shutters, doors ajar, the broken edges of breaches.

use bevy::prelude::*;

use super::frame::Frame;
use super::masonry::Span;
use super::paint::Brush;
use super::solids::{panel, stone};
use super::wall_face::{Face, Manner, Style};
use crate::table::piece::OpeningKind;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;

/// A frame about an opening, with what belongs to it; a breach has broken edges.
pub(super) fn opening(
    to: &mut GeometryBuilder,
    face: &Face,
    (kind, span): (OpeningKind, Span),
    manner: Manner,
    is_outside: bool,
) {
    if kind == OpeningKind::Hole {
        return broken_edge(to, face, span, manner.coat());
    }
    let [[left, right], [sill, top]] = span;
    let wood =
        if manner.style == Style::Stone { manner.coat().brushed(0.12) } else { manner.timber().toned(0.25) };
    let (wide, proud) = (0.12, if is_outside { 0.06 } else { 0.03 });
    let mut board = |span: Span, proud: f32| panel(to, &face.front, span, proud, wood);
    for [from, end] in [[left - wide, left], [right, right + wide]] {
        board([[from.max(0.0), end.min(face.length)], [sill, top]], proud);
    }
    board(
        [[(left - wide).max(0.0), (right + wide).min(face.length)], [top, (top + 0.14).min(face.height)]],
        proud + 0.01,
    );
    if kind == OpeningKind::Window && sill > 0.1 {
        board([[(left - 0.18).max(0.0), (right + 0.18).min(face.length)], [sill - 0.1, sill]], proud + 0.05);
        if is_outside && manner.style != Style::Metal {
            shutters(to, face, span, manner);
        }
    }
    if kind == OpeningKind::Door && is_outside {
        door(to, face, span, manner);
    }
}

/// A pair of shutters, folded back; one of them may be gone.
fn shutters(to: &mut GeometryBuilder, face: &Face, [[left, right], [sill, top]]: Span, manner: Manner) {
    let half = ((right - left) / 2.0).min(0.6);
    for (side, [from, end]) in
        [[left - 0.13 - half, left - 0.13], [right + 0.13, right + 0.13 + half]].into_iter().enumerate()
    {
        let span = [[from, end], [sill, top]];
        if face.is_wall(span) && scatter(face.seed + side as i32, 91) > 0.12 {
            let paint = manner.shutters();
            panel(to, &face.front, span, 0.055, paint);
            for up in [0.2, 0.72] {
                let rail = sill + (top - sill) * up;
                panel(
                    to,
                    &face.front.moved(0.0, 0.0, 0.05),
                    [[from + 0.03, end - 0.03], [rail, rail + 0.09]],
                    0.025,
                    paint.toned(-0.2),
                );
            }
        }
    }
}

/// A door ajar: its leaf hangs at one jamb, turned almost back to the wall.
fn door(to: &mut GeometryBuilder, face: &Face, [[left, right], [sill, top]]: Span, manner: Manner) {
    let wide = right - left - 0.06;
    let is_left = scatter(face.seed, 55) < 0.5;
    let (hinge, sign) = if is_left { (left, -1.0) } else { (right, 1.0) };
    // From shut, the leaf has been turned by 150 degrees.
    let (sin, cos) = (0.5, 0.866);
    let along = (face.front.along * (sign * cos) + face.front.out * sin).normalize();
    let leaf =
        Frame { origin: face.front.at(hinge, sill, 0.04), along, up: Vec3::Y, out: along.cross(Vec3::Y) };
    let high = top - sill - 0.06;
    let wood = manner.shutters();
    stone(to, &leaf.moved(wide / 2.0, 0.0, 0.0), [wide, 0.07], high, 0.0, wood);
    for (side, flip) in [(0.036, false), (0.036, true)] {
        let skin = if flip { leaf.back(wide, 0.0) } else { leaf }.moved(0.0, 0.0, side);
        let boards = 3;
        for board in 0..boards {
            let each = wide / boards as f32;
            let span = [[board as f32 * each + 0.01, (board + 1) as f32 * each - 0.01], [0.02, high - 0.02]];
            panel(to, &skin, span, 0.012, wood.toned(0.3 * (scatter(face.seed, board) - 0.5)));
        }
    }
}

/// Single stones that are left at the sides of a breach.
fn broken_edge(to: &mut GeometryBuilder, face: &Face, [[left, right], [low, high]]: Span, coat: LinearRgba) {
    let count = ((high - low) / 0.22).round().clamp(1.0, 20.0) as i32;
    for index in 0..count {
        let up = low + (high - low) * index as f32 / count as f32;
        for (side, from) in [left, right].into_iter().enumerate() {
            let chance = scatter(face.seed + index, side as i32 + 60);
            let long = 0.08 + 0.22 * chance;
            let [a, b] = if side == 0 { [from - long, from] } else { [from, from + long] };
            let span = [[a.max(0.0), b.min(face.length)], [up + 0.01, (up + 0.2).min(face.height)]];
            if span[0][1] - span[0][0] > 0.05 {
                panel(to, &face.front, span, 0.03, coat.toned(0.4 * (chance - 0.4)));
            }
        }
    }
}
