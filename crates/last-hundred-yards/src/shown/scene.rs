//! All that lies on the map, as its viewer may see it.

use std::collections::BTreeMap;

use tabletop::ids::Side;
use tabletop_counters::{Counter, Marker, Piece, Scene};
use tabletop_hexes::hex::Hex;

use super::{counters, standings};
use crate::card::Kind;
use crate::chapters::movement::holds;
use crate::game::Lhy;
use crate::ids::Subject;
use crate::view::View;

/// All that lies on the map.
pub fn scene(view: View<'_>) -> Scene<Lhy> {
    let View { setup, play, .. } = view;
    let known = play.units.iter().filter(|(id, _)| view.knows(*id));
    let known = known.filter_map(|(id, unit)| counters::unit(view, *id, unit));
    let hidden = Side::BOTH.into_iter().flat_map(|side| {
        let hexes = play.hexes_of(setup, side).into_iter();
        hexes.filter(move |hex| view.hides(*hex, side)).map(move |hex| counters::unknown(hex, side))
    });
    let counters: Vec<Counter<Lhy>> = known.chain(hidden).collect();
    Scene {
        stacks: stacks(view, &counters),
        counters,
        markers: markers(view),
        turn: match play.turn {
            0 => "Setting up".to_owned(),
            turn => format!("Turn {turn}, {} of {} minutes", play.minutes, setup.level.minutes),
        },
        active: (play.turn > 0).then_some(play.active),
        sentence: standings::sentence(view),
        standings: standings::standings(view),
    }
}

/// Place of a counter in its stack: vehicles and squads on top, what they carry below, positions last.
fn rank(view: View<'_>, id: Subject) -> u8 {
    match id {
        Subject::Hex(_) => 0,
        Subject::Unit(unit) => match view.setup.card(unit).kind {
            Kind::Afv | Kind::HalfTrack | Kind::Carrier | Kind::Fv => 1,
            Kind::Squad => 2,
            Kind::Section | Kind::MachineGun | Kind::TowedGun => 3,
            Kind::Latw | Kind::Flamethrower => 4,
            Kind::Leader => 5,
            Kind::Fortified => 6,
        },
    }
}

fn stacks(view: View<'_>, counters: &[Counter<Lhy>]) -> Vec<(Hex, Vec<Subject>)> {
    let mut all: BTreeMap<Hex, Vec<(Side, u8, Subject)>> = BTreeMap::new();
    for counter in counters {
        if let Some(hex) = counter.hex {
            all.entry(hex).or_default().push((counter.side, rank(view, counter.id), counter.id));
        }
    }
    let sorted = |(hex, mut stack): (Hex, Vec<(Side, u8, Subject)>)| {
        stack.sort();
        (hex, stack.into_iter().map(|(.., id)| id).collect())
    };
    all.into_iter().map(sorted).collect()
}

/// Rule: LHY-SCN-1, LHY-ASB-2, LHY-SAF-1.
fn markers(view: View<'_>) -> Vec<Marker> {
    let View { setup, play, .. } = view;
    let at = |hex: &Hex, piece, meaning: String| Marker { hex: *hex, piece, meaning };
    let goals = setup.level.goals.iter().map(|hex| {
        let holder = Side::BOTH.into_iter().find(|side| holds(setup, play, *side, *hex));
        let held = match holder {
            Some(side) => format!("the {} hold it", setup.force(side).name),
            None => "nobody holds it alone".to_owned(),
        };
        at(hex, Piece::Goal(holder), format!("Goal, {}: {held} (LHY-SCN-1)", setup.place(*hex)))
    });
    let improved = setup.level.improved.iter().map(|hex| {
        let meaning = "Improved position: shelter from fire (LHY-SAF-1) and assault (LHY-DRM-6)";
        at(hex, Piece::Position, meaning.to_owned())
    });
    let arrows = play.arrows.iter().map(|arrow| {
        let meaning = format!("{} (LHY-ASB-2)", standings::say_arrow(view, arrow));
        at(&arrow.hex, Piece::Aim, meaning)
    });
    let under_way = play.fights.iter().map(|fight| {
        let side = &setup.force(fight.by).name;
        at(&fight.hex, Piece::Aim, format!("The {side} assault this hex now (LHY-ASB-1)"))
    });
    let mut all: Vec<Marker> = goals.chain(improved).chain(arrows).chain(under_way).collect();
    all.sort_by_key(|marker| marker.hex);
    all
}
