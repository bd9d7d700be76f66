//! Walls with doors, windows and holes.

use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use super::terrain::frame::Frame;
use crate::table::piece::{Opening, Wall};

/// Length of the pieces that a face is painted in, inches.
const CELL: f64 = 0.8;

/// Adds a wall that stands on a floor of this height, with its openings left out. `paint` colours it by how far along
/// the wall and how high over the floor a corner is.
pub(in crate::ui) fn wall(
    geometry: &mut GeometryBuilder,
    wall: &Wall,
    floor: f64,
    paint: &dyn Fn(f32, f32) -> LinearRgba,
) {
    let length = length_of(wall);
    let (frame, _) = Frame::of_edge([wall.from, wall.to], floor);
    let half = wall.thickness.inches() as f32 / 2.0;
    for [from, to] in strips(length, &wall.openings) {
        for [low, high] in solid_heights((from + to) / 2.0, wall.height.inches(), &wall.openings) {
            block(geometry, &frame, [[from, to], [low, high]], half, paint);
        }
    }
}

/// The length of a wall, inches.
pub(in crate::ui) fn length_of(wall: &Wall) -> f64 {
    let [dx, dy] = [wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]];
    (dx * dx + dy * dy).sqrt()
}

/// Adds a block of wall: its two faces in cells, and its four narrow sides.
fn block(
    geometry: &mut GeometryBuilder,
    frame: &Frame,
    [along, up]: [[f64; 2]; 2],
    half: f32,
    paint: &dyn Fn(f32, f32) -> LinearRgba,
) {
    let mut quad = |corners: [[f32; 3]; 4], out: Vec3| {
        let colours = corners.map(|[along, up, _]| paint(along, up));
        geometry.shaded(&corners.map(|[along, up, out]| frame.at(along, up, out)), out, &colours);
    };
    let (columns, rows) = (cells(along), cells(up));
    for ([left, right], [low, high]) in
        columns.iter().flat_map(|column| rows.iter().map(move |row| (*column, *row)))
    {
        for (side, out) in [(half, frame.out), (-half, -frame.out)] {
            quad([[left, low, side], [right, low, side], [right, high, side], [left, high, side]], out);
        }
    }
    let [[left, right], [low, high]] = [along, up].map(|span| span.map(|end| end as f32));
    for (end, out) in [(left, -frame.along), (right, frame.along)] {
        quad([[end, low, -half], [end, low, half], [end, high, half], [end, high, -half]], out);
    }
    for (end, out) in [(low, -frame.up), (high, frame.up)] {
        quad([[left, end, -half], [right, end, -half], [right, end, half], [left, end, half]], out);
    }
}

/// A span in pieces of about [`CELL`].
fn cells([from, to]: [f64; 2]) -> Vec<[f32; 2]> {
    let count = ((to - from) / CELL).ceil().clamp(1.0, 40.0);
    let at = |index: f64| (from + (to - from) * index / count) as f32;
    (0..count as i32).map(|index| [at(f64::from(index)), at(f64::from(index + 1))]).collect()
}

/// The wall's length cut at every edge of an opening.
fn strips(length: f64, openings: &[Opening]) -> Vec<[f64; 2]> {
    let mut cuts = vec![0.0, length];
    for opening in openings {
        let (middle, half) = (opening.along.inches(), opening.width.inches() / 2.0);
        cuts.extend([middle - half, middle + half].map(|cut| cut.clamp(0.0, length)));
    }
    cuts.sort_by(f64::total_cmp);
    cuts.windows(2).map(|pair| [pair[0], pair[1]]).filter(|[from, to]| to - from > 1e-6).collect()
}

/// The heights over the floor at which the wall is solid at a point along it.
fn solid_heights(along: f64, height: f64, openings: &[Opening]) -> Vec<[f64; 2]> {
    let here = openings
        .iter()
        .filter(|opening| (along - opening.along.inches()).abs() < opening.width.inches() / 2.0);
    let mut holes: Vec<[f64; 2]> =
        here.map(|opening| [opening.sill.inches(), opening.top.inches().min(height)]).collect();
    holes.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut solid = Vec::new();
    let mut from = 0.0;
    for [sill, top] in holes {
        if sill > from {
            solid.push([from, sill]);
        }
        from = f64::max(from, top);
    }
    if height > from {
        solid.push([from, height]);
    }
    solid
}
