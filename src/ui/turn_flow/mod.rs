//! What the window does by itself as turns go by: it plays for the computer, goes to each question and hands over the turn.

pub(super) mod asked_areas;
pub(super) mod attention;
pub(super) mod auto_dialogs;
pub(super) mod computer_players;
pub(super) mod handover;
pub(super) mod question_waits;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((attention::plugin, auto_dialogs::plugin, computer_players::plugin, handover::plugin));
}
