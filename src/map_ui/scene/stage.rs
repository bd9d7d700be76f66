//! The board on the club's table, the room around it, and the lamp over it.

use bevy::light::cascade::Cascade;
use bevy::light::{Cascades, DirectionalLightShadowMap, NotShadowCaster, SimulationLightSystems};
use bevy::prelude::*;
use tabletop::game::Game;

use super::board::Board;
use super::ground::GroundParts;
use crate::map_ui::session::Shown;
use crate::ui::camera::pose::TableCamera;
use crate::ui::lighting::light::{DARK, Lamp, hang, light_up};
use crate::ui::lighting::shadow_map::{self, MapOf};
use crate::ui::miniatures::mat::{Mat, TerrainMaterials};
use crate::ui::miniatures::materials::Materials;
use crate::ui::miniatures::surface::Surface;
use crate::ui::miniatures::table::{cut_of, frame_of};
use crate::ui::miniatures::terrain::paint::coat;
use crate::ui::miniatures::texture::wood;
use crate::ui::scene::club_room::RoomParts;
use crate::ui::session::game_scoped::GameScoped;

/// Battle whose board is built; `None` before the first.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Built(pub Option<u64>);

pub(super) fn plugin<G: Game>(app: &mut App) {
    app.init_resource::<Built>()
        .insert_resource(ClearColor(DARK))
        .add_systems(Startup, light_up)
        .add_systems(Update, build::<G>)
        .add_systems(
            PostUpdate,
            fit_shadow_map
                .run_if(resource_exists::<Board>)
                .after(SimulationLightSystems::UpdateDirectionalLightCascades)
                .before(SimulationLightSystems::UpdateLightFrusta),
        );
}

/// Assets that the stage is made of.
type Stores<'w> = (
    ResMut<'w, Assets<Mesh>>,
    ResMut<'w, Assets<Image>>,
    ResMut<'w, Assets<Surface>>,
    ResMut<'w, Assets<Mat>>,
);

/// Builds board and room of a battle that has been opened, and hangs the lamp.
pub(super) fn build<G: Game>(
    mut commands: Commands,
    (shown, mut built): (Res<Shown<G>>, ResMut<Built>),
    old: Query<Entity, (With<GameScoped>, Without<ChildOf>)>,
    (materials, terrain): (Res<Materials>, Res<TerrainMaterials>),
    (mut meshes, mut images, mut surfaces, mut mats): Stores,
    mut lamp: Single<&mut Transform, (With<Lamp>, Without<RectLight>)>,
    mut pool: Single<(&mut Transform, &mut RectLight)>,
) {
    if built.0 == Some(shown.battle) {
        return;
    }
    built.0 = Some(shown.battle);
    for entity in &old {
        commands.entity(entity).despawn();
    }
    let board = Board::new(shown.land.clone());
    let (transform, light) = &mut *pool;
    hang(board.table(), &mut lamp, (transform, light));
    let size = board.size().to_array();
    let room = RoomParts::around(size[0], size[1]);
    room.spawn(&mut commands, &materials, &mut meshes, &mut images, &mut surfaces);
    let varnished = surfaces.add(Surface::matt().covered(images.add(wood())).shining(0.25));
    commands.spawn((Mesh3d(meshes.add(frame_of(size))), MeshMaterial3d(varnished), GameScoped));
    let cut = (Mesh3d(meshes.add(cut_of(size))), MeshMaterial3d(terrain.built.clone()));
    commands.spawn((cut, NotShadowCaster, GameScoped));
    let felt = surfaces.add(Surface::matt().tinted(coat(0.16, 0.17, 0.14).into()));
    let top = Plane3d::default().mesh().size(size[0], size[1]).build();
    commands.spawn((Mesh3d(meshes.add(top)), MeshMaterial3d(felt), NotShadowCaster, GameScoped));
    let ground = GroundParts::of(&board);
    ground.spawn(&mut commands, &terrain, &mut meshes, &mut images, (&mut mats, &mut surfaces));
    commands.insert_resource(board);
}

/// The lamp's shadow map follows what the camera sees.
fn fit_shadow_map(
    board: Res<Board>,
    size: Res<DirectionalLightShadowMap>,
    camera: Single<(Entity, &GlobalTransform, &Projection), With<TableCamera>>,
    mut lamp: Single<&mut Cascades, With<Lamp>>,
    mut last: Local<Option<(MapOf, Cascade)>>,
) {
    shadow_map::fit(board.table(), &size, *camera, &mut lamp, &mut last);
}
