//! Rough ground: broken rocks.

use std::f32::consts::TAU;

use bevy::prelude::*;
use tabletop_hexes::hex::Hex;

use super::plants::place;
use super::roads::is_on_road;
use super::{Models, chance_of};
use crate::map_ui::scene::board::Board;
use crate::ui::miniatures::terrain::lumps::{Grain, lump};
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::site::between;

/// Rocks round the rim, large ones in the middle.
pub(super) fn rough(rim: &mut Models, heart: &mut Models, board: &Board, hex: Hex) {
    let mut chance = chance_of(hex, 4);
    let grey = coat(0.52, 0.49, 0.43);
    for index in 0..24 {
        let is_heart = index >= 16;
        let away = if is_heart { between(&mut chance, 0.0, 0.75) } else { between(&mut chance, 0.86, 1.16) };
        let at = place(board, hex, between(&mut chance, 0.0, TAU), away);
        let size = if is_heart { between(&mut chance, 0.12, 0.30) } else { between(&mut chance, 0.06, 0.20) };
        let half =
            Vec3::new(size, size * between(&mut chance, 0.55, 0.95), size * between(&mut chance, 0.7, 1.1));
        let stone = grey.toned(between(&mut chance, -0.3, 0.2));
        let seed = chance.below(9000) as i32;
        if !is_on_road(board, hex, at, size) {
            let to = if is_heart { &mut heart.solid } else { &mut rim.solid };
            lump(to, Grain::Coarse, at + Vec3::Y * half.y * 0.35, half, seed, stone);
        }
    }
}
