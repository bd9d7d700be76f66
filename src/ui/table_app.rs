//! The parts of the window that show a battle, put together: the window itself, pictures, films and the contact sheet use them.

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_egui::{EguiGlobalSettings, EguiInputSystemSettings, EguiPlugin, EguiPostUpdateSet};

use super::background::computing;
use super::frame::{frame_pacing, paint_layers};
use super::session::stage::{Stage, StartPage};
use super::session::window_options::{Opens, WindowOptions};
use super::session::{hand_dice, open_game};
use super::turn_flow::computer_players;
use super::{
    camera, casualties, dice, drafts, input, library, lighting, miniatures, overlays, playback, quality,
    questions, scene, session, show, start, timeline, turn_flow,
};
use crate::game::engine::play::Match;

/// Everything that shows a battle, except the panels around it.
pub(super) fn add_table(app: &mut App, game: Match, options: &WindowOptions) {
    app.add_plugins(EguiPlugin::default()).insert_resource(panels_input());
    let mut opened = open_game::OpenGame::new(game, options);
    let show = options.show.as_ref().map(|show| match options.start.as_ref().map(|start| start.opens) {
        None => show::Show::new(show, &mut opened),
        Some(Opens::Start) => show::Show::backdrop(show, &mut opened),
        Some(Opens::Game) => show::Show::waiting(show, &mut opened),
    });
    app.add_plugins(library::plugin);
    app.insert_resource(hand_dice::HandDice::of_opening(&opened)).insert_resource(opened);
    app.insert_resource(computer_players::ComputerPlayers::new(&options.computers));
    app.insert_resource(quality::PictureQuality::new(options.quality));
    // Overlays need the final position of the camera.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(TransformSystems::Propagate));
    // New glyphs must reach the screen in the same frame as their text.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.add_plugins((
        session::plugin,
        paint_layers::plugin,
        frame_pacing::plugin,
        computing::plugin,
        miniatures::plugin,
        lighting::plugin,
        camera::plugin,
        scene::plugin,
        casualties::plugin,
        dice::plugin,
    ))
    .add_plugins((
        drafts::plugin,
        input::plugin,
        questions::plugin,
        turn_flow::plugin,
        overlays::plugin,
        overlays::hidden_models::plugin,
        playback::plugin,
        quality::plugin,
        timeline::plugin,
    ));
    if let Some(show) = show {
        app.insert_resource(show).add_plugins(show::plugin);
    }
    if let (Some(start), Some(show)) = (&options.start, &options.show) {
        if start.opens == Opens::Start {
            app.insert_resource(Stage::Start(StartPage::Continue));
        }
        start::plugin(app, start, &show.data);
    }
}

/// Panels get the input of mouse, keys and touch in the window, and nothing else.
pub(crate) fn panels_input() -> EguiGlobalSettings {
    let input_system_settings = EguiInputSystemSettings {
        run_write_non_window_pointer_moved_messages_system: false,
        run_write_non_window_touch_messages_system: false,
        run_write_pinch_gesture_messages_system: false,
        run_write_file_dnd_messages_system: false,
        ..default()
    };
    EguiGlobalSettings { auto_create_primary_context: false, input_system_settings, ..default() }
}
