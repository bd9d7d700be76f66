//! A crashed aircraft: livery, windows and broken ribs on its fuselage, nose and tail flat on the ground, markings on its wings.
//!
//! All of it is decoration: thin, and nothing that the rules measure.

use bevy::prelude::*;

use super::Look;
use super::frame::Frame;
use super::masonry::Masonry;
use super::paint::{Brush, coat};
use super::solids::{face, plate};
use crate::table::piece::Wall;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;
use crate::ui::miniatures::walls::length_of;

/// Distance of livery before the sheets, inches.
const BEFORE: f32 = 0.045;

/// Between two windows, between two ribs, and half the thickness of a rib, inches.
const WINDOW_SPACING: f32 = 1.15;
const RIB_SPACING: f32 = 1.55;
const RIB: f32 = 0.055;

/// Former height of the hull's back over its broken walls, inches.
const VAULT: f32 = 0.85;

/// Height of what lies flat on the ground, inches.
const FLAT: f32 = 0.03;

fn stripe() -> LinearRgba {
    coat(0.50, 0.17, 0.14)
}

fn sheet() -> LinearRgba {
    Masonry::Sheets.coat().brushed(0.22)
}

/// Dresses the broken hull between its two long walls.
pub(super) fn fuselage(look: &mut Look, walls: &[Wall], seed: i32) {
    for wall in walls {
        let ((front, length), thick) = (frame_of(wall), wall.thickness.inches() as f32);
        let outside = front.moved(0.0, 0.0, thick / 2.0);
        for side in [outside, outside.back(length, thick)] {
            livery(&mut look.details, &side, wall, side.along.dot(front.along) < 0.0);
        }
    }
    if let [one, other] = walls {
        let ((near, length), (far, _)) = (frame_of(one), frame_of(other));
        let high = one.height.min(other.height).inches() as f32;
        ribs(&mut look.details, [&near, &far], [length, high], seed);
        ends(&mut look.details, [&near, &far], length);
    }
}

fn frame_of(wall: &Wall) -> (Frame, f32) {
    Frame::of_edge([wall.from, wall.to], 0.0)
}

/// Whether a wall is whole from one point along it to another.
fn is_whole(wall: &Wall, [from, to]: [f32; 2]) -> bool {
    wall.openings.iter().all(|hole| {
        let (middle, half) = (hole.along.inches() as f32, hole.width.inches() as f32 / 2.0);
        to < middle - half || from > middle + half
    })
}

/// A stripe along the hull, and a row of round windows over it.
fn livery(to: &mut GeometryBuilder, side: &Frame, wall: &Wall, is_back: bool) {
    let (length, high) = (length_of(wall) as f32, wall.height.inches() as f32);
    let on_wall = |span: [f32; 2]| if is_back { [length - span[1], length - span[0]] } else { span };
    let parts = (length / 0.5).round().max(1.0) as i32;
    for part in 0..parts {
        let span = [part, part + 1].map(|end| length * end as f32 / parts as f32);
        if is_whole(wall, on_wall(span)) {
            let worn = stripe().toned(0.25 * (scatter(part, 71) - 0.5)).brushed(0.12 * scatter(part, 72));
            plate(to, side, [span, [0.36 * high, 0.52 * high]], BEFORE, [worn.washed(0.15), worn]);
        }
    }
    let windows = (length / WINDOW_SPACING).floor().max(1.0) as i32;
    for window in 0..windows {
        let along = length * (window as f32 + 0.5) / windows as f32;
        if is_whole(wall, on_wall([along - 0.35, along + 0.35])) {
            let at = side.moved(along, 0.70 * high, BEFORE);
            disc(to, &at, 0.27, 0.0, sheet().brushed(0.4));
            disc(to, &at, 0.19, 0.012, coat(0.06, 0.075, 0.085));
        }
    }
}

/// A disc before a frame's origin.
fn disc(to: &mut GeometryBuilder, at: &Frame, radius: f32, before: f32, paint: LinearRgba) {
    let corners: Vec<Vec3> = (0..14)
        .map(|index| {
            let (sin, cos) = bevy::math::ops::sin_cos(std::f32::consts::TAU * index as f32 / 14.0);
            at.at(radius * cos, radius * sin, before)
        })
        .collect();
    to.shaded(&corners, at.out, &vec![paint; corners.len()]);
}

/// Ribs that bend over from wall to wall, some broken off, and what is left of the stringers between them.
fn ribs(to: &mut GeometryBuilder, [near, far]: [&Frame; 2], [length, high]: [f32; 2], seed: i32) {
    let paint = Masonry::Sheets.coat().washed(0.35);
    // The walls run opposite ways around the hull.
    let arch = |along: f32, share: f32| {
        let (one, other) = (near.at(along, high, 0.0), far.at(length - along, high, 0.0));
        let (sin, cos) = bevy::math::ops::sin_cos(std::f32::consts::PI * share);
        (one + other) / 2.0 + (one - other) / 2.0 * cos + Vec3::Y * VAULT * sin
    };
    let count = (length / RIB_SPACING).round().max(1.0) as i32;
    let at = |rib: i32| length * (rib as f32 + 0.5) / count as f32;
    for rib in 0..count {
        // From either side up to where it is broken.
        let broken = scatter(seed + rib, 5);
        let spans = match broken {
            broken if broken < 0.4 => vec![[0.0, 1.0]],
            broken if broken < 0.7 => vec![[0.0, 0.3 + 0.3 * scatter(seed + rib, 6)]],
            _ => vec![[0.0, 0.22], [0.68, 1.0]],
        };
        for [from, end] in spans {
            let steps = ((end - from) * 10.0).ceil() as i32;
            let point = |step: i32| arch(at(rib), from + (end - from) * step as f32 / steps as f32);
            for step in 0..steps {
                bar(to, [point(step), point(step + 1)], near.along, paint.brushed(0.25 * scatter(rib, step)));
            }
        }
    }
    for rib in 0..count - 1 {
        for share in [0.16, 0.5, 0.84] {
            if scatter(seed + rib, (share * 100.0) as i32) < 0.45 {
                bar(to, [arch(at(rib), share), arch(at(rib + 1), share)], Vec3::Y, paint.toned(-0.15));
            }
        }
    }
}

/// A bar between two points, its thickness also along `across`.
fn bar(to: &mut GeometryBuilder, [from, end]: [Vec3; 2], across: Vec3, paint: LinearRgba) {
    let along = (end - from).normalize_or(Vec3::X);
    let side = across.reject_from(along).normalize_or(Vec3::Y) * RIB;
    let up = along.cross(side).normalize_or(Vec3::Y) * RIB;
    let ring = [side + up, up - side, -side - up, side - up];
    for index in 0..4 {
        let (a, b) = (ring[index], ring[(index + 1) % 4]);
        face(to, &[from + a, from + b, end + b, end + a], a + b, &[paint; 4]);
    }
}

/// Nose and tail, torn off and flat on the ground at both ends.
fn ends(to: &mut GeometryBuilder, [near, far]: [&Frame; 2], length: f32) {
    let middle = |along: f32| (near.at(along, FLAT, 0.0) + far.at(length - along, FLAT, 0.0)) / 2.0;
    let half = near.at(0.0, 0.0, 0.0).distance(far.at(length, 0.0, 0.0)) / 2.0;
    let (along, aside) = (near.along, near.out);
    let spot = |from: Vec3, on: f32, out: f32| from + along * on + aside * out * half;
    // The nose is round, with the panes of its cockpit.
    let bow = middle(length);
    let rim = [(0.5, -0.95), (1.5, -0.85), (2.3, -0.55), (2.8, 0.0), (2.3, 0.55), (1.5, 0.85), (0.5, 0.95)];
    sheet_of(to, &rim.map(|(on, out)| spot(bow, on, out)), sheet());
    for (on, out) in [(1.55, -0.5), (1.75, -0.05), (1.55, 0.4)] {
        let pane = [(0.0, 0.0), (0.45, 0.05), (0.4, 0.3), (0.0, 0.35)];
        let corners = pane.map(|(a, b)| spot(bow, on + a, out + b) + Vec3::Y * 0.012);
        sheet_of(to, &corners, coat(0.07, 0.09, 0.10));
    }
    // The tail narrows to its planes; the fin has the stripe.
    let stern = middle(0.0);
    let boom = [(-0.4, 0.85), (-0.4, -0.85), (-2.6, -0.22), (-2.6, 0.22)];
    sheet_of(to, &boom.map(|(on, out)| spot(stern, on, out)), sheet());
    for side in [1.0, -1.0] {
        let plane = [(-1.9, 0.35 * side), (-2.2, 1.75 * side), (-2.9, 1.75 * side), (-2.75, 0.2 * side)];
        sheet_of(to, &plane.map(|(on, out)| spot(stern, on, out) + Vec3::Y * 0.01), sheet().toned(-0.12));
    }
    let fin = [(-1.7, 0.1), (-2.5, -0.25), (-2.9, -0.15), (-2.7, 0.12)];
    sheet_of(to, &fin.map(|(on, out)| spot(stern, on, out) + Vec3::Y * 0.022), stripe().brushed(0.1));
}

/// A flat sheet, whichever way round its corners run.
fn sheet_of(to: &mut GeometryBuilder, corners: &[Vec3], paint: LinearRgba) {
    face(to, corners, Vec3::Y, &vec![paint; corners.len()]);
}

/// The markings of a wing: the stripe near its upper edge, and a ring on either side.
pub(super) fn wing(to: &mut GeometryBuilder, front: &Frame, [length, high]: [f32; 2]) {
    let parts = (length / 0.6).round().max(1.0) as i32;
    for part in 0..parts {
        let span = [part, part + 1].map(|end| length * end as f32 / parts as f32);
        let worn = stripe().toned(0.25 * (scatter(part, 81) - 0.5));
        plate(to, front, [span, [0.80 * high, 0.93 * high]], BEFORE, [worn.washed(0.1), worn]);
    }
    // Its flaps hang along the lower edge.
    plate(
        to,
        front,
        [[0.12 * length, 0.88 * length], [0.20 * high, 0.23 * high]],
        BEFORE,
        [coat(0.12, 0.12, 0.12); 2],
    );
    if length > 2.0 {
        let at = front.moved(length * 0.62, 0.5 * high, BEFORE);
        let radius = (0.24 * high).min(0.55);
        disc(to, &at, radius, 0.0, coat(0.80, 0.78, 0.70));
        disc(to, &at, radius * 0.62, 0.012, stripe());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::sample::{rectangle, wall};
    use crate::ui::axes;

    /// One sees what blocks: whatever leaves the hull lies flat, and over its walls there are only thin bars.
    #[test]
    fn the_decoration_of_a_wreck_hides_nothing() {
        let hull = rectangle([-5.0, -1.75], [5.0, 1.75]);
        let walls =
            [wall([-5.0, -1.75], [5.0, -1.75], Vec::new()), wall([5.0, 1.75], [-5.0, 1.75], Vec::new())];
        let mut look = Look::default();
        fuselage(&mut look, &walls, 3);
        let high = walls[0].height.inches() as f32;
        let (mut outside, mut above) = (0, 0);
        for corner in look.details.faces().into_iter().flatten() {
            assert!(corner.y < high + VAULT + 2.0 * RIB, "{corner}");
            let out = -hull.depth_inside(axes::on_table(corner)) as f32;
            assert!(out < 3.2 && (out < 0.4 || corner.y < FLAT + 0.06), "{corner}: {out} outside");
            outside += usize::from(out > 0.4);
            above += usize::from(corner.y > high);
        }
        assert!(outside > 20 && above > 100, "{outside} {above}");
        assert!(look.solid.is_empty() && look.ground.is_empty());
    }
}
