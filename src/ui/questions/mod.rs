//! The window's questions about the battle, each with its answer: sight, fire, falling back, close combat, plans of moves.

pub(super) mod combat;
pub(super) mod fire_odds;
pub(super) mod move_planner;
pub(super) mod retreat;
pub(super) mod sight;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        move_planner::plugin,
        sight::plugin,
        fire_odds::plugin,
        retreat::plugin,
        combat::plugin,
    ));
}
