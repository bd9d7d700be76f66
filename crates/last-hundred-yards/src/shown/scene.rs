//! All that lies on the map, as its viewer may see it.

use std::collections::BTreeMap;

use tabletop::ids::Side;
use tabletop_counters::{Counter, Marker, Piece, Scene, Standing, Symbol};
use tabletop_hexes::hex::Hex;

use super::counters;
use crate::chapters::movement::holds;
use crate::game::Lhy;
use crate::ids::Subject;
use crate::play::Place;
use crate::view::View;

/// All that lies on the map.
///
/// Rule: LHY-STA-5 (what is concealed is one counter without a face.)
pub fn scene(view: View<'_>) -> Scene<Lhy> {
    let View { setup, play, .. } = view;
    let known = play.units.iter().filter(|(id, unit)| view.knows(**id) && unit.place != Place::Gone);
    let known = known.map(|(id, unit)| counters::unit(view, *id, unit));
    let mut all: Vec<Counter<Lhy>> = known.chain(concealed(view)).collect();
    all.sort_by_key(|counter| counter.id);
    let mut stacks: BTreeMap<Hex, Vec<Subject>> = BTreeMap::new();
    for counter in &all {
        if let Some(hex) = counter.hex {
            stacks.entry(hex).or_default().push(counter.id);
        }
    }
    let turn = match play.turn {
        0 => "Setting up".to_owned(),
        turn => format!("Turn {turn}, minute {} of {}", play.minutes, setup.level.minutes),
    };
    Scene {
        counters: all,
        stacks: stacks.into_iter().collect(),
        markers: markers(view),
        sentence: format!("{turn}: {}", left(view)),
        turn,
        active: (play.turn > 0).then_some(play.active),
        standings: standings(view),
    }
}

/// One counter for all of a hex that the viewer does not know.
fn concealed(view: View<'_>) -> Vec<Counter<Lhy>> {
    let counter = |side: Side, hex: Hex| Counter {
        id: hex.into(),
        side,
        hex: Some(hex),
        aboard: None,
        name: "somebody concealed".to_owned(),
        symbol: Symbol::Infantry,
        printed: Vec::new(),
        is_reduced: false,
        is_spent: false,
        marks: Vec::new(),
        card: vec!["Concealed: it is not known who is here, nor how many (LHY-STA-5)".to_owned()],
    };
    let hexes = |side: Side| {
        let all = view.play.hexes_of(view.setup, side).into_iter();
        all.filter(move |hex| view.hides(*hex, side)).map(move |hex| counter(side, hex))
    };
    Side::BOTH.into_iter().flat_map(hexes).collect()
}

fn left(view: View<'_>) -> String {
    let of = |side: Side| {
        let count = view.play.on_map(view.setup, side).filter(|(id, ..)| view.knows(*id)).count();
        format!("{} units of {} in sight", count, view.setup.force(side).name)
    };
    Side::BOTH.map(of).join(", ")
}

/// Rule: LHY-SCN-1, LHY-ASB-2, LHY-DRM-6.
fn markers(view: View<'_>) -> Vec<Marker> {
    let View { setup, play, .. } = view;
    let goals = setup.level.goals.iter().map(|hex| {
        let holder = Side::BOTH.into_iter().find(|side| holds(setup, play, *side, *hex));
        let attacker = &setup.force(setup.level.attacker).name;
        let meaning = format!("Goal, {}: {attacker} must be alone here (LHY-SCN-1)", setup.place(*hex));
        Marker { hex: *hex, piece: Piece::Goal(holder), meaning }
    });
    let improved = setup.level.improved.iter().map(|hex| {
        let meaning = "Improved position: −2 to fire (LHY-SAF-1), −1 to assaults (LHY-DRM-6)".to_owned();
        Marker { hex: *hex, piece: Piece::Position, meaning }
    });
    let arrows = play.arrows.iter().map(|arrow| {
        let name = &setup.force(arrow.by).name;
        let meaning = format!("{name} are to assault this hex (LHY-ASB-2)");
        Marker { hex: arrow.hex, piece: Piece::Aim, meaning }
    });
    let mut all: Vec<Marker> = goals.chain(improved).chain(arrows).collect();
    all.sort_by_key(|marker| marker.hex);
    all
}

/// Rule: LHY-SCN-1, LHY-TURN-1, LHY-TURN-2.
fn standings(view: View<'_>) -> Vec<Standing> {
    let View { setup, play, .. } = view;
    let name = |side: Side| &setup.force(side).name;
    let attacker = setup.level.attacker;
    let goals = setup.level.goals.iter().map(|hex| {
        let holder = Side::BOTH.into_iter().find(|side| holds(setup, play, *side, *hex));
        let holder = holder.map_or("nobody", |side| name(side).as_str());
        format!("{}: {holder}", setup.place(*hex))
    });
    let time = Standing {
        title: "Goals and time".to_owned(),
        sentence: format!(
            "{} win if they alone are in every goal before {} minutes have lapsed, else {} (LHY-SCN-1)",
            name(attacker),
            setup.level.minutes,
            name(attacker.other())
        ),
        lines: std::iter::once(format!("{} minutes have lapsed", play.minutes)).chain(goals).collect(),
    };
    let acting = (!play.acting.is_empty()).then(|| format!("acts now: {}", play.acting.join(" and ")));
    let done = play.activated.iter().map(|platoon| format!("activated: {platoon}"));
    let turn = Standing {
        title: "Activations".to_owned(),
        sentence: format!("{} have the initiative (LHY-TURN-1)", name(play.active)),
        lines: acting.into_iter().chain(done).collect(),
    };
    let fires: Vec<String> = play
        .shots
        .iter()
        .map(|shot| match view.knows(shot.unit) {
            true => format!("{} fires at {}", shot.unit, shot.hex),
            false => format!("somebody concealed in {} fires at {}", shot.from, shot.hex),
        })
        .collect();
    let fire = (!fires.is_empty()).then(|| Standing {
        title: "Fire".to_owned(),
        sentence: "Declared, and resolved together when reactions are over (LHY-TURN-2)".to_owned(),
        lines: fires,
    });
    [time, turn].into_iter().chain(fire).collect()
}
