//! Water with its banks: ponds, streams, fords, bogs.

use bevy::prelude::*;

use super::Look;
use super::ground::{Fringe, SCATTERED, cover, grown, narrowness, spread};
use super::lumps::{Grain, lump};
use super::paint::{Brush, coat};
use super::rows::Rows;
use super::site::{Site, between, is_named};
use super::solids::blade;
use super::spots::spots;
use crate::level::chance::Chance;
use crate::table::piece::Piece;
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::outline;
use crate::ui::miniatures::triangles::triangles;

/// Kinds of water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Water {
    Deep,
    Running,
    Shallow,
    /// Black water between tussocks.
    Still,
    /// Fuel that a machine has lost.
    Fuel,
}

/// Water with a bank of mud around it.
pub(super) fn water(look: &mut Look, base: &Shape, water: Water, chance: &mut Chance) {
    let corners = outline(base);
    let mud = coat(0.30, 0.26, 0.18);
    spread(&mut look.ground, &corners, 0.009, mud, Fringe { inside: 0.1, outside: 0.5 });
    let (middle, rim) = match water {
        Water::Deep => (coat(0.10, 0.16, 0.18).toned(between(chance, -0.2, 0.2)), coat(0.22, 0.25, 0.20)),
        Water::Running => (coat(0.19, 0.26, 0.26), coat(0.29, 0.31, 0.25)),
        Water::Shallow => (coat(0.34, 0.35, 0.28), coat(0.38, 0.36, 0.27)),
        Water::Still => (coat(0.10, 0.12, 0.09), coat(0.20, 0.20, 0.13)),
        Water::Fuel => (coat(0.06, 0.06, 0.08).toned(between(chance, -0.2, 0.2)), coat(0.15, 0.13, 0.12)),
    };
    let inner = grown(&corners, -0.8 * narrowness(&corners));
    // Pieces of one stream overlap a little, so that no bank shows between them.
    let edge = grown(&corners, 0.02);
    let at = |point: Point| axes::in_scene(point, 0.02);
    for triangle in triangles(&inner) {
        look.wet.shaded(&triangle.map(|corner| at(inner[corner])), Vec3::Y, &[middle; 3]);
    }
    for index in 0..corners.len() {
        let next = (index + 1) % corners.len();
        let ring = [inner[index], edge[index], edge[next], inner[next]].map(at);
        look.wet.shaded(&ring, Vec3::Y, &[middle, rim, rim, middle]);
    }
    match water {
        Water::Running | Water::Shallow => ripples(look, base, water, chance),
        Water::Deep => banks(look, &corners, chance),
        Water::Still | Water::Fuel => {}
    }
}

/// Reeds in groups and stones along the bank of a pond.
fn banks(look: &mut Look, corners: &[Point], chance: &mut Chance) {
    let next = corners.iter().cycle().skip(1);
    let mut until_next = 0.0;
    for (from, to) in corners.iter().zip(next) {
        let long = libm::hypot(to[0] - from[0], to[1] - from[1]);
        until_next -= long;
        if until_next > 0.0 {
            continue;
        }
        until_next = f64::from(between(chance, 0.5, 2.2));
        let share = chance.share();
        let at = [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share);
        if chance.one_in(2) {
            reeds(look, at, chance);
        } else {
            let size = between(chance, 0.06, 0.17);
            let grey = coat(0.45, 0.43, 0.38).toned(between(chance, -0.3, 0.15));
            let half = Vec3::new(size * 1.3, size * 0.7, size);
            lump(
                &mut look.details,
                Grain::Coarse,
                axes::in_scene(at, 0.0),
                half,
                chance.below(999) as i32,
                grey,
            );
        }
    }
}

/// Light streaks along running water, and stones where it is shallow.
fn ripples(look: &mut Look, base: &Shape, water: Water, chance: &mut Chance) {
    let rows = Rows::of(base);
    let foam = coat(0.42, 0.46, 0.43);
    for spot in spots(base, 0.8, 0.25, chance.below(4000) as i32) {
        let long = f64::from(between(chance, 0.15, 0.5));
        let [along, across] = [rows.along, rows.across];
        let point = |a: f64, c: f64| {
            axes::in_scene([0, 1].map(|axis| spot[axis] + along[axis] * a + across[axis] * c), 0.024)
        };
        let corners = [point(-long, 0.0), point(0.0, -0.022), point(long, 0.0), point(0.0, 0.022)];
        look.wet.shaded(&corners, Vec3::Y, &[foam.washed(0.4), foam, foam.washed(0.4), foam]);
        if water == Water::Shallow || chance.one_in(5) {
            let size = between(chance, 0.07, 0.2);
            let grey = coat(0.45, 0.44, 0.40).toned(between(chance, -0.3, 0.1));
            let half = Vec3::new(size * 1.3, size * 0.45, size);
            let beside = point(0.2, 0.3);
            lump(&mut look.details, Grain::Coarse, beside, half, chance.below(999) as i32, grey);
        }
    }
}

/// Still water between tussocks with reeds; a pool of fuel has none.
pub(super) fn bog(look: &mut Look, piece: &Piece, site: &Site) {
    let base = &piece.footprint;
    let mut chance = Chance::new(site.seed_of(&piece.id));
    if is_named(&piece.id, &["fuel", "oil"]) {
        return water(look, base, Water::Fuel, &mut chance);
    }
    cover(&mut look.ground, base, 0.01, coat(0.25, 0.24, 0.14), SCATTERED);
    for spot in spots(base, 1.9, 0.5, chance.below(4000) as i32) {
        let size = f64::from(between(&mut chance, 0.5, 0.95)).min(base.depth_inside(spot) + 0.05);
        pool(look, spot, size, &mut chance);
    }
    for spot in spots(base, 0.9, 0.05, chance.below(4000) as i32) {
        match chance.below(3) {
            0 => tussock(look, spot, &mut chance),
            1 => reeds(look, spot, &mut chance),
            _ => {}
        }
    }
}

/// A pool with an uneven edge.
fn pool(look: &mut Look, middle: Point, size: f64, chance: &mut Chance) {
    let corners: Vec<Point> = (0..11)
        .map(|index| {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(index) / 11.0);
            let reach = size * f64::from(between(chance, 0.72, 1.0));
            [middle[0] + cos * reach, middle[1] + sin * reach]
        })
        .collect();
    water(look, &Shape::Polygon(corners), Water::Still, chance);
}

fn tussock(look: &mut Look, at: Point, chance: &mut Chance) {
    let moss = coat(0.34, 0.35, 0.17).toned(between(chance, -0.2, 0.2));
    let size = between(chance, 0.14, 0.3);
    let half = Vec3::new(size * 1.3, size * 0.6, size * 1.2);
    lump(&mut look.green, Grain::Coarse, axes::in_scene(at, 0.0), half, chance.below(999) as i32, moss);
}

fn reeds(look: &mut Look, at: Point, chance: &mut Chance) {
    for _ in 0..5 {
        let green = coat(0.42, 0.43, 0.22).toned(between(chance, -0.2, 0.2));
        let [x, z] = [between(chance, -0.3, 0.3), between(chance, -0.3, 0.3)];
        let foot = axes::in_scene(at, 0.0) + Vec3::new(x, 0.0, z);
        let tip = foot + Vec3::new(x * 0.3, between(chance, 0.5, 0.95), z * 0.3);
        blade(&mut look.details, [foot, tip], 0.07, [green.washed(0.5), green]);
        if chance.one_in(3) {
            let head = foot.lerp(tip, 0.82);
            lump(
                &mut look.details,
                Grain::Coarse,
                head,
                Vec3::new(0.045, 0.12, 0.045),
                3,
                coat(0.30, 0.21, 0.14),
            );
        }
    }
}
