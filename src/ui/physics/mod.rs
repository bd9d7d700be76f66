//! Rigid bodies by Rapier: they show how things tumble and what one points at, and decide no rule.
//!
//! Each piece, each model and the table gives its collider from the description that the rules measure (`colliders.rs`).
//! A throw of dice is simulated on a thread, in steps of its own, before it is shown (`ui/dice_throw`). What one points
//! at is found by casting rays (`surfaces.rs`, `figures.rs`). The window itself never steps a simulation.
//!
//! Woods have no collider: by the rules they are areas that count along a line, and their trees are decoration. Rays
//! and dice pass through trees, crops and reeds, and through rubble and leaves, which no rule measures.

pub mod colliders;
pub(super) mod figures;
pub mod ray_index;
pub(super) mod surfaces;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((surfaces::plugin, figures::plugin));
}
