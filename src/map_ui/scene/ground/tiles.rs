//! Bevelled tiles. Meadows have the table's own grass; everything else the colours of its corners.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use tabletop_counters::Look;
use tabletop_hexes::hex::Hex;

use super::shape::{BEVEL, DROP, GAP, ground_coat, rim_coat, ring};
use super::{Models, water};
use crate::map_ui::scene::board::{Board, TILE};
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::terrain::frame::Frame;
use crate::ui::miniatures::terrain::paint::{Brush, coat};
use crate::ui::miniatures::terrain::solids::{face, skin};
use crate::ui::miniatures::texture::scatter;

/// Grass of all meadows: a mesh with places on a picture of wear.
pub(super) struct Turf {
    size: Vec2,
    positions: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    indices: Vec<u32>,
}

impl Turf {
    pub fn new(board: &Board) -> Self {
        Self { size: board.size(), positions: Vec::new(), uvs: Vec::new(), indices: Vec::new() }
    }

    fn add(&mut self, corners: &[Vec3; 6]) {
        let first = self.positions.len() as u32;
        for corner in corners {
            self.positions.push(corner.to_array());
            self.uvs.push((corner.xz() / self.size + 0.5).to_array());
        }
        self.indices.extend((1..5).flat_map(|next| [first, first + next, first + next + 1]));
    }

    pub fn finish(mut self) -> Mesh {
        if self.indices.is_empty() {
            // A mesh without corners cannot be uploaded: a speck under the tiles.
            self.add(&[
                Vec3::new(0.0, -0.5, 0.0),
                Vec3::X * 1e-3,
                Vec3::Z * 1e-3,
                Vec3::ZERO,
                Vec3::ZERO,
                Vec3::ZERO,
            ]);
        }
        let normals = vec![[0.0, 1.0, 0.0]; self.positions.len()];
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

/// Adds a tile.
pub(super) fn tile(models: &mut Models, grass: &mut Turf, board: &Board, hex: Hex) {
    let Some(ground) = board.land().ground(hex) else { return };
    let top = ring(board, hex, GAP + BEVEL, 0.0);
    let edge = ring(board, hex, GAP, DROP);
    let rim = rim_coat(ground.look).toned(0.18 * (scatter(hex.column().into(), hex.row().into()) - 0.5));
    let wet = water::flows(board, hex);
    for side in (0..6).filter(|side| !wet[*side]) {
        let next = (side + 1) % 6;
        let out = (edge[side] + edge[next]) / 2.0 - board.centre(hex);
        let quad = [edge[side], edge[next], top[next], top[side]];
        face(&mut models.solid, &quad, out + Vec3::Y, &[rim.washed(0.25), rim.washed(0.25), rim, rim]);
    }
    match (ground.look, ground_coat(ground.look)) {
        (Look::Water, _) => water::water(models, board, hex, &wet),
        (_, None) => grass.add(&top),
        (_, Some(coat)) => coating(&mut models.solid, board, hex, &top, coat),
    }
    flanks(&mut models.solid, board, hex, (ground.level, &wet));
}

/// Ground with uneven tones: lighter toward the middle, each sixth a little different.
fn coating(to: &mut GeometryBuilder, board: &Board, hex: Hex, top: &[Vec3; 6], coat: LinearRgba) {
    let centre = board.centre(hex);
    let seed = i32::from(hex.column()) * 97 + i32::from(hex.row());
    let tone = |index: usize| 0.22 * (scatter(seed, index as i32) - 0.5);
    for side in 0..6 {
        let next = (side + 1) % 6;
        let paints = [coat.toned(tone(9)), coat.toned(tone(side)), coat.toned(tone(next))];
        to.shaded(&[centre, top[side], top[next]], Vec3::Y, &paints);
    }
}

/// The sides of a tile down to the board: cut board on level 0, carved earth and rock on hills.
fn flanks(to: &mut GeometryBuilder, board: &Board, hex: Hex, (level, wet): (u8, &[bool; 6])) {
    let edge = ring(board, hex, GAP, DROP);
    let foot_height = edge[0].y;
    let cut = coat(0.20, 0.16, 0.12);
    for side in (0..6).filter(|side| !wet[*side]) {
        // Seen from outside, the way along a front leads to the right.
        let (from, end) = (edge[side], edge[(side + 1) % 6]);
        let foot = |at: Vec3| at.with_y(0.0);
        let out = ((from + end) / 2.0 - board.centre(hex)).with_y(0.0).normalize_or(Vec3::X);
        if level == 0 {
            face(
                to,
                &[foot(from), foot(end), end, from],
                out,
                &[cut, cut, cut.brushed(0.06), cut.brushed(0.06)],
            );
            continue;
        }
        let along = (end - from).normalize_or(Vec3::X);
        let frame = Frame { origin: foot(from), along, up: Vec3::Y, out };
        let length = from.distance(end);
        let rows = 2 + 2 * usize::from(level);
        let columns = 5;
        let seed = i32::from(hex.column()) * 61 + i32::from(hex.row()) * 7 + side as i32;
        skin(to, &frame, [length, foot_height], [columns, rows], |column, row| {
            let is_edge = column == 0 || column == columns;
            let chance = scatter(seed * 31 + column as i32, row as i32);
            let relief = if is_edge || row == rows { 0.0 } else { 0.02 + 0.09 * chance };
            let share = row as f32 / rows as f32;
            let stone = if row % 2 == 0 { coat(0.44, 0.36, 0.25) } else { coat(0.37, 0.30, 0.21) };
            (relief, stone.toned(0.3 * (chance - 0.5)).washed(0.55 * (1.0 - share)).brushed(0.25 * share))
        });
    }
    debug_assert!(foot_height > TILE / 2.0, "a tile is thicker than its bevel");
}
