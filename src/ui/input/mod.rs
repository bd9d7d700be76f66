//! What the player does with mouse and keys, and what he means by it.
//!
//! A unit that is dragged becomes a `Draft`: places that are only
//! proposed. The battle judges the draft after every change; confirming submits
//! it as a command.

pub(super) mod draft;
pub(super) mod drafted;
pub(super) mod formation;
mod gesture;
mod keys;
pub(super) use keys::suggested_name;
pub(super) mod orders;
mod pointer;
pub(super) mod verdict;
mod wheel;

use bevy::prelude::*;

use super::open_game::{Answered, OpenGame, Turned};
use crate::rules::ids::{ModelId, UnitId};

/// What the player has picked and what his mouse is over.
#[derive(Resource, Default, Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct Selection {
    /// The unit that is shown and ordered.
    pub unit: Option<UnitId>,
    /// The model under the mouse.
    pub hovered: Option<ModelId>,
}

/// The parts of the window that can be opened and closed.
#[derive(Resource, Default, Debug, PartialEq, Eq, Clone)]
pub(super) struct Screen {
    /// The dialog in front of everything.
    pub dialog: Option<Dialog>,
    /// Whether tree tops and roofs are taken away.
    pub uncovered: bool,
    /// Whether a panel wants the keys.
    pub typing: bool,
}

/// A window in front of the table.
#[derive(Debug, PartialEq, Eq, Clone)]
pub(super) enum Dialog {
    /// Asks for a name to save under.
    Save {
        /// As typed so far.
        name: String,
    },
    /// Offers the saves in the folder.
    Load,
    /// Lists what mouse and keys do.
    Help,
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Selection>()
        .init_resource::<Screen>()
        .init_resource::<draft::Drafting>()
        .init_resource::<verdict::Verdict>()
        .init_resource::<gesture::Gesture>()
        .add_systems(PreUpdate, forget_what_is_gone.after(Answered))
        .add_systems(
            Update,
            (
                gesture::follow_hand,
                gesture::rein_camera,
                wheel::turn_by_wheel,
                wheel::zoom_to_mouse,
                keys::keys,
                verdict::judge,
            )
                .chain(),
        );
}

/// Once the battle has moved on, a draft no longer fits it.
fn forget_what_is_gone(
    mut turned: MessageReader<Turned>,
    opened: Res<OpenGame>,
    mut drafting: ResMut<draft::Drafting>,
    mut selection: ResMut<Selection>,
) {
    if turned.is_empty() {
        return;
    }
    turned.clear();
    drafting.0 = None;
    let view = opened.game.battle().view();
    if selection.unit.is_some_and(|unit| view.unit(unit).is_none()) {
        *selection = Selection::default();
    }
}
