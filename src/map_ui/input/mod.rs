//! Mouse and keys.

mod keyboard;
mod pointer;

use bevy::prelude::*;
use tabletop_counters::OnHexes;

/// Input has been handled.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputSystems;

/// Reads mouse and keys.
pub fn plugin<G: OnHexes>(app: &mut App) {
    app.add_systems(Update, (keyboard::keys::<G>, pointer::clicks::<G>).chain().in_set(InputSystems));
}
