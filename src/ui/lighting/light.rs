//! The lamp over the table. How it lights a surface is in `lamp.wgsl`, where its shadow map looks in `shadow_map.rs`.

use bevy::light::{CascadeShadowConfigBuilder, Cascades};
use bevy::prelude::*;

use super::shadow_map;
use crate::level::scenario::TableSize;
use crate::ui::session::open_game::OpenGame;

/// Position of the lamp over the middle of the table, in lengths of its longer side: from the upper left.
const HANGS: Vec3 = Vec3::new(-0.82, 1.05, -0.34);

/// Over a small table it hangs as over one of this length, inches.
const MIN_LENGTH: f32 = 36.0;

/// Colour of the dark beyond the room.
pub(crate) const DARK: Color = Color::srgb(0.082, 0.060, 0.046);

/// The light that casts the shadow.
#[derive(Component)]
pub(crate) struct Lamp;

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(DARK))
        .add_systems(Startup, light_up)
        .add_systems(Update, hang_over_table.run_if(crate::ui::session::game_scoped::game_opened))
        .add_plugins(shadow_map::plugin);
}

/// Two of the engine's lights make one lamp: a directional light, whose shadow map `shadow_map.rs` fits, and a rectangle
/// of light that tells the shader where the lamp hangs and how large its pool is.
pub(crate) fn light_up(mut commands: Commands) {
    let shadow = DirectionalLight { shadow_maps_enabled: true, ..default() };
    let one_map = CascadeShadowConfigBuilder { num_cascades: 1, ..default() };
    commands.spawn((Lamp, shadow, one_map.build(), Cascades::default(), Transform::default()));
    commands.spawn((RectLight::default(), Transform::default()));
}

/// Hangs the lamp over the table that was opened.
fn hang_over_table(
    opened: Res<OpenGame>,
    mut lamp: Single<&mut Transform, (With<Lamp>, Without<RectLight>)>,
    mut pool: Single<(&mut Transform, &mut RectLight)>,
) {
    let (transform, light) = &mut *pool;
    hang(opened.game.setup().level.table, &mut lamp, (transform, light));
}

/// Hangs the lamp, and its pool of light, over a table.
pub(crate) fn hang(
    table: TableSize,
    lamp: &mut Transform,
    (transform, light): (&mut Transform, &mut RectLight),
) {
    let hung = lamp_over(table);
    *lamp = hung;
    *transform = hung;
    light.width = table.width.inches() as f32 / 2.0;
    light.height = table.depth.inches() as f32 / 2.0;
}

/// Placement of the lamp, turned toward the middle of the table.
pub(crate) fn lamp_over(table: TableSize) -> Transform {
    let longer = (table.width.inches() as f32).max(table.depth.inches() as f32);
    Transform::from_translation(HANGS * longer.max(MIN_LENGTH)).looking_at(Vec3::ZERO, Vec3::Y)
}
