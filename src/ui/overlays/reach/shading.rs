//! The meshes of an area within reach: rows of shading inside, bands along the edges.

use bevy::prelude::*;

use super::ReachKind;
use crate::rules::measures::Thou;
use crate::table::paths::ReachArea;
use crate::table::shape::Point;
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::scene::cutaway::Cutaway;

/// Width of a row of the shading, inches.
const GRAIN: f64 = 0.2;

/// Height of the shading over its surface, inches.
const SHADING_LIFT_INCHES: f64 = 0.065;

/// Areas as meshes, insides and edges, without what lies in nearer areas.
pub(super) fn meshes(
    terrain: &Terrain,
    cutaway: &Cutaway,
    areas: &[ReachArea],
    nearer: &[ReachArea],
    kind: ReachKind,
) -> [GeometryBuilder; 2] {
    let (mut fill, mut rim) = (GeometryBuilder::default(), GeometryBuilder::default());
    for area in areas {
        let without: Vec<&ReachArea> = nearer.iter().filter(|one| one.floor == area.floor).collect();
        let height = |at: Point| height_of(terrain, cutaway, area.floor, at);
        strips(&mut fill, area, &without, &height, kind);
        let shown = |at: Point| height(at).filter(|_| !without.iter().any(|one| holds(one, at)));
        edges(&mut rim, area, &shown, kind.colour().with_alpha(0.8));
    }
    [fill, rim]
}

/// The height of an area at a point; `None` where it is not shown.
fn height_of(terrain: &Terrain, cutaway: &Cutaway, floor: Option<Thou>, at: Point) -> Option<Thou> {
    match floor {
        None => Some(terrain.ground_height(at)),
        Some(height) => cutaway.has_surface(terrain, at, height).then_some(height),
    }
}

/// The inside, in rows along the width of the table.
fn strips(
    geometry: &mut GeometryBuilder,
    area: &ReachArea,
    without: &[&ReachArea],
    height: &impl Fn(Point) -> Option<Thou>,
    kind: ReachKind,
) {
    let rings = || area.polygons.iter().flatten().flatten();
    let low = rings().map(|at| at[1]).fold(f64::INFINITY, f64::min);
    let high = rings().map(|at| at[1]).fold(f64::NEG_INFINITY, f64::max);
    let rows = ((high - low) / GRAIN).ceil().clamp(0.0, 2000.0) as i32;
    for row in 0..rows {
        let colour = kind.colour().with_alpha(kind.density(row));
        let y = low + (f64::from(row) + 0.5) * GRAIN;
        let covered: Vec<[f64; 2]> = without.iter().flat_map(|one| spans(one, y)).collect();
        for span in spans(area, y) {
            for [from, to] in cut(span, &covered) {
                runs(geometry, [from, to], y, height, colour);
            }
        }
    }
}

/// A row, cut where the height of the surface changes.
fn runs(
    geometry: &mut GeometryBuilder,
    [from, to]: [f64; 2],
    y: f64,
    height: &impl Fn(Point) -> Option<Thou>,
    colour: Color,
) {
    let steps = ((to - from) / GRAIN).ceil().max(1.0) as i32;
    let at = |step: i32| from + (to - from) * f64::from(step) / f64::from(steps);
    let on = |step: i32| height([(at(step) + at(step + 1)) / 2.0, y]);
    let mut start = 0;
    for step in 1..=steps {
        if step < steps && on(step) == on(start) {
            continue;
        }
        if let Some(level) = on(start) {
            let over = level.inches() + SHADING_LIFT_INCHES;
            let corner = |x: f64, side: f64| axes::in_scene([x, y + side * GRAIN / 2.0], over);
            let [a, b] = [at(start), at(step)];
            geometry.flat([corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)], colour);
        }
        start = step;
    }
}

/// The spans of a line along the width of the table that lie in an area.
fn spans(area: &ReachArea, y: f64) -> Vec<[f64; 2]> {
    let mut found = Vec::new();
    for polygon in &area.polygons {
        let mut crossed = Vec::new();
        for ring in polygon {
            for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                if (a[1] <= y) != (b[1] <= y) {
                    crossed.push(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]));
                }
            }
        }
        crossed.sort_by(f64::total_cmp);
        found.extend(crossed.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }
    found
}

/// Whether a point lies in an area.
fn holds(area: &ReachArea, [x, y]: Point) -> bool {
    spans(area, y).iter().any(|[from, to]| *from <= x && x <= *to)
}

/// The parts of a span that no other span covers.
fn cut(span: [f64; 2], others: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut left = vec![span];
    for [from, to] in others {
        left = left
            .into_iter()
            .flat_map(|[a, b]| [[a, b.min(*from)], [a.max(*to), b]])
            .filter(|[a, b]| b - a > 1e-6)
            .collect();
    }
    left
}

/// Width of an edge, inches.
const EDGE: f64 = 0.07;

/// The edges, as bands.
fn edges(
    geometry: &mut GeometryBuilder,
    area: &ReachArea,
    height: &impl Fn(Point) -> Option<Thou>,
    colour: Color,
) {
    for ring in area.polygons.iter().flatten() {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
            let length = (dx * dx + dy * dy).sqrt();
            let middle = [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0];
            let Some(level) = height(middle).filter(|_| length > 1e-6) else { continue };
            let [sx, sy] = [-dy / length * EDGE / 2.0, dx / length * EDGE / 2.0];
            let over = level.inches() + SHADING_LIFT_INCHES + 0.01;
            let corner = |at: &Point, side: f64| axes::in_scene([at[0] + side * sx, at[1] + side * sy], over);
            geometry.flat([corner(a, -1.0), corner(b, -1.0), corner(b, 1.0), corner(a, 1.0)], colour);
        }
    }
}
