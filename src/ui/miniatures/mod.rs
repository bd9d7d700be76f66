//! Meshes made from code: figures, terrain, the table. Built from plain shapes; nothing here follows the battle.

pub(super) mod figures;
pub(crate) mod geometry_builder;
pub(crate) mod mat;
pub(crate) mod materials;
pub(crate) mod plate;
pub(super) mod prebuild;
pub(crate) mod surface;
pub(crate) mod table;
pub mod terrain;
pub(crate) mod texture;
pub(super) mod triangles;
pub(super) mod tufts;
pub(super) mod walls;
pub(super) mod wear;

use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((surface::plugin, mat::plugin))
        .add_systems(PreStartup, materials::setup_materials)
        .add_systems(Startup, materials::spawn_samples);
}
