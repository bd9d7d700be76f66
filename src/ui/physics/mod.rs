//! Rigid bodies by Rapier: they show how things tumble and what one points at, and decide no rule.
//!
//! Each piece, each model and the table gives its collider from the description that the rules measure (`colliders.rs`).
//! A throw of dice is simulated on a thread, in steps of its own, before it is shown (`ui/dice`). What one points
//! at is found by casting rays (`scene/surfaces.rs`, `scene/figure_colliders.rs`). The window itself never steps a simulation:
//! `bevy_rapier3d` is used as a library, for Rapier in Bevy's own vectors, and its plugin does not run.
//!
//! Woods have no collider: by the rules they are areas that count along a line, and their trees are decoration. Rays
//! and dice pass through trees, crops and reeds, and through rubble and leaves, which no rule measures.

#[cfg(test)]
mod agreement;
pub mod colliders;
pub mod ray_index;
