//! Lumps of leaves, earth and stone: balls, pressed and dented.

use std::sync::LazyLock;

use bevy::prelude::*;

use super::paint::Brush;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::texture::scatter;

/// The corners and faces of a ball of twenty faces, and of one of eighty.
static BALLS: LazyLock<[Ball; 2]> = LazyLock::new(|| {
    let coarse = icosahedron();
    let fine = coarse.divided();
    [coarse, fine]
});

/// Fineness of a lump.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Grain {
    /// Twenty faces: stones, clods, bushes.
    Coarse,
    /// Eighty faces: crowns.
    Fine,
}

impl Grain {
    /// Roundness in the light, from 0, facet by facet, to 1.
    fn roundness(self) -> f32 {
        match self {
            Self::Coarse => 0.35,
            Self::Fine => 0.7,
        }
    }
}

struct Ball {
    corners: Vec<Vec3>,
    faces: Vec<[usize; 3]>,
}

impl Ball {
    fn divided(&self) -> Self {
        let mut corners = self.corners.clone();
        let mut faces = Vec::new();
        for &[a, b, c] in &self.faces {
            let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[from, to]| {
                let middle = (corners[from] + corners[to]).normalize();
                corners.iter().position(|corner| corner.distance(middle) < 1e-4).unwrap_or_else(|| {
                    corners.push(middle);
                    corners.len() - 1
                })
            });
            faces.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        Self { corners, faces }
    }
}

fn icosahedron() -> Ball {
    let golden = f32::midpoint(1.0, 5.0_f32.sqrt());
    let planes = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
    let corner = |plane: [usize; 3], [one, long]: [f32; 2]| {
        let mut at = [0.0; 3];
        (at[plane[1]], at[plane[2]]) = (one, long * golden);
        Vec3::from_array(at).normalize()
    };
    let signs = [[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
    let corners: Vec<Vec3> =
        planes.into_iter().flat_map(|plane| signs.map(|sign| corner(plane, sign))).collect();
    let near = |a: usize, b: usize| corners[a].distance(corners[b]) < 1.2;
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            faces.extend((b + 1..12).filter(|&c| near(a, b) && near(b, c) && near(a, c)).map(|c| [a, b, c]));
        }
    }
    Ball { corners, faces }
}

/// A lump of leaves, earth or stone about a middle: a ball pressed to these half sizes, dented by chance.
pub(crate) fn lump(
    to: &mut GeometryBuilder,
    grain: Grain,
    middle: Vec3,
    half: Vec3,
    seed: i32,
    coat: LinearRgba,
) {
    let ball = &BALLS[grain as usize];
    let dent = |corner: usize| 0.78 + 0.22 * scatter(seed, corner as i32 + 7);
    let corners: Vec<Vec3> =
        ball.corners.iter().enumerate().map(|(index, corner)| *corner * half * dent(index)).collect();
    for (index, face) in ball.faces.iter().enumerate() {
        let [a, b, c] = face.map(|corner| corners[corner]);
        let out = a + b + c;
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        let normal = if normal.dot(out) < 0.0 { -normal } else { normal };
        let normals = face.map(|corner| {
            let round = (ball.corners[corner] / half).normalize_or(normal);
            normal.lerp(round, grain.roundness()).normalize_or(normal)
        });
        let tone = 0.3 * (scatter(seed + 1, index as i32) - 0.5);
        let paint = |corner: Vec3| by_height(coat.toned(tone), corner.y / half.y.max(1e-3));
        to.curved(&[a, b, c].map(|corner| corner + middle), &normals, &[a, b, c].map(paint));
    }
}

/// A coat as it is painted from the underside, -1, to the top, 1, of a form.
fn by_height(coat: LinearRgba, share: f32) -> LinearRgba {
    if share < 0.15 { coat.washed((0.15 - share) * 0.62) } else { coat.brushed((share - 0.15) * 0.17) }
}
