//! The forms that terrain is put together from: stones, plates, stalks, stems, skins.
//!
//! Each is painted as it is made: dark below, light on top and on edges.

use bevy::prelude::*;

use super::frame::Frame;
use super::paint::Brush;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;

/// Adds a flat face with a normal of its own making, which points to the side of `out`.
pub(crate) fn face(to: &mut GeometryBuilder, corners: &[Vec3], out: Vec3, colours: &[LinearRgba]) {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(Vec3::Y);
    let normal = if normal.dot(out) < 0.0 { -normal } else { normal };
    to.shaded(corners, normal, colours);
}

/// A rectangle on the front of a frame, a little before it: lower and upper ends along it, and in height.
pub(crate) fn plate(
    to: &mut GeometryBuilder,
    frame: &Frame,
    [[left, right], [low, high]]: [[f32; 2]; 2],
    before: f32,
    [below, above]: [LinearRgba; 2],
) {
    let at = |along: f32, up: f32| frame.at(along, up, before);
    let corners = [at(left, low), at(right, low), at(right, high), at(left, high)];
    to.shaded(&corners, frame.out, &[below, below, above, above]);
}

/// A raised panel on the front of a frame: a beam, a board, a dressed stone. `proud` is how far it stands out.
pub(crate) fn panel(
    to: &mut GeometryBuilder,
    frame: &Frame,
    [[left, right], [low, high]]: [[f32; 2]; 2],
    proud: f32,
    coat: LinearRgba,
) {
    let bevel = proud.min((right - left) / 3.0).min((high - low) / 3.0) * 0.6;
    let inner = [[left + bevel, right - bevel], [low + bevel, high - bevel]];
    let at = |[along, up]: [f32; 2], out: f32| frame.at(along, up, out);
    let ring =
        |[[l, r], [b, t]]: [[f32; 2]; 2], out: f32| [[l, b], [r, b], [r, t], [l, t]].map(|p| at(p, out));
    let (foot, front) = (ring([[left, right], [low, high]], 0.0), ring(inner, proud));
    let light = [coat.washed(0.5), coat, coat.brushed(0.3), coat];
    to.shaded(
        &front,
        frame.out,
        &[coat.washed(0.12), coat.washed(0.12), coat.brushed(0.06), coat.brushed(0.06)],
    );
    let [long, tall] = [right - left, high - low];
    for side in 0..4 {
        let next = (side + 1) % 4;
        let out = [-frame.up, frame.along, frame.up, -frame.along][side];
        // The narrow ends of beams and boards are not seen.
        let is_end = if side % 2 == 0 { tall > 4.0 * long } else { long > 2.5 * tall };
        if is_end {
            continue;
        }
        face(to, &[foot[side], foot[next], front[next], front[side]], out, &[light[side]; 4]);
    }
}

/// A stone, a brick, a board: upright from its foot, narrower at its top by a share.
pub(crate) fn stone(
    to: &mut GeometryBuilder,
    foot: &Frame,
    [along, out]: [f32; 2],
    high: f32,
    taper: f32,
    coat: LinearRgba,
) {
    let ring = |share: f32, up: f32| {
        [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
            .map(|[a, o]: [f32; 2]| foot.at(a * along / 2.0 * share, up, o * out / 2.0 * share))
    };
    let (low, top) = (ring(1.0, 0.0), ring(1.0 - taper, high));
    let (dark, light) = (coat.washed(0.45), coat.brushed(0.12));
    for (side, normal) in [foot.out, foot.along, -foot.out, -foot.along].into_iter().enumerate() {
        let next = (side + 1) % 4;
        face(to, &[low[side], low[next], top[next], top[side]], normal, &[dark, dark, light, light]);
    }
    to.shaded(&top, foot.up, &[coat.brushed(0.16); 4]);
}

/// A stalk, a blade, a twig: three-sided, to a point.
pub(crate) fn blade(
    to: &mut GeometryBuilder,
    [foot, tip]: [Vec3; 2],
    wide: f32,
    [below, above]: [LinearRgba; 2],
) {
    let turn = (foot.x * 7.3 + foot.z * 11.1).fract() * 6.0;
    let corner = |third: f32| {
        let (sin, cos) = bevy::math::ops::sin_cos(turn + third * 2.1);
        foot + Vec3::new(cos, 0.0, sin) * wide / 2.0
    };
    let ring = [corner(0.0), corner(1.0), corner(2.0)];
    for side in 0..3 {
        let [a, b] = [ring[side], ring[(side + 1) % 3]];
        // Lit from above, like the ground it stands on: single blades are too thin for light and shade of their own.
        let normal = ((a + b) / 2.0 - foot).normalize_or(Vec3::Y) * 0.45 + Vec3::Y;
        to.shaded(&[a, b, tip], normal.normalize(), &[below, below, above]);
    }
}

/// A stem from ring to ring, each a middle and a radius; closed at its end.
pub(crate) fn stem(to: &mut GeometryBuilder, rings: &[(Vec3, f32)], sides: usize, coat: LinearRgba) {
    let point = |(middle, radius): (Vec3, f32), side: usize| {
        let (sin, cos) = bevy::math::ops::sin_cos(std::f32::consts::TAU * side as f32 / sides as f32);
        middle + Vec3::new(cos, 0.0, sin) * radius
    };
    for (step, pair) in rings.windows(2).enumerate() {
        let (below, above) = (if step == 0 { coat.washed(0.4) } else { coat }, coat);
        for side in 0..sides {
            let corners = [(pair[0], side), (pair[0], side + 1), (pair[1], side + 1), (pair[1], side)];
            let corners = corners.map(|(ring, side)| point(ring, side % sides));
            let out = (corners[0] + corners[1]) / 2.0 - pair[0].0;
            let tone = 0.25 * (scatter(side as i32, step as i32) - 0.5);
            face(to, &corners, out, &[below, below, above, above].map(|paint| paint.toned(tone)));
        }
    }
    if let Some(end) = rings.last() {
        let corners: Vec<Vec3> = (0..sides).map(|side| point(*end, side)).collect();
        to.shaded(&corners, Vec3::Y, &vec![coat.brushed(0.25); sides]);
    }
}

/// A number that belongs to a place of a surface, so that neighbouring faces meet.
pub(crate) fn at_place(place: Vec3, seed: i32) -> f32 {
    let [x, y, z] = place.to_array().map(|part| (part * 24.0).round() as i32);
    scatter(x + 311 * y + seed, z + 57 * y)
}

/// An uneven skin over the front of a frame, of so many cells: each corner stands out by what `relief` says of its
/// column and row, and has the colour that `paint` says.
pub(crate) fn skin(
    to: &mut GeometryBuilder,
    frame: &Frame,
    [length, height]: [f32; 2],
    [columns, rows]: [usize; 2],
    corner: impl Fn(usize, usize) -> (f32, LinearRgba),
) {
    let at = |column: usize, row: usize| {
        let (out, paint) = corner(column, row);
        let share = [column as f32 / columns as f32, row as f32 / rows as f32];
        (frame.at(share[0] * length, share[1] * height, out), paint)
    };
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| at(column + x, row + y));
        let is_odd = (column + row) % 2 == 1;
        let halves = if is_odd { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
        for half in halves {
            face(to, &half.map(|(point, _)| point), frame.out, &half.map(|(_, paint)| paint));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::miniatures::terrain::lumps::{Grain, lump};

    /// Every form is closed as far as it is seen: its faces look away from its middle.
    #[test]
    fn forms_look_outside() {
        let grey = LinearRgba::gray(0.2);
        let middle = Vec3::new(3.0, 1.0, -2.0);
        let mut stones = GeometryBuilder::default();
        stone(&mut stones, &Frame::standing(middle, 0.7), [1.0, 0.5], 0.6, 0.2, grey);
        let mut lumps = GeometryBuilder::default();
        lump(&mut lumps, Grain::Fine, middle, Vec3::new(1.0, 0.6, 0.8), 5, grey);
        lump(&mut lumps, Grain::Coarse, middle, Vec3::splat(0.5), 8, grey);
        let mut stems = GeometryBuilder::default();
        stem(&mut stems, &[(middle, 0.5), (middle + Vec3::Y, 0.2)], 7, grey);
        let above = middle + Vec3::Y * 0.3;
        for (form, inside, count) in [(stones, above, 10), (lumps, middle, 100), (stems, above, 19)] {
            let faces = form.faces();
            assert_eq!(faces.len(), count);
            for [a, b, c] in faces {
                let out = (a + b + c) / 3.0 - inside;
                assert!((b - a).cross(c - a).dot(out) > 0.0, "{a} {b} {c}");
            }
        }
    }
}
