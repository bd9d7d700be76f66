//! The window of hex-and-counter games: one program for every game that implements [`OnHexes`].
//!
//! ```text
//! session   the open match, and what scene and panels read of it
//! choosing  from counters and targets to orders: what is lit, what a click would do, ways that are gone step by step
//! scene     land, counters, camera, lights; tells what the pointer is on
//! panels    the column of cards, the time line, sheets
//! input     mouse and keys
//! show      an evening that nobody plays: demo and film
//! frame     window and board of both
//! ```
//!
//! No file here names a game.

pub mod choosing;
mod frame;
mod help;
mod input;
mod panels;
mod pictures;
mod reported;
pub mod scene;
pub mod session;
mod settings;
pub mod show;

use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;
use tabletop::matches::Match;
use tabletop_counters::OnHexes;
use tabletop_hexes::hex::Hex;
use tabletop_shell::rules::Book;

use self::choosing::{Choosing, light};
use self::frame::{add_board, run_window, show, table_of, title, window};
use self::input::InputSystems;
use self::panels::{Advice, Panels, Wish, Wished};
use self::session::{Free, Lit, Notice, Places, Seat, Shown, Table, open};
use self::settings::MapSettings;
use crate::ui::session::text_size::fit_first_window;
use crate::ui::{OwnFolders, UiError};

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

fn build<G: OnHexes>(game: Match<G>, options: &MapOptions) -> Result<App, UiError> {
    let mut app = window(title::<G>(&game), options.size, bevy::window::WindowMode::Windowed);
    add_map(&mut app, game, options)?;
    app.add_systems(PreUpdate, fit_first_window);
    Ok(app)
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
