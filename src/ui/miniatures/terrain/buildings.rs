//! Buildings: floors of boards, walls, stairs between levels, and a roof that comes off as one piece; ruins.

use bevy::prelude::*;

use super::frame::{Frame, fronts};
use super::ground::{Fringe, SCATTERED, cover};
use super::masonry::Masonry;
use super::open_ground::bricks;
use super::paint::{Brush, coat};
use super::rows::Rows;
use super::site::{Site, is_named};
use super::solids::{face, panel, stem, stone};
use super::spots::{bounds, spots};
use super::wall_face::{Manner, Outside, Style, dress};
use super::{Look, Storey, wreck};
use crate::level::chance::Chance;
use crate::table::piece::{Foundation, Level, OpeningKind, Piece, Roof, Wall};
use crate::table::shape::Shape;
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::{GeometryBuilder, outline};
use crate::ui::miniatures::texture::scatter;
use crate::ui::miniatures::walls::length_of;

/// Drawn thickness of floors, inches.
const FLOOR: f64 = 0.2;

pub(super) fn manner(piece: &Piece, site: &Site) -> Manner {
    let seed = (site.seed_of(&piece.id) & 0xF_FFFF) as i32;
    let by_name: [(&[&str], Style); 5] = [
        (&["fuselage", "wreck", "hull"], Style::Metal),
        (&["sawmill", "barn", "loft", "shed", "platform", "stable"], Style::Boards),
        (&["chapel", "church", "tower", "mill", "keep", "castle"], Style::Stone),
        (&["smithy", "factory", "works", "school"], Style::Brick),
        (&["cottage", "inn", "farm"], Style::Timbered),
    ];
    let named = by_name.into_iter().find(|(words, _)| is_named(&piece.id, words)).map(|(_, style)| style);
    let by_chance = [Style::Timbered, Style::Brick, Style::Timbered, Style::Stone][seed as usize % 4];
    Manner { style: named.unwrap_or(by_chance), seed }
}

pub(super) fn manner_of_ruin(piece: &Piece, site: &Site) -> Manner {
    match manner(piece, site) {
        // Timber burns.
        Manner { style: Style::Timbered | Style::Boards, seed } => Manner { style: Style::Brick, seed },
        other => other,
    }
}

pub(super) fn middle_of(base: &Shape) -> Vec3 {
    let [low, high] = bounds(base);
    axes::in_scene([f64::midpoint(low[0], high[0]), f64::midpoint(low[1], high[1])], 0.0)
}

/// Broken walls and rubble on a base.
pub(super) fn ruin(look: &mut Look, piece: &Piece, height: f64, walls: &[Wall], site: &Site) {
    let base = &piece.footprint;
    let mut chance = Chance::new(site.seed_of(&piece.id));
    let manner = manner_of_ruin(piece, site);
    let is_metal = manner.style == Style::Metal;
    ground_of_ruin(look, base, manner);
    for one in walls {
        dress([&mut look.solid, &mut look.details], one, 0.0, Outside::Both, manner);
        crest(&mut look.details, one, manner.seed, is_metal);
    }
    if is_named(&piece.id, &["fuselage"]) {
        wreck::fuselage(look, walls, manner.seed);
    }
    let high = (height as f32 * 0.3).clamp(0.1, 0.4);
    for spot in spots(base, 0.85, 0.1, chance.below(4000) as i32) {
        let is_edge = base.depth_inside(spot) < 0.9;
        if (is_edge || walls.is_empty() || chance.one_in(3)) && !(is_metal && chance.one_in(2)) {
            bricks(look, spot, if is_edge { high * 1.3 } else { high }, &mut chance);
        }
    }
}

pub(super) fn ground_of_ruin(look: &mut Look, base: &Shape, manner: Manner) {
    let is_metal = manner.style == Style::Metal;
    let floor = if is_metal { coat(0.27, 0.27, 0.26) } else { coat(0.43, 0.39, 0.33) };
    cover(&mut look.ground, base, 0.01, floor, SCATTERED);
}

/// Builds the loose rubble on top of a broken wall.
fn crest(to: &mut GeometryBuilder, one: &Wall, seed: i32, is_metal: bool) {
    let (frame, length) = Frame::of_edge([one.from, one.to], one.height.inches());
    let thick = one.thickness.inches() as f32;
    let paint = if is_metal { Masonry::Sheets.coat().washed(0.4) } else { Masonry::Brick.coat() };
    let count = ((length / 0.34).round() as i32).clamp(1, 80);
    for index in 0..count {
        let chance = |which: i32| scatter(seed + index, which + 300);
        let along = length * (index as f32 + 0.2 + 0.6 * chance(1)) / count as f32;
        let top = frame.at(along, 0.0, 0.0);
        let is_open = one.openings.iter().any(|hole| {
            let off = (f64::from(along) - hole.along.inches()).abs() - hole.width.inches() / 2.0;
            off < 0.1 && hole.top.inches() >= one.height.inches()
        });
        if chance(2) < 0.62 && !is_open {
            let size = [0.16 + 0.2 * chance(3), thick * (0.6 + 0.4 * chance(4))];
            let foot = Frame { origin: top, ..frame };
            stone(to, &foot, size, 0.03 + 0.09 * chance(5), 0.2, paint.toned(0.5 * (chance(6) - 0.4)));
        }
    }
}

/// Levels with floors, walls and their openings, and a roof; each can be taken away.
pub(super) fn structure(
    look: &mut Look,
    piece: &Piece,
    (levels, foundation, roof): (&[Level], Foundation, Roof),
    site: &Site,
) {
    let base = &piece.footprint;
    let manner = manner(piece, site);
    ground_of_structure(look, base, foundation);
    for (index, level) in levels.iter().enumerate() {
        let mut storey = Storey::default();
        let floor = level.floor.inches();
        let outline = level.outline.as_ref().unwrap_or(base);
        floor_of_boards(&mut storey, outline, floor, manner);
        for one in &level.walls {
            dress(
                [&mut storey.solid, &mut storey.details],
                one,
                floor,
                Outside::AwayFrom(middle_of(base)),
                manner,
            );
        }
        if let Some(next) = levels.get(index + 1) {
            let above = next.outline.as_ref().unwrap_or(base);
            climb(&mut storey, level, above, [floor, next.floor.inches()], middle_of(base));
        }
        if level.walls.is_empty() || index > 0 && levels[index - 1].walls.is_empty() {
            posts(&mut storey, outline, levels, index);
        }
        look.storeys.push(storey);
    }
    let top = levels.iter().map(Level::top).max().map_or(0.0, |top| top.inches());
    if roof == Roof::Flat && top > 0.0 {
        let highest = levels.iter().max_by_key(|level| level.top()).and_then(|level| level.outline.as_ref());
        look.storeys.push(roof_of(highest.unwrap_or(base), top, manner));
    }
}

pub(super) fn ground_of_structure(look: &mut Look, base: &Shape, foundation: Foundation) {
    let apron = coat(0.42, 0.38, 0.29);
    cover(&mut look.ground, base, 0.007, apron, Fringe { inside: 0.1, outside: 0.5 });
    if foundation == Foundation::Base {
        cover(&mut look.ground, base, 0.012, coat(0.44, 0.42, 0.39), Fringe { inside: 0.1, outside: 0.12 });
    }
}

/// A floor: its top is where models stand.
pub(super) fn floor_of_boards(storey: &mut Storey, shape: &Shape, floor: f64, manner: Manner) {
    let wood = coat(0.41, 0.35, 0.27);
    let [top, edge] = [wood.washed(0.4), wood.washed(0.5)];
    storey.solid.prism(shape, [(floor - FLOOR).max(0.0), floor.max(0.03)], [top.into(), edge.into()]);
    boards(&mut storey.details, shape, floor.max(0.03) + 0.004, (wood, 0.42), manner.seed);
}

/// Boards along a shape, side by side, each of its own tone.
fn boards(to: &mut GeometryBuilder, shape: &Shape, height: f64, (wood, wide): (LinearRgba, f64), seed: i32) {
    let rows = Rows::of(shape);
    for (index, strip) in rows.strips(shape, wide).into_iter().enumerate() {
        let tone = wood.toned(0.36 * (scatter(seed, index as i32) - 0.45));
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, c): (usize, usize)| {
            let across = strip.across[c] + if c == 0 { 0.015 } else { -0.015 };
            axes::in_scene(rows.at(strip.along[a], across), height)
        });
        to.shaded(&corners, Vec3::Y, &[tone, tone.washed(0.12), tone, tone.brushed(0.08)]);
    }
}

/// Stairs along a wall without a door, or a ladder at the edge of the floor above.
fn climb(storey: &mut Storey, level: &Level, above: &Shape, [floor, next]: [f64; 2], inside: Vec3) {
    let rise = (next - floor) as f32;
    let is_free = |one: &&Wall| !one.openings.iter().any(|hole| hole.kind != OpeningKind::Window);
    let wall = level.walls.iter().filter(is_free).max_by(|a, b| length_of(a).total_cmp(&length_of(b)));
    let wood = coat(0.40, 0.31, 0.21);
    let Some(one) = wall.filter(|one| length_of(one) > 2.0) else {
        return ladder(storey, above, [floor, next], wood);
    };
    let length = length_of(one) as f32;
    let (front, _) = Frame::of_edge([one.from, one.to], floor);
    let half = one.thickness.inches() as f32 / 2.0;
    let looks_in = front.out.dot(inside - front.at(length / 2.0, 0.0, 0.0)) > 0.0;
    let frame =
        if looks_in { front.moved(0.0, 0.0, half) } else { front.back(length, 0.0).moved(0.0, 0.0, half) };
    let (steps, run) = (8, (length * 0.6).min(rise * 0.9));
    for step in 0..steps {
        let each = run / steps as f32;
        let foot = frame.moved(0.35 + each * (step as f32 + 0.5), 0.0, 0.36);
        let high = rise * (step + 1) as f32 / steps as f32 - 0.02;
        stone(&mut storey.details, &foot, [each, 0.6], high, 0.0, wood.toned(0.2 * (scatter(step, 3) - 0.5)));
    }
}

fn ladder(storey: &mut Storey, above: &Shape, [floor, next]: [f64; 2], wood: LinearRgba) {
    let Some((edge, length)) = fronts(above, floor).into_iter().max_by(|a, b| a.1.total_cmp(&b.1)) else {
        return;
    };
    let frame = edge.moved(length * 0.5, 0.0, 0.06);
    let high = (next - floor) as f32;
    for along in [-0.25, 0.25] {
        stem(
            &mut storey.details,
            &[(frame.at(along, 0.0, 0.28), 0.04), (frame.at(along, high, 0.0), 0.04)],
            4,
            wood,
        );
    }
    let rungs = (high / 0.32) as i32;
    for rung in 1..rungs {
        let share = rung as f32 / rungs as f32;
        let at = frame.moved(0.0, high * share, 0.28 * (1.0 - share) + 0.02);
        panel(&mut storey.details, &at, [[-0.28, 0.28], [-0.03, 0.03]], 0.03, wood.toned(0.1));
    }
}

/// Posts that bear a floor where no wall does.
fn posts(storey: &mut Storey, shape: &Shape, levels: &[Level], index: usize) {
    let Some(below) = index.checked_sub(1).map(|below| levels[below].floor.inches()) else { return };
    let corners = super::ground::grown(&outline(shape), -0.14);
    let wood = coat(0.36, 0.28, 0.19);
    let step = corners.len().div_ceil(8).max(1);
    for corner in corners.into_iter().step_by(step) {
        let ends = [below, levels[index].floor.inches() - FLOOR]
            .map(|height| (axes::in_scene(corner, height), 0.09));
        stem(&mut storey.details, &ends, 4, wood);
    }
}

/// A flat roof: a deck one can stand on, with tiles or boards hanging down its rim.
pub(super) fn roof_of(shape: &Shape, top: f64, manner: Manner) -> Storey {
    let mut storey = Storey::default();
    let (deck, tile) = match manner.style {
        Style::Timbered => (coat(0.40, 0.37, 0.32), coat(0.44, 0.31, 0.25)),
        Style::Brick => (coat(0.37, 0.36, 0.34), coat(0.40, 0.30, 0.25)),
        Style::Stone => (coat(0.40, 0.39, 0.37), coat(0.35, 0.36, 0.37)),
        Style::Boards | Style::Metal => (coat(0.41, 0.36, 0.29), coat(0.36, 0.29, 0.22)),
    };
    storey.solid.prism(shape, [top - FLOOR, top + 0.002], [deck.washed(0.4).into(), tile.washed(0.5).into()]);
    boards(&mut storey.details, shape, top + 0.008, (deck, 0.5), manner.seed);
    for (edge, (front, length)) in fronts(shape, top).into_iter().enumerate() {
        eaves(&mut storey.details, &front, length, tile, manner.seed + edge as i32 * 41);
    }
    storey
}

/// Two rows of tiles down the rim of a roof, with a ridge along its edge.
fn eaves(to: &mut GeometryBuilder, front: &Frame, length: f32, tile: LinearRgba, seed: i32) {
    let count = ((length / 0.3).round() as i32).clamp(1, 100);
    let each = length / count as f32;
    for (row, [high, low, near, far]) in
        [[-0.18, -0.42, 0.04, 0.1], [0.02, -0.23, 0.0, 0.11]].into_iter().enumerate()
    {
        for index in -1..=count {
            let shift = if row == 0 { 0.0 } else { 0.5 };
            let ends = [index as f32 + shift, index as f32 + shift + 1.0];
            let [left, right] = ends.map(|end| (end * each).clamp(-0.06, length + 0.06));
            if right - left < 0.05 {
                continue;
            }
            let chance = scatter(seed + index, row as i32);
            let paint = tile.toned(0.45 * (chance - 0.45));
            let drop = low - 0.04 * chance;
            let corners = [
                front.at(left + 0.012, drop, far),
                front.at(right - 0.012, drop, far),
                front.at(right, high, near),
                front.at(left, high, near),
            ];
            face(
                to,
                &corners,
                front.out + Vec3::Y * 0.4,
                &[paint.brushed(0.16), paint.brushed(0.16), paint.washed(0.2), paint.washed(0.2)],
            );
        }
    }
}
