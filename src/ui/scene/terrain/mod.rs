//! The terrain as plain solids, a look for each kind.

mod buildings;
mod open_ground;
mod vegetation;

use bevy::prelude::*;

use super::GameScoped;
use super::geometry_builder::GeometryBuilder;
use super::materials::Materials;
use super::surface::Surface;
use crate::game::engine::table_state::PlacedObstacle;
use crate::table::piece::{Kind, Piece};
use crate::ui::cutaway::Cutaway;
use crate::ui::open_game::OpenGame;

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

/// The meshes of one piece.
#[derive(Default)]
struct Look {
    /// What the rules measure, and thin ground under it: drawn with the material of solid things.
    solid: GeometryBuilder,
    /// Decoration, drawn likewise: nothing that the rules measure.
    details: GeometryBuilder,
    /// Drawn shining.
    wet: GeometryBuilder,
    /// Solid, and taken away to look under it.
    cover: GeometryBuilder,
    /// The levels of a building, the roof last.
    storeys: Vec<GeometryBuilder>,
}

/// Spawns every piece of the level, without what players placed in the battle.
pub(super) fn build_terrain(
    mut commands: Commands,
    opened: Res<OpenGame>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    for (index, piece) in opened.game.setup().level.terrain.pieces.iter().enumerate() {
        let mut look = look_of(piece);
        look.solid.append(look.details);
        // Pieces that overlap lie a hair over one another, in the order of the file.
        let lifted = Transform::from_xyz(0.0, index as f32 * 0.0003, 0.0);
        let mut spawn = |geometry: GeometryBuilder, material: &Handle<Surface>, cover: Option<Cover>| {
            let parts =
                (Mesh3d(meshes.add(geometry.finish())), MeshMaterial3d(material.clone()), lifted, GameScoped);
            let mut spawned = commands.spawn(parts);
            if let Some(cover) = cover {
                spawned.insert(cover);
            }
        };
        if !look.solid.is_empty() {
            spawn(look.solid, &materials.solid, None);
        }
        if !look.wet.is_empty() {
            spawn(look.wet, &materials.wet, None);
        }
        if !look.cover.is_empty() {
            spawn(look.cover, &materials.solid, Some(Cover::Trees));
        }
        for (level, storey) in look.storeys.into_iter().enumerate().filter(|(_, storey)| !storey.is_empty()) {
            spawn(storey, &materials.solid, Some(Cover::Storey { piece: index, level }));
        }
    }
}

/// The solid of a point obstacle that a player placed.
pub(in crate::ui) fn placed_obstacle(obstacle: &PlacedObstacle) -> Mesh {
    let mut look = look_of(&Piece::from(obstacle));
    look.solid.append(look.details);
    look.solid.finish()
}

fn look_of(piece: &Piece) -> Look {
    let mut look = Look::default();
    let base = &piece.footprint;
    match &piece.kind {
        Kind::Hill { steps } => open_ground::hill(&mut look, steps),
        Kind::Bog => open_ground::bog(&mut look, base),
        Kind::Ground | Kind::Pavement => open_ground::ground(&mut look, piece),
        Kind::Point { height } => open_ground::point(&mut look, base, height.inches()),
        Kind::Wood { height } => vegetation::wood(&mut look, base, height.inches()),
        Kind::Field { height } => vegetation::field(&mut look, base, height.inches()),
        Kind::Linear { height } => vegetation::linear(&mut look, base, height.inches()),
        Kind::Ruin { height, walls } => buildings::ruin(&mut look, base, height.inches(), walls),
        Kind::Structure { levels, foundation, roof } => {
            buildings::structure(&mut look, base, levels, *foundation, *roof);
        }
    }
    look
}

/// What of a piece's meshes shows what the rules measure: without decoration, crops, trees and water.
#[cfg(test)]
pub(in crate::ui) fn solid_meshes(piece: &Piece) -> Vec<GeometryBuilder> {
    let look = look_of(piece);
    look.storeys.into_iter().chain([look.solid]).collect()
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
