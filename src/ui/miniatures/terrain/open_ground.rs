//! Ground that lies flat: lanes, paving, bridges, churned earth, rubble, craters.

use bevy::prelude::*;

use super::Look;
use super::frame::Frame;
use super::ground::{Fringe, SCATTERED, cover, grown, spread};
use super::lumps::{Grain, lump};
use super::paint::{Brush, coat};
use super::rows::{Rows, Strip};
use super::site::{Site, between, is_named};
use super::solids::stone;
use super::spots::spots;
use super::water::{Water, water};
use crate::level::chance::Chance;
use crate::table::piece::{Going, Kind, Piece};
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::outline;

/// Ground and paving: by their going, and where the rules tell no more, by their name.
pub(super) fn ground(look: &mut Look, piece: &Piece, site: &Site) {
    let mut chance = Chance::new(site.seed_of(&piece.id));
    let id = &piece.id;
    let is_paved = piece.kind == Kind::Pavement;
    match piece.going {
        Some(Going::Impassable) => water(look, &piece.footprint, Water::Deep, &mut chance),
        Some(Going::SlowAndDifficult) => water(look, &piece.footprint, Water::Running, &mut chance),
        _ if is_named(id, &["bridge"]) => bridge(look, &piece.footprint, &mut chance),
        _ if is_paved => paving(look, &piece.footprint, &mut chance),
        _ if is_named(id, &["crater", "shell-hole"]) => crater(look, &piece.footprint, &mut chance),
        _ if is_named(id, &["ford"]) => water(look, &piece.footprint, Water::Shallow, &mut chance),
        Some(Going::Difficult) => rubble(look, &piece.footprint, &mut chance),
        Some(Going::Slow) => churned(look, piece, &mut chance),
        Some(Going::Clear) | None => bare(look, piece, &mut chance),
    }
}

/// Trodden earth; a lane has ruts.
fn bare(look: &mut Look, piece: &Piece, chance: &mut Chance) {
    let base = &piece.footprint;
    let earth = coat(0.46, 0.41, 0.30).toned(between(chance, -0.05, 0.05));
    cover(&mut look.ground, base, 0.006, earth, Fringe { inside: 0.35, outside: 0.2 });
    let rows = Rows::of(base);
    let [[left, right], [low, high]] = rows.extent(base);
    let is_lane = right - left > 2.5 * (high - low) && matches!(base, Shape::Polygon(_));
    if is_lane && high - low < 5.0 {
        for share in [0.27, 0.73] {
            let across = low + (high - low) * share;
            let rut = [
                [left, across - 0.13],
                [right, across - 0.13],
                [right, across + 0.13],
                [left, across + 0.13],
            ];
            let corners = rut.map(|[along, across]| rows.at(along, across));
            let fringe = Fringe { inside: 0.05, outside: 0.22 };
            spread(&mut look.ground, &corners, 0.008, earth.washed(0.30), fringe);
        }
    }
    pebbles(look, base, 4.5, chance);
}

/// Earth that has been ploughed up: clods and puddles of mud.
fn churned(look: &mut Look, piece: &Piece, chance: &mut Chance) {
    let base = &piece.footprint;
    let earth = match &piece.id {
        id if is_named(id, &["ash", "burnt"]) => coat(0.30, 0.29, 0.28),
        id if is_named(id, &["sand"]) => coat(0.58, 0.52, 0.37),
        _ => coat(0.34, 0.27, 0.19),
    };
    cover(&mut look.ground, base, 0.01, earth, SCATTERED);
    for (index, spot) in spots(base, 0.75, 0.1, chance.below(4000) as i32).into_iter().enumerate() {
        let size = between(chance, 0.08, 0.24);
        let half = Vec3::new(size * 1.4, size * 0.5, size);
        let clod = earth.toned(between(chance, -0.2, 0.35));
        lump(&mut look.details, Grain::Coarse, axes::in_scene(spot, 0.0), half, index as i32, clod);
    }
}

/// Stones that lie about.
fn pebbles(look: &mut Look, base: &Shape, apart: f64, chance: &mut Chance) {
    for (index, spot) in spots(base, apart, 0.1, chance.below(4000) as i32).into_iter().enumerate() {
        let size = between(chance, 0.03, 0.09);
        let grey = coat(0.50, 0.47, 0.41).toned(between(chance, -0.25, 0.2));
        lump(
            &mut look.details,
            Grain::Coarse,
            axes::in_scene(spot, 0.0),
            Vec3::splat(size),
            index as i32,
            grey,
        );
    }
}

/// Broken bricks and dust.
pub(super) fn rubble(look: &mut Look, base: &Shape, chance: &mut Chance) {
    cover(&mut look.ground, base, 0.01, coat(0.46, 0.41, 0.35), SCATTERED);
    for spot in spots(base, 0.62, 0.05, chance.below(4000) as i32) {
        bricks(look, spot, 0.34, chance);
    }
}

/// A few broken bricks at a spot, no higher than this, inches.
pub(super) fn bricks(look: &mut Look, spot: Point, high: f32, chance: &mut Chance) {
    let tones = [coat(0.47, 0.31, 0.24), coat(0.52, 0.47, 0.41), coat(0.41, 0.36, 0.32)];
    for _ in 0..2 {
        let aside = Vec3::new(between(chance, -0.25, 0.25), 0.0, between(chance, -0.25, 0.25));
        let at = axes::in_scene(spot, 0.0) + aside;
        let foot = Frame::standing(at, between(chance, 0.0, 6.0)).leaning(between(chance, -0.25, 0.25));
        let size = [between(chance, 0.16, 0.4), between(chance, 0.12, 0.24)];
        let tone = tones[chance.below(3)].toned(between(chance, -0.25, 0.2));
        stone(&mut look.details, &foot, size, between(chance, 0.3, 1.0) * high * 0.6, 0.12, tone);
    }
}

/// Paving in courses; some stones are gone.
fn paving(look: &mut Look, base: &Shape, chance: &mut Chance) {
    let bed = coat(0.36, 0.33, 0.28);
    cover(&mut look.ground, base, 0.008, bed, Fringe { inside: 0.12, outside: 0.2 });
    let rows = Rows::of(base).crossed();
    for Strip { along, across } in rows.strips(base, 0.48) {
        let mut from = along[0] - 0.3 * chance.share();
        while from < along[1] {
            let to = from + f64::from(between(chance, 0.4, 0.8));
            let stone = [from.max(along[0]) + 0.025, to.min(along[1]) - 0.025];
            if stone[1] - stone[0] > 0.1 && !chance.one_in(17) {
                let paint = coat(0.47, 0.45, 0.42).toned(between(chance, -0.24, 0.14));
                let paint = if chance.one_in(5) { paint.mixed(coat(0.44, 0.42, 0.27), 0.5) } else { paint };
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, c): (usize, usize)| {
                    let across = across[c] + if c == 0 { 0.02 } else { -0.02 };
                    axes::in_scene(rows.at(stone[a], across), 0.016)
                });
                look.ground.shaded(&corners, Vec3::Y, &[paint, paint, paint.brushed(0.1), paint.washed(0.1)]);
            }
            from = to;
        }
    }
}

/// A deck of planks between two kerbs.
fn bridge(look: &mut Look, base: &Shape, chance: &mut Chance) {
    let wood = coat(0.46, 0.38, 0.28);
    cover(&mut look.ground, base, 0.012, wood.washed(0.6), Fringe { inside: 0.02, outside: 0.02 });
    let rows = Rows::of(base).crossed();
    for Strip { along, across } in rows.strips(base, 0.34) {
        let paint = wood.toned(between(chance, -0.22, 0.2));
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, c): (usize, usize)| {
            let inset = |at: f64, side: usize, by: f64| at + if side == 0 { by } else { -by };
            axes::in_scene(rows.at(inset(along[a], a, 0.0), inset(across[c], c, 0.02)), 0.03)
        });
        look.details.shaded(
            &corners,
            Vec3::Y,
            &[paint.washed(0.1), paint.brushed(0.12), paint, paint.washed(0.2)],
        );
    }
    let deck = Rows::of(base);
    let [[left, right], [low, high]] = deck.extent(base);
    for across in [low + 0.09, high - 0.09] {
        let middle = deck.at(f64::midpoint(left, right), across);
        let turn = libm::atan2(deck.along[1], deck.along[0]) as f32;
        let foot = Frame::standing(axes::in_scene(middle, 0.02), turn);
        stone(&mut look.details, &foot, [(right - left) as f32, 0.18], 0.12, 0.0, wood.toned(-0.15));
    }
}

/// A hole with a raised lip of clods.
fn crater(look: &mut Look, base: &Shape, chance: &mut Chance) {
    let earth = coat(0.36, 0.30, 0.21);
    let corners = outline(base);
    cover(&mut look.ground, base, 0.008, earth, Fringe { inside: 0.3, outside: 0.5 });
    let deep = grown(&corners, -2.0 * super::ground::narrowness(&corners) * 0.45);
    spread(&mut look.ground, &deep, 0.011, earth.washed(0.7), Fringe { inside: 0.35, outside: 0.3 });
    let seed = chance.below(4000) as i32;
    for (index, spot) in spots(base, 0.4, 0.0, seed).into_iter().enumerate() {
        let depth = base.depth_inside(spot) as f32;
        if depth > 0.7 {
            continue;
        }
        let size = between(chance, 0.12, 0.26) * (1.1 - depth);
        let half = Vec3::new(size * 1.3, size * 0.8, size * 1.3);
        let clod = earth.toned(between(chance, -0.15, 0.4));
        lump(&mut look.details, Grain::Coarse, axes::in_scene(spot, 0.0), half, index as i32, clod);
    }
}
