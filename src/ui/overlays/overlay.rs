//! The overlay kit: what an overlay is, and how one is added to the window.
//!
//! An overlay is a type that implements [`Overlay`] (lines, marks and text, painted over the picture of the table),
//! [`MeshOverlay`] (meshes on the table), or both. Whatever it reads it names in its `Inputs`.

use std::cell::RefCell;
use std::marker::PhantomData;

use bevy::ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};
use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_egui::egui;

use super::legend::Row;
use super::overlay_painter::{OverlayPainter, PaintedText};
use super::signs::SignBoard;
use crate::rules::ids::UnitId;
use crate::ui::camera::viewport::{TableViewport, WindowLayout};
use crate::ui::camera::{Projector, TableCamera};
use crate::ui::frame::paint_layers::{OverlayPass, PaintLayers};
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;
use crate::ui::session::screen::Screen;
use crate::ui::session::stage::Stage;
use crate::ui::session::toggled_overlays::ToggledOverlays;

/// Lines, marks and text over the picture of the table.
pub(super) trait Overlay: Send + Sync + 'static {
    /// The name by which a key toggles it: `KeyAction::ToggleOverlay` in `bindings.rs`. `None` if no key does.
    const TOGGLE: Option<&'static str> = None;

    /// Whether cards lie over it.
    const DEPTH: Depth = Depth::UnderCards;

    /// Its audience.
    const FOR: Audience = Audience::Everybody;

    /// Its inputs.
    type Inputs: SystemParam + 'static;

    /// Whether there is anything to paint now.
    fn is_shown(_inputs: &SystemParamItem<Self::Inputs>) -> bool {
        true
    }

    /// Paints it, and adds its rows to the legend.
    fn paint(frame: &mut OverlayFrame, inputs: &SystemParamItem<Self::Inputs>);
}

/// Audience of an overlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Audience {
    /// Every viewer of the table.
    Everybody,
    /// Players that give orders: away in a show.
    Players,
}

/// Whether an overlay is painted under the cards on the table, or over them as what follows the pointer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    UnderCards,
    OverCards,
}

/// Meshes on the table that are built again whenever their key changes.
pub(super) trait MeshOverlay: Send + Sync + 'static {
    /// Its inputs.
    type Inputs: SystemParam + 'static;

    /// Key of the meshes' inputs. A large input is represented by the tick of its last change.
    type Key: PartialEq + Send + Sync + 'static;

    /// The key now; `None` if there are no meshes to show.
    fn key(inputs: &SystemParamItem<Self::Inputs>) -> Option<Self::Key>;

    /// Builds the meshes for a key.
    fn build(meshes: &mut OverlayMeshes, key: &Self::Key, inputs: &mut SystemParamItem<Self::Inputs>);
}

/// Tools for painting an overlay.
pub(super) struct OverlayFrame<'a> {
    /// Paints by positions on the table.
    pub painter: OverlayPainter<'a>,
    /// For overlays with widgets of their own.
    pub context: &'a egui::Context,
    /// That of the panels, for overlays that make room for them.
    pub panels: &'a egui::Context,
    /// Position of the pointer, if it is over the window.
    pub pointer: Option<egui::Pos2>,
    /// The parts of the window that are open.
    pub screen: &'a Screen,
    /// The rows of the legend so far.
    pub legend: &'a mut Vec<Row>,
    /// Whatever is written over the table.
    pub signs: &'a mut SignBoard,
    /// The id of a rule that the player has clicked.
    pub open_rule: Option<String>,
}

/// The meshes of an overlay, as they are built.
#[derive(Default)]
pub(super) struct OverlayMeshes {
    built: Vec<(GeometryBuilder, MeshLook, Transform)>,
}

/// Look of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeshLook {
    /// In the plain colours of its corners.
    Opaque,
    /// Likewise, see-through.
    Translucent,
}

impl OverlayMeshes {
    /// Adds a mesh, unless it is empty.
    pub fn add(&mut self, geometry: GeometryBuilder, look: MeshLook) {
        self.add_at(geometry, look, Transform::IDENTITY);
    }

    /// Adds a mesh that is moved.
    pub fn add_at(&mut self, geometry: GeometryBuilder, look: MeshLook, at: Transform) {
        if !geometry.is_empty() {
            self.built.push((geometry, look, at));
        }
    }
}

/// The overlays that have been added, and the legend and the signs as they are put together.
#[derive(Resource, Default)]
pub(in crate::ui) struct Overlays {
    count: usize,
    toggles: Vec<&'static str>,
    legend: Vec<Row>,
    signs: SignBoard,
}

impl Overlays {
    /// The signs of the last frame.
    pub fn signs(&self) -> &[PaintedText] {
        self.signs.painted()
    }

    /// The models, ghosts and flags of the last frame, which signs spare.
    pub(in crate::ui) fn spared(&self) -> &[egui::Rect] {
        self.signs.spared()
    }

    /// Areas of the tags of units in the last frame, those over others last.
    pub(super) fn tag_handles(&self) -> &[(UnitId, egui::Rect)] {
        self.signs.handles()
    }
}

/// Overlays are painted in the order in which they were added.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PaintOrder(usize);

/// Adds overlays.
pub(super) trait AppOverlayExt {
    /// Paints an overlay over all of its depth that were added before.
    fn add_overlay<O: Overlay>(&mut self) -> &mut Self;

    /// Keeps the meshes of an overlay up to date.
    fn add_mesh_overlay<O: MeshOverlay>(&mut self) -> &mut Self;
}

impl AppOverlayExt for App {
    fn add_overlay<O: Overlay>(&mut self) -> &mut Self {
        let mut overlays = self.world_mut().get_resource_or_init::<Overlays>();
        overlays.toggles.extend(O::TOGGLE);
        overlays.count += 1;
        let order = overlays.count;
        self.configure_sets(OverlayPass, PaintOrder(order).after(PaintOrder(order - 1)))
            .add_systems(OverlayPass, paint::<O>.in_set(PaintOrder(order)))
    }

    fn add_mesh_overlay<O: MeshOverlay>(&mut self) -> &mut Self {
        self.add_systems(PostUpdate, build_meshes::<O>.before(TransformSystems::Propagate))
    }
}

/// The picture that all overlays paint over; `None` if the camera has none.
#[derive(Resource, Default)]
struct PassPicture(Option<Picture>);

struct Picture {
    projector: Projector,
    /// See [`OverlayPainter::right`].
    right: Dir3,
    /// Paints under the cards, in what the panels leave free.
    painter: egui::Painter,
    pointer: Option<egui::Pos2>,
    layout: WindowLayout,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Overlays>()
        .init_resource::<PassPicture>()
        .init_resource::<ToggledOverlays>()
        .add_systems(OverlayPass, begin.in_set(PaintOrder(0)));
}

fn begin(
    layers: Res<PaintLayers>,
    viewport: TableViewport,
    camera: Single<(&Camera, &GlobalTransform), With<TableCamera>>,
    stage: Res<Stage>,
    mut picture: ResMut<PassPicture>,
    mut overlays: ResMut<Overlays>,
) {
    overlays.legend.clear();
    overlays.signs.clear();
    // Under the start screen the table is a picture, and says nothing.
    let is_spoken_of = !stage.is_start();
    picture.0 = is_spoken_of.then(|| Picture::new(&layers.table, &viewport, *camera)).flatten();
}

impl Picture {
    fn new(
        context: &egui::Context,
        viewport: &TableViewport,
        (camera, from): (&Camera, &GlobalTransform),
    ) -> Option<Self> {
        let corner = |at: Vec2| egui::pos2(at.x, at.y);
        let free = viewport.free();
        let clip = egui::Rect::from_min_max(corner(free.min), corner(free.max));
        Some(Self {
            projector: Projector::new(camera, from)?,
            right: from.right(),
            painter: context.layer_painter(egui::LayerId::background()).with_clip_rect(clip),
            pointer: viewport.cursor().map(corner),
            layout: viewport.layout(),
        })
    }
}

fn paint<O: Overlay>(
    picture: Res<PassPicture>,
    layers: Res<PaintLayers>,
    inputs: StaticSystemParam<O::Inputs>,
    toggled: Res<ToggledOverlays>,
    mut overlays: ResMut<Overlays>,
    mut screen: ResMut<Screen>,
) {
    let Some(picture) = &picture.0 else { return };
    let is_away = O::FOR == Audience::Players && picture.layout == WindowLayout::Show;
    if is_away || O::TOGGLE.is_some_and(|name| !toggled.shows(name)) || !O::is_shown(&inputs) {
        return;
    }
    let painter = match O::DEPTH {
        Depth::UnderCards => picture.painter.clone(),
        Depth::OverCards => {
            let layer = egui::LayerId::new(egui::Order::Foreground, "over cards".into());
            picture.painter.clone().with_layer_id(layer)
        }
    };
    let Overlays { legend, signs, .. } = &mut *overlays;
    let plates = RefCell::default();
    let mut frame = OverlayFrame {
        painter: OverlayPainter {
            projector: &picture.projector,
            right: picture.right,
            egui: &painter,
            plates: &plates,
        },
        context: &layers.table,
        panels: &layers.panels,
        pointer: picture.pointer,
        screen: &screen,
        legend,
        signs: &mut *signs,
        open_rule: None,
    };
    O::paint(&mut frame, &inputs);
    if let Some(rule) = frame.open_rule {
        screen.rule = Some(rule);
    }
    plates.into_inner().into_iter().for_each(|plate| signs.note(plate));
}

/// A mesh of an overlay.
#[derive(Component)]
struct OverlayMesh<O>(PhantomData<fn() -> O>);

fn build_meshes<O: MeshOverlay>(
    mut inputs: StaticSystemParam<O::Inputs>,
    mut commands: Commands,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    old: Query<Entity, With<OverlayMesh<O>>>,
    mut last: Local<Option<O::Key>>,
) {
    let key = O::key(&inputs);
    if *last == key {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    if let Some(key) = &key {
        let mut new = OverlayMeshes::default();
        O::build(&mut new, key, &mut inputs);
        for (geometry, look, at) in new.built {
            let material: &Handle<Surface> = match look {
                MeshLook::Opaque => &materials.mark,
                MeshLook::Translucent => &materials.veil,
            };
            commands.spawn((
                OverlayMesh::<O>(PhantomData),
                Mesh3d(meshes.add(geometry.finish())),
                MeshMaterial3d(material.clone()),
                at,
                NotShadowCaster,
            ));
        }
    }
    *last = key;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::input::bindings::toggled_overlays;

    /// Every key that toggles an overlay names one, and every overlay that can be toggled has its key.
    #[test]
    fn keys_and_overlays_agree() {
        let mut app = App::new();
        super::super::plugin(&mut app);
        let mut overlays = app.world().resource::<Overlays>().toggles.clone();
        let mut keys: Vec<&str> = toggled_overlays().collect();
        overlays.sort_unstable();
        keys.sort_unstable();
        assert!(!keys.is_empty());
        assert_eq!(keys, overlays);
    }
}
