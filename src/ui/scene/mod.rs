//! The scene: what stands on the table and is shown there, following the battle as shown so far.

pub(crate) mod club_room;
pub(super) mod cutaway;
pub(super) mod figure_colliders;
pub(super) mod models;
pub(super) mod plant_clearing;
pub(super) mod scene_prebuild;
pub(super) mod surfaces;

use bevy::prelude::*;

use crate::ui::miniatures::{table, terrain};
use crate::ui::session::game_scoped::game_opened;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((models::plugin, cutaway::plugin, surfaces::plugin, figure_colliders::plugin))
        .add_systems(PostUpdate, terrain::apply_cutaway.before(TransformSystems::Propagate))
        .add_systems(Update, plant_clearing::make_room.after(terrain::build_terrain))
        .add_systems(
            Update,
            (table::build_table, club_room::build_room, terrain::build_terrain, models::build_models)
                .run_if(game_opened),
        );
}
