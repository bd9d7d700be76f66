//! What goes on while somebody at the window plays: time, orders, advice, the camera. A demo rests all of it until somebody steps in.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::EventLoopProxyWrapper;
use bevy_egui::EguiPrimaryContextPass;
use tabletop_counters::{OnHexes, Target};
use tabletop_hexes::hex::Hex;
use tabletop_shell::rules::Book;

use super::choosing::{Choosing, light};
use super::frame::{show, title};
use super::input::{self, InputSystems};
use super::panels::{self, Advice, PanelSystems, Panels, Wish, Wished};
use super::scene;
use super::session::{Free, Hands, Lit, Notice, Shown, Table, open};
use super::settings::MapSettings;
use super::spotlight::Spotlight;
use super::{pictures, reported};

/// Adds everything that takes orders. It rests while the match is only watched.
pub fn plugin<G: OnHexes>(app: &mut App, book: Book) {
    app.init_resource::<Choosing<G>>();
    panels::plugin::<G>(app, book);
    input::plugin::<G>(app);
    app.add_plugins((pictures::plugin::<G>, reported::plugin::<G>));
    app.configure_sets(Update, PlayingSystems.run_if(is_played::<G>))
        .configure_sets(Update, InputSystems.run_if(is_played::<G>))
        .configure_sets(EguiPrimaryContextPass, PanelSystems.run_if(is_played::<G>));
    let before = (advance::<G>, advise::<G>).chain().before(InputSystems);
    let after = (open_wished::<G>, show::<G>, turn_spotlight::<G>, open_pile::<G>, light_map::<G>)
        .chain()
        .after(InputSystems);
    app.add_systems(Update, (before, after).in_set(PlayingSystems))
        .add_systems(Update, watch::<G>.after(InputSystems).before(look).in_set(PlayingSystems))
        .add_systems(Update, look.after(InputSystems).before(scene::CameraMoves).in_set(PlayingSystems));
}

/// Everything that rests while a match is only watched, beside input and panels.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayingSystems;

fn is_played<G: OnHexes>(table: Res<Table<G>>) -> bool {
    !table.is_watched()
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
    (table, free, spotlight): (Res<Table<G>>, Res<Free>, Res<Spotlight<G>>),
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
    let hexes = about.filter_map(|about| G::hex_of(table.view(), about)).chain(spotlight.aimed());
    let hexes: Vec<Hex> = hexes.collect();
    if hexes.iter().any(is_hidden) {
        looks.write(panels::LookAt(hexes));
    }
}

/// Opens the pile in which whoever a question or an event is about lies under others.
fn open_pile<G: OnHexes>(
    (table, choosing, shown): (Res<Table<G>>, Res<Choosing<G>>, Res<Shown<G>>),
    spotlight: Res<Spotlight<G>>,
    mut hands: ResMut<Hands>,
) {
    let targets =
        choosing.offers.iter().filter(|_| choosing.is_question()).filter_map(|offer| match offer.at {
            Some(Target::Counter(counter)) => Some(counter),
            Some(Target::Hex(_)) | None => None,
        });
    let about = table.beat().into_iter().flat_map(|beat| &beat.sentences).filter_map(|one| one.about);
    let fan = about.chain(targets).find_map(|counter| {
        let hex = shown.scene.counter(counter)?.hex?;
        let stack = shown.scene.stack(hex);
        (stack.first() != Some(&counter) && stack.contains(&counter)).then_some(hex)
    });
    let fan = fan.or_else(|| spotlight.pile(&shown.scene));
    if hands.fan != fan {
        hands.fan = fan;
    }
}

/// Sends the camera where words or keys lead.
fn look(mut asked: MessageReader<panels::LookAt>, mut views: MessageWriter<scene::LookAt>) {
    views.write_batch(asked.read().map(|panels::LookAt(hexes)| scene::LookAt::Hexes(hexes.clone())));
}

/// Follows what happens with the light.
fn turn_spotlight<G: OnHexes>(
    (table, shown): (Res<Table<G>>, Res<Shown<G>>),
    mut spotlight: ResMut<Spotlight<G>>,
    mut seen: Local<u64>,
) {
    if *seen == shown.version {
        return;
    }
    *seen = shown.version;
    if spotlight.turn_to(&table, &shown).is_none() {
        spotlight.clear();
    }
}

/// Lights what the player can do, and what happens.
fn light_map<G: OnHexes>(
    (choosing, shown, spotlight): (Res<Choosing<G>>, Res<Shown<G>>, Res<Spotlight<G>>),
    mut lit: ResMut<Lit<G>>,
) {
    let choices = light(&choosing, &shown.scene);
    let mut all = spotlight.lit.clone();
    all.hexes.extend(choices.hexes);
    all.counters.extend(choices.counters);
    let path = if choices.path.is_empty() { all.path } else { choices.path };
    lit.set_if_neq(Lit { hexes: all.hexes, counters: all.counters, path, ..choices });
}
