//! Walls with doors, windows and holes.

use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use crate::table::piece::{Opening, Wall};
use crate::ui::axes;

/// Adds a wall that stands on a floor of this height, with its openings left out.
pub(super) fn wall(geometry: &mut GeometryBuilder, wall: &Wall, floor: f64, colour: Color) {
    let [dx, dy] = [wall.to[0] - wall.from[0], wall.to[1] - wall.from[1]];
    let length = (dx * dx + dy * dy).sqrt();
    let height = wall.height.inches();
    let degrees = libm::atan2(dy, dx).to_degrees();
    let frame =
        Transform::from_translation(axes::in_scene(wall.from, floor)).with_rotation(axes::turn(degrees));
    for [from, to] in strips(length, &wall.openings) {
        for [low, high] in solid_heights((from + to) / 2.0, height, &wall.openings) {
            let size = Vec3::new((to - from) as f32, (high - low) as f32, wall.thickness.inches() as f32);
            let middle = Vec3::new(((from + to) / 2.0) as f32, ((low + high) / 2.0) as f32, 0.0);
            let at = frame.mul_transform(Transform::from_translation(middle));
            geometry.add(Cuboid::from_size(size), at, colour);
        }
    }
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
