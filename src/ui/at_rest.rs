//! What the engine works out again in every frame, it works out here only where it may differ: where things are that hang on
//! others, once something has moved; what each camera and the lamp can see, once a thing or a camera has moved, come or gone.

use bevy::asset::AssetEventSystems;
use bevy::camera::CameraUpdateSystems;
use bevy::camera::visibility::{NoFrustumCulling, RenderLayers, VisibilitySystems};
use bevy::ecs::system::SystemParam;
use bevy::light::{DirectionalLightShadowMap, SimulationLightSystems};
use bevy::prelude::*;

/// Whether a camera or the lamp may see something else than in the frame before.
#[derive(Resource, Default)]
pub(super) struct VisibilityChanged(bool);

pub(super) fn plugin(app: &mut App) {
    use SimulationLightSystems::{CheckLightVisibility, UpdateDirectionalLightCascades, UpdateLightFrusta};
    use VisibilitySystems::{
        CalculateBounds, CheckVisibility, MarkNewlyHiddenEntitiesInvisible, VisibilityPropagate,
    };
    let visibility = (
        CalculateBounds,
        VisibilityPropagate,
        CheckVisibility,
        UpdateDirectionalLightCascades,
        UpdateLightFrusta,
        CheckLightVisibility,
        MarkNewlyHiddenEntitiesInvisible,
    );
    app.init_resource::<VisibilityChanged>()
        .configure_sets(PostUpdate, TransformSystems::Propagate.run_if(something_moved))
        .configure_sets(PostUpdate, visibility.run_if(visibility_changed))
        .add_systems(
            PostUpdate,
            note_visibility_changes
                .after(TransformSystems::Propagate)
                .after(AssetEventSystems)
                .after(CameraUpdateSystems)
                .before(UpdateDirectionalLightCascades)
                .before(CalculateBounds)
                .before(VisibilityPropagate)
                .before(CheckVisibility),
        );
}

/// Whether it may be so in this frame.
pub(super) fn visibility_changed(changed: Res<VisibilityChanged>) -> bool {
    changed.0
}

/// Whether anything has moved, appeared, or hangs on something else than before.
fn something_moved(
    moved: Query<(), Or<(Changed<Transform>, Changed<ChildOf>, Added<GlobalTransform>)>>,
    mut orphaned: RemovedComponents<ChildOf>,
) -> bool {
    let has_orphans = orphaned.read().count() > 0;
    has_orphans || !moved.is_empty()
}

/// Everything on which it depends what is seen.
#[derive(SystemParam)]
struct VisibilityInputs<'w, 's> {
    things: Query<'w, 's, (), (Without<NoFrustumCulling>, Or<(Changed<GlobalTransform>, IsAnother)>)>,
    /// Seen wherever they are.
    everywhere: Query<'w, 's, (), (With<NoFrustumCulling>, IsAnother)>,
    layers: Query<'w, 's, (), Changed<RenderLayers>>,
    cameras: Query<'w, 's, (), Or<(Changed<Camera>, Changed<Projection>)>>,
    shadow_map: Res<'w, DirectionalLightShadowMap>,
    meshes: MessageReader<'w, 's, AssetEvent<Mesh>>,
    gone: RemovedComponents<'w, 's, Mesh3d>,
    without_layers: RemovedComponents<'w, 's, RenderLayers>,
    orphaned: RemovedComponents<'w, 's, ChildOf>,
}

type IsAnother = Or<(Changed<Visibility>, Changed<ChildOf>, Changed<Mesh3d>)>;

fn note_visibility_changes(mut inputs: VisibilityInputs, mut changed: ResMut<VisibilityChanged>) {
    // Every message is read, whatever else has changed.
    let messages = [
        inputs.meshes.read().count(),
        inputs.gone.read().count(),
        inputs.without_layers.read().count(),
        inputs.orphaned.read().count(),
    ];
    changed.0 = messages.iter().any(|count| *count > 0)
        || inputs.shadow_map.is_changed()
        || !inputs.cameras.is_empty()
        || !inputs.layers.is_empty()
        || !inputs.everywhere.is_empty()
        || !inputs.things.is_empty();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, plugin))
            .init_resource::<DirectionalLightShadowMap>()
            .add_message::<AssetEvent<Mesh>>();
        app
    }

    /// What hangs on a thing goes where that goes, and stays where it is once it hangs on nothing.
    #[test]
    fn what_moves_is_found_after_any_number_of_frames_at_rest() {
        let mut app = app();
        let child = app.world_mut().spawn(Transform::from_xyz(0.0, 1.0, 0.0)).id();
        let parent = app.world_mut().spawn(Transform::default()).add_child(child).id();
        let mut after = |frames: usize, act: &dyn Fn(&mut World)| {
            act(app.world_mut());
            (0..frames).for_each(|_| app.update());
            let place = |of| app.world().get::<GlobalTransform>(of).map(GlobalTransform::translation);
            [place(parent), place(child)]
        };
        let places = |parent: [f32; 3], child: [f32; 3]| [parent, child].map(|at| Some(Vec3::from(at)));
        assert_eq!(after(1, &|_| ()), places([0.0; 3], [0.0, 1.0, 0.0]));
        let move_parent = |world: &mut World| {
            if let Some(mut transform) = world.get_mut::<Transform>(parent) {
                transform.translation.x += 2.0;
            }
        };
        assert_eq!(after(1, &move_parent), places([2.0, 0.0, 0.0], [2.0, 1.0, 0.0]));
        assert_eq!(after(5, &|_| ()), places([2.0, 0.0, 0.0], [2.0, 1.0, 0.0]));
        assert_eq!(after(1, &move_parent), places([4.0, 0.0, 0.0], [4.0, 1.0, 0.0]));
        let let_go = |world: &mut World| {
            world.entity_mut(child).remove::<ChildOf>();
        };
        assert_eq!(after(1, &let_go), places([4.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
    }

    /// What is seen is worked out again after every change that may matter, in that frame and in no other.
    #[test]
    fn what_is_seen_follows_every_change() {
        let mut app = app();
        let mesh = || (Mesh3d(Handle::default()), Visibility::default(), Transform::default());
        let [thing, other, seen_everywhere] = [(); 3].map(|()| app.world_mut().spawn(mesh()).id());
        app.world_mut().entity_mut(seen_everywhere).insert(NoFrustumCulling);
        let camera = app.world_mut().spawn((Camera::default(), Projection::default())).id();
        app.update();
        let move_by_one = |world: &mut World, what: Entity| {
            if let Some(mut transform) = world.get_mut::<Transform>(what) {
                transform.translation.x += 1.0;
            }
        };
        let acts: [(&str, bool, &dyn Fn(&mut World)); 13] = [
            ("nothing", false, &|_| ()),
            ("a thing moves", true, &|world| move_by_one(world, thing)),
            ("the camera moves", true, &|world| move_by_one(world, camera)),
            ("a thing moves that is seen everywhere", false, &|world| move_by_one(world, seen_everywhere)),
            ("a thing is hidden", true, &|world| {
                world.entity_mut(thing).insert(Visibility::Hidden);
            }),
            ("what is seen everywhere is hidden", true, &|world| {
                world.entity_mut(seen_everywhere).insert(Visibility::Hidden);
            }),
            ("a thing is on other layers", true, &|world| {
                world.entity_mut(thing).insert(RenderLayers::none());
            }),
            ("a thing is on all layers again", true, &|world| {
                world.entity_mut(thing).remove::<RenderLayers>();
            }),
            ("another mesh", true, &|world| {
                world.entity_mut(thing).insert(Mesh3d(Handle::default()));
            }),
            ("the shape of a mesh", true, &|world| {
                world.write_message(AssetEvent::<Mesh>::Modified { id: AssetId::default() });
            }),
            ("the lens", true, &|world| {
                world.entity_mut(camera).insert(Projection::default());
            }),
            ("the size of the shadow map", true, &|world| {
                world.insert_resource(DirectionalLightShadowMap { size: 512 });
            }),
            ("a thing goes", true, &|world| {
                world.despawn(other);
            }),
        ];
        for (what, expected, act) in acts {
            act(app.world_mut());
            app.update();
            assert_eq!(app.world().resource::<VisibilityChanged>().0, expected, "{what}");
            app.update();
            assert!(!app.world().resource::<VisibilityChanged>().0, "a frame after: {what}");
        }
    }
}
