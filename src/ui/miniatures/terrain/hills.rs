//! Hills: sheets stacked on one another, their cut edges carved to rock, their tops flocked.
//!
//! A hill must read as one from every side, also where none of its edges faces the viewer: its tops are lighter than the mat,
//! the higher the lighter, and a pale worn rim runs round each like the contour line of a map.

use bevy::prelude::*;

use super::Look;
use super::frame::{Frame, fronts};
use super::ground::{Fringe, cover, grown, narrowness, spread};
use super::lumps::{Grain, lump};
use super::paint::{Brush, coat};
use super::solids::skin;
use crate::table::piece::Step;
use crate::table::shape::Shape;
use crate::ui::miniatures::geometry_builder::{GeometryBuilder, outline};
use crate::ui::miniatures::texture::scatter;

/// Overhang of turf over the edge of a sheet, inches.
const TURF: f32 = 0.14;

/// Width of the worn rim of a top, inches; of a small one, as a share of half its width.
const RIM: f64 = 0.4;
const RIM_OF_SMALL: f64 = 0.45;

/// Distance by which carving stands out before the edge that counts, inches.
const CARVING: f32 = 0.12;

/// Length of a facet of the carving, inches.
const FACET: f32 = 0.55;

pub(super) fn hill(look: &mut Look, steps: &[Step], seed: i32) {
    if let Some(lowest) = steps.first() {
        let dust = coat(0.50, 0.46, 0.36);
        cover(&mut look.ground, &lowest.outline, 0.008, dust, Fringe { inside: 0.1, outside: 0.55 });
        crumbs(look, &lowest.outline, seed);
    }
    let mut low = 0.0;
    for (index, step) in steps.iter().enumerate() {
        let top = step.top.inches();
        let rock = coat(0.56, 0.52, 0.43).toned(0.06 * index as f32);
        let turf = coat(0.475, 0.475, 0.285).toned(0.2 * index as f32);
        let worn = coat(0.66, 0.62, 0.47).toned(0.08 * index as f32);
        let edge = f64::min(0.12, (top - low) / 2.0);
        look.solid.prism(&step.outline, [low, top - edge], [rock.into(), rock.into()]);
        look.solid.prism(&step.outline, [top - edge, top], [turf.into(), rock.into()]);
        if index > 0 {
            // Little light gets to the foot of a higher sheet.
            let shade = turf.washed(0.5);
            cover(&mut look.ground, &step.outline, low + 0.012, shade, Fringe { inside: 0.05, outside: 0.3 });
        }
        for (front, length) in fronts(&step.outline, low) {
            carve(&mut look.details, &front, [length, (top - low) as f32], rock);
            hang_turf(
                &mut look.details,
                &front.moved(0.0, (top - low) as f32, 0.0),
                length,
                worn.mixed(turf, 0.3),
            );
        }
        cover(&mut look.ground, &step.outline, top + 0.004, worn, Fringe { inside: 0.08, outside: 0.02 });
        let corners = outline(&step.outline);
        let rim = RIM.min(RIM_OF_SMALL * narrowness(&corners));
        let inner = grown(&corners, -rim);
        spread(&mut look.ground, &inner, top + 0.008, turf, Fringe { inside: 0.2, outside: 0.12 });
        low = top;
    }
}

/// Number of facets that a length is carved into.
fn facets(length: f32, each: f32) -> usize {
    ((length / each).round() as usize).clamp(1, 60)
}

/// A number that belongs to a place, so that neighbouring facets meet.
fn at_place(place: Vec3, which: i32) -> f32 {
    scatter((place.x * 32.0).round() as i32 + 977 * which, (place.z * 32.0).round() as i32)
}

/// Beds of rock along a cut edge.
fn carve(to: &mut GeometryBuilder, front: &Frame, [length, height]: [f32; 2], rock: LinearRgba) {
    let [columns, rows] = [facets(length, FACET), facets(height, 0.26).clamp(2, 5)];
    skin(to, front, [length, height], [columns, rows], |column, row| {
        let place = front.at(length * column as f32 / columns as f32, 0.0, 0.0);
        let chance = at_place(place, row as i32);
        // Hard beds stand out and catch the light; soft ones lie back in the shade.
        let is_hard = row % 2 == 1;
        let out = if is_hard { CARVING * (0.55 + 0.45 * chance) } else { 0.01 + 0.03 * chance };
        let bed = rock.toned(0.5 * (at_place(place * 0.37, 40) - 0.5));
        let painted = if is_hard {
            bed.brushed(0.10 + 0.25 * chance)
        } else {
            bed.washed(if row == 0 { 0.6 } else { 0.35 })
        };
        (out, if row == rows { painted.washed(0.3) } else { painted })
    });
}

/// A ragged edge of turf.
fn hang_turf(to: &mut GeometryBuilder, top: &Frame, length: f32, turf: LinearRgba) {
    let columns = facets(length, FACET * 0.9);
    let point = |column: usize, row: usize| {
        let along = length * column as f32 / columns as f32;
        let place = top.at(along, 0.0, 0.0);
        let hang = TURF * (0.5 + at_place(place, 5));
        match row {
            0 => (top.at(along, -hang, 0.04), turf.washed(0.45)),
            1 => (top.at(along, -hang * 0.4, 0.08), turf),
            _ => (top.at(along, 0.0, 0.0), turf.brushed(0.10)),
        }
    };
    for (column, row) in (0..columns).flat_map(|column| [(column, 0), (column, 1)]) {
        let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| point(column + x, row + y));
        let out = top.out + Vec3::Y * row as f32;
        super::solids::face(to, &corners.map(|(at, _)| at), out, &corners.map(|(_, paint)| paint));
    }
}

/// Bits that have fallen off lie about the foot.
fn crumbs(look: &mut Look, outline: &Shape, seed: i32) {
    for (edge, (front, length)) in fronts(outline, 0.0).into_iter().enumerate() {
        for index in 0..facets(length, 3.2).min(6) as i32 {
            let chance = |which: i32| scatter(seed + edge as i32 * 61 + index, which);
            let size = 0.06 + 0.11 * chance(1) * chance(2);
            let at = front.at(length * chance(3), size * 0.3, 0.14 + 0.3 * chance(4));
            let stone = coat(0.52, 0.48, 0.41).toned(0.3 * (chance(5) - 0.5));
            let half = Vec3::new(size, size * 0.7, size * 0.8);
            lump(&mut look.details, Grain::Coarse, at, half, seed + index, stone);
        }
    }
}
