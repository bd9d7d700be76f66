//! The solid counter: a bevelled slab whose face has the printed picture, and the frame that lights one.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

use super::spot::{SIDE, THICK};

/// Width of the bevel, inches.
const BEVEL: f32 = 0.06;
/// Frame of light around a counter: where it begins and ends beyond the counter's edge, inches.
const LIGHT: [f32; 2] = [0.015, 0.135];
/// Place of the edge's colour on the picture.
const EDGE_UV: [f32; 2] = [0.5, 0.008];

/// A counter about its middle, its face up and its picture's upper edge toward −z.
pub(super) fn slab() -> Mesh {
    let half = SIDE / 2.0;
    let mut slab = Slab::default();
    let ring = |reach: f32, height: f32| {
        [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
            .map(|[x, z]: [f32; 2]| Vec3::new(x * reach, height, z * reach))
    };
    let top = ring(half - BEVEL, THICK / 2.0);
    let uv = |corner: Vec3| [0.5 + corner.x / SIDE, 0.5 + corner.z / SIDE];
    slab.quad(top, Vec3::Y, top.map(uv), 1.0);
    let shoulder = ring(half, THICK / 2.0 - BEVEL);
    let foot = ring(half, -THICK / 2.0);
    for side in 0..4 {
        let next = (side + 1) % 4;
        let out = ((shoulder[side] + shoulder[next]) / 2.0).with_y(0.0).normalize_or(Vec3::X);
        let bevel = [top[side], shoulder[side], shoulder[next], top[next]];
        slab.quad(bevel, (out + Vec3::Y).normalize(), bevel.map(uv), 1.25);
        let wall = [shoulder[side], foot[side], foot[next], shoulder[next]];
        slab.quad(wall, out, [EDGE_UV; 4], 0.62);
    }
    slab.finish()
}

/// The frame of light, in a colour.
pub(super) fn frame(colour: LinearRgba) -> Mesh {
    let half = SIDE / 2.0;
    let mut slab = Slab::default();
    let ring = |reach: f32| {
        [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]]
            .map(|[x, z]: [f32; 2]| Vec3::new(x * reach, 0.02, z * reach))
    };
    let [inner, outer] = LIGHT.map(|beyond| ring(half + beyond));
    for side in 0..4 {
        let next = (side + 1) % 4;
        slab.quad([outer[side], outer[next], inner[next], inner[side]], Vec3::Y, [EDGE_UV; 4], 1.0);
    }
    let colours = vec![colour.to_f32_array(); slab.positions.len()];
    let mesh = slab.finish();
    let mut mesh = mesh.with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colours);
    mesh.remove_attribute(Mesh::ATTRIBUTE_UV_0);
    mesh
}

#[derive(Default)]
struct Slab {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    uvs: Vec<[f32; 2]>,
    indices: Vec<u32>,
}

impl Slab {
    /// A face, either way round, with its tone.
    fn quad(&mut self, corners: [Vec3; 4], out: Vec3, uvs: [[f32; 2]; 4], tone: f32) {
        let first = self.positions.len() as u32;
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        let order: [u32; 6] = if normal.dot(out) < 0.0 { [0, 2, 1, 0, 3, 2] } else { [0, 1, 2, 0, 2, 3] };
        self.indices.extend(order.map(|corner| first + corner));
        self.positions.extend(corners.map(|corner| corner.to_array()));
        self.normals.extend([out.to_array(); 4]);
        self.colours.extend([[tone, tone, tone, 1.0]; 4]);
        self.uvs.extend(uvs);
    }

    fn finish(self) -> Mesh {
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, self.normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, self.uvs)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter is closed but for its underside, and its faces look outside.
    #[test]
    fn a_counter_is_solid() {
        for (mesh, quads) in [(slab(), 9), (frame(LinearRgba::WHITE), 4)] {
            let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3()).unwrap();
            let normals = mesh.attribute(Mesh::ATTRIBUTE_NORMAL).and_then(|all| all.as_float3()).unwrap();
            assert_eq!(positions.len(), quads * 4);
            let indices: Vec<usize> = mesh.indices().unwrap().iter().collect();
            for face in indices.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner| Vec3::from(positions[face[corner]]));
                assert!((b - a).cross(c - a).dot(Vec3::from(normals[face[0]])) > 0.0);
            }
        }
    }
}
