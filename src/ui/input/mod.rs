//! Mouse and keys.
//!
//! A unit that the player drags becomes a `Draft`: a proposed order. The battle checks the draft after every
//! change; confirming submits it as a command.

pub(super) mod bindings;
mod blocks;
mod cancel;
mod dice_keys;
pub(crate) mod joining;
pub(crate) mod keyboard;
mod keys;
mod layout_query;
mod nudge;
mod picker;
pub(super) mod pointer_input;
mod presses;
pub(crate) mod screenshot;
mod view_drag;
pub(crate) mod view_keys;
mod wheel;

use bevy::prelude::*;

use crate::ui::drafts::DraftSystems;
use crate::ui::frame::frame_order::{CameraSystems, InputSystems};
use crate::ui::session::stage::at_the_table;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<bindings::RowChosen>()
        .init_resource::<keyboard::Keyboard>()
        .init_resource::<crate::ui::tips::OpenTips>()
        .init_resource::<pointer_input::Gesture>()
        .add_systems(Startup, keyboard::ask_for_layout)
        .add_observer(keyboard::on_help)
        .add_observer(cancel::on_cancel_key)
        .add_observer(screenshot::take_picture)
        .add_systems(Last, screenshot::draw_picture.run_if(resource_exists::<screenshot::PictureTask>))
        .add_systems(
            Update,
            (
                keyboard::learn_keys,
                pointer_input::handle_pointer,
                view_drag::drag_view,
                wheel::turn_by_wheel,
                wheel::zoom_to_pointer,
                keys::do_chosen.run_if(on_message::<bindings::RowChosen>),
                keys::keys.run_if(keys::are_used),
                dice_keys::enter_dice,
                nudge::nudge,
            )
                .chain()
                .in_set(InputSystems)
                .before(DraftSystems),
        )
        .add_systems(
            Update,
            view_keys::steer_by_keys.run_if(at_the_table).after(InputSystems).before(CameraSystems),
        );
}
