//! The battle before its opening.

use std::collections::{BTreeMap, BTreeSet};

use tabletop::bag::Bag;
use tabletop::ids::Side;

use super::{Hq, Pending, Place, Play, Unit};
use crate::ids::{HqId, UnitId};
use crate::order::Marker;
use crate::setup::WsrSetup;

impl Play {
    /// A battle before its opening.
    pub fn new(setup: &WsrSetup) -> Self {
        let level = &setup.level;
        let unit = |id: UnitId| {
            let unit = Unit {
                place: Place::Reserve,
                began: None,
                reduced: false,
                disrupted: false,
                done: false,
                out_of_command: false,
                calls: 0,
            };
            (id, unit)
        };
        let hq = |id: HqId| (id, Hq { place: Place::Reserve, reduced: false, lent: false, calls: 0 });
        let mut play = Self {
            turn: 0,
            cup: cup(setup),
            aside: Vec::new(),
            drawer: level.first,
            units: setup.forces.iter().flat_map(|force| &force.units).map(|card| unit(card.id)).collect(),
            hqs: setup.forces.iter().flat_map(|force| &force.hqs).map(|card| hq(card.id)).collect(),
            stacks: BTreeMap::new(),
            wrecks: BTreeSet::new(),
            smoke: BTreeMap::new(),
            mines: BTreeSet::new(),
            mines_in_hand: [0, 1].map(|index| setup.forces[index].mines),
            missions: [0, 1].map(|index| setup.forces[index].missions.each_turn),
            positions: level.improved.iter().copied().collect(),
            held: level.goals.iter().map(|hex| (*hex, level.holder)).collect(),
            visited: BTreeSet::new(),
            impulse: None,
            march: None,
            fight: None,
            strike: None,
            winner: None,
            formed: BTreeSet::new(),
            fate: level.fate.map(|points| if setup.rules.switches.fate.is_on() { points } else { 0 }),
            drawn: None,
            pending: Pending::default(),
        };
        for (unit, hex) in &level.units {
            play.put(*unit, *hex);
        }
        for (hq, hex) in &level.hqs {
            play.hq_mut(*hq).place = Place::On(*hex);
        }
        play
    }
}

/// The cup of a scenario. Administration and Chaos markers are in no cup.
///
/// Rule: WSR-TURN-1, WSR-TURN-8.
fn cup(setup: &WsrSetup) -> Bag<Marker> {
    let level = &setup.level;
    let mut cup = Bag::default();
    // A level has at most 40 markers, and a bag holds more.
    let mut put = |marker: Marker, count: u8| {
        for _ in 0..count {
            cup.put(marker);
        }
    };
    for side in Side::BOTH {
        put(Marker::Formation(side), level.markers[side.index()]);
        if setup.force(side).aircraft.is_some() {
            put(Marker::Aircraft(side), level.aircraft);
        }
    }
    put(Marker::EndOfTurn, level.end_of_turn);
    cup
}
