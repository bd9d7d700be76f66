//! What the player does with mouse and keys, and what he means by it.
//!
//! A unit that is dragged becomes a `Draft`: places that are only
//! proposed. The battle judges the draft after every change; confirming submits
//! it as a command.

pub(super) mod album;
pub(super) mod draft;
pub(super) mod drafted;
pub(super) mod formation;
mod gesture;
mod keys;
mod laying;
mod nudge;
pub(super) mod orders;
mod outlook;
mod pointer;
pub(super) mod ruler;
mod shifting;
pub(super) mod verdict;
mod wheel;

use bevy::prelude::*;

use super::open_game::{Answered, OpenGame, Turned};
use super::repaint::is_stirred;
use crate::rules::action::Action;
use crate::rules::ids::{ModelId, UnitId};

/// What the player has picked and what his mouse is over.
#[derive(Resource, Debug, PartialEq, Eq, Clone, Copy)]
pub(super) struct Selection {
    /// The unit that is shown and ordered.
    pub unit: Option<UnitId>,
    /// The model under the mouse.
    pub hovered: Option<ModelId>,
    /// The action by which the next unit that is dragged moves.
    pub action: Action,
}

impl Default for Selection {
    fn default() -> Self {
        Self { unit: None, hovered: None, action: Action::Advance }
    }
}

/// Actions with a move, in the order of their keys 1, 2, 3.
pub(super) const MOVES: [Action; 3] = [Action::Advance, Action::AtTheDouble, Action::OpenFire];

/// The draft is as the player left it, with heights and facings found, and judged.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Settled;

/// The parts of the window that can be opened and closed.
#[derive(Resource, Default, Debug, PartialEq, Eq, Clone)]
pub(super) struct Screen {
    /// The dialog in front of everything.
    pub dialog: Option<Dialog>,
    /// The paragraph of the rulebook that is open at the side.
    pub rule: Option<String>,
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
        .init_resource::<ruler::Ruler>()
        .init_resource::<ruler::Pointed>()
        .add_systems(PreUpdate, forget_what_is_gone.after(Answered))
        .add_systems(
            Update,
            (
                gesture::follow_hand,
                gesture::rein_camera,
                wheel::turn_by_wheel,
                wheel::zoom_to_mouse,
                keys::keys,
                laying::lay_dice,
                nudge::nudge,
                verdict::judge,
            )
                .chain()
                .in_set(Settled)
                .run_if(is_stirred),
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
    selection.action = Action::Advance;
    let view = opened.game.battle().view();
    if selection.unit.is_some_and(|unit| view.unit(unit).is_none()) {
        *selection = Selection::default();
    }
}
