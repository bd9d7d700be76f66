//! The shape of a die: a cube with its edges and corners cut off, and its pips.

use bevy::prelude::*;

use super::die::{SIDES, value_of};
use crate::ui::looks::pips::pips;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;

/// Half the width of a die, inches; it is one inch wide.
const HALF: f32 = 0.5;
/// Half the width of the flat square of a side.
const FLAT: f32 = 0.42;
/// From the middle of a side to its outer pips, their radius, and how far they stand out.
const PIP_DISTANCE: f32 = 0.24;
const PIP_RADIUS: f32 = 0.085;
const PIP_HEIGHT: f32 = 0.004;
const PIP_CORNERS: usize = 14;

/// A flat part of a die.
pub(in crate::ui) struct Facet {
    /// Its corners in the die's own axes, inches; they go round the outside.
    pub corners: Vec<Vec3>,
    /// Outward direction.
    pub normal: Vec3,
    /// Part of the die.
    pub of: FacetOf,
}

/// Part of the die that a facet belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum FacetOf {
    Body,
    Pip,
}

/// The facets of a die one inch wide; pips come after their side.
pub(in crate::ui) fn die_facets() -> Vec<Facet> {
    let mut facets = Vec::new();
    let mut add = |corners: Vec<Vec3>, normal: Vec3, of: FacetOf| facets.push(Facet { corners, normal, of });
    for (index, normal) in SIDES.into_iter().enumerate() {
        let [u, v] = across(normal);
        let at = |a: f32, b: f32| normal * HALF + (u * a + v * b) * FLAT;
        add(vec![at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)], normal, FacetOf::Body);
        for spot in pips(value_of(index)) {
            let middle = normal * (HALF + PIP_HEIGHT) + (u * spot[0] + v * spot[1]) * PIP_DISTANCE;
            let corner = |corner: usize| {
                let angle = std::f32::consts::TAU * corner as f32 / PIP_CORNERS as f32;
                middle + (u * angle.cos() + v * angle.sin()) * PIP_RADIUS
            };
            add((0..PIP_CORNERS).map(corner).collect(), normal, FacetOf::Pip);
        }
        for other in SIDES.into_iter().skip(index + 1).filter(|other| other.dot(normal) == 0.0) {
            let along = normal.cross(other) * FLAT;
            let [near, far] = [normal * HALF + other * FLAT, other * HALF + normal * FLAT];
            let bevel = vec![near - along, near + along, far + along, far - along];
            add(bevel, (normal + other).normalize(), FacetOf::Body);
        }
    }
    for [x, y, z] in corners() {
        let at = |out: Vec3| out * HALF + (x + y + z - out) * FLAT;
        add(vec![at(x), at(y), at(z)], (x + y + z).normalize(), FacetOf::Body);
    }
    facets
}

/// A die one inch wide. Its colours are in its vertices.
pub(super) fn die_mesh(body: Color, pip: Color) -> Mesh {
    let mut die = GeometryBuilder::default();
    for facet in die_facets() {
        let colour = match facet.of {
            FacetOf::Body => body,
            FacetOf::Pip => pip,
        };
        die.facet(&facet.corners, facet.normal, colour);
    }
    die.finish()
}

/// Two directions across a side, at right angles.
fn across(normal: Vec3) -> [Vec3; 2] {
    let u = if normal.y.abs() > 0.5 { Vec3::X } else { Vec3::Y };
    [u, normal.cross(u)]
}

/// The three sides that meet at each corner of a cube.
fn corners() -> impl Iterator<Item = [Vec3; 3]> {
    let [x, y, z] = [0, 2, 4].map(|first| [SIDES[first], SIDES[first + 1]]);
    x.into_iter().flat_map(move |x| y.into_iter().flat_map(move |y| z.into_iter().map(move |z| [x, y, z])))
}
