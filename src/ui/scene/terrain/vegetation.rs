//! Vegetation and field walls: woods, crops and hedges, in rows or scattered over an area.

use bevy::prelude::*;

use super::Look;
use super::open_ground::bounds;
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::scene::texture::scatter;

/// Most plants in a row, and most rows; in a larger area they stand farther apart.
const MAX_IN_A_ROW: f64 = 60.0;
const MAX_ROWS: f64 = 80.0;
const MAX_STEPS_PER_COMMAND: f64 = 400.0;

/// How many steps an extent is cut into, each no longer than `apart`, inches, unless they would be too many.
fn steps(extent: f64, apart: f64, max: f64) -> i32 {
    (extent / apart).ceil().clamp(1.0, max) as i32
}

/// Points scattered evenly over a shape, about so far apart, at least `inside` from its edge.
pub(super) fn spots(shape: &Shape, apart: f64, inside: f64) -> Vec<Point> {
    let [low, high] = bounds(shape);
    let extent = |axis: usize| (high[axis] - low[axis] - 2.0 * inside).max(0.0);
    let [columns, rows] = [0, 1].map(|axis| steps(extent(axis), apart, MAX_IN_A_ROW));
    let mut found = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let nudge = |seed: i32| f64::from(scatter(column + seed, row)) * 0.7 + 0.15;
            let at = |axis: usize, index: i32, count: i32, nudge: f64| {
                low[axis] + inside + (f64::from(index) + nudge) * extent(axis) / f64::from(count)
            };
            let spot = [at(0, column, columns, nudge(0)), at(1, row, rows, nudge(100))];
            if shape.depth_inside(spot) >= inside - 1e-9 {
                found.push(spot);
            }
        }
    }
    found
}

/// A dark forest floor with trees; their tops can be taken away.
pub(super) fn wood(look: &mut Look, base: &Shape, height: f64) {
    let (floor, rim) = (Color::srgb(0.23, 0.29, 0.17), Color::srgb(0.17, 0.21, 0.12));
    look.solid.prism(base, [0.0, 0.02], [floor, rim]);
    let mut places = spots(base, 2.0, 0.7);
    if places.is_empty() {
        let [low, high] = bounds(base);
        places.push([(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0]);
    }
    for (index, spot) in places.into_iter().enumerate() {
        tree(look, spot, height * (0.82 + 0.18 * f64::from(scatter(index as i32, 2))), index as i32);
    }
}

fn tree(look: &mut Look, at: Point, height: f64, seed: i32) {
    let high = height as f32;
    let shade = 0.05 * scatter(seed, 11);
    let trunk = Color::srgb(0.33, 0.25, 0.17);
    let stem = Cylinder::new(0.16, high * 0.4).mesh().resolution(7).build();
    look.details.add(stem, Transform::from_translation(axes::in_scene(at, height * 0.2)), trunk);
    for (from, to, wide) in [(0.26, 0.66, 1.06), (0.46, 0.84, 0.84), (0.66, 1.0, 0.58)] {
        let green = Color::srgb(0.19 + shade, 0.29 + shade + 0.05 * from, 0.18 + shade);
        let crown = Cone::new(wide, high * (to - from)).mesh().resolution(9).build();
        let middle = Transform::from_translation(axes::in_scene(at, height * f64::from(from + to) / 2.0))
            .with_rotation(axes::turn(f64::from(scatter(seed, 3)) * 360.0));
        look.cover.add(crown, middle, green);
    }
}

/// Rows of crops on ploughed ground.
pub(super) fn field(look: &mut Look, base: &Shape, height: f64) {
    let (soil, edge) = (Color::srgb(0.49, 0.41, 0.24), Color::srgb(0.38, 0.31, 0.18));
    look.solid.prism(base, [0.0, 0.02], [soil, edge]);
    let [low, high] = bounds(base);
    let deep = high[1] - low[1];
    let apart = deep.max(0.75 * MAX_ROWS) / MAX_ROWS;
    let rows = (deep / apart).floor() as i32;
    let long = high[0] - low[0];
    let count = steps(long, 0.25, MAX_STEPS_PER_COMMAND);
    for row in 0..rows {
        let y = low[1] + 0.4 + apart * f64::from(row);
        let mut from = None;
        for step in 0..=count {
            let x = low[0] + long * f64::from(step) / f64::from(count);
            let grows = step < count && base.depth_inside([x, y]) > 0.25;
            match (grows, from) {
                (true, None) => from = Some(x),
                (false, Some(start)) => {
                    crop_row(look, [start, x], y, height, row);
                    from = None;
                }
                _ => {}
            }
        }
    }
}

fn crop_row(look: &mut Look, [from, to]: [f64; 2], y: f64, height: f64, row: i32) {
    let pieces = ((to - from) / 0.9).ceil().max(1.0) as i32;
    let length = (to - from) / f64::from(pieces);
    for piece in 0..pieces {
        let high = height * (0.82 + 0.18 * f64::from(scatter(piece, row)));
        let light = 0.07 * scatter(row, piece);
        let gold = Color::srgb(0.70 + light, 0.58 + light, 0.27);
        let middle = axes::in_scene([from + (f64::from(piece) + 0.5) * length, y], high / 2.0);
        look.details.block(middle, Vec3::new(length as f32 * 0.94, high as f32, 0.2), gold);
    }
}

/// A dry-stone wall up to two inches, a hedge over that, masonry from four inches on.
pub(super) fn linear(look: &mut Look, base: &Shape, height: f64) {
    let [top, side] = if height <= 2.0 {
        [Color::srgb(0.63, 0.60, 0.54), Color::srgb(0.47, 0.45, 0.41)]
    } else if height < 4.0 {
        [Color::srgb(0.33, 0.46, 0.22), Color::srgb(0.23, 0.33, 0.16)]
    } else {
        [Color::srgb(0.66, 0.62, 0.56), Color::srgb(0.52, 0.33, 0.26)]
    };
    let cope = if height < 4.0 { height * 0.82 } else { height - 0.3 };
    look.solid.prism(base, [0.0, cope], [side, side]);
    look.solid.prism(base, [cope, height], [top, top]);
    if height < 4.0 && height > 2.0 {
        for (index, spot) in spots(base, 0.8, 0.12).into_iter().enumerate() {
            let leaf = 0.25 + 0.2 * scatter(index as i32, 13);
            let at = Transform::from_translation(axes::in_scene(spot, height))
                .with_rotation(axes::turn(f64::from(scatter(index as i32, 4)) * 90.0));
            look.details.add(
                Cuboid::new(leaf, leaf * 0.7, leaf),
                at,
                top.mix(&side, scatter(index as i32, 6) * 0.6),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What grows covers all of a shape but its rim, however long that is, and by no more plants than can be drawn.
    #[test]
    fn plants_stand_from_end_to_end() {
        for (size, apart, inside, [columns, rows]) in [
            ([40.0, 4.0], 2.0, 0.0, [20, 2]),
            ([9.0, 6.0], 2.0, 0.7, [4, 3]),
            ([140.0, 4.0], 2.0, 0.7, [60, 2]),
            ([90.0, 0.5], 0.8, 0.12, [60, 1]),
            ([1.0, 1.0], 2.0, 0.7, [0, 0]),
        ] {
            let [x, y] = size.map(|size: f64| size / 2.0);
            let shape = Shape::Polygon(vec![[-x, -y], [x, -y], [x, y], [-x, y]]);
            let spots = spots(&shape, apart, inside);
            assert_eq!(spots.len(), columns * rows, "{size:?}");
            for (axis, count) in [(0, columns), (1, rows)].into_iter().filter(|_| !spots.is_empty()) {
                let gap = (size[axis] - 2.0 * inside) / count as f64;
                let ends = spots
                    .iter()
                    .map(|spot| spot[axis])
                    .fold([0.0_f64; 2], |[a, b], at| [a.min(at), b.max(at)]);
                let last = size[axis] / 2.0 - inside - gap;
                assert!(ends.iter().all(|end| end.abs() >= last), "{size:?}: {ends:?}");
            }
        }
    }
}
