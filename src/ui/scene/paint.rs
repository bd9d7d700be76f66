//! The few materials everything is drawn with, mixed once.

use bevy::prelude::*;

/// Handles of the shared materials.
#[derive(Resource, Clone)]
pub(in crate::ui) struct Paint {
    /// Solid things; their colours are in the corners of their meshes.
    pub solid: Handle<StandardMaterial>,
    /// Water and wet ground, as [`Self::solid`] but shining.
    pub wet: Handle<StandardMaterial>,
    /// A ghost that may stand where it stands.
    pub ghost_allowed: Handle<StandardMaterial>,
    /// A ghost that may not.
    pub ghost_refused: Handle<StandardMaterial>,
    /// Flat marks on the table that glow a little; colours in their meshes.
    pub mark: Handle<StandardMaterial>,
    /// As [`Self::mark`], see-through.
    pub veil: Handle<StandardMaterial>,
}

/// Mixes them.
pub(super) fn mix(mut commands: Commands, mut materials: ResMut<Assets<StandardMaterial>>) {
    let matt = StandardMaterial { perceptual_roughness: 0.92, reflectance: 0.2, ..default() };
    let wet = StandardMaterial { perceptual_roughness: 0.25, reflectance: 0.5, ..default() };
    let ghost = |colour| StandardMaterial {
        base_color: colour,
        emissive: LinearRgba::from(colour) * 0.5,
        alpha_mode: AlphaMode::Blend,
        perceptual_roughness: 1.0,
        ..default()
    };
    let mark = StandardMaterial { unlit: true, ..default() };
    let veil = StandardMaterial { unlit: true, alpha_mode: AlphaMode::Blend, ..default() };
    commands.insert_resource(Paint {
        solid: materials.add(matt),
        wet: materials.add(wet),
        ghost_allowed: materials.add(ghost(Color::srgba(0.62, 1.0, 0.68, 0.72))),
        ghost_refused: materials.add(ghost(Color::srgba(1.0, 0.42, 0.38, 0.72))),
        mark: materials.add(mark),
        veil: materials.add(veil),
    });
}
