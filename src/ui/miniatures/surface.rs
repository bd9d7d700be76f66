//! The material of the scene's surfaces: lit by the lamp with its shadow, and softly by the window.
//!
//! It is simpler than the engine's own and costs a tenth of that under software rendering. How light falls is in
//! `lamp.wgsl`, which every shader of the scene imports.

use bevy::asset::embedded_asset;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError};
use bevy::shader::{ShaderRef, load_shader_library};

/// A surface; colours of its mesh's corners are multiplied by `tint` and by the
/// picture.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(Lighting)]
pub(crate) struct Surface {
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

/// Response of a surface to light. It chooses the shader: a branch by a uniform would cost a processor that draws every pixel itself 2 MB
/// of memory a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lighting {
    /// Nothing: it is as bright as its colours.
    Plain,
    /// It has light and shade.
    Matt,
    /// And it mirrors the lamp.
    Shining,
}

impl From<&Surface> for Lighting {
    fn from(surface: &Surface) -> Self {
        match surface.light {
            light if light.x == 0.0 => Self::Plain,
            light if light.y == 0.0 => Self::Matt,
            _ => Self::Shining,
        }
    }
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

    /// Mirrors the lamp; 0 to 1.
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
        "embedded://warstrike/ui/miniatures/surface.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        self.alpha
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let defs: &[&str] = match key.bind_group_data {
            Lighting::Plain => &[],
            Lighting::Matt => &["LIT"],
            Lighting::Shining => &["LIT", "SHINING"],
        };
        if let Some(fragment) = &mut descriptor.fragment {
            fragment.shader_defs.extend(defs.iter().map(|def| (*def).into()));
        }
        Ok(())
    }
}

pub(crate) fn plugin(app: &mut App) {
    load_shader_library!(app, "lamp.wgsl");
    embedded_asset!(app, "surface.wgsl");
    app.add_plugins(MaterialPlugin::<Surface>::default());
}
