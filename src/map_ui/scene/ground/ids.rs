//! Printed ids of hexes: all of them one mesh, whose numerals are parts of one picture.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;

use crate::map_ui::scene::board::{APOTHEM, Board};
use crate::ui::miniatures::plate::Letters;
use crate::ui::miniatures::texture::reduced;

/// Pixels of a side of the picture, and of a numeral's cell; four cells in a row.
const PIXELS: usize = 256;
const CELL: usize = 64;
const CELLS: usize = PIXELS / CELL;
/// Height and width of a numeral, inches.
const HIGH: f32 = 0.25;
const WIDE: f32 = 0.15;
/// Height over the ground, inches.
const LIFT: f32 = 0.018;

/// The mesh of all ids, and the picture of the ten numerals.
pub(super) fn ids(board: &Board) -> (Mesh, Image) {
    let (mut positions, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for hex in board.land().map.hexes() {
        let upper = board.centre(hex) + Vec3::new(0.0, LIFT, 0.24 - APOTHEM);
        for (index, numeral) in hex.to_string().bytes().enumerate() {
            let numeral = usize::from(numeral - b'0');
            let left = upper.x + WIDE * (index as f32 - 2.0);
            let first = positions.len() as u32;
            let cell = Vec2::new((numeral % CELLS) as f32, (numeral / CELLS) as f32);
            for (x, y) in [(0.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, 0.0)] {
                positions.push([left + WIDE * x, upper.y, upper.z - HIGH / 2.0 + HIGH * y]);
                // A numeral takes the middle of its cell.
                let place = (cell + Vec2::new(0.2 + 0.6 * x, y)) / CELLS as f32;
                uvs.push(place.to_array());
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    let count = positions.len();
    let mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![[0.0, 1.0, 0.0]; count])
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, vec![[0.90, 0.87, 0.74, 0.80]; count])
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices));
    (mesh, numerals())
}

fn numerals() -> Image {
    let mut letters = Letters::default();
    let mut pixels = vec![[255, 255, 255, 0]; PIXELS * PIXELS];
    for numeral in 0..10 {
        let (ink, wide) = letters.ink(&numeral.to_string(), CELL as f32 * 0.86, CELL);
        let [left, top] = [numeral % CELLS, numeral / CELLS].map(|cell| cell * CELL);
        let margin = (CELL - wide.min(CELL)) / 2;
        for (row, column) in (0..CELL).flat_map(|row| (0..wide.min(CELL)).map(move |column| (row, column))) {
            let share = (ink[row * wide + column] * 1.35).min(1.0);
            pixels[(top + row) * PIXELS + left + margin + column][3] = (share * 255.0) as u8;
        }
    }
    let mut image = reduced(pixels, PIXELS as u32, TextureFormat::Rgba8UnormSrgb);
    image.sampler = ImageSampler::linear();
    image
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map_ui::scene::board::sample;

    /// An id lies on its own hex, and every numeral has some ink.
    #[test]
    fn ids_lie_on_their_hexes() {
        let board = Board::new(sample::land(12, 9, &["0305"]));
        let (mesh, picture) = ids(&board);
        let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3()).unwrap();
        for (hex, corners) in board.land().map.hexes().zip(positions.chunks_exact(16)) {
            for corner in corners {
                assert_eq!(board.hex_at(Vec2::new(corner[0], corner[2])), Some(hex));
            }
        }
        let data = picture.data.unwrap();
        for numeral in 0..10 {
            let [left, top] = [numeral % CELLS, numeral / CELLS].map(|cell| cell * CELL);
            let inked = (0..CELL * CELL)
                .filter(|at| data[((top + at / CELL) * PIXELS + left + at % CELL) * 4 + 3] > 128);
            assert!(inked.count() > 40, "{numeral}");
        }
    }
}
