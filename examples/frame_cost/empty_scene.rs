//! A scene of Bevy's alone, with as many meshes and materials as the window has.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use warstrike::ui::output::offscreen::{Census, bare_engine};

use super::SIZE;

/// As many meshes and materials, spread over a table; a camera and a sun.
pub fn empty_scene(wanted: Census) -> App {
    let mut app = bare_engine(SIZE);
    app.add_systems(
        Startup,
        move |mut commands: Commands,
              mut meshes: ResMut<Assets<Mesh>>,
              mut materials: ResMut<Assets<StandardMaterial>>| {
            let meshes: Vec<Handle<Mesh>> = (0..wanted.meshes)
                .map(|count| meshes.add(Cuboid::from_length(0.5 + count as f32 * 0.001)))
                .collect();
            let materials: Vec<Handle<StandardMaterial>> = (0..wanted.materials)
                .map(|count| materials.add(Color::hsl(count as f32 * 9.0, 0.5, 0.5)))
                .collect();
            let mut like = LikeKinds::of(wanted);
            let mut parent = None;
            for count in 0..wanted.entities {
                let at = Transform::from_xyz(
                    (count % 40) as f32 * 2.0 - 40.0,
                    0.0,
                    (count / 40) as f32 * 2.0 - 20.0,
                );
                let look = (
                    Mesh3d(meshes[count % meshes.len()].clone()),
                    MeshMaterial3d(materials[count % materials.len()].clone()),
                );
                parent = Some(like.spawn(&mut commands, (look, at), parent));
            }
            commands.spawn((
                Camera3d::default(),
                Transform::from_xyz(0.0, 90.0, 60.0).looking_at(Vec3::ZERO, Vec3::Y),
            ));
            let sun = DirectionalLight { shadow_maps_enabled: true, ..default() };
            commands.spawn((sun, Transform::from_xyz(-34.0, 58.0, 26.0).looking_at(Vec3::ZERO, Vec3::Y)));
        },
    );
    app
}

/// How many of each kind are still to be spawned.
struct LikeKinds(Census);

impl LikeKinds {
    fn of(wanted: Census) -> Self {
        Self(wanted)
    }

    /// Spawns one more; it hangs on a parent, casts no shadow and is hidden as long as such are wanted.
    fn spawn(&mut self, commands: &mut Commands, bundle: impl Bundle, parent: Option<Entity>) -> Entity {
        let mut take = |count: fn(&mut Census) -> &mut usize| {
            let left = count(&mut self.0);
            let is_wanted = *left > 0;
            *left = left.saturating_sub(1);
            is_wanted
        };
        let mut entity = commands.spawn(bundle);
        if take(|left| &mut left.shadowless) {
            entity.insert(NotShadowCaster);
        }
        if take(|left| &mut left.hidden) {
            entity.insert(Visibility::Hidden);
        }
        match parent.filter(|_| take(|left| &mut left.children)) {
            // A family of one level, as rings have round figures.
            Some(parent) => {
                entity.insert(ChildOf(parent));
                parent
            }
            None => entity.id(),
        }
    }
}

/// Spawns copies of a mesh until there are so many.
pub fn fill_up(world: &mut World, wanted: usize) {
    let mut shown = world.query::<(&Mesh3d, &MeshMaterial3d<StandardMaterial>)>();
    let first = shown.iter(world).next().map(|(mesh, material)| (mesh.clone(), material.clone()));
    let missing = wanted.saturating_sub(shown.iter(world).count());
    if let Some(look) = first {
        world.spawn_batch(std::iter::repeat_n((look.0, look.1, Transform::default()), missing));
    }
}
