//! Every kind of piece, as it is built: finite, the same for the same seed, another for another seed, and its relief close
//! to what the rules measure.

use bevy::mesh::VertexAttributeValues;
use bevy::prelude::*;

use super::{Site, look_of, meshes_of};
use crate::rules::measures::Thou;
use crate::rules::movement::going::Going;
use crate::table::piece::{Kind, Piece};
use crate::table::sample::{hill, house, piece, plateau, rectangle, table, wall};
use crate::table::shape::{Point, Shape};
use crate::ui::axes;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;

/// Largest distance of relief from the surface that the rules measure, inches.
const RELIEF: f32 = 0.2;

fn pieces() -> Vec<Piece> {
    let area = || rectangle([-4.0, -3.0], [4.0, 3.0]);
    let line = |id: &str, height: i32| {
        piece(id, rectangle([-4.0, -0.3], [4.0, 0.3]), Kind::Linear { height: Thou(height) })
    };
    let round = |radius: f64| Shape::Circle { centre: [0.5, 0.0], radius };
    let drum = |id: &str, height: i32| piece(id, round(0.9), Kind::Point { height: Thou(height) });
    let boxed = |id: &str, height: i32| {
        piece(id, rectangle([-1.0, -0.6], [1.0, 0.6]), Kind::Point { height: Thou(height) })
    };
    let going = |id: &str, going| Piece { going: Some(going), ..piece(id, area(), Kind::Ground) };
    let walls = vec![wall([-3.0, -2.0], [3.0, -2.0], Vec::new())];
    let mut all = vec![hill(), house()];
    all.extend(["wood", "orchard", "yew"].map(|id| piece(id, area(), Kind::Wood { height: Thou(5000) })));
    all.extend(["corn", "garden"].map(|id| piece(id, area(), Kind::Field { height: Thou(1500) })));
    all.extend([line("wall", 1500), line("hedge", 2000), line("park-wall", 5000), line("works", 1500)]);
    all.extend([line("wing", 2500), line("fence", 1200)]);
    all.extend(["rock", "well", "barrel", "engine", "tower", "haystack"].map(|id| drum(id, 1600)));
    all.extend(["crate", "tent", "cart", "graves", "slab"].map(|id| boxed(id, 1500)));
    all.extend([piece("bog", area(), Kind::Bog), piece("fuel-pool", round(1.3), Kind::Bog)]);
    all.extend([piece("road", area(), Kind::Pavement), piece("bridge", area(), Kind::Pavement)]);
    all.extend([piece("lane", area(), Kind::Ground), piece("crater", round(2.0), Kind::Ground)]);
    all.extend([going("pond", Going::Impassable), going("stream", Going::SlowAndDifficult)]);
    all.extend([going("ford", Going::Slow), going("rubble", Going::Difficult), going("mire", Going::Slow)]);
    all.push(piece("ruin", area(), Kind::Ruin { height: Thou(3000), walls }));
    all
}

/// Every corner of a piece's meshes, and its colour.
fn corners_of(piece: &Piece, seed: u64) -> Vec<(Vec3, [f32; 4])> {
    let (terrain, site) = (table(vec![piece.clone()]), Site { seed, ..Site::default() });
    let meshes = meshes_of(&terrain, 0, &site).into_iter().map(|mesh| mesh.geometry.finish());
    let corners = |mesh: Mesh| {
        let positions =
            mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|values| values.as_float3()).unwrap();
        let Some(VertexAttributeValues::Float32x4(colours)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR) else {
            panic!("{}: a mesh without colours", piece.id);
        };
        let pairs = positions.iter().map(|at| Vec3::from_array(*at)).zip(colours.iter().copied());
        pairs.collect::<Vec<_>>()
    };
    meshes.flat_map(corners).collect()
}

/// Finite, no larger than its piece with a fringe, the same for the same seed, and another for another.
#[test]
fn a_piece_is_built_from_its_seed() {
    for piece in pieces() {
        let corners = corners_of(&piece, 7);
        assert!(!corners.is_empty(), "{}", piece.id);
        let high = piece.kind.height() as f32 + 1.0;
        for (corner, colour) in &corners {
            assert!(colour.iter().all(|part| (0.0..=1.0).contains(part)), "{}: {colour:?}", piece.id);
            let out = -piece.footprint.depth_inside(axes::on_table(*corner));
            assert!(corner.is_finite() && corner.y > -0.3 && corner.y < high, "{}: {corner}", piece.id);
            assert!(out < 1.5, "{}: {corner} is {out} outside", piece.id);
        }
        assert!(corners == corners_of(&piece, 7), "{}: not the same twice", piece.id);
        assert!(corners != corners_of(&piece, 8), "{}: the same for another seed", piece.id);
    }
}

/// Relief on a wall, a rock or a hill stays close to its true surface: one sees what blocks.
#[test]
fn relief_keeps_to_the_surface() {
    for piece in pieces() {
        if !matches!(piece.kind, Kind::Linear { .. } | Kind::Point { .. }) {
            continue;
        }
        let look = look_of(&piece, &Site { seed: 5, ..Site::default() });
        let top = piece.kind.height() as f32;
        for corner in
            [&look.details, &look.green, &look.wet].into_iter().flat_map(GeometryBuilder::faces).flatten()
        {
            let [x, y]: Point = axes::on_table(corner);
            let out = -piece.footprint.depth_inside([x, y]) as f32;
            assert!(out < RELIEF && corner.y < top + RELIEF, "{}: {corner}", piece.id);
        }
    }
}

/// Rule: HIL-3. On a hill a piece is built as on the table, only higher; across its edge, nothing of it is inside the hill or
/// floats off it.
#[test]
fn pieces_on_hills_are_built_on_their_ground() {
    let corners = |pieces: Vec<Piece>| -> Vec<Vec3> {
        let meshes = meshes_of(&table(pieces), 0, &Site { seed: 5, ..Site::default() }).into_iter();
        meshes.flat_map(|mesh| mesh.geometry.faces()).flatten().collect()
    };
    for piece in pieces().into_iter().filter(|piece| !matches!(piece.kind, Kind::Hill { .. })) {
        let flat = corners(vec![piece.clone()]);
        let raised = corners(vec![piece.clone(), plateau([-20.0, -20.0], [20.0, 20.0], 2000)]);
        let lifted = flat.iter().zip(&raised).all(|(low, high)| high.abs_diff_eq(*low + 2.0 * Vec3::Y, 1e-5));
        assert!(lifted && flat.len() == raised.len(), "{}", piece.id);
        let edge = plateau([-20.0, -20.0], [1.0, 20.0], 2000);
        let across = corners(vec![piece.clone(), edge]);
        let lowest = |on_hill: bool| {
            // Away from the edge, where fringes and crowns of one part lie over the other.
            let those = across.iter().filter(|at| if on_hill { at.x < -1.0 } else { at.x > 2.0 });
            those.map(|at| at.y).fold(f32::INFINITY, f32::min)
        };
        let reaches = piece.footprint.bounds()[1][0] > 2.5;
        assert!(lowest(true) > 2.0 - 0.3, "{}: {}", piece.id, lowest(true));
        assert!(!reaches || lowest(false) < 0.3, "{}: {}", piece.id, lowest(false));
    }
}
