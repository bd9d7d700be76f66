//! Water: it lies a little below its banks and flows from hex to hex, so that a row of water hexes is one river.

use bevy::prelude::*;
use tabletop_counters::Look;
use tabletop_hexes::hex::Hex;

use super::Models;
use super::shape::{BEVEL, DROP, GAP, rim_coat, ring};
use crate::map_ui::scene::board::Board;
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::solids::face;

/// Depth of the water below the ground, and width of its bank; inches.
const DEPTH: f32 = 0.10;
const BANK: f32 = 0.10;

/// The sides of a water hex through which it flows on: those of water hexes of the same level. None of any other hex.
pub(super) fn flows(board: &Board, hex: Hex) -> [bool; 6] {
    let water = |hex: Hex| board.land().ground(hex).filter(|ground| ground.look == Look::Water);
    let Some(here) = water(hex) else { return [false; 6] };
    let (centre, corners) = (board.centre(hex), board.corners(hex));
    std::array::from_fn(|side| {
        let middle = (corners[side] + corners[(side + 1) % 6]) / 2.0;
        let beyond = board.hex_at((2.0 * middle - centre).xz());
        beyond.and_then(water).is_some_and(|there| there.level == here.level)
    })
}

/// Adds the water of a hex with banks where it ends.
pub(super) fn water(to: &mut Models, board: &Board, hex: Hex, wet: &[bool; 6]) {
    let top = ring(board, hex, GAP + BEVEL, 0.0);
    let edge = ring(board, hex, GAP, DROP);
    let rim = ring(board, hex, GAP + BEVEL + BANK, DEPTH);
    let outer = ring(board, hex, 0.0, DEPTH);
    let (bank, deep) = (rim_coat(Look::Water), coat(0.10, 0.22, 0.28));
    to.water.shaded(&rim, Vec3::Y, &[deep; 6]);
    for side in 0..6 {
        let next = (side + 1) % 6;
        if !wet[side] {
            let quad = [top[side], top[next], rim[next], rim[side]];
            face(&mut to.solid, &quad, Vec3::Y, &[bank, bank, bank.washed(0.6), bank.washed(0.6)]);
            continue;
        }
        to.water.shaded(&[rim[side], outer[side], outer[next], rim[next]], Vec3::Y, &[deep; 4]);
        // The bank beside it is cut off where the water flows on.
        for (corner, other) in [(side, (side + 5) % 6), (next, next)] {
            if !wet[other] {
                let cut = [top[corner], edge[corner], outer[corner], rim[corner]];
                let out = (outer[side] + outer[next]) / 2.0 - outer[corner];
                face(&mut to.solid, &cut, out, &[bank, bank, bank.washed(0.6), bank.washed(0.6)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bevy::mesh::VertexAttributeValues;
    use tabletop_counters::Land;

    use super::super::tiles::{Turf, tile};
    use super::*;
    use crate::map_ui::scene::board::sample;
    use crate::ui::miniatures::geometry_builder::GeometryBuilder;

    /// A land in which some hexes are water, the others meadow.
    fn board(wet: &[&str]) -> Board {
        let land = sample::land(6, 5, &[]);
        let mut grounds = land.grounds.clone();
        for (ground, hex) in grounds.iter_mut().zip(land.map.hexes()) {
            if wet.contains(&hex.to_string().as_str()) {
                ground.look = Look::Water;
            }
        }
        Board::new(Arc::new(Land { grounds, ..(*land).clone() }))
    }

    fn points(part: GeometryBuilder) -> Vec<Vec3> {
        if part.is_empty() {
            return Vec::new();
        }
        match part.finish().attribute(Mesh::ATTRIBUTE_POSITION) {
            Some(VertexAttributeValues::Float32x3(all)) => all.iter().copied().map(Vec3::from).collect(),
            _ => Vec::new(),
        }
    }

    /// Points of the water and of the ground of some tiles.
    fn tiles(board: &Board, hexes: &[&str]) -> [Vec<Vec3>; 2] {
        let (mut models, mut turf) = (Models::default(), Turf::new(board));
        for hex in hexes {
            tile(&mut models, &mut turf, board, hex.parse().unwrap());
        }
        [points(models.water), points(models.solid)]
    }

    /// Between two hexes of water nothing rises over it, and both reach their common side; toward a meadow there is a bank.
    #[test]
    fn water_flows_from_hex_to_hex() {
        let river = ["0202", "0302", "0402"];
        let board = board(&river);
        let [water, solid] = tiles(&board, &river);
        let level = board.centre(river[0].parse().unwrap()).y - DEPTH;
        assert!(water.iter().all(|point| (point.y - level).abs() < 1e-4), "it is level");
        for pair in river.windows(2) {
            let [one, other] = [0, 1].map(|index| board.centre(pair[index].parse().unwrap()));
            let middle = (one + other) / 2.0;
            let across = (other - one).normalize();
            let on_side = |point: &&Vec3| (**point - middle).dot(across).abs() < 1e-3;
            let near = |point: &&Vec3| point.xz().distance(middle.xz()) < 0.8;
            assert!(water.iter().filter(|point| on_side(point) && near(point)).count() >= 4, "{pair:?}");
            let rises = solid.iter().filter(|point| point.xz().distance(middle.xz()) < 0.55);
            assert_eq!(rises.filter(|point| point.y > level + 1e-3).count(), 0, "{pair:?}");
        }
        let meadow: Hex = "0201".parse().unwrap();
        let bank = (board.centre(meadow) + board.centre(river[0].parse().unwrap())) / 2.0;
        assert!(solid.iter().any(|point| point.y > level + 0.05 && point.xz().distance(bank.xz()) < 0.9));
        assert!(water.iter().all(|point| point.xz().distance(bank.xz()) > 0.15), "it keeps to its bed");
    }

    /// A lone hex of water is a pond, and water does not flow up a hill.
    #[test]
    fn a_pond_has_banks_all_round() {
        let pond = board(&["0303"]);
        assert_eq!(flows(&pond, "0303".parse().unwrap()), [false; 6]);
        assert_eq!(flows(&pond, "0302".parse().unwrap()), [false; 6], "a meadow");
        let both = board(&["0303", "0302"]);
        assert_eq!(flows(&both, "0303".parse().unwrap()).iter().filter(|wet| **wet).count(), 1);
        let mut land = both.land().clone();
        let upper = land.map.index("0302".parse().unwrap()).unwrap();
        land.grounds[upper].level = 1;
        assert_eq!(flows(&Board::new(Arc::new(land)), "0303".parse().unwrap()), [false; 6]);
    }
}
