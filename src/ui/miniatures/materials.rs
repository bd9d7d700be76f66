//! The materials of the scene, created once and shared.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::geometry_builder::GeometryBuilder;
use super::surface::Surface;

/// Handles of the shared materials.
#[derive(Resource, Clone)]
pub(crate) struct Materials {
    /// Solid things; their colours are in the vertices of their meshes.
    pub solid: Handle<Surface>,
    /// Water and wet ground: like [`Self::solid`], but shining.
    pub wet: Handle<Surface>,
    /// A ghost of a legal draft.
    pub ghost_allowed: Handle<Surface>,
    /// A ghost of a refused draft.
    pub ghost_refused: Handle<Surface>,
    /// A ghost of a retreat preview.
    pub ghost_foreseen: Handle<Surface>,
    /// Flat marks on the table that glow a little; colours as for [`Self::solid`].
    pub mark: Handle<Surface>,
    /// Like [`Self::mark`], but translucent.
    pub veil: Handle<Surface>,
    /// Things whose light is painted on them, and shades on the table: not for marks.
    pub painted: Handle<Surface>,
    pub shade: Handle<Surface>,
}

impl Materials {
    /// Handles without materials, for what is never drawn.
    pub fn unseen() -> Self {
        let none = Handle::default;
        Self {
            solid: none(),
            wet: none(),
            ghost_allowed: none(),
            ghost_refused: none(),
            ghost_foreseen: none(),
            mark: none(),
            veil: none(),
            painted: none(),
            shade: none(),
        }
    }
}

/// Depth of the samples under the table top, inches.
const DEPTH: f32 = 0.6;

/// Spawns a speck of every material where the table hides it, so that every pipeline is compiled before the window
/// counts as ready, and the first ghost does not stop the picture.
pub(crate) fn spawn_samples(
    mut commands: Commands,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let mut speck = GeometryBuilder::default();
    speck.block(Vec3::ZERO, Vec3::splat(0.1), Color::BLACK);
    let speck = meshes.add(speck.finish());
    let ghosts = [&materials.ghost_allowed, &materials.ghost_refused, &materials.ghost_foreseen];
    let materials =
        [&materials.solid, &materials.wet, &materials.mark, &materials.veil].into_iter().chain(ghosts);
    for (index, material) in materials.enumerate() {
        let at = Transform::from_xyz(index as f32, -DEPTH, 0.0);
        commands.spawn((Mesh3d(speck.clone()), MeshMaterial3d(material.clone()), at, NotShadowCaster));
    }
}

/// Creates the materials.
pub(crate) fn setup_materials(mut commands: Commands, mut surfaces: ResMut<Assets<Surface>>) {
    let ghost = |tint| Surface::matt().washed(tint, 0.22).lit_by(0.75).see_through();
    commands.insert_resource(Materials {
        solid: surfaces.add(Surface::matt()),
        wet: surfaces.add(Surface::matt().shining(0.8)),
        ghost_allowed: surfaces.add(ghost(Color::srgba(0.45, 0.93, 0.52, 0.8))),
        ghost_refused: surfaces.add(ghost(Color::srgba(1.0, 0.34, 0.30, 0.8))),
        ghost_foreseen: surfaces.add(ghost(Color::srgba(0.80, 0.90, 1.0, 0.72))),
        mark: surfaces.add(Surface::plain()),
        veil: surfaces.add(Surface::plain().see_through()),
        painted: surfaces.add(Surface::plain()),
        shade: surfaces.add(Surface::plain().see_through()),
    });
}
