//! The sun and its shadows. How a surface is lit is in `surface.rs`.

use bevy::light::{CascadeShadowConfigBuilder, DirectionalLightShadowMap};
use bevy::prelude::*;
use bevy::render::renderer::RenderAdapterInfo;

/// Distance from the camera up to which shadows are drawn, inches.
const SHADOWS_TO: f32 = 260.0;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(Color::srgb(0.075, 0.082, 0.094)))
        .insert_resource(DirectionalLightShadowMap { size: 4096 })
        .add_systems(Startup, (soften_for_software, light_up).chain());
}

/// A processor that draws every pixel itself gets smaller shadow maps.
fn soften_for_software(adapter: Option<Res<RenderAdapterInfo>>, mut map: ResMut<DirectionalLightShadowMap>) {
    if is_software(adapter.as_deref()) {
        map.size = 2048;
    }
}

/// Whether pictures are drawn by the processor.
pub(super) fn is_software(adapter: Option<&RenderAdapterInfo>) -> bool {
    adapter.is_some_and(|info| format!("{:?}", info.device_type) == "Cpu")
}

fn light_up(mut commands: Commands) {
    let sun = DirectionalLight { shadow_maps_enabled: true, ..default() };
    let shadows = CascadeShadowConfigBuilder {
        num_cascades: 1,
        minimum_distance: 1.0,
        maximum_distance: SHADOWS_TO,
        ..default()
    };
    let from = Transform::from_xyz(-34.0, 58.0, 26.0).looking_at(Vec3::ZERO, Vec3::Y);
    commands.spawn((sun, shadows.build(), from));
}
