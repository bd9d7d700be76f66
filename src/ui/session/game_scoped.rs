//! State of the open game alone.

use bevy::prelude::*;

use super::open_game::{GameChanged, GameSystems};

/// An entity that is despawned when another game is opened.
#[derive(Component, Clone, Copy, Debug, Default)]
pub(crate) struct GameScoped;

pub(in crate::ui) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, clear_table.run_if(game_opened).after(GameSystems));
}

/// Whether another game was opened.
pub(in crate::ui) fn game_opened(mut changes: MessageReader<GameChanged>) -> bool {
    changes.read().any(|change| matches!(change, GameChanged::Opened))
}

/// Despawns everything of the game before.
fn clear_table(mut commands: Commands, old: Query<Entity, (With<GameScoped>, Without<ChildOf>)>) {
    for entity in &old {
        commands.entity(entity).despawn();
    }
}
