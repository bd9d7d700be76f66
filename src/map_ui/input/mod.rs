//! Mouse and keys.

mod keyboard;
mod pointer;

use bevy::prelude::*;
use tabletop_counters::OnHexes;

use crate::ui::input::keyboard::{Keyboard, ask_for_layout, learn_keys};

/// Input has been handled.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputSystems;

/// Reads mouse and keys.
pub fn plugin<G: OnHexes>(app: &mut App) {
    app.init_resource::<Keyboard>().add_systems(Startup, ask_for_layout);
    app.add_systems(Update, learn_keys.before(InputSystems));
    app.add_systems(Update, (keyboard::keys::<G>, pointer::clicks::<G>).chain().in_set(InputSystems));
}
