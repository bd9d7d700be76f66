//! The engine's plugins, as far as a table needs them.

use bevy::animation::AnimationPlugin;
use bevy::app::PluginGroupBuilder;
use bevy::picking::input::PointerInputPlugin;
use bevy::picking::{InteractionPlugin, PickingPlugin};
use bevy::prelude::*;
use bevy::text::TextPlugin;
use bevy::world_serialization::WorldSerializationPlugin;

/// Bevy's usual plugins without text, scenes from files, animation and picking: a table has none of
/// these, and their systems would run in every frame.
pub(crate) fn table_plugins() -> PluginGroupBuilder {
    DefaultPlugins
        .build()
        .disable::<TextPlugin>()
        .disable::<WorldSerializationPlugin>()
        .disable::<AnimationPlugin>()
        .disable::<PointerInputPlugin>()
        .disable::<PickingPlugin>()
        .disable::<InteractionPlugin>()
}
