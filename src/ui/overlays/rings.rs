//! Rings around the models of the selected unit, of the one that the pointer is over in a list, and of units that may
//! still act; the bases of units that have acted are dimmed.

use std::collections::BTreeMap;

use bevy::light::NotShadowCaster;
use bevy::prelude::MeshBuilder as _;
use bevy::prelude::*;

use crate::game::engine::view::View;
use crate::game::phases::turn::may_still_act;
use crate::rules::ids::{Side, UnitId};
use crate::rules::turn::Phase;
use crate::ui::drafts::orders;
use crate::ui::drafts::pointed_unit::PointedUnit;
use crate::ui::drafts::selection::Selection;
use crate::ui::looks::side_look;
use crate::ui::miniatures::figures::BASE_HEIGHT;
use crate::ui::miniatures::geometry_builder::GeometryBuilder;
use crate::ui::miniatures::materials::Materials;
use crate::ui::scene::models::ModelFigure;
use crate::ui::session::open_game::OpenGame;
use crate::ui::session::shown_battle::ShownBattle;

/// Height of a ring over the ground, inches.
const RING_HEIGHT: f32 = 0.08;

/// A ring around a model.
#[derive(Component, Clone, Copy, Debug)]
struct Ring;

/// Reason for a model's ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RingKind {
    /// Its unit is selected.
    Selected,
    /// The pointer is over its unit in a list.
    Pointed,
    /// Its unit may still act.
    Ready,
    /// Its unit has acted: a disc that dims the base.
    Done,
}

/// State for which the rings are shown.
#[derive(Resource, Default, PartialEq, Eq, Clone)]
struct RingState {
    selected: Option<UnitId>,
    pointed: Option<UnitId>,
    done: Vec<UnitId>,
    ready: Vec<UnitId>,
    /// Number of standing models, and number of figures.
    counts: [usize; 2],
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<RingState>()
        .init_resource::<PointedUnit>()
        .add_systems(PostUpdate, draw_rings.before(TransformSystems::Propagate));
}

/// Rings are children of the figures, so they move with them.
fn draw_rings(
    mut commands: Commands,
    opened: Res<OpenGame>,
    selection: Res<Selection>,
    (shown_battle, pointed): (Res<ShownBattle>, Res<PointedUnit>),
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut shown: ResMut<RingState>,
    figures: Query<(Entity, &ModelFigure)>,
    old: Query<Entity, With<Ring>>,
) {
    if !opened.is_changed() && !selection.is_changed() && !shown_battle.is_changed() && !pointed.is_changed()
    {
        return;
    }
    let view = shown_battle.view(&opened);
    let stands = |figure: &ModelFigure| view.model(figure.0).is_some_and(|model| model.stands());
    let wanted = RingState {
        selected: selection.unit,
        pointed: pointed.0,
        done: done(view),
        ready: orders::may_move(&opened),
        counts: [figures.iter().filter(|(_, figure)| stands(figure)).count(), figures.iter().count()],
    };
    if *shown == wanted {
        return;
    }
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let setup = opened.game.setup();
    let mut made = BTreeMap::new();
    for (entity, shows) in &figures {
        let unit = shows.0.unit;
        let Some(ring_kind) = wanted.kind_of(unit) else { continue };
        // The fallen of a unit are pointed out in the tray, but do not act.
        if ring_kind >= RingKind::Ready && !stands(shows) {
            continue;
        }
        let Some(start) = setup.unit(unit) else { continue };
        let radius = setup.card(start).base.radius() as f32;
        let kind = (start.card, unit.side, ring_kind);
        let ring: &Handle<Mesh> =
            made.entry(kind).or_insert_with(|| meshes.add(ring(radius, unit.side, ring_kind)));
        let material = if ring_kind == RingKind::Done { &materials.veil } else { &materials.mark };
        let look = (Mesh3d(ring.clone()), MeshMaterial3d(material.clone()));
        commands.spawn((
            Ring,
            look,
            Transform::from_xyz(0.0, RING_HEIGHT, 0.0),
            NotShadowCaster,
            ChildOf(entity),
        ));
    }
    *shown = wanted;
}

impl RingState {
    fn kind_of(&self, unit: UnitId) -> Option<RingKind> {
        if self.selected == Some(unit) {
            Some(RingKind::Selected)
        } else if self.pointed == Some(unit) {
            Some(RingKind::Pointed)
        } else if self.ready.contains(&unit) {
            Some(RingKind::Ready)
        } else {
            self.done.contains(&unit).then_some(RingKind::Done)
        }
    }
}

/// The units of the active player that have acted in the present Action phase.
fn done(view: View) -> Vec<UnitId> {
    let turn = view.turn();
    let acted = view.units().filter(|unit| unit.id.side == turn.side && !may_still_act(view, *unit));
    if turn.phase == Phase::Action { acted.map(|unit| unit.id).collect() } else { Vec::new() }
}

/// Broad and yellow around a selected model, white around one that is pointed at, pale around one that may still act. Over
/// the base of one that has acted lies a dark disc.
fn ring(radius: f32, side: Side, ring_kind: RingKind) -> Mesh {
    let pale = side_look::colour(side).mix(&Color::WHITE, 0.45);
    let (width, colour) = match ring_kind {
        RingKind::Selected => (0.16, Color::srgb(1.0, 0.93, 0.45)),
        RingKind::Pointed => (0.2, Color::srgb(0.95, 0.97, 1.0)),
        RingKind::Ready => (0.09, pale),
        RingKind::Done => {
            let mut geometry = GeometryBuilder::default();
            let disc = Circle::new(radius + 0.05).mesh().resolution(40).build();
            // Over the nose of the base.
            let flat = Transform::from_xyz(0.0, BASE_HEIGHT as f32 * 1.4 - RING_HEIGHT + 0.01, 0.0)
                .with_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
            geometry.add(disc, flat, Color::srgba(0.03, 0.03, 0.04, 0.62));
            return geometry.finish();
        }
    };
    let ring = Annulus::new(radius + 0.06, radius + 0.06 + width).mesh().resolution(40).build();
    let flat = Transform::from_rotation(Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2));
    let mut geometry = GeometryBuilder::default();
    geometry.add(ring, flat, colour);
    geometry.finish()
}
