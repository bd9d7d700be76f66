//! Markers on the map as models: wrecks, smoke, mines, positions, flags of goals, aims.

mod models;
mod smoke;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use tabletop::game::Game;
use tabletop::ids::Side;
use tabletop_counters::{Marker, Piece};

use self::smoke::Cloud;
use super::board::Board;
use super::camera::ViewAngles;
use super::counters::Counters;
use crate::map_ui::session::Shown;
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;

/// A marker that stays on the same side of its hex's counters, whichever way the camera looks.
#[derive(Component)]
struct Beside;

/// A model of a marker.
#[derive(Component)]
struct MarkerModel;

/// Meshes of the markers, and the material of smoke.
#[derive(Resource)]
struct Pieces {
    wreck: Handle<Mesh>,
    mines: Handle<Mesh>,
    position: Handle<Mesh>,
    /// Flags of side A, of side B and of nobody.
    flags: [Handle<Mesh>; 3],
    aim: Handle<Mesh>,
    /// From thin to dense.
    smoke: [Handle<Mesh>; smoke::DENSITIES],
    vapour: Handle<Surface>,
}

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.add_systems(Startup, set_up).add_systems(
        Update,
        (set_out::<G>, face_camera::<G>)
            .chain()
            .after(super::stage::build::<G>)
            .after(super::camera::CameraMoves)
            .run_if(resource_exists::<Board>),
    );
}

fn set_up(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut surfaces: ResMut<Assets<Surface>>,
) {
    let flags = [Some(Side::A), Some(Side::B), None].map(|holder| meshes.add(models::flag(holder)));
    commands.insert_resource(Pieces {
        wreck: meshes.add(models::wreck()),
        mines: meshes.add(models::mines()),
        position: meshes.add(models::position()),
        flags,
        aim: meshes.add(models::aim()),
        smoke: std::array::from_fn(|density| meshes.add(smoke::cloud(density))),
        vapour: surfaces.add(Surface::plain().see_through().covered(images.add(smoke::vapour()))),
    });
}

/// Sets the markers out again when they change.
fn set_out<G: Game>(
    mut commands: Commands,
    (shown, board, pieces, materials): (Res<Shown<G>>, Res<Board>, Res<Pieces>, Res<Materials>),
    old: Query<Entity, With<MarkerModel>>,
    mut known: Local<Option<Vec<Marker>>>,
) {
    // Of another battle, the board may come a frame later than the markers.
    if !board.is_changed() && known.as_ref() == Some(&shown.scene.markers) {
        return;
    }
    *known = Some(shown.scene.markers.clone());
    for entity in &old {
        commands.entity(entity).despawn();
    }
    for marker in &shown.scene.markers {
        let ground = board.centre(marker.hex);
        if let Piece::Smoke(density) = marker.piece {
            let mesh = pieces.smoke[smoke::step_of(density)].clone();
            let drawn = (Mesh3d(mesh), MeshMaterial3d(pieces.vapour.clone()), Transform::default());
            commands.spawn((MarkerModel, Cloud(marker.hex, ground), drawn, NotShadowCaster));
            continue;
        }
        let mesh = match marker.piece {
            Piece::Wreck => &pieces.wreck,
            Piece::Mines => &pieces.mines,
            Piece::Position => &pieces.position,
            Piece::Goal(Some(Side::A)) => &pieces.flags[0],
            Piece::Goal(Some(Side::B)) => &pieces.flags[1],
            Piece::Goal(None) => &pieces.flags[2],
            Piece::Aim | Piece::Smoke(_) => &pieces.aim,
        };
        let drawn = (Mesh3d(mesh.clone()), MeshMaterial3d(materials.solid.clone()));
        let mut spawned = commands.spawn((MarkerModel, drawn, Transform::from_translation(ground)));
        if matches!(marker.piece, Piece::Goal(_) | Piece::Wreck) {
            spawned.insert(Beside);
        }
    }
}

/// Clouds are seen from the front, whichever way the camera looks, and stand behind the counters of their hex; flags and wrecks stay
/// beside them.
fn face_camera<G: Game>(
    (angles, counters): (Res<ViewAngles>, Res<Counters<G>>),
    mut clouds: Query<(Ref<Cloud>, &mut Transform)>,
    mut beside: Query<(Ref<Beside>, &mut Transform), Without<Cloud>>,
) {
    for (beside, mut at) in &mut beside {
        if angles.is_changed() || beside.is_added() {
            let turned = at.with_rotation(Quat::from_rotation_y(angles.yaw));
            at.set_if_neq(turned);
        }
    }
    for (cloud, mut at) in &mut clouds {
        if angles.is_changed() || counters.is_changed() || cloud.is_added() {
            let has_counters = counters.piles.contains_key(&cloud.0);
            at.set_if_neq(smoke::placed(cloud.1, has_counters, angles.yaw, angles.pitch));
        }
    }
}
