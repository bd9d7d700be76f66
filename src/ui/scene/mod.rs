//! The scene: table, terrain and figures, with light and camera.

mod ahead;
pub mod camera;
mod contact;
pub(super) mod figures;
pub(super) mod geometry_builder;
pub(super) mod lens;
mod light;
pub(super) mod mat;
pub(super) mod materials;
pub(super) mod models;
mod plate;
pub(super) mod pose;
mod room;
pub(super) mod scene_ahead;
mod shadow_map;
pub(super) mod surface;
pub(super) mod table;
pub mod terrain;
mod texture;
pub(super) mod triangles;
mod tufts;
pub(super) mod viewport;
mod walls;
mod wear;

use bevy::prelude::*;

use super::open_game::{GameChanged, GameSystems};

/// An entity that is despawned when another game is opened.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct GameScoped;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        surface::plugin,
        mat::plugin,
        light::plugin,
        lens::plugin,
        contact::plugin,
        camera::plugin,
        models::plugin,
    ))
    .add_systems(PreStartup, materials::setup_materials)
    .add_systems(Startup, materials::spawn_samples)
    .add_systems(PostUpdate, terrain::apply_cutaway.before(TransformSystems::Propagate))
    .add_systems(Update, terrain::make_room.after(terrain::build_terrain))
    .add_systems(PreUpdate, clear_table.run_if(game_opened).after(GameSystems))
    .add_systems(
        Update,
        (table::build_table, room::build_room, terrain::build_terrain, models::build_models)
            .run_if(game_opened),
    );
}

/// Whether another game was opened.
pub(super) fn game_opened(mut changes: MessageReader<GameChanged>) -> bool {
    changes.read().any(|change| matches!(change, GameChanged::Opened))
}

/// Despawns everything of the game before.
fn clear_table(mut commands: Commands, old: Query<Entity, (With<GameScoped>, Without<ChildOf>)>) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
}
