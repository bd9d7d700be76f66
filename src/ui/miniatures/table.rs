//! The table: the mat on its board, and a wooden frame with the level's name. The room around it is in `room/`.

use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use super::mat::{Mat, TerrainMaterials};
use super::plate::plate;
use super::surface::Surface;
use super::terrain::paint::{Brush, coat};
use super::texture::wood;
use super::tufts::tufts;
use super::wear::Wear;
use crate::level::setup::Setup;
use crate::ui::miniatures::prebuild::{Built, ScenePart};
use crate::ui::session::game_scoped::GameScoped;

/// Width and height of the frame around the table top, inches.
const FRAME: [f32; 2] = [1.6, 1.3];

/// Height of the frame over the table top, inches.
pub(crate) const LIP: f32 = 0.28;

/// Width of the board's cut edge that shows between mat and frame, inches.
const CUT: f32 = 0.16;

/// Height of the brass plate, inches, and the most of its width: as much as the fallen leave free.
const PLATE: f32 = 1.05;
const PLATE_ROOM: f32 = 11.4;

/// Parts of the table.
pub(in crate::ui) struct TableParts {
    /// Width and depth, inches.
    size: [f32; 2],
    /// Wear of the mat.
    wear: Image,
    tufts: Vec<Mesh>,
    /// The wood of the frame.
    grain: Image,
    /// The brass plate and the width of its letters, pixels.
    plate: (Image, f32),
}

impl ScenePart for TableParts {
    fn build(setup: &Setup) -> Self {
        let level = &setup.level;
        let wear = Wear::of(level);
        Self {
            size: [level.table.width, level.table.depth].map(|side| side.inches() as f32),
            tufts: tufts(level, &wear).into_iter().map(GeometryBuilder::finish).collect(),
            wear: wear.image(),
            grain: wood(),
            plate: plate(&level.name),
        }
    }
}

/// Spawns the table of the present game.
pub(in crate::ui) fn build_table(
    mut commands: Commands,
    mut built: Built<TableParts>,
    materials: Res<TerrainMaterials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    (mut surfaces, mut mats): (ResMut<Assets<Surface>>, ResMut<Assets<Mat>>),
) {
    let TableParts { size, wear, tufts, grain, plate: (picture, wide) } = built.take();
    let mat = mats.add(materials.top(images.add(wear)));
    commands.spawn((Mesh3d(meshes.add(top_of(size))), MeshMaterial3d(mat), GameScoped));
    for square in tufts {
        let drawn = (Mesh3d(meshes.add(square)), MeshMaterial3d(materials.built.clone()));
        commands.spawn((drawn, NotShadowCaster, GameScoped));
    }
    let varnished = surfaces.add(Surface::matt().covered(images.add(grain)).shining(0.25));
    commands.spawn((Mesh3d(meshes.add(frame_of(size))), MeshMaterial3d(varnished), GameScoped));
    let cut = (Mesh3d(meshes.add(cut_of(size))), MeshMaterial3d(materials.built.clone()));
    commands.spawn((cut, NotShadowCaster, GameScoped));
    let brass = surfaces.add(Surface::matt().covered(images.add(picture)).shining(0.5));
    let (mesh, at) = plate_of(size, wide);
    commands.spawn((Mesh3d(meshes.add(mesh)), MeshMaterial3d(brass), at, GameScoped));
}

/// The mesh of the table top, of a width and depth in inches.
pub(crate) fn top_of([width, depth]: [f32; 2]) -> Mesh {
    Plane3d::default().mesh().size(width, depth).build()
}

/// Four boards around the table top, mitred; the grain runs along each.
pub(crate) fn frame_of([width, depth]: [f32; 2]) -> Mesh {
    let [thick, high] = FRAME;
    let mut all: Option<Mesh> = None;
    for (side, length, away) in [(0, width, depth), (1, depth, width), (2, width, depth), (3, depth, width)] {
        let turn = Quat::from_rotation_y(side as f32 * std::f32::consts::FRAC_PI_2);
        let board = board(length, thick, high).transformed_by(
            Transform::from_rotation(turn).with_translation(turn * Vec3::new(0.0, LIP, away / 2.0)),
        );
        match &mut all {
            // All boards have the same attributes.
            Some(frame) => frame.merge(&board).unwrap_or_else(|error| warn!("a board of the frame: {error}")),
            None => all = Some(board),
        }
    }
    all.unwrap_or_else(|| board(width, thick, high))
}

/// A board whose inner edge is `length` long, at z = 0, and whose top is at y = 0; its edges are eased.
fn board(length: f32, thick: f32, high: f32) -> Mesh {
    let ease = 0.12;
    // The profile from inside to outside, and down: across, height.
    let profile = [
        [0.0, -0.5],
        [0.0, -0.06],
        [0.06, 0.0],
        [thick - ease, 0.0],
        [thick, -ease],
        [thick, -high + 0.3],
        [thick - 0.14, -high],
    ];
    let (mut positions, mut normals, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut run = 0.0;
    for pair in profile.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(Vec2::from);
        let normal = Vec3::new(0.0, to.x - from.x, from.y - to.y).normalize_or(Vec3::Y);
        let first = positions.len() as u32;
        let next = run + from.distance(to);
        for (at, across) in [(from, run), (to, next)] {
            for sign in [-1.0, 1.0] {
                let x = sign * (length / 2.0 + at.x);
                positions.push([x, at.y, at.x]);
                normals.push(normal.to_array());
                uvs.push([x / 22.0, across / 3.4]);
            }
        }
        indices.extend([0, 3, 1, 0, 2, 3].map(|corner| first + corner));
        run = next;
    }
    use bevy::asset::RenderAssetUsages;
    use bevy::mesh::{Indices, PrimitiveTopology};
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

/// The cut edge of the board: a light strip between mat and frame.
pub(crate) fn cut_of([width, depth]: [f32; 2]) -> Mesh {
    let mut strip = GeometryBuilder::default();
    let board = coat(0.56, 0.46, 0.33);
    let [x, z] = [width / 2.0, depth / 2.0];
    let ring = |inset: f32, up: f32| {
        [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]
            .map(|[a, b]: [f32; 2]| Vec3::new(a * (x - inset), up, b * (z - inset)))
    };
    let (inner, outer) = (ring(CUT, 0.004), ring(0.0, 0.03));
    for side in 0..4 {
        let next = (side + 1) % 4;
        let corners = [outer[side], outer[next], inner[next], inner[side]];
        let paints = [board.washed(0.3), board.washed(0.3), board, board];
        strip.shaded(&corners, Vec3::Y, &paints);
    }
    strip.finish()
}

/// The plate on the near board, so wide for its height.
pub(crate) fn plate_of([_, depth]: [f32; 2], wide: f32) -> (Mesh, Transform) {
    let high = PLATE.min(PLATE_ROOM / wide);
    let at = Vec3::new(0.0, LIP + 0.02, depth / 2.0 + FRAME[0] / 2.0);
    let lying = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let mesh = Rectangle::new(high * wide, high).mesh().build();
    (mesh, Transform::from_translation(at).with_rotation(lying))
}
