//! Two faces of a wall: timber, plaster that has fallen off over bricks, stones, boards.
//!
//! The wall itself is exactly what the rules have (`miniatures/walls.rs`); all this lies on it.

use bevy::prelude::*;

use super::frame::Frame;
use super::masonry::{Masonry, Span, build};
use super::openings::opening;
use super::paint::{Brush, coat};
use super::solids::panel;
use crate::table::piece::{Opening, Wall};
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::{noise, scatter};
use crate::ui::miniatures::walls::{length_of, wall};

/// Style of a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Timber frames with plaster between.
    Timbered,
    Brick,
    Stone,
    Boards,
    Metal,
}

/// The looks of a building.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub style: Style,
    pub seed: i32,
}

impl Manner {
    pub fn coat(self) -> LinearRgba {
        let tone = 0.12 * (scatter(self.seed, 77) - 0.5);
        match self.style {
            Style::Timbered if self.seed % 2 == 0 => coat(0.63, 0.58, 0.47).toned(tone),
            Style::Timbered => coat(0.60, 0.52, 0.40).toned(tone),
            Style::Brick => Masonry::Brick.coat().toned(tone - 0.08),
            Style::Stone => Masonry::Ashlar.coat().toned(tone - 0.18),
            Style::Boards => coat(0.44, 0.36, 0.26).toned(tone),
            Style::Metal => Masonry::Sheets.coat().toned(tone - 0.1),
        }
    }

    pub fn timber(self) -> LinearRgba {
        coat(0.29, 0.22, 0.15).toned(0.4 * (scatter(self.seed, 78) - 0.5))
    }

    /// Shutters and doors: never a colour that means something.
    pub fn shutters(self) -> LinearRgba {
        let colours = [coat(0.31, 0.37, 0.29), coat(0.36, 0.28, 0.20), coat(0.37, 0.36, 0.33)];
        colours[self.seed.unsigned_abs() as usize % colours.len()]
    }
}

/// Faces of a wall that are outside.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outside {
    /// The one that looks away from a point.
    AwayFrom(Vec3),
    Both,
}

/// A face of a wall.
pub(super) struct Face<'a> {
    pub front: Frame,
    pub length: f32,
    pub height: f32,
    /// Openings, as seen from this face.
    pub holes: Vec<(&'a Opening, Span)>,
    pub seed: i32,
}

impl Face<'_> {
    /// Whether a part lies on the wall and on no opening.
    pub fn is_wall(&self, [[left, right], [low, high]]: Span) -> bool {
        let inside = left > -0.01 && right < self.length + 0.01 && low > -0.01 && high < self.height + 0.01;
        inside
            && !self.holes.iter().any(|(_, [[from, to], [sill, top]])| {
                left < *to && *from < right && low < *top && *sill < high
            })
    }
}

/// Adds a wall, and what is on its faces: the true wall to the first, the rest to the second. `outside` says which of its
/// faces have weathered.
pub(super) fn dress(
    [solid, details]: [&mut GeometryBuilder; 2],
    one: &Wall,
    floor: f64,
    outside: Outside,
    manner: Manner,
) {
    let base = manner.coat();
    let seed = manner.seed + (one.from[0] * 8.0) as i32 * 31 + (one.from[1] * 8.0) as i32;
    wall(solid, one, floor, &|along, up| {
        let dirt =
            0.5 * (1.0 - up / 0.9).max(0.0) + 0.12 * (1.0 - (one.height.inches() as f32 - up) / 0.4).max(0.0);
        let blotch = noise(along * 0.9 + seed as f32, up * 0.9) - 0.5;
        base.toned(0.26 * blotch).washed(dirt * 0.7)
    });
    let length = length_of(one) as f32;
    let (middle, _) = Frame::of_edge([one.from, one.to], floor);
    let thick = one.thickness.inches() as f32;
    let front = middle.moved(0.0, 0.0, thick / 2.0);
    let weathered = match outside {
        Outside::Both => [true; 2],
        Outside::AwayFrom(inside) => {
            let looks_out = front.out.dot(inside - front.at(length / 2.0, 0.0, 0.0)) < 0.0;
            [looks_out, !looks_out]
        }
    };
    for (side, frame) in [front, front.back(length, thick)].into_iter().enumerate() {
        let is_back = side == 1;
        let height = one.height.inches() as f32;
        let holes = one.openings.iter().map(|hole| (hole, span_of(hole, length, height, is_back))).collect();
        let face = Face { front: frame, length, height, holes, seed: seed + side as i32 };
        cover(details, &face, manner, weathered[side]);
    }
}

fn span_of(hole: &Opening, length: f32, height: f32, is_back: bool) -> Span {
    let [along, half] = [hole.along.inches() as f32, hole.width.inches() as f32 / 2.0];
    let middle = if is_back { length - along } else { along };
    let across = [middle - half, middle + half].map(|end| end.clamp(0.0, length));
    [across, [hole.sill.inches() as f32, (hole.top.inches() as f32).min(height)]]
}

fn cover(to: &mut GeometryBuilder, face: &Face, manner: Manner, is_outside: bool) {
    let whole = [[0.0, face.length], [0.0, face.height]];
    let lay = |to: &mut GeometryBuilder, masonry| {
        build(to, &face.front, whole, masonry, &|span| face.is_wall(span), face.seed);
    };
    match (manner.style, is_outside) {
        (Style::Timbered, true) => {
            fallen_plaster(to, face);
            timber(to, face, manner.timber());
        }
        (Style::Timbered, false) => fallen_plaster(to, face),
        (Style::Brick, true) => lay(to, Masonry::Brick),
        (Style::Stone, true) => lay(to, Masonry::Ashlar),
        (Style::Boards, true) => weatherboards(to, face, manner.coat()),
        (Style::Metal, true) => lay(to, Masonry::Sheets),
        (Style::Brick | Style::Stone, false) => fallen_plaster(to, face),
        (Style::Boards | Style::Metal, false) => {}
    }
    for (hole, span) in &face.holes {
        opening(to, face, (hole.kind, *span), manner, is_outside);
    }
}

/// Builds bricks that show where plaster has come off.
fn fallen_plaster(to: &mut GeometryBuilder, face: &Face) {
    let chance = |which: i32| scatter(face.seed, which + 200);
    for spot in 0..2 {
        let middle = [chance(spot) * face.length, chance(spot + 10) * face.height * 0.8];
        let reach = 0.35 + 0.5 * chance(spot + 20);
        let near = |[[left, right], [low, high]]: Span| {
            let off = [(left + right) / 2.0 - middle[0], ((low + high) / 2.0 - middle[1]) * 1.3];
            face.is_wall([[left, right], [low, high]]) && (off[0] * off[0] + off[1] * off[1]).sqrt() < reach
        };
        let area = [middle[0] - 1.0, middle[0] + 1.0].map(|end| end.clamp(0.0, face.length));
        let area = [area, [middle[1] - 1.0, middle[1] + 1.0].map(|end| end.clamp(0.0, face.height))];
        if area[0][1] - area[0][0] > 0.4 && area[1][1] - area[1][0] > 0.4 {
            build(to, &face.front, area, Masonry::Brick, &near, face.seed + spot);
        }
    }
}

/// Width of beams, and the distance by which they stand out, inches.
const BEAM: f32 = 0.17;
const PROUD: f32 = 0.035;

/// Posts, rails and braces.
fn timber(to: &mut GeometryBuilder, face: &Face, wood: LinearRgba) {
    let (length, height) = (face.length, face.height);
    let beam = |to: &mut GeometryBuilder, span: Span| {
        if face.is_wall(span) {
            panel(
                to,
                &face.front,
                span,
                PROUD,
                wood.toned(0.3 * (scatter(face.seed, (span[0][0] * 16.0) as i32) - 0.5)),
            );
        }
    };
    let mut posts = vec![0.0, length - BEAM];
    for (_, [[from, end], _]) in &face.holes {
        posts.extend([from - BEAM - 0.12, end + 0.12]);
    }
    posts.sort_by(f32::total_cmp);
    posts.dedup_by(|a, b| *a - *b < BEAM);
    for left in &posts {
        beam(to, [[*left, left + BEAM], [0.0, height]]);
    }
    beam(to, [[0.0, length], [height - BEAM, height]]);
    for pair in posts.windows(2) {
        let bay = [pair[0] + BEAM, pair[1]];
        for low in [0.0, height * 0.48] {
            beam(to, [bay, [low, low + BEAM]]);
        }
        brace(to, face, bay, wood);
    }
}

/// A slanting beam in a bay without an opening.
fn brace(to: &mut GeometryBuilder, face: &Face, [left, right]: [f32; 2], wood: LinearRgba) {
    let rise = face.height * 0.48 - BEAM;
    let run = (right - left).min(rise * 0.9);
    if run < 0.45 || !face.is_wall([[left, right], [BEAM, BEAM + rise]]) {
        return;
    }
    let is_left = scatter(face.seed, (left * 8.0) as i32) < 0.5;
    let steep = bevy::math::ops::atan2(rise, run);
    let (foot, angle) = if is_left { (left, steep) } else { (right, std::f32::consts::PI - steep) };
    let long = (run * run + rise * rise).sqrt();
    let slant = face.front.moved(foot, BEAM, 0.0).leaning(angle);
    panel(to, &slant, [[0.04, long - 0.04], [-0.07, 0.07]], PROUD * 0.8, wood);
}

/// Level boards, lapped.
fn weatherboards(to: &mut GeometryBuilder, face: &Face, wood: LinearRgba) {
    let rows = ((face.height / 0.32).round() as i32).clamp(1, 20);
    let each = face.height / rows as f32;
    for row in 0..rows {
        let mut cuts = vec![0.0, face.length];
        cuts.extend(face.holes.iter().flat_map(|(_, [across, _])| *across));
        cuts.sort_by(f32::total_cmp);
        for cut in cuts.windows(2).filter(|cut| cut[1] - cut[0] > 0.1) {
            let span =
                [[cut[0] + 0.01, cut[1] - 0.01], [row as f32 * each + 0.01, (row + 1) as f32 * each - 0.01]];
            let chance = scatter(face.seed + row, (cut[0] * 8.0) as i32);
            if face.is_wall(span) && chance > 0.05 {
                panel(to, &face.front, span, 0.03, wood.toned(0.4 * (chance - 0.5)));
            }
        }
    }
}
