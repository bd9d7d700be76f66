//! The parts of the window that show a battle, put together: the window itself, pictures, films and the contact sheet use them.

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_egui::{EguiGlobalSettings, EguiInputSystemSettings, EguiPlugin, EguiPostUpdateSet};

use super::window_options::WindowOptions;
use super::{
    attention, casualties, combat_preview, computer_players, computing, cutaway, demo, dice_throw, fire_odds,
    frame_pacing, hand_dice, handover, input, move_planner, open_game, overlays, paint_layers, physics,
    playback, quality, retreat_preview, scene, settings, sheets, show_card, shown_battle, sight_overlay,
    subtitle,
};
use crate::game::engine::play::Match;

/// Everything that shows a battle, except the panels around it.
pub(super) fn add_table(app: &mut App, game: Match, options: &WindowOptions) {
    app.add_plugins(EguiPlugin::default()).insert_resource(panels_input());
    let mut opened = open_game::OpenGame::new(game, options);
    let show = options.show.as_ref().map(|show| demo::Show::new(show, &mut opened));
    app.insert_resource(hand_dice::HandDice::of_opening(&opened)).insert_resource(opened);
    app.insert_resource(computer_players::ComputerPlayers::new(&options.computers));
    app.insert_resource(quality::PictureQuality::new(options.quality));
    // Overlays need the final position of the camera.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(TransformSystems::Propagate));
    // New glyphs must reach the screen in the same frame as their text.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.add_plugins((
        open_game::plugin,
        paint_layers::plugin,
        computing::plugin,
        cutaway::plugin,
        frame_pacing::plugin,
        scene::plugin,
        input::plugin,
        move_planner::plugin,
        sight_overlay::plugin,
        fire_odds::plugin,
        retreat_preview::plugin,
        combat_preview::plugin,
        attention::plugin,
        overlays::plugin,
        playback::plugin,
    ))
    .add_plugins((
        settings::plugin,
        quality::plugin,
        handover::plugin,
        sheets::plugin,
        physics::plugin,
        computer_players::plugin,
        dice_throw::plugin,
        shown_battle::plugin,
        casualties::plugin,
        overlays::hidden_models::plugin,
        subtitle::plugin,
        show_card::plugin,
    ));
    if let Some(show) = show {
        app.insert_resource(show).add_plugins(demo::plugin);
    }
}

/// Panels get the input of mouse, keys and touch in the window, and nothing else.
fn panels_input() -> EguiGlobalSettings {
    let input_system_settings = EguiInputSystemSettings {
        run_write_non_window_pointer_moved_messages_system: false,
        run_write_non_window_touch_messages_system: false,
        run_write_pinch_gesture_messages_system: false,
        run_write_file_dnd_messages_system: false,
        ..default()
    };
    EguiGlobalSettings { auto_create_primary_context: false, input_system_settings, ..default() }
}
