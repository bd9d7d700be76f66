//! Walls and hedges along the sides of hexes, with a gap where a road runs through.

use bevy::prelude::*;
use tabletop_counters::{Boundary, BoundaryLook};

use super::roads::is_on_road;
use super::{Models, chance_of};
use crate::map_ui::scene::board::{Board, RADIUS};
use crate::ui::miniatures::terrain::frame::Frame;
use crate::ui::miniatures::terrain::lumps::{Grain, lump};
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::site::between;
use crate::ui::miniatures::terrain::solids::stone;

/// Stones in each of the two courses of a wall.
const STONES: usize = 9;
/// Bushes of a hedge.
const BUSHES: usize = 8;
/// Thickness of a wall and height of a course, inches.
const THICK: f32 = 0.13;
const COURSE: f32 = 0.11;
/// Distance to a road within which nothing is built, inches.
const GAP: f32 = 0.06;

/// Adds all of them.
pub(super) fn boundaries(to: &mut Models, board: &Board) {
    for boundary in &board.land().boundaries {
        match boundary.look {
            BoundaryLook::Wall => wall(to, board, boundary),
            BoundaryLook::Hedge => hedge(to, board, boundary),
        }
    }
}

/// Frame in the middle of a side, its `along` from corner to corner, on the higher of the two grounds.
fn middle_of(board: &Board, boundary: &Boundary) -> Frame {
    let [here, there] = boundary.side.hexes().map(|hex| board.centre(hex));
    let across = (there - here).with_y(0.0).normalize_or(Vec3::Z);
    // In the groove between the tiles.
    let origin = ((here + there) / 2.0).with_y(here.y.max(there.y) - 0.03);
    Frame { origin, along: across.cross(Vec3::Y), up: Vec3::Y, out: across }
}

/// Whether a road of either hex passes a point.
fn is_open(board: &Board, boundary: &Boundary, point: Vec3) -> bool {
    boundary.side.hexes().into_iter().any(|hex| is_on_road(board, hex, point, GAP))
}

/// Two courses of field stones, the upper ones over the joints.
fn wall(to: &mut Models, board: &Board, boundary: &Boundary) {
    let mut chance = chance_of(boundary.side.hexes()[0], 11);
    let middle = middle_of(board, boundary);
    let step = RADIUS / STONES as f32;
    let grey = coat(0.56, 0.53, 0.47);
    for course in 0..2 {
        let count = STONES - course;
        for index in 0..count {
            let along = step * (index as f32 - (count - 1) as f32 / 2.0);
            let foot = middle.moved(along, COURSE * course as f32, between(&mut chance, -0.012, 0.012));
            let high = COURSE * between(&mut chance, 0.85, 1.15);
            let tone = grey.toned(between(&mut chance, -0.25, 0.15));
            if !is_open(board, boundary, foot.origin) {
                stone(&mut to.solid, &foot, [step * 0.96, THICK - 0.02 * course as f32], high, 0.12, tone);
            }
        }
    }
}

/// A bank of earth with bushes.
fn hedge(to: &mut Models, board: &Board, boundary: &Boundary) {
    let mut chance = chance_of(boundary.side.hexes()[0], 12);
    let middle = middle_of(board, boundary);
    let step = RADIUS / BUSHES as f32;
    for index in 0..BUSHES {
        let along = step * (index as f32 - (BUSHES - 1) as f32 / 2.0);
        let foot = middle.moved(along, 0.0, between(&mut chance, -0.02, 0.02)).origin;
        if is_open(board, boundary, foot) {
            continue;
        }
        let seed = chance.below(9000) as i32;
        let bank = Vec3::new(step * 0.7, 0.07, step * 0.7);
        lump(&mut to.solid, Grain::Coarse, foot, bank, seed, coat(0.38, 0.31, 0.22));
        let half = Vec3::splat(step * between(&mut chance, 0.62, 0.80));
        let green = coat(0.25, 0.31, 0.15).toned(between(&mut chance, -0.2, 0.2));
        lump(&mut to.leaves, Grain::Coarse, foot + Vec3::Y * 0.11, half, seed + 1, green);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use bevy::mesh::VertexAttributeValues;
    use tabletop_counters::{Ground, Land, Look};
    use tabletop_hexes::hex::{Hex, Hexside};
    use tabletop_hexes::map::{HexMap, TerrainKind};

    use super::*;

    fn land(road: bool, look: BoundaryLook) -> Board {
        let [one, other]: [Hex; 2] = ["0203", "0303"].map(|id| id.parse().unwrap());
        let side = Hexside::between(one, other).unwrap();
        let roads: BTreeSet<Hexside> = road.then_some(side).into_iter().collect();
        let map = HexMap::new(5, 5, roads, |_| TerrainKind(0)).unwrap();
        let open = Ground { look: Look::Open, name: "open".to_owned(), level: 0, effects: Vec::new() };
        let grounds = vec![open; map.len()];
        let boundaries = vec![Boundary { side, look, text: "Wall".to_owned() }];
        Board::new(Arc::new(Land { map, grounds, boundaries, names: Vec::new() }))
    }

    fn points(board: &Board) -> Vec<Vec3> {
        let mut models = Models::default();
        boundaries(&mut models, board);
        let meshes = [models.solid, models.leaves].into_iter().filter(|part| !part.is_empty());
        let points = |mesh: Mesh| match mesh.attribute(Mesh::ATTRIBUTE_POSITION) {
            Some(VertexAttributeValues::Float32x3(all)) => all.iter().copied().map(Vec3::from).collect(),
            _ => Vec::new(),
        };
        meshes.flat_map(|part| points(part.finish())).collect()
    }

    /// Along the whole side and nowhere else; a road leaves a gap as wide as itself.
    #[test]
    fn a_boundary_follows_its_side() {
        for look in [BoundaryLook::Wall, BoundaryLook::Hedge] {
            let board = land(false, look);
            let [here, there] = ["0203", "0303"].map(|id| board.centre(id.parse().unwrap()));
            let (middle, across) = ((here + there) / 2.0, (there - here).normalize());
            let along = across.cross(Vec3::Y);
            let all = points(&board);
            let aside = all.iter().map(|point| (*point - middle).dot(across).abs()).fold(0.0, f32::max);
            assert!(aside < 0.25, "{look:?} {aside}");
            let reach = all.iter().map(|point| (*point - middle).dot(along).abs()).fold(0.0, f32::max);
            assert!((0.6..1.0).contains(&reach), "{look:?} {reach}");
            let with_road = points(&land(true, look));
            assert!(!with_road.is_empty() && with_road.len() < all.len());
            let nearest = with_road.iter().map(|point| (*point - middle).dot(along).abs());
            assert!(nearest.fold(9.0, f32::min) > 0.05, "{look:?}");
        }
    }
}
