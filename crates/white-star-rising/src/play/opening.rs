//! The battle before its opening.

use std::collections::{BTreeMap, BTreeSet};

use tabletop::bag::Bag;
use tabletop::ids::Side;

use super::{Hq, Pending, Place, Play, Unit};
use crate::ids::{HqId, UnitId};
use crate::order::Marker;
use crate::setup::WsrSetup;

impl Play {
    /// A battle before its opening. Administration and Chaos markers are in no cup.
    ///
    /// Rule: WSR-TURN-1, WSR-TURN-8.
    pub fn new(setup: &WsrSetup) -> Self {
        let level = &setup.level;
        let mut markers = Vec::new();
        for side in Side::BOTH {
            markers.extend(vec![Marker::Formation(side); usize::from(level.markers[side.index()])]);
            if setup.force(side).aircraft.is_some() {
                markers.extend(vec![Marker::Aircraft(side); usize::from(level.aircraft)]);
            }
        }
        markers.extend(vec![Marker::EndOfTurn; usize::from(level.end_of_turn)]);
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
        // A level has at most 40 markers, and a bag holds more.
        let mut cup = Bag::default();
        for marker in markers {
            cup.put(marker);
        }
        let mut play = Self {
            turn: 0,
            cup,
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
