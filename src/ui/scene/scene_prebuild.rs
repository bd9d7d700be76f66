//! The whole scene of a game, built ahead.

use std::sync::Arc;

use bevy::prelude::*;

use super::models::FigureMeshes;
use crate::level::setup::Setup;
use crate::ui::miniatures::prebuild::Ahead;
use crate::ui::miniatures::table::TableParts;
use crate::ui::miniatures::terrain::TerrainParts;
use crate::ui::scene::club_room::RoomParts;

/// All parts of the scene of a game, as they are being built.
pub(in crate::ui) struct SceneAhead {
    figures: Ahead<FigureMeshes>,
    terrain: Ahead<TerrainParts>,
    table: Ahead<TableParts>,
    room: Ahead<RoomParts>,
}

impl SceneAhead {
    /// Begins to build them.
    pub fn start(setup: &Arc<Setup>) -> Self {
        Self {
            figures: Ahead::start(setup),
            terrain: Ahead::start(setup),
            table: Ahead::start(setup),
            room: Ahead::start(setup),
        }
    }

    /// Whether all of them have been built.
    pub fn is_built(&self) -> bool {
        self.figures.is_built() && self.terrain.is_built() && self.table.is_built() && self.room.is_built()
    }

    /// Leaves them to the systems that show them, for a game that is opened while the window runs.
    pub fn insert(self, commands: &mut Commands) {
        commands.insert_resource(self.figures);
        commands.insert_resource(self.terrain);
        commands.insert_resource(self.table);
        commands.insert_resource(self.room);
    }

    /// Leaves them to the systems that show them.
    pub fn insert_into(self, app: &mut App) {
        app.insert_resource(self.figures)
            .insert_resource(self.terrain)
            .insert_resource(self.table)
            .insert_resource(self.room);
    }
}
