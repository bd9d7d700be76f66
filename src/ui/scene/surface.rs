//! The one material of the scene: lit by a sun with shadows and a soft sky.
//!
//! It is simpler than the engine's own and costs a tenth of that under software rendering.

use bevy::asset::embedded_asset;
use bevy::prelude::*;
use bevy::render::render_resource::AsBindGroup;
use bevy::shader::ShaderRef;

/// A surface; colours of its mesh's corners are multiplied by `tint` and by the
/// picture.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(in crate::ui) struct Surface {
    #[uniform(0)]
    tint: LinearRgba,
    /// x: share of the colour that light makes; y: shine; z: share of the tint
    /// that covers every other colour.
    #[uniform(0)]
    light: Vec4,
    #[texture(1)]
    #[sampler(2)]
    picture: Option<Handle<Image>>,
    alpha: AlphaMode,
}

impl Surface {
    /// Lit, and as solid as its mesh's colours say.
    pub fn matt() -> Self {
        Self { tint: LinearRgba::WHITE, light: Vec4::X, picture: None, alpha: AlphaMode::Opaque }
    }

    /// As it is; light makes nothing of it.
    pub fn plain() -> Self {
        Self { light: Vec4::ZERO, ..Self::matt() }
    }

    /// Multiplies every colour.
    pub fn tinted(self, tint: Color) -> Self {
        Self { tint: tint.into(), ..self }
    }

    /// Washed in one colour, through which this share of its own still shows.
    pub fn washed(self, tint: Color, own: f32) -> Self {
        Self { light: self.light.with_z(1.0 - own), ..self.tinted(tint) }
    }

    /// Covered with a picture.
    pub fn covered(self, picture: Handle<Image>) -> Self {
        Self { picture: Some(picture), ..self }
    }

    /// Mirrors the sun; 0 to 1.
    pub fn shining(self, shine: f32) -> Self {
        Self { light: self.light.with_y(shine), ..self }
    }

    /// Glows: only this share of its colour is made by light.
    pub fn lit_by(self, share: f32) -> Self {
        Self { light: self.light.with_x(share), ..self }
    }

    /// See-through, as far as its colours are.
    pub fn see_through(self) -> Self {
        Self { alpha: AlphaMode::Blend, ..self }
    }
}

impl Material for Surface {
    fn fragment_shader() -> ShaderRef {
        "embedded://warstrike/ui/scene/surface.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        self.alpha
    }
}

pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "surface.wgsl");
    app.add_plugins(MaterialPlugin::<Surface>::default());
}
