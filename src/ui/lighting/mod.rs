//! Light: the lamp over the table with its shadow map, contact shadows, and what the camera adds to the picture.

pub(super) mod contact;
pub(crate) mod lens;
pub(crate) mod light;
pub(crate) mod shadow_map;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((light::plugin, lens::plugin, contact::plugin));
}
