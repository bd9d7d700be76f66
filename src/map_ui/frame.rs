//! Window and board, as those who play and those who watch have them.

use std::path::{Path, PathBuf};

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent, WindowResolution};
use bevy_egui::{EguiPlugin, EguiPostUpdateSet};
use tabletop::game::Setup;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;

use super::scene;
use super::session::{Free, Hands, Lit, Places, Pointed, Seat, Shown, Table};
use super::settings;
use super::spotlight::Spotlight;
use crate::ui::camera::place_panel_camera;
use crate::ui::frame::crash::{Reporter, crashed_last_time, note_file};
use crate::ui::frame::{display, engine_plugins, frame_pacing, paint_layers};
use crate::ui::session::text_size::MIN_SIZE;
use crate::ui::table_app::panels_input;
use crate::ui::{APP_ID, OwnFolders, UiError};

/// The size of the window, in pixels, unless it is given.
const DEFAULT_SIZE: (u32, u32) = (1440, 900);

/// Runs a window until it is closed; `build` hears what is to be said of a crash the last time.
pub fn run_window(
    own: &OwnFolders,
    data: Option<&Path>,
    build: impl FnOnce(Option<String>) -> Result<App, UiError>,
) -> Result<(), UiError> {
    display::check_display()?;
    let _one_at_a_time = display::guard()?;
    let crashed = crashed_last_time(&own.crashes);
    let reporter = Reporter::new(&own.crashes, data);
    display::run_reported(reporter.as_ref(), move || match build(crashed)?.run() {
        AppExit::Success => Ok(()),
        AppExit::Error(code) => Err(UiError::Ended(code.get())),
    })
}

/// An app with a window in which nothing is shown yet.
pub fn window(title: String, size: Option<(u32, u32)>, mode: bevy::window::WindowMode) -> App {
    let (width, height) = size.unwrap_or(DEFAULT_SIZE);
    let window = Window {
        title,
        name: Some(APP_ID.to_owned()),
        resolution: WindowResolution::new(width, height),
        mode,
        resize_constraints: bevy::window::WindowResizeConstraints {
            min_width: MIN_SIZE.0,
            min_height: MIN_SIZE.1,
            ..default()
        },
        ..default()
    };
    let mut app = App::new();
    let windows = WindowPlugin { primary_window: Some(window), ..default() };
    app.add_plugins(
        engine_plugins::table_plugins().set(windows).set(display::log_plugin()).set(display::asset_plugin()),
    )
    .insert_resource(frame_pacing::reactive_updates());
    app
}

/// Title of the window.
pub fn title<G: OnHexes>(game: &Match<G>) -> String {
    format!("{} — {}", game.setup().level_name(), G::NAME)
}

/// The open match.
///
/// # Errors
/// A copy of the battle could not be made, which is a bug.
pub fn table_of<G: OnHexes>(
    game: Match<G>,
    places: &Places,
    seats: Option<[Seat; 2]>,
) -> Result<Table<G>, UiError> {
    Table::new(game, places.clone(), seats).map_err(|error| UiError::Start(error.to_string()))
}

/// The match, and the map on which it is shown.
pub fn add_board<G: OnHexes>(app: &mut App, table: Table<G>, own: &OwnFolders) {
    let shown = Shown::<G> {
        land: G::land(table.game().setup()).into(),
        scene: table.scene(),
        version: table.changes(),
        battle: table.battle(),
        travels: !table.is_skipping(),
    };
    app.add_plugins(EguiPlugin::default()).insert_resource(panels_input());
    // Labels need the final position of the camera.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(TransformSystems::Propagate));
    // New glyphs must reach the screen in the same frame as their text.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.insert_resource(table)
        .insert_resource(shown)
        .init_resource::<Lit<G>>()
        .init_resource::<Spotlight<G>>()
        .init_resource::<Pointed<G>>()
        .init_resource::<Hands>()
        .init_resource::<Free>();
    app.add_plugins((paint_layers::plugin, frame_pacing::plugin));
    settings::plugin(app, own.settings.clone());
    app.add_plugins(scene::plugin::<G>);
    app.add_systems(Startup, |mut commands: Commands| place_panel_camera(&mut commands))
        .add_systems(Last, (keep_rendering::<G>, note_recording::<G>));
}

/// Brings what the scene reads up to date.
pub fn show<G: OnHexes>(table: Res<Table<G>>, mut shown: ResMut<Shown<G>>) {
    if shown.version == table.changes() && shown.battle == table.battle() {
        return;
    }
    if shown.battle != table.battle() {
        shown.land = G::land(table.game().setup()).into();
    }
    shown.scene = table.scene();
    (shown.version, shown.battle) = (table.changes(), table.battle());
    shown.travels = !table.is_skipping();
}

/// Draws some frames after every input and every change.
fn keep_rendering<G: OnHexes>(
    mut events: MessageReader<WindowEvent>,
    shown: Res<Shown<G>>,
    lit: Res<Lit<G>>,
    mut left: Local<u32>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let has_changed = events.read().count() > 0 || shown.is_changed() || lit.is_changed();
    *left = if has_changed { frame_pacing::FRAMES_AFTER_CHANGE } else { left.saturating_sub(1) };
    // What is seen for the first time appears once its pipeline is compiled.
    if *left > 0 || !frame_pacing::is_warmed_up() {
        redraw.write(RequestRedraw);
    }
}

/// A report of a crash names the recording.
fn note_recording<G: OnHexes>(table: Res<Table<G>>, mut known: Local<Option<PathBuf>>) {
    let now = table.recorded_to().map(std::path::Path::to_path_buf);
    if *known != now {
        note_file(now.as_deref());
        *known = now;
    }
}
