//! Cover of the table: the mat, the ground that lies on it, and the grain of everything that stands there. The colours are those of a
//! mesh's corners; the place of a point on the table gives it its grain.

use bevy::asset::embedded_asset;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError};
use bevy::shader::ShaderRef;

use super::texture::grain;

/// The table top and what stands on it.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(Layer)]
pub(crate) struct Mat {
    #[texture(0)]
    #[sampler(1)]
    grain: Handle<Image>,
    /// Wear of the mat, over the whole table.
    #[texture(2)]
    #[sampler(3)]
    wear: Option<Handle<Image>>,
    layer: Layer,
}

/// Layer that is drawn. It chooses the shader, as a surface's lighting does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Layer {
    /// Grass, dry patches, and bare earth where it is worn.
    Top,
    /// Stone, wood, plaster.
    Built,
    /// Leaves and needles.
    Leaves,
    Water,
}

impl From<&Mat> for Layer {
    fn from(mat: &Mat) -> Self {
        mat.layer
    }
}

impl Material for Mat {
    fn fragment_shader() -> ShaderRef {
        "embedded://warstrike/ui/miniatures/mat.wgsl".into()
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let layer = match key.bind_group_data {
            Layer::Top => "TOP",
            Layer::Built => "BUILT",
            Layer::Leaves => "LEAVES",
            Layer::Water => "WATER",
        };
        if let Some(fragment) = &mut descriptor.fragment {
            fragment.shader_defs.push(layer.into());
        }
        Ok(())
    }
}

/// Ground that lies on the mat; where the colours of its corners are transparent, it frays.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
pub(crate) struct Ground {
    #[texture(0)]
    #[sampler(1)]
    grain: Handle<Image>,
}

impl Material for Ground {
    fn fragment_shader() -> ShaderRef {
        "embedded://warstrike/ui/miniatures/ground.wgsl".into()
    }

    // The depth of what has been left out would hide the mat.
    fn enable_prepass() -> bool {
        false
    }
}

/// The materials of the terrain, created once and shared.
#[derive(Resource, Clone)]
pub(crate) struct TerrainMaterials {
    pub built: Handle<Mat>,
    pub leaves: Handle<Mat>,
    pub water: Handle<Mat>,
    pub ground: Handle<Ground>,
    grain: Handle<Image>,
}

impl TerrainMaterials {
    /// The mat of a table with its wear.
    pub fn top(&self, wear: Handle<Image>) -> Mat {
        Mat { grain: self.grain.clone(), wear: Some(wear), layer: Layer::Top }
    }
}

pub(crate) fn plugin(app: &mut App) {
    embedded_asset!(app, "mat.wgsl");
    embedded_asset!(app, "ground.wgsl");
    app.add_plugins((MaterialPlugin::<Mat>::default(), MaterialPlugin::<Ground>::default()))
        .add_systems(PreStartup, setup);
}

fn setup(
    mut commands: Commands,
    mut images: ResMut<Assets<Image>>,
    mut mats: ResMut<Assets<Mat>>,
    mut grounds: ResMut<Assets<Ground>>,
) {
    let grain = images.add(grain());
    let mut mat = |layer| mats.add(Mat { grain: grain.clone(), wear: None, layer });
    let [built, leaves, water] = [Layer::Built, Layer::Leaves, Layer::Water].map(&mut mat);
    let ground = grounds.add(Ground { grain: grain.clone() });
    commands.insert_resource(TerrainMaterials { built, leaves, water, ground, grain });
}
