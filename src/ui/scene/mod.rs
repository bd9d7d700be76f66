//! What stands on the table and the table itself, lit, and seen by a camera.

pub mod camera;
pub(super) mod canvas;
mod figures;
mod light;
pub(super) mod models;
pub(super) mod paint;
pub(super) mod sketch;
pub(super) mod surface;
mod table;
pub mod terrain;
mod texture;
mod triangles;
mod walls;

use bevy::prelude::*;

use super::open_game::{GameChanged, GameSystems};

/// An entity that belongs to the table of the present game.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(super) struct GameScoped;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((surface::plugin, light::plugin, camera::plugin, models::plugin))
        .add_systems(PreStartup, paint::mix)
        .add_systems(Startup, paint::put_out_samples)
        .add_systems(PostUpdate, terrain::cover_up)
        .add_systems(PreUpdate, clear_table.run_if(game_opened).after(GameSystems))
        .add_systems(
            Update,
            (table::build_table, terrain::build_terrain, models::build_models).run_if(game_opened),
        );
}

/// If another game was opened.
pub(super) fn game_opened(mut turned: MessageReader<GameChanged>) -> bool {
    turned.read().any(|turned| matches!(turned, GameChanged::Opened))
}

/// Everything of the game before goes.
fn clear_table(mut commands: Commands, old: Query<Entity, (With<GameScoped>, Without<ChildOf>)>) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
}
