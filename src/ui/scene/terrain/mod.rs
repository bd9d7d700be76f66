//! The terrain as modellers make it: a look for each kind, the same for the same level on every machine.
//!
//! What the rules measure is kept apart from what only decorates it. Solids are exactly as the rules have them; relief
//! lies on them and is thin; crops, leaves, reeds and rubble block nothing.

mod boxes;
mod buildings;
mod drums;
mod fields;
pub(super) mod frame;
mod ground;
mod hills;
mod linear;
mod lumps;
mod masonry;
mod obstacles;
mod open_ground;
mod openings;
pub(super) mod paint;
mod rocks;
mod room;
mod rows;
mod site;
pub(super) mod solids;
pub(super) mod spots;
mod trees;
mod wall_face;
mod water;
mod woods;

#[cfg(test)]
mod tests;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::GameScoped;
use super::ahead::{Built, ScenePart};
use super::geometry_builder::GeometryBuilder;
use super::mat::TerrainMaterials;
use crate::game::engine::table_state::PlacedObstacle;
use crate::level::setup::Setup;
use crate::table::piece::{Kind, Piece};
use crate::table::shape::Shape;
use crate::ui::cutaway::Cutaway;
pub(super) use room::make_room;
pub(in crate::ui) use site::Site;

/// A part that the cutaway hides to show what is under it.
#[derive(Component, Clone, Copy, Debug)]
pub(in crate::ui) enum Cover {
    /// Tree tops.
    Trees,
    /// A level of a building; its roof is one more than its highest.
    Storey {
        /// Index of the building.
        piece: usize,
        /// From 0, the ground level.
        level: usize,
    },
}

/// The geometry of one piece.
#[derive(Default)]
struct Look {
    /// What the rules measure.
    solid: GeometryBuilder,
    /// Relief and decoration: nothing that the rules measure.
    details: GeometryBuilder,
    /// Thin ground, drawn by the mat's shader.
    ground: GeometryBuilder,
    /// Hedges, bushes, hay: decoration with the grain of leaves.
    green: GeometryBuilder,
    /// Water.
    wet: GeometryBuilder,
    /// Trunks and branches; they make room for models.
    stems: GeometryBuilder,
    /// Tree tops; they make room too, and are taken away to look under them.
    leaves: GeometryBuilder,
    /// Crops; they lie where models stand.
    crops: GeometryBuilder,
    /// The levels of a building, the roof last.
    storeys: Vec<Storey>,
}

impl Look {
    /// The true form of what stands on a shape; it shows where relief leaves it bare.
    fn core(&mut self, base: &Shape, height: f64, [top, side]: [LinearRgba; 2]) {
        self.solid.prism(base, [0.0, height], [top.into(), side.into()]);
    }
}

/// A level of a building.
#[derive(Default)]
struct Storey {
    /// What the rules measure.
    solid: GeometryBuilder,
    /// What is on it.
    details: GeometryBuilder,
}

/// What a mesh of a piece is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Finish {
    /// Stone, wood, plaster: [`TerrainMaterials::built`].
    Built,
    /// [`TerrainMaterials::leaves`].
    Leaves,
    /// [`TerrainMaterials::water`]; it casts no shadow.
    Water,
    /// [`TerrainMaterials::ground`]; it casts no shadow.
    Ground,
}

/// Which part of its piece a mesh is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ui) enum Part {
    /// All that stays as it is.
    Fixed,
    Stems,
    Leaves,
    Crops,
    /// From 0, the ground level.
    Storey(usize),
}

/// A mesh of a piece.
pub(in crate::ui) struct PieceMesh {
    pub geometry: GeometryBuilder,
    pub finish: Finish,
    pub part: Part,
}

/// The meshes of a piece: at most one for each finish and part, so that a piece costs few draw calls.
pub(in crate::ui) fn meshes_of(piece: &Piece, site: &Site) -> Vec<PieceMesh> {
    let mut look = look_of(piece, site);
    look.solid.append(look.details);
    let mut meshes = Vec::new();
    let mut add = |geometry: GeometryBuilder, finish, part| {
        if !geometry.is_empty() {
            meshes.push(PieceMesh { geometry, finish, part });
        }
    };
    add(look.solid, Finish::Built, Part::Fixed);
    add(look.ground, Finish::Ground, Part::Fixed);
    add(look.green, Finish::Leaves, Part::Fixed);
    add(look.wet, Finish::Water, Part::Fixed);
    add(look.stems, Finish::Built, Part::Stems);
    add(look.leaves, Finish::Leaves, Part::Leaves);
    add(look.crops, Finish::Built, Part::Crops);
    for (level, mut storey) in look.storeys.into_iter().enumerate() {
        storey.solid.append(storey.details);
        add(storey.solid, Finish::Built, Part::Storey(level));
    }
    meshes
}

/// A mesh of a piece of the level that is built again when models come or go.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Plants {
    piece: usize,
    part: Part,
}

/// Pieces that overlap lie a hair over one another, in the order of the file.
fn lift(index: usize) -> f32 {
    index as f32 * 0.0003
}

/// The terrain of a level, without what players placed in the battle. What lies flat and stays as it is, is one mesh for all
/// pieces: ground, water, hedges.
pub(super) struct TerrainParts {
    /// What stands, by the index of the piece.
    standing: Vec<(usize, Finish, Part, Mesh)>,
    ground: Option<Mesh>,
    water: Option<Mesh>,
    green: Option<Mesh>,
}

impl ScenePart for TerrainParts {
    fn build(setup: &Setup) -> Self {
        let level = &setup.level;
        let site = Site::of_level(&level.name);
        let mut standing = Vec::new();
        let [mut ground, mut water, mut green] = [(); 3].map(|()| GeometryBuilder::default());
        for (index, piece) in level.terrain.pieces.iter().enumerate() {
            for PieceMesh { geometry, finish, part } in meshes_of(piece, &site) {
                match (finish, part) {
                    (Finish::Ground, _) => ground.append_lifted(geometry, lift(index)),
                    (Finish::Water, _) => water.append_lifted(geometry, lift(index)),
                    (Finish::Leaves, Part::Fixed) => green.append_lifted(geometry, lift(index)),
                    (Finish::Leaves | Finish::Built, _) => {
                        standing.push((index, finish, part, geometry.finish()));
                    }
                }
            }
        }
        let [ground, water, green] =
            [ground, water, green].map(|flat| (!flat.is_empty()).then(|| flat.finish()));
        Self { standing, ground, water, green }
    }
}

/// Spawns the terrain of the present game.
pub(super) fn build_terrain(
    mut commands: Commands,
    mut built: Built<TerrainParts>,
    materials: Res<TerrainMaterials>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let parts = built.take();
    for (piece, finish, part, mesh) in parts.standing {
        let material = if finish == Finish::Leaves { &materials.leaves } else { &materials.built };
        let drawn = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(material.clone()));
        let lifted = Transform::from_xyz(0.0, lift(piece), 0.0);
        let mut spawned = commands.spawn((drawn, lifted, GameScoped));
        match part {
            Part::Fixed => {}
            Part::Leaves => drop(spawned.insert((Cover::Trees, Plants { piece, part }))),
            Part::Stems | Part::Crops => drop(spawned.insert(Plants { piece, part })),
            Part::Storey(level) => drop(spawned.insert(Cover::Storey { piece, level })),
        }
    }
    if let Some(mesh) = parts.ground {
        let drawn = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(materials.ground.clone()));
        commands.spawn((drawn, NotShadowCaster, GameScoped));
    }
    if let Some(mesh) = parts.water {
        let drawn = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(materials.water.clone()));
        commands.spawn((drawn, NotShadowCaster, GameScoped));
    }
    if let Some(mesh) = parts.green {
        let drawn = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(materials.leaves.clone()));
        commands.spawn((drawn, GameScoped));
    }
}

/// The solid of a point obstacle that a player placed.
pub(in crate::ui) fn placed_obstacle(obstacle: &PlacedObstacle) -> Mesh {
    let mut look = look_of(&Piece::from(obstacle), &Site::default());
    look.solid.append(look.details);
    look.solid.finish()
}

fn look_of(piece: &Piece, site: &Site) -> Look {
    let mut look = Look::default();
    match &piece.kind {
        Kind::Hill { steps } => hills::hill(&mut look, steps, site.seed_of(&piece.id) as i32),
        Kind::Bog => water::bog(&mut look, piece, site),
        Kind::Ground | Kind::Pavement => open_ground::ground(&mut look, piece, site),
        Kind::Point { height } => obstacles::point(&mut look, piece, height.inches(), site),
        Kind::Wood { height } => woods::wood(&mut look, piece, height.inches(), site),
        Kind::Field { height } => fields::field(&mut look, piece, height.inches(), site),
        Kind::Linear { height } => linear::linear(&mut look, piece, height.inches(), site),
        Kind::Ruin { height, walls } => buildings::ruin(&mut look, piece, height.inches(), walls, site),
        Kind::Structure { levels, foundation, roof } => {
            buildings::structure(&mut look, piece, (levels, *foundation, *roof), site);
        }
    }
    look
}

/// What grows on a piece: trees and crops alone.
fn plants_of(piece: &Piece, site: &Site) -> Look {
    let mut look = Look::default();
    match &piece.kind {
        Kind::Wood { height } => woods::grow_trees(&mut look, piece, height.inches(), site),
        Kind::Field { height } => fields::grow_crops(&mut look, piece, height.inches(), site),
        _ => {}
    }
    look
}

/// What of a piece's meshes shows what the rules measure: without relief, decoration, crops, trees and water.
#[cfg(test)]
pub(in crate::ui) fn solid_meshes(piece: &Piece) -> Vec<GeometryBuilder> {
    let look = look_of(piece, &Site::default());
    look.storeys.into_iter().map(|storey| storey.solid).chain([look.solid]).collect()
}

/// Takes tree tops, roofs and levels away, or puts them back.
pub(super) fn apply_cutaway(
    cutaway: Res<Cutaway>,
    new: Query<(), Added<Cover>>,
    mut covers: Query<(&Cover, &mut Visibility)>,
) {
    if !cutaway.is_changed() && new.is_empty() {
        return;
    }
    for (cover, mut visibility) in &mut covers {
        let shown = match *cover {
            Cover::Trees => cutaway.shows_tree_tops(),
            Cover::Storey { piece, level } => cutaway.shows(piece, level),
        };
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
    }
}
