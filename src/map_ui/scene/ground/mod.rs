//! Models of the ground: bevelled tiles, roads, walls and hedges, what grows and stands on them, printed ids. Meshes for the whole map, one for
//! each material, so that a map costs a handful of draw calls.
//!
//! What stands in the middle of a hex, where counters lie, is a mesh of its own (`Heart`): it is not shown while counters
//! are there.

mod boundaries;
mod ids;
mod plants;
mod roads;
mod shape;
mod stones;
mod tiles;
mod town;
mod water;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use tabletop_counters::Look;
use tabletop_hexes::hex::Hex;

use super::board::Board;
use crate::level::chance::Chance;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::mat::{Mat, TerrainMaterials};
use crate::ui::miniatures::surface::Surface;
use crate::ui::session::game_scoped::GameScoped;

/// What stands in the middle of a hex.
#[derive(Component, Clone, Copy, Debug)]
pub struct Heart(pub Hex);

/// Meshes in the making, by their material.
#[derive(Default)]
struct Models {
    /// Stone, wood, earth.
    solid: GeometryBuilder,
    leaves: GeometryBuilder,
    water: GeometryBuilder,
}

/// All of a map's ground.
pub struct GroundParts {
    grass: Mesh,
    wear: Image,
    rest: Models,
    hearts: Vec<(Hex, Models)>,
    ids: (Mesh, Image),
}

impl GroundParts {
    /// Builds it.
    pub fn of(board: &Board) -> Self {
        let mut rest = Models::default();
        let mut hearts = Vec::new();
        let land = board.land();
        let mut grass = tiles::Turf::new(board);
        for hex in land.map.hexes() {
            tiles::tile(&mut rest, &mut grass, board, hex);
            let mut heart = Models::default();
            stand(&mut rest, &mut heart, board, hex);
            if !heart.is_empty() {
                hearts.push((hex, heart));
            }
        }
        boundaries::boundaries(&mut rest, board);
        roads::roads(&mut rest.solid, board);
        let wear = roads::wear(board);
        Self { grass: grass.finish(), wear, rest, hearts, ids: ids::ids(board) }
    }

    /// Spawns it.
    pub fn spawn(
        self,
        commands: &mut Commands,
        materials: &TerrainMaterials,
        meshes: &mut Assets<Mesh>,
        images: &mut Assets<Image>,
        (mats, surfaces): (&mut Assets<Mat>, &mut Assets<Surface>),
    ) {
        let grass = mats.add(materials.top(images.add(self.wear)));
        commands.spawn((Mesh3d(meshes.add(self.grass)), MeshMaterial3d(grass), NotShadowCaster, GameScoped));
        spawn(commands, materials, meshes, self.rest, None);
        for (hex, heart) in self.hearts {
            spawn(commands, materials, meshes, heart, Some(Heart(hex)));
        }
        let (mesh, picture) = self.ids;
        let ink = surfaces.add(Surface::plain().covered(images.add(picture)).see_through());
        commands.spawn((Mesh3d(meshes.add(mesh)), MeshMaterial3d(ink), NotShadowCaster, GameScoped));
    }
}

impl Models {
    fn is_empty(&self) -> bool {
        [&self.solid, &self.leaves, &self.water].iter().all(|part| part.is_empty())
    }
}

fn spawn(
    commands: &mut Commands,
    materials: &TerrainMaterials,
    meshes: &mut Assets<Mesh>,
    models: Models,
    heart: Option<Heart>,
) {
    let Models { solid, leaves, water } = models;
    for (part, material) in
        [(solid, &materials.built), (leaves, &materials.leaves), (water, &materials.water)]
    {
        if !part.is_empty() {
            let drawn = (Mesh3d(meshes.add(part.finish())), MeshMaterial3d(material.clone()), GameScoped);
            let mut spawned = commands.spawn(drawn);
            if let Some(heart) = heart {
                spawned.insert(heart);
            }
        }
    }
}

/// A hex's own chance: the same on every machine.
fn chance_of(hex: Hex, what: u64) -> Chance {
    Chance::new(u64::from(hex.column()) * 131 + u64::from(hex.row()) * 7 + what * 100_003)
}

/// Adds what stands on a hex: round its rim to the first, in its middle to the second.
fn stand(rim: &mut Models, heart: &mut Models, board: &Board, hex: Hex) {
    let Some(ground) = board.land().ground(hex) else { return };
    match ground.look {
        Look::Open | Look::Hill => plants::meadow(rim, board, hex),
        Look::Field => plants::furrows(rim, board, hex),
        Look::Rough => stones::rough(rim, heart, board, hex),
        Look::Woods => plants::wood(rim, heart, board, hex),
        Look::Town => town::town(rim, heart, board, hex),
        Look::Farm => town::farm(rim, heart, board, hex),
        Look::Water => {}
    }
}
