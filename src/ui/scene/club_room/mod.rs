//! The room around the table: a club room in the evening, out of focus. The board lies on a larger table with what players
//! bring along; behind it are chairs, shelves and a window.
//!
//! Its light is painted into pictures (`paintings.rs`) and not computed, so that it costs next to nothing. It has no
//! colliders: the pointer goes through it.

mod canvas;
mod paintings;
mod props;

use bevy::asset::RenderAssetUsages;
use bevy::light::NotShadowCaster;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

use crate::level::setup::Setup;
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::prebuild::{Built, ScenePart};
use crate::ui::miniatures::surface::Surface;
use crate::ui::session::game_scoped::GameScoped;

/// Width of the club's table beyond the board, inches.
const APRON: f32 = 13.0;
/// Heights over the board's top: of the club's table under it, and of the floor.
const TABLE_TOP: f32 = -1.05;
const FLOOR: f32 = -30.0;
/// Distance of the walls, in lengths of the board's longer side, and the least, inches.
const WALLS: f32 = 2.4;
const MIN_WALLS: f32 = 130.0;
/// Height of what is painted on the walls, as a share of their distance.
const WALL_HEIGHT: f32 = 0.62;
/// Flat pieces that make the round wall.
const WALL_PIECES: usize = 48;

/// The size of the room around a board.
#[derive(Clone, Copy, Debug, PartialEq)]
struct RoomSize {
    /// Half the board's width and depth.
    board: Vec2,
    /// The same of the club's table.
    table: Vec2,
    /// From the middle to the walls.
    walls: f32,
}

impl RoomSize {
    fn around(width: f32, depth: f32) -> Self {
        let board = Vec2::new(width, depth) / 2.0;
        Self { board, table: board + APRON, walls: (WALLS * width.max(depth)).max(MIN_WALLS) }
    }
}

/// Parts of the room.
pub(crate) struct RoomParts {
    /// The club's table, the floor and the wall, each with what is painted on it.
    painted: [(Mesh, Image); 3],
    chairs: Mesh,
    /// Things that players bring along.
    things: Mesh,
}

impl ScenePart for RoomParts {
    fn build(setup: &Setup) -> Self {
        let board = setup.level.table;
        Self::around(board.width.inches() as f32, board.depth.inches() as f32)
    }
}

impl RoomParts {
    /// Builds them around a board of a width and depth, inches.
    pub(crate) fn around(width: f32, depth: f32) -> Self {
        let size = RoomSize::around(width, depth);
        let painted = [
            (flat(size.table, TABLE_TOP), paintings::club_table(&size)),
            (flat(Vec2::splat(size.walls * 1.01), FLOOR), paintings::floor(&size)),
            (round_wall(size.walls), paintings::wall()),
        ];
        Self { painted, chairs: props::chairs(&size), things: props::things(&size) }
    }
}

/// Builds the room around the board of the present game.
pub(super) fn build_room(
    mut commands: Commands,
    mut built: Built<RoomParts>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut surfaces: ResMut<Assets<Surface>>,
) {
    built.take().spawn(&mut commands, &materials, &mut meshes, &mut images, &mut surfaces);
}

impl RoomParts {
    /// Spawns them.
    pub(crate) fn spawn(
        self,
        commands: &mut Commands,
        materials: &Materials,
        meshes: &mut Assets<Mesh>,
        images: &mut Assets<Image>,
        surfaces: &mut Assets<Surface>,
    ) {
        for (mesh, picture) in self.painted {
            let surface = surfaces.add(Surface::plain().covered(images.add(picture)));
            commands.spawn((Mesh3d(meshes.add(mesh)), MeshMaterial3d(surface), NotShadowCaster, GameScoped));
        }
        for (mesh, material) in [(self.chairs, &materials.painted), (self.things, &materials.solid)] {
            let look = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(material.clone()));
            commands.spawn((look, NotShadowCaster, GameScoped));
        }
    }
}

/// A level rectangle; its picture's upper left is its far left.
fn flat(half: Vec2, height: f32) -> Mesh {
    let corners = [Vec2::new(-1.0, -1.0), Vec2::new(-1.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(1.0, -1.0)];
    let positions = corners.map(|corner| [corner.x * half.x, height, corner.y * half.y]);
    let uvs = corners.map(|corner| ((corner + 1.0) / 2.0).to_array());
    covered(positions.to_vec(), vec![[0.0, 1.0, 0.0]; 4], uvs.to_vec(), vec![0, 1, 2, 0, 2, 3])
}

/// A wall all around, seen from inside only, so that a camera outside the room sees the table none the less.
fn round_wall(distance: f32) -> Mesh {
    let (mut positions, mut uvs, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for piece in 0..=WALL_PIECES {
        let share = piece as f32 / WALL_PIECES as f32;
        let toward = Quat::from_rotation_y(-share * std::f32::consts::TAU) * Vec3::Z;
        for (height, v) in [(FLOOR + WALL_HEIGHT * distance, 0.0), (FLOOR, 1.0)] {
            positions.push((toward * distance + Vec3::Y * height).to_array());
            uvs.push([share, v]);
        }
    }
    for piece in 0..WALL_PIECES as u32 {
        let first = 2 * piece;
        indices.extend([0, 1, 2, 1, 3, 2].map(|corner| first + corner));
    }
    let normals =
        positions.iter().map(|[x, _, z]| (-Vec3::new(*x, 0.0, *z).normalize()).to_array()).collect();
    covered(positions, normals, uvs, indices)
}

fn covered(positions: Vec<[f32; 3]>, normals: Vec<[f32; 3]>, uvs: Vec<[f32; 2]>, indices: Vec<u32>) -> Mesh {
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, uvs)
        .with_inserted_indices(Indices::U32(indices))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whichever way it runs round, the wall is seen from the middle of the room.
    #[test]
    fn the_wall_faces_the_table() {
        let mesh = round_wall(100.0);
        let positions = mesh.attribute(Mesh::ATTRIBUTE_POSITION).and_then(|all| all.as_float3()).unwrap();
        let corners: Vec<Vec3> =
            mesh.indices().unwrap().iter().map(|index| Vec3::from(positions[index])).collect();
        for face in corners.chunks_exact(3) {
            let normal = (face[1] - face[0]).cross(face[2] - face[0]);
            assert!(normal.dot(-face[0].with_y(0.0)) > 0.0, "{face:?}");
        }
    }

    /// The walls stand well beyond the club's table, around the smallest board and the largest.
    #[test]
    fn there_is_room_around_every_board() {
        for (width, depth) in [(6.0, 6.0), (44.0, 30.0), (24.0, 60.0), (400.0, 400.0)] {
            let size = RoomSize::around(width, depth);
            assert!(size.table.length() < size.walls * 0.8, "{width} x {depth}: {size:?}");
        }
    }
}
