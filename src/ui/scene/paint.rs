//! The few materials everything is drawn with, mixed once.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::sketch::GeometryBuilder;
use super::surface::Surface;

/// Handles of the shared materials.
#[derive(Resource, Clone)]
pub(in crate::ui) struct Paint {
    /// Solid things; their colours are in the corners of their meshes.
    pub solid: Handle<Surface>,
    /// Water and wet ground, as [`Self::solid`] but shining.
    pub wet: Handle<Surface>,
    /// A ghost that may stand where it stands.
    pub ghost_allowed: Handle<Surface>,
    /// A ghost that may not.
    pub ghost_refused: Handle<Surface>,
    /// A ghost of someone where he would fall back to.
    pub ghost_foreseen: Handle<Surface>,
    /// Flat marks on the table that glow a little; colours in their meshes.
    pub mark: Handle<Surface>,
    /// As [`Self::mark`], see-through.
    pub veil: Handle<Surface>,
}

/// How deep under the table top the samples lie, inches.
const DEPTH: f32 = 0.6;

/// Puts a speck of every material where the table hides it. So everything that
/// will ever be drawn is prepared before the window counts as ready, and the
/// first ghost does not make the picture stop.
pub(super) fn put_out_samples(mut commands: Commands, paint: Res<Paint>, mut meshes: ResMut<Assets<Mesh>>) {
    let mut speck = GeometryBuilder::default();
    speck.block(Vec3::ZERO, Vec3::splat(0.1), Color::BLACK);
    let speck = meshes.add(speck.finish());
    let ghosts = [&paint.ghost_allowed, &paint.ghost_refused, &paint.ghost_foreseen];
    let materials = [&paint.solid, &paint.wet, &paint.mark, &paint.veil].into_iter().chain(ghosts);
    for (index, material) in materials.enumerate() {
        let at = Transform::from_xyz(index as f32, -DEPTH, 0.0);
        commands.spawn((Mesh3d(speck.clone()), MeshMaterial3d(material.clone()), at, NotShadowCaster));
    }
}

/// Mixes them.
pub(super) fn mix(mut commands: Commands, mut surfaces: ResMut<Assets<Surface>>) {
    let ghost = |tint| Surface::matt().washed(tint, 0.22).lit_by(0.75).see_through();
    commands.insert_resource(Paint {
        solid: surfaces.add(Surface::matt()),
        wet: surfaces.add(Surface::matt().shining(0.8)),
        ghost_allowed: surfaces.add(ghost(Color::srgba(0.45, 0.93, 0.52, 0.8))),
        ghost_refused: surfaces.add(ghost(Color::srgba(1.0, 0.34, 0.30, 0.8))),
        ghost_foreseen: surfaces.add(ghost(Color::srgba(0.80, 0.90, 1.0, 0.72))),
        mark: surfaces.add(Surface::plain()),
        veil: surfaces.add(Surface::plain().see_through()),
    });
}
