//! Models that the camera cannot see: behind walls, under trees and under roofs they show as silhouettes in the colour of
//! their side, dotted for A and striped for B.
//!
//! Rays at the terrain find which models may be hidden; what of them is hidden the depth of the picture decides, pixel by
//! pixel (`hidden_models.wgsl`).

use std::collections::BTreeMap;

use bevy::asset::embedded_asset;
use bevy::camera::primitives::Aabb;
use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::mesh::MeshVertexBufferLayoutRef;
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, CompareFunction, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;
use bevy::window::RequestRedraw;

use crate::rules::ids::{Side, UnitId};
use crate::table::terrain::Terrain;
use crate::ui::axes;
use crate::ui::camera::TableCamera;
use crate::ui::camera::viewport::WindowLayout;
use crate::ui::frame::frame_order::NoteFigures;
use crate::ui::looks::side_look;
use crate::ui::playback::subtitle::Subtitle;
use crate::ui::scene::cutaway::Cutaway;
use crate::ui::scene::models::{FiguresMoved, ModelFigure};
use crate::ui::scene::surfaces::TableSurfaces;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::settings::{Outlines, Settings};

/// Distance from a point of a model, on the way to the camera, beyond which an obstacle may hide it; inches.
const MODEL_SKIN_INCHES: f32 = 0.15;

/// The distance between two points of a ray that are checked for trees above them, inches.
const RAY_STEP_INCHES: f32 = 0.75;

/// While the view moves, the models are looked at in one frame of so many.
const FRAMES: u32 = 4;

/// The silhouette of a hidden model: a child of its figure.
#[derive(Component, Clone, Copy, Debug)]
struct Silhouette;

/// Material of a silhouette.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
struct SilhouetteMaterial {
    #[uniform(0)]
    colour: LinearRgba,
    /// The corners of the box round its mesh; w of the first: 0 for dots, 1 for stripes.
    #[uniform(0)]
    low: Vec4,
    #[uniform(0)]
    high: Vec4,
}

impl Material for SilhouetteMaterial {
    fn fragment_shader() -> ShaderRef {
        "embedded://warstrike/ui/overlays/hidden_models.wgsl".into()
    }

    /// After everything solid.
    fn alpha_mode(&self) -> AlphaMode {
        AlphaMode::Blend
    }

    fn enable_prepass() -> bool {
        false
    }

    fn enable_shadows() -> bool {
        false
    }

    fn specialize(
        _: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _: &MeshVertexBufferLayoutRef,
        _: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if let Some(depth) = &mut descriptor.depth_stencil {
            // What is farther away has less depth.
            depth.depth_compare = Some(CompareFunction::Less);
            depth.depth_write_enabled = Some(false);
        }
        Ok(())
    }
}

/// The materials, by mesh and side.
#[derive(Resource, Default)]
struct SilhouetteMaterials(BTreeMap<(AssetId<Mesh>, Side), Handle<SilhouetteMaterial>>);

pub(in crate::ui) fn plugin(app: &mut App) {
    embedded_asset!(app, "hidden_models.wgsl");
    app.add_plugins(MaterialPlugin::<SilhouetteMaterial>::default())
        .init_resource::<SilhouetteMaterials>()
        .add_systems(Startup, spawn_sample)
        .add_systems(PostUpdate, show_hidden.after(NoteFigures).before(TransformSystems::Propagate));
}

/// A speck under the table, so that the pipeline is compiled at the start.
fn spawn_sample(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<SilhouetteMaterial>>,
) {
    let corner = Vec3::splat(0.005).extend(0.0);
    let material = SilhouetteMaterial { colour: LinearRgba::BLACK, low: -corner, high: corner };
    let speck = meshes.add(Cuboid::new(0.01, 0.01, 0.01));
    let at = Transform::from_xyz(0.0, -6.0, 0.0);
    commands.spawn((Mesh3d(speck), MeshMaterial3d(materials.add(material)), at, NotShadowCaster));
}

/// Inputs that decide which models are hidden.
#[derive(SystemParam)]
struct Scene<'w, 's> {
    opened: Res<'w, OpenGame>,
    settings: Res<'w, Settings>,
    cutaway: Res<'w, Cutaway>,
    surfaces: Res<'w, TableSurfaces>,
    moved: Res<'w, FiguresMoved>,
    layout: Res<'w, WindowLayout>,
    subtitle: Res<'w, Subtitle>,
    camera: Single<'w, 's, Ref<'static, Transform>, With<TableCamera>>,
}

impl Scene<'_, '_> {
    fn has_changed(&self) -> bool {
        let resources = self.opened.is_changed() || self.settings.is_changed() || self.cutaway.is_changed();
        let is_named_anew = *self.layout == WindowLayout::Show && self.subtitle.is_changed();
        resources
            || is_named_anew
            || self.layout.is_changed()
            || self.surfaces.is_changed()
            || self.camera.is_changed()
            || self.moved.0
    }

    /// True of units whose men may show through cover: in a show only those named in the line at its foot.
    fn speaks_of(&self, unit: UnitId) -> bool {
        *self.layout != WindowLayout::Show
            || self.subtitle.0.as_ref().is_some_and(|line| line.units().any(|named| named == unit))
    }

    /// Whether terrain may hide a part of a figure.
    fn may_hide(&self, terrain: &Terrain, figure: &Transform, bounds: &Aabb) -> bool {
        let (low, high) = (bounds.min(), bounds.max());
        let heights = [0.1, 0.5, 0.95].map(|share| low.y.lerp(high.y, share).max(0.1));
        heights.into_iter().any(|height| {
            let point = figure.transform_point(Vec3::new(0.0, height, 0.0));
            let Ok((to_camera, distance)) = Dir3::new_and_length(self.camera.translation - point) else {
                return false;
            };
            let ray = Ray3d::new(point, to_camera);
            let solid = self.surfaces.under(ray, &self.cutaway);
            solid.is_some_and(|hit| hit.distance > MODEL_SKIN_INCHES && hit.distance < distance)
                || (self.cutaway.shows_tree_tops() && passes_trees(terrain, ray))
        })
    }
}

/// Whether a ray that rises from a point passes through trees.
fn passes_trees(terrain: &Terrain, ray: Ray3d) -> bool {
    terrain.trees().any(|trees| {
        let [bottom, top] = [trees.bottom, trees.top].map(|height| height as f32);
        let points =
            (0..).map(|step| ray.get_point(step as f32 * RAY_STEP_INCHES)).take_while(|at| at.y < top);
        // A level ray leaves the table before it rises so high.
        let mut points = points.take(200).filter(|at| at.y >= bottom);
        points.any(|at| trees.outline.depth_inside(axes::on_table(at)) >= 0.0)
    })
}

/// The figures that are shown.
type Figures<'w, 's> = Query<
    'w,
    's,
    (Entity, &'static ModelFigure, &'static Transform, &'static Visibility, &'static Mesh3d, &'static Aabb),
    Without<TableCamera>,
>;

/// Gives every figure that may be hidden its silhouette, and takes it from every other.
fn show_hidden(
    mut commands: Commands,
    scene: Scene,
    figures: Figures,
    old: Query<(Entity, &ChildOf, &Mesh3d), With<Silhouette>>,
    (mut known, mut materials): (ResMut<SilhouetteMaterials>, ResMut<Assets<SilhouetteMaterial>>),
    (mut is_due, mut rests): (Local<bool>, Local<u32>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    *is_due |= scene.has_changed();
    *rests = rests.saturating_sub(1);
    if !*is_due {
        return;
    }
    redraw.write(RequestRedraw);
    if *rests > 0 {
        return;
    }
    (*is_due, *rests) = (false, FRAMES);
    // Those that stay are kept: a new one might be missing from the picture for a frame.
    let mut before: BTreeMap<Entity, (Entity, AssetId<Mesh>)> =
        old.iter().map(|(entity, of, mesh)| (of.parent(), (entity, mesh.0.id()))).collect();
    let view = scene.opened.game.battle().view();
    for (entity, figure, place, visibility, mesh, bounds) in &figures {
        let is_shown = scene.settings.outlines == Outlines::Shown
            && *visibility != Visibility::Hidden
            && scene.speaks_of(figure.0.unit)
            && view.model(figure.0).is_some_and(|one| one.stands())
            && scene.may_hide(view.terrain(), place, bounds);
        let has_one = before.get(&entity).is_some_and(|(_, of)| *of == mesh.0.id());
        if is_shown && has_one {
            before.remove(&entity);
        } else if is_shown {
            let key = (mesh.0.id(), figure.0.unit.side);
            let material = known.0.entry(key).or_insert_with(|| materials.add(material(key.1, bounds)));
            let look = (Mesh3d(mesh.0.clone()), MeshMaterial3d(material.clone()), NotShadowCaster);
            commands.spawn((Silhouette, look, ChildOf(entity)));
        }
    }
    for (entity, _) in before.into_values() {
        commands.entity(entity).despawn();
    }
}

fn material(side: Side, bounds: &Aabb) -> SilhouetteMaterial {
    let stripes = match side {
        Side::A => 0.0,
        Side::B => 1.0,
    };
    let colour = side_look::colour(side).to_linear();
    SilhouetteMaterial {
        colour,
        low: Vec3::from(bounds.min()).extend(stripes),
        high: Vec3::from(bounds.max()).extend(0.0),
    }
}
