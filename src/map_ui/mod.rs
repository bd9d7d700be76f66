//! The window of hex-and-counter games: one program for every game that implements [`OnHexes`].
//!
//! ```text
//! session   the open match, and what scene and panels read of it
//! choosing  from counters and targets to orders: what is lit, what a click would do, ways that are gone step by step
//! scene     land, counters, camera, lights; tells what the pointer is on
//! panels    the column of cards, the time line, sheets
//! input     mouse and keys
//! show      an evening that nobody plays: demo and film
//! ```
//!
//! No file here names a game.

pub mod choosing;
mod help;
mod input;
mod panels;
mod pictures;
mod reported;
pub mod scene;
pub mod session;
mod settings;
pub mod show;

use std::path::{Path, PathBuf};

use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowEvent, WindowResolution};
use bevy::winit::EventLoopProxyWrapper;
use bevy_egui::{EguiPlugin, EguiPostUpdateSet};
use tabletop::game::Setup;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;
use tabletop_hexes::hex::Hex;
use tabletop_shell::rules::Book;

use self::choosing::{Choosing, light};
use self::input::InputSystems;
use self::panels::{Advice, Panels, Wish, Wished};
use self::session::{Free, Hands, Lit, Notice, Places, Pointed, Seat, Shown, Table, open};
use self::settings::MapSettings;
use self::show::MapShow;
use crate::ui::camera::place_panel_camera;
use crate::ui::frame::crash::{Reporter, crashed_last_time, note_file};
use crate::ui::frame::{display, engine_plugins, frame_pacing, paint_layers};
use crate::ui::session::text_size::{MIN_SIZE, fit_first_window};
use crate::ui::table_app::panels_input;
use crate::ui::{APP_ID, OwnFolders, UiError};

/// The size of the window, in pixels, unless it is given.
const DEFAULT_SIZE: (u32, u32) = (1440, 900);

/// How the window opens.
#[derive(Clone, Debug)]
pub struct MapOptions {
    /// Data files and recordings.
    pub places: Places,
    /// Folders for what the program notes for itself.
    pub own: OwnFolders,
    /// The data folder.
    pub data: Option<PathBuf>,
    /// Width and height in pixels; `None` for the default.
    pub size: Option<(u32, u32)>,
    /// Who plays; `None` asks.
    pub seats: Option<[Seat; 2]>,
    /// Shown to the player when the window opens, such as damage in a save.
    pub message: Option<String>,
}

/// Opens the window and runs it until it is closed.
///
/// # Errors
/// There is no display, or no driver that can draw on it.
pub fn run<G: OnHexes>(game: Match<G>, mut options: MapOptions) -> Result<(), UiError> {
    let (own, data) = (options.own.clone(), options.data.clone());
    run_window(&own, data.as_deref(), move |crashed| {
        if let Some(words) = crashed {
            options.message.get_or_insert(words);
        }
        build(game, &options)
    })
}

/// Runs a window until it is closed; `build` hears what is to be said of a crash the last time.
fn run_window(
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

fn build<G: OnHexes>(game: Match<G>, options: &MapOptions) -> Result<App, UiError> {
    let mut app = window(title::<G>(&game), options.size, bevy::window::WindowMode::Windowed);
    add_map(&mut app, game, options)?;
    app.add_systems(PreUpdate, fit_first_window);
    Ok(app)
}

/// An app with a window in which nothing is shown yet.
fn window(title: String, size: Option<(u32, u32)>, mode: bevy::window::WindowMode) -> App {
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

fn title<G: OnHexes>(game: &Match<G>) -> String {
    format!("{} — {}", game.setup().level_name(), G::NAME)
}

/// Everything that shows a match and takes its orders.
fn add_map<G: OnHexes>(app: &mut App, game: Match<G>, options: &MapOptions) -> Result<(), UiError> {
    let book = Book::parse(G::RULES).map_err(UiError::Start)?;
    let mut table = table_of(game, &options.places, options.seats.clone())?;
    table.notice = options.message.clone().map(Notice::failed);
    add_board(app, table, &options.own);
    app.init_resource::<Choosing<G>>();
    panels::plugin::<G>(app, book);
    input::plugin::<G>(app);
    app.add_plugins((pictures::plugin::<G>, reported::plugin::<G>));
    app.add_systems(Update, (advance::<G>, advise::<G>).chain().before(InputSystems))
        .add_systems(Update, (open_wished::<G>, show::<G>, light_map::<G>).chain().after(InputSystems))
        .add_systems(Update, watch::<G>.after(InputSystems).before(look))
        .add_systems(Update, look.after(InputSystems).before(scene::CameraMoves));
    Ok(())
}

/// Everything that shows a match to people who watch.
fn add_show<G: OnHexes>(
    app: &mut App,
    game: Match<G>,
    show: MapShow,
    places: &Places,
) -> Result<(), UiError> {
    add_board(app, table_of(game, places, None)?, &OwnFolders::default());
    show::add::<G>(app, show)
}

fn table_of<G: OnHexes>(
    game: Match<G>,
    places: &Places,
    seats: Option<[Seat; 2]>,
) -> Result<Table<G>, UiError> {
    Table::new(game, places.clone(), seats).map_err(|error| UiError::Start(error.to_string()))
}

/// The match, and the map on which it is shown.
fn add_board<G: OnHexes>(app: &mut App, table: Table<G>, own: &OwnFolders) {
    let shown = Shown::<G> {
        land: G::land(table.game().setup()).into(),
        scene: table.scene(),
        version: table.changes(),
        battle: table.battle(),
    };
    app.add_plugins(EguiPlugin::default()).insert_resource(panels_input());
    // Labels need the final position of the camera.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::EndPass.after(TransformSystems::Propagate));
    // New glyphs must reach the screen in the same frame as their text.
    app.configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
    app.insert_resource(table)
        .insert_resource(shown)
        .init_resource::<Lit<G>>()
        .init_resource::<Pointed<G>>()
        .init_resource::<Hands>()
        .init_resource::<Free>();
    app.add_plugins((paint_layers::plugin, frame_pacing::plugin));
    settings::plugin(app, own.settings.clone());
    app.add_plugins(scene::plugin::<G>);
    app.add_systems(Startup, |mut commands: Commands| place_panel_camera(&mut commands))
        .add_systems(Last, (keep_rendering::<G>, note_recording::<G>));
}

/// Goes on in time, and brings what the player has in hand up to date.
fn advance<G: OnHexes>(
    time: Res<Time<Real>>,
    settings: Res<MapSettings>,
    mut table: ResMut<Table<G>>,
    mut choosing: ResMut<Choosing<G>>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    table.pace = settings.pace;
    // After a rest the first frame would count the rest.
    let seconds = time.delta_secs().min(0.1);
    if table.advance(seconds, proxy.as_deref()) {
        redraw.write(RequestRedraw);
    }
    choosing.follow(&mut table);
}

/// Puts advice into words once it has been thought.
fn advise<G: OnHexes>(
    mut table: ResMut<Table<G>>,
    mut panels: ResMut<Panels>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
) {
    if table.asked().is_none() {
        panels.advice = Advice::None;
    }
    if panels.advice != Advice::Awaited {
        return;
    }
    let thought = table.advice(proxy.as_deref());
    panels.advice = match thought {
        None => return,
        Some(Ok(Some(advice))) => {
            let rationale = advice.rationale().to_string();
            let words = if rationale.is_empty() { "there is nothing to weigh".to_owned() } else { rationale };
            Advice::Given(format!("The computer would do this: {words}."))
        }
        Some(Ok(None)) => Advice::Given("The computer finds nothing to do.".to_owned()),
        Some(Err(why)) => Advice::Given(why),
    };
}

/// Opens what a panel has asked for.
fn open_wished<G: OnHexes>(
    mut wishes: MessageReader<Wished>,
    mut table: ResMut<Table<G>>,
    mut choosing: ResMut<Choosing<G>>,
    mut panels: ResMut<Panels>,
    mut window: Option<Single<&mut Window>>,
) {
    for Wished(wish) in wishes.read() {
        let Wish::Open(path) = wish else { continue };
        let seed = table.game().seed().wrapping_add(1);
        let is_scenario = panels.scenarios.iter().flatten().any(|one| path.as_os_str() == one.id.as_str());
        let opened = open::<G>(path, is_scenario.then_some(seed), &table.files());
        match opened.map(|game| (title(&game), table.open(game))) {
            Ok((title, Ok(()))) => {
                *choosing = Choosing::default();
                (panels.seats, panels.saves) = (None, None);
                if let Some(window) = &mut window {
                    window.title = title;
                }
            }
            Ok((_, Err(error))) => table.fail(&error),
            Err(why) => table.notice = Some(Notice::failed(why)),
        }
    }
}

/// Brings what the scene reads up to date.
fn show<G: OnHexes>(table: Res<Table<G>>, mut shown: ResMut<Shown<G>>) {
    if shown.version == table.changes() && shown.battle == table.battle() {
        return;
    }
    if shown.battle != table.battle() {
        shown.land = G::land(table.game().setup()).into();
    }
    shown.scene = table.scene();
    (shown.version, shown.battle) = (table.changes(), table.battle());
}

/// From the edge of the map's part of the window, a hex nearer than this is looked at, pixels.
const EDGE: f32 = 24.0;

/// Keeps in view what is being shown: the camera moves only for what is not seen.
fn watch<G: OnHexes>(
    (table, free): (Res<Table<G>>, Res<Free>),
    projector: scene::MapProjector<G>,
    mut seen: Local<u64>,
    mut looks: MessageWriter<panels::LookAt>,
) {
    if *seen == table.changes() {
        return;
    }
    *seen = table.changes();
    let room = free.0.inflate(-EDGE);
    let is_hidden = |hex: &Hex| projector.hex(*hex).is_some_and(|at| !room.contains(at));
    let about = table.beat().into_iter().flat_map(|beat| &beat.sentences).filter_map(|one| one.about);
    let hexes: Vec<Hex> = about.filter_map(|about| G::hex_of(table.view(), about)).collect();
    if hexes.iter().any(is_hidden) {
        looks.write(panels::LookAt(hexes));
    }
}

/// Sends the camera where words or keys lead.
fn look(mut asked: MessageReader<panels::LookAt>, mut views: MessageWriter<scene::LookAt>) {
    views.write_batch(asked.read().map(|panels::LookAt(hexes)| scene::LookAt::Hexes(hexes.clone())));
}

fn light_map<G: OnHexes>(choosing: Res<Choosing<G>>, shown: Res<Shown<G>>, mut lit: ResMut<Lit<G>>) {
    lit.set_if_neq(light(&choosing, &shown.scene));
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
