//! The terrain as modellers make it: a look for each kind, the same for the same level on every machine.
//!
//! What the rules measure is kept apart from what only decorates it. Solids are exactly as the rules have them; relief
//! lies on them and is thin; crops, leaves, reeds and rubble block nothing.

mod across_edges;
mod boxes;
mod buildings;
mod drums;
mod fields;
pub(crate) mod frame;
mod ground;
mod hills;
mod linear;
pub(crate) mod lumps;
mod masonry;
mod obstacles;
mod open_ground;
mod openings;
pub(crate) mod paint;
mod rocks;
mod rows;
pub(crate) mod site;
pub(crate) mod solids;
pub(super) mod spots;
pub(crate) mod trees;
mod wall_face;
mod water;
mod woods;
mod wreck;

#[cfg(test)]
mod tests;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use super::mat::TerrainMaterials;
use crate::level::setup::Setup;
use crate::table::piece::{Kind, Piece};
use crate::table::shape::Shape;
use crate::table::terrain::Terrain;
use crate::ui::miniatures::prebuild::{Built, ScenePart};
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::session::game_scoped::GameScoped;
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
pub(in crate::ui) struct Look {
    /// Geometry that the rules measure.
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
    pub(in crate::ui) stems: GeometryBuilder,
    /// Tree tops; they make room too, and are taken away to look under them.
    pub(in crate::ui) leaves: GeometryBuilder,
    /// Crops; they lie where models stand.
    pub(in crate::ui) crops: GeometryBuilder,
    /// The levels of a building, the roof last.
    storeys: Vec<Storey>,
}

impl Look {
    /// Adds all of another, so many inches higher.
    fn add_lifted(&mut self, other: Self, by: f32) {
        let Self { solid, details, ground, green, wet, stems, leaves, crops, storeys } = other;
        self.solid.append_lifted(solid, by);
        self.details.append_lifted(details, by);
        self.ground.append_lifted(ground, by);
        self.green.append_lifted(green, by);
        self.wet.append_lifted(wet, by);
        self.stems.append_lifted(stems, by);
        self.leaves.append_lifted(leaves, by);
        self.crops.append_lifted(crops, by);
        for (level, storey) in storeys.into_iter().enumerate() {
            let own = self.storey(level);
            own.solid.append_lifted(storey.solid, by);
            own.details.append_lifted(storey.details, by);
        }
    }

    /// A level of a building; the roof is one above the highest.
    fn storey(&mut self, level: usize) -> &mut Storey {
        if self.storeys.len() <= level {
            self.storeys.resize_with(level + 1, Storey::default);
        }
        &mut self.storeys[level]
    }

    /// The true form of what stands on a shape; it shows where relief leaves it bare.
    fn core(&mut self, base: &Shape, height: f64, [top, side]: [LinearRgba; 2]) {
        self.solid.prism(base, [0.0, height], [top.into(), side.into()]);
    }
}

/// A level of a building.
#[derive(Default)]
struct Storey {
    /// Geometry that the rules measure.
    solid: GeometryBuilder,
    /// Details on it.
    details: GeometryBuilder,
}

/// Finish of a piece's mesh.
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

/// Part of its piece that a mesh shows.
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
pub(in crate::ui) fn meshes_of(terrain: &Terrain, piece: usize, site: &Site) -> Vec<PieceMesh> {
    let mut look = look_on_ground(terrain, piece, site);
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
pub(in crate::ui) struct Plants {
    /// Index of the piece in the level.
    pub piece: usize,
    /// Kind of its plants.
    pub part: Part,
}

/// Pieces that overlap lie a hair over one another, in the order of the file.
fn lift(index: usize) -> f32 {
    index as f32 * 0.0003
}

/// The terrain of a level, without what players placed in the battle. What lies flat and stays as it is, is one mesh for all
/// pieces: ground, water, hedges.
pub(in crate::ui) struct TerrainParts {
    /// Standing meshes, by the index of the piece.
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
        for index in 0..level.terrain.pieces.len() {
            for PieceMesh { geometry, finish, part } in meshes_of(&level.terrain, index, &site) {
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
pub(in crate::ui) fn build_terrain(
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

/// The solid of a point obstacle that a player placed, a piece of the battle's terrain.
pub(in crate::ui) fn placed_obstacle(terrain: &Terrain, piece: usize) -> Mesh {
    let mut look = look_on_ground(terrain, piece, &Site::default());
    look.solid.append(look.details);
    look.solid.finish()
}

/// A piece on its ground, part by part where it reaches over an edge of a step.
///
/// Rule: HIL-3.
fn look_on_ground(terrain: &Terrain, piece: usize, site: &Site) -> Look {
    let is_built = matches!(terrain.pieces[piece].kind, Kind::Ruin { .. } | Kind::Structure { .. });
    if is_built && terrain.footprint_parts(piece).len() > 1 {
        return across_edges::built(terrain, piece, site);
    }
    on_ground(terrain, piece, |part| look_of(part, site))
}

/// The looks of a piece's parts, each on its ground.
fn on_ground(terrain: &Terrain, piece: usize, look_of: impl Fn(&Piece) -> Look) -> Look {
    let mut look = Look::default();
    for (footprint, ground) in terrain.footprint_parts(piece) {
        let part = Piece { footprint, ..terrain.pieces[piece].clone() };
        look.add_lifted(look_of(&part), ground.inches() as f32);
    }
    look
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

/// Plants on a piece: trees and crops alone.
pub(in crate::ui) fn plants_of(terrain: &Terrain, piece: usize, site: &Site) -> Look {
    on_ground(terrain, piece, |part| plants_on(part, site))
}

fn plants_on(piece: &Piece, site: &Site) -> Look {
    let mut look = Look::default();
    match &piece.kind {
        Kind::Wood { height } => woods::grow_trees(&mut look, piece, height.inches(), site),
        Kind::Field { height } => fields::grow_crops(&mut look, piece, height.inches(), site),
        _ => {}
    }
    look
}

/// Meshes of a piece that show what the rules measure: without relief, decoration, crops, trees and water.
#[cfg(test)]
pub(in crate::ui) fn solid_meshes(terrain: &Terrain, piece: usize) -> Vec<GeometryBuilder> {
    let look = look_on_ground(terrain, piece, &Site::default());
    look.storeys.into_iter().map(|storey| storey.solid).chain([look.solid]).collect()
}

/// Takes tree tops, roofs and levels away, or puts them back.
pub(in crate::ui) fn apply_cutaway(
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
