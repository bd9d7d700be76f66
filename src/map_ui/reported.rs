//! What the window reports to programs that drive it from outside: what is asked, and where what is lit can be clicked.

use bevy::prelude::*;
use tabletop_counters::OnHexes;

use super::choosing::Choosing;
use super::panels::Panels;
use super::scene::MapProjector;
use super::session::{Free, Lit, Stage, Table};
use crate::ui::session::events::{MapPlace, UiEvent, emit, is_heard};

/// Reports whenever something has changed and been drawn.
pub fn plugin<G: OnHexes>(app: &mut App) {
    if is_heard() {
        let plays = |table: Res<Table<G>>| !table.is_watched();
        app.add_systems(PostUpdate, report::<G>.after(TransformSystems::Propagate).run_if(plays));
    }
}

fn report<G: OnHexes>(
    (table, choosing, lit): (Res<Table<G>>, Res<Choosing<G>>, Res<Lit<G>>),
    (free, panels): (Res<Free>, Res<Panels>),
    projector: MapProjector<G>,
    mut last: Local<Option<UiEvent>>,
) {
    let rounded = |at: Vec2| free.0.contains(at).then(|| [at.x.round(), at.y.round()]);
    let hexes = lit.hexes.iter().filter_map(|(hex, kind)| {
        let at = rounded(projector.hex(*hex)?)?;
        Some(MapPlace { what: hex.to_string(), lit: format!("{kind:?}"), at })
    });
    let counters = lit.counters.iter().filter_map(|(id, kind)| {
        let at = rounded(projector.counter(*id)?.center())?;
        Some(MapPlace { what: id.to_string(), lit: format!("{kind:?}"), at })
    });
    let again = panels.again.map(|(what, [x, y])| MapPlace {
        what: what.to_owned(),
        lit: "Button".to_owned(),
        at: [x.round(), y.round()],
    });
    let places: Vec<MapPlace> = hexes.chain(counters).chain(again).collect();
    let event = UiEvent::MapShows {
        entry: table.moment().entry.0,
        seating: table.stage == Stage::Seating,
        asks: choosing.prompt.as_ref().map(|prompt| prompt.task.clone()),
        question: choosing.decision().is_some() && choosing.is_question(),
        group: choosing.group.iter().map(ToString::to_string).collect(),
        answers: choosing.listed().iter().map(|pick| choosing.words(pick)).collect(),
        notice: table.notice.as_ref().map(|notice| notice.text.clone()),
        over: table.is_over(),
        places,
    };
    if last.as_ref() != Some(&event) {
        emit(&event);
        *last = Some(event);
    }
}
