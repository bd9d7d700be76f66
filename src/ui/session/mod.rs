//! The session: the open game with its requests and reports, the battle as shown so far, and what the player has chosen.

pub(super) mod computer_pace;
pub(super) mod dice_pace;
pub mod events;
pub(crate) mod game_scoped;
pub(super) mod hand_dice;
pub(super) mod hex_plan;
pub(crate) mod kept_json;
pub(crate) mod laid_dice;
mod looking;
mod only_answer;
pub(super) mod open_game;
pub(super) mod open_notes;
pub(super) mod page_request;
pub mod quality_level;
pub(super) mod save_moment;
pub(crate) mod saved_games;
pub(super) mod screen;
pub(crate) mod settings;
pub(crate) mod show_pace;
pub(super) mod shown_battle;
pub(super) mod stage;
pub(super) mod tag_detail;
pub(crate) mod text_size;
pub(super) mod toggled_overlays;
pub(super) mod window_options;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        open_game::plugin,
        open_notes::plugin,
        page_request::plugin,
        settings::plugin,
        shown_battle::plugin,
        game_scoped::plugin,
        screen::plugin,
        toggled_overlays::plugin,
    ));
}
