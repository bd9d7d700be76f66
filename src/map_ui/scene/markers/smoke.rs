//! Smoke: a cloud of soft puffs.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use tabletop_hexes::hex::Hex;

use crate::ui::miniatures::texture::{noise, reduced, scatter};

/// Steps of density.
pub(super) const DENSITIES: usize = 4;

/// Puffs of the densest cloud.
const PUFFS: i32 = 30;

/// A cloud, and where it stands: its hex and the middle of that hex's ground.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Cloud(pub Hex, pub Vec3);

/// Step of a density between 0 and 1.
pub(super) fn step_of(density: f32) -> usize {
    ((density.clamp(0.0, 1.0) * DENSITIES as f32).ceil() as usize).clamp(1, DENSITIES) - 1
}

/// Distance of a cloud behind the middle of its hex: where counters lie there, and where none do; inches.
const BEHIND: [f32; 2] = [0.62, 0.10];

/// Placement of a cloud for a camera's angles.
pub(super) fn placed(ground: Vec3, has_counters: bool, yaw: f32, pitch: f32) -> Transform {
    let turn = Quat::from_rotation_y(yaw);
    let behind = if has_counters { BEHIND[0] } else { BEHIND[1] };
    Transform::from_translation(ground + Vec3::Y * 0.58 - turn * Vec3::Z * behind)
        .with_rotation(turn * Quat::from_rotation_x(-pitch))
}

/// A cloud of a density about its middle: puffs that face +z, those behind first.
pub(super) fn cloud(step: usize) -> Mesh {
    let share = (step + 1) as f32 / DENSITIES as f32;
    let count = (PUFFS as f32 * (0.35 + 0.65 * share)) as i32;
    let mut puffs: Vec<(Vec3, f32, f32)> = (0..count)
        .map(|index| {
            let chance = |which: i32| scatter(index * 7 + 3, which + 50) * 2.0 - 1.0;
            let at = Vec3::new(0.78 * chance(1), 0.42 * chance(2), 0.35 * chance(3));
            (at, 0.46 + 0.22 * scatter(index, 9), scatter(index, 12))
        })
        .collect();
    puffs.sort_by(|(one, ..), (other, ..)| one.z.total_cmp(&other.z));
    let (mut positions, mut colours, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (at, radius, turn) in puffs {
        let first = positions.len() as u32;
        let turn = Quat::from_rotation_z(turn * std::f32::consts::TAU);
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let corner = at + turn * Vec3::new(x, y, 0.0) * radius;
            positions.push(corner.to_array());
            uvs.push([(x + 1.0) / 2.0, (y + 1.0) / 2.0]);
            // Lit from above by the lamp.
            let light = (0.36 + 0.26 * (corner.y + 0.6)).clamp(0.16, 0.72);
            colours.push([light * 1.02, light * 0.97, light * 0.90, 0.20 + 0.22 * share]);
        }
        indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    let normals = vec![[0.0, 0.0, 1.0]; positions.len()];
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

/// The picture of a puff: white, ragged, transparent at its rim.
pub(super) fn vapour() -> Image {
    let side = 64;
    let pixel = |x: u32, y: u32| {
        let at = (Vec2::new(x as f32, y as f32) + 0.5) / side as f32 * 2.0 - 1.0;
        let ragged =
            0.30 * (noise(at.x * 2.4 + 7.0, at.y * 2.4) - 0.5) + 0.14 * (noise(at.x * 6.0, at.y * 6.0) - 0.5);
        let share = (1.0 - (at.length() + ragged) / 0.92).clamp(0.0, 1.0);
        let soft = share * share * (3.0 - 2.0 * share);
        [255, 255, 255, (soft * 255.0) as u8]
    };
    let pixels = (0..side).flat_map(|y| (0..side).map(move |x| pixel(x, y))).collect();
    let mut image = reduced(pixels, side, TextureFormat::Rgba8UnormSrgb);
    image.sampler = ImageSampler::linear();
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Denser smoke has more puffs, and its rim is transparent.
    #[test]
    fn smoke_has_densities_and_a_soft_rim() {
        for (density, expected) in [(0.0, 0), (0.2, 0), (0.3, 1), (0.75, 2), (1.0, 3), (7.0, 3)] {
            assert_eq!(step_of(density), expected, "{density}");
        }
        let puffs = |step: usize| cloud(step).count_vertices();
        assert!((1..DENSITIES).all(|step| puffs(step - 1) < puffs(step)));
        let picture = vapour().data.unwrap();
        assert!(picture[3] == 0 && picture[(32 * 64 + 32) * 4 + 3] > 180);
    }
}
