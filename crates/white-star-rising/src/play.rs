//! All that changes in a battle as plain data, and the one function that changes it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tabletop::bag::Bag;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::stack::Stack;

use crate::chapters::movement::Pace;
use crate::data::ruleset::MinesWhere;
use crate::fact::{AirBack, Fact};
use crate::ids::{HqId, UnitId};
use crate::order::{Caller, Entry, Marker};
use crate::setup::WsrSetup;

/// Place of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    Reserve,
    On(Hex),
    Aboard(UnitId),
    Gone,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    pub reduced: bool,
    pub disrupted: bool,
    /// Ops Complete.
    pub done: bool,
    pub out_of_command: bool,
    /// Missions it has called in this impulse.
    pub calls: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hq {
    pub place: Place,
    pub reduced: bool,
    /// It has lent its leadership in its own impulse.
    pub lent: bool,
    pub calls: u8,
}

/// A move under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct March {
    pub units: Vec<UnitId>,
    pub hq: Option<HqId>,
    /// The hex before.
    pub from: Option<Hex>,
    pub hex: Option<Hex>,
    pub spent: Vec<u8>,
    pub entry: Entry,
    /// Whether the hex was empty when it was entered.
    pub was_empty: bool,
    /// Whether the overrun of this hex has been fought.
    pub overran: bool,
}

impl March {
    /// Its next step.
    pub fn pace(&self, from: Hex, to: Hex, entry: Entry) -> Pace<'_> {
        Pace { units: &self.units, spent: &self.spent, hq: self.hq, from, to, entry }
    }
}

/// An assault under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    pub hex: Hex,
    pub from: Hex,
    pub attackers: Vec<UnitId>,
    pub lent: Vec<(HqId, UnitId)>,
    /// Hits scored by A and B, and whether somebody retreats.
    pub settled: Option<bool>,
    pub hits: [u8; 2],
}

/// An air strike under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    pub side: Side,
    pub hex: Hex,
    pub flak_hits: u8,
    pub accuracy: Option<u8>,
    pub misdirected: bool,
}

/// The battle as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    pub turn: u8,
    pub cup: Bag<Marker>,
    /// Drawn this turn, to go back at its end.
    pub aside: Vec<Marker>,
    pub drawer: Side,
    pub units: BTreeMap<UnitId, Unit>,
    pub hqs: BTreeMap<HqId, Hq>,
    pub stacks: BTreeMap<Hex, Stack<UnitId>>,
    pub wrecks: BTreeSet<Hex>,
    /// Impact hexes with the number of their smoke marker.
    pub smoke: BTreeMap<Hex, u8>,
    pub mines: BTreeSet<Hex>,
    pub mines_in_hand: [u8; 2],
    pub missions: [u8; 2],
    pub positions: BTreeSet<Hex>,
    pub held: BTreeMap<Hex, Side>,
    /// Hexes that a unit has been in.
    pub visited: BTreeSet<Hex>,
    pub impulse: Option<Side>,
    pub march: Option<March>,
    pub fight: Option<Fight>,
    pub strike: Option<Strike>,
    pub winner: Option<Side>,
}

impl Play {
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
        };
        for (unit, hex) in &level.units {
            play.put(*unit, *hex);
        }
        for (hq, hex) in &level.hqs {
            play.hq_mut(*hq).place = Place::On(*hex);
        }
        play
    }

    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(&id)
    }

    /// The hex of a unit on the map.
    pub fn hex_of(&self, id: UnitId) -> Option<Hex> {
        match self.units.get(&id)?.place {
            Place::On(hex) => Some(hex),
            Place::Reserve | Place::Aboard(_) | Place::Gone => None,
        }
    }

    pub fn hq_hex(&self, id: HqId) -> Option<Hex> {
        match self.hqs.get(&id)?.place {
            Place::On(hex) => Some(hex),
            Place::Reserve | Place::Aboard(_) | Place::Gone => None,
        }
    }

    /// Units of a side in a hex, the uppermost first.
    pub fn in_hex(&self, hex: Hex, side: Side) -> Vec<UnitId> {
        let stack = self.stacks.get(&hex);
        stack.into_iter().flat_map(Stack::iter).copied().filter(|unit| unit.side == side).collect()
    }

    /// Whether a side has units in a hex.
    pub fn has_units(&self, hex: Hex, side: Side) -> bool {
        self.stacks.get(&hex).is_some_and(|stack| stack.iter().any(|unit| unit.side == side))
    }

    /// Units of a side on the map, in order.
    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, &Unit, Hex)> {
        self.units.iter().filter(move |(id, _)| id.side == side).filter_map(|(id, unit)| match unit.place {
            Place::On(hex) => Some((*id, unit, hex)),
            Place::Reserve | Place::Aboard(_) | Place::Gone => None,
        })
    }

    pub fn hq_in(&self, hex: Hex, side: Side) -> Option<HqId> {
        let here = self.hqs.iter().find(|(id, hq)| id.side == side && hq.place == Place::On(hex));
        here.map(|(id, _)| *id)
    }

    /// The unit that a transport carries.
    pub fn passenger(&self, carrier: UnitId) -> Option<UnitId> {
        self.units.iter().find(|(_, unit)| unit.place == Place::Aboard(carrier)).map(|(id, _)| *id)
    }

    /// Hexes under smoke.
    pub fn smoked(&self) -> BTreeSet<Hex> {
        self.smoke.keys().flat_map(|hex| hex.neighbours().chain([*hex])).collect()
    }

    fn unit_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.units.get_mut(&id)
    }

    fn hq_mut(&mut self, id: HqId) -> &mut Hq {
        let fresh = Hq { place: Place::Gone, reduced: false, lent: false, calls: 0 };
        self.hqs.entry(id).or_insert(fresh)
    }

    fn lift(&mut self, id: UnitId) {
        if let Some(hex) = self.hex_of(id)
            && let Some(stack) = self.stacks.get_mut(&hex)
        {
            stack.take(&id);
            if stack.is_empty() {
                self.stacks.remove(&hex);
            }
        }
    }

    fn put(&mut self, id: UnitId, hex: Hex) {
        self.lift(id);
        self.stacks.entry(hex).or_default().put_under(id);
        self.visited.insert(hex);
        if let Some(unit) = self.unit_mut(id) {
            unit.place = Place::On(hex);
        }
    }

    fn remove(&mut self, id: UnitId) {
        self.lift(id);
        let passenger = self.passenger(id);
        for gone in passenger.into_iter().chain([id]) {
            if let Some(unit) = self.unit_mut(gone) {
                unit.place = Place::Gone;
            }
        }
    }

    /// Rule: WSR-MRK-1, WSR-MOV-5.
    fn leave_march(&mut self, id: UnitId) {
        if let Some(march) = &mut self.march
            && let Some(index) = march.units.iter().position(|unit| *unit == id)
        {
            march.units.remove(index);
            march.spent.remove(index);
        }
        if let Some(unit) = self.unit_mut(id) {
            unit.done = true;
        }
    }

    /// A goal hex is held by the side that was in it last.
    ///
    /// Rule: WSR-SCN-4.
    fn update_goals(&mut self) {
        let goals: Vec<Hex> = self.held.keys().copied().collect();
        for hex in goals {
            let [a, b] = Side::BOTH.map(|side| !self.in_hex(hex, side).is_empty());
            if a != b {
                self.held.insert(hex, if a { Side::A } else { Side::B });
            }
        }
    }

    /// Makes a fact so.
    ///
    /// Rule: WSR-MRK-3.
    pub fn apply(&mut self, setup: &WsrSetup, fact: &Fact) {
        match fact {
            Fact::Deployed { unit, hex } => self.put(*unit, *hex),
            Fact::HqDeployed { hq, hex } => self.hq_mut(*hq).place = Place::On(*hex),
            Fact::TurnBegan { turn } => self.turn = *turn,
            Fact::Drawn { marker, by } => {
                self.cup.take(marker);
                // An aircraft goes where its strike ends.
                if !matches!(marker, Marker::Aircraft(_)) {
                    self.aside.push(*marker);
                }
                self.drawer = by.other();
            }
            Fact::ImpulseBegan { side } => {
                self.impulse = Some(*side);
                for (_, unit) in self.units.iter_mut().filter(|(id, _)| id.side == *side) {
                    (unit.done, unit.out_of_command, unit.calls) = (false, false, 0);
                }
                for (_, hq) in self.hqs.iter_mut().filter(|(id, _)| id.side == *side) {
                    (hq.lent, hq.calls) = (false, 0);
                }
            }
            Fact::OutOfCommand { unit } => self.change(*unit, |unit| unit.out_of_command = true),
            Fact::RallyRolled { unit, rallied, .. } => {
                self.change(*unit, |unit| unit.disrupted &= !rallied);
            }
            Fact::Disrupted { unit } => self.change(*unit, |unit| unit.disrupted = true),
            Fact::Reduced { unit } => self.change(*unit, |unit| unit.reduced = true),
            Fact::Eliminated { unit } => {
                if let Some(hex) = self.hex_of(*unit).filter(|_| setup.card(*unit).is_hard()) {
                    self.wrecks.insert(hex);
                }
                self.remove(*unit);
                self.leave_march(*unit);
            }
            Fact::HqReduced { hq } => self.hq_mut(*hq).reduced = true,
            Fact::HqEliminated { hq } => self.hq_mut(*hq).place = Place::Gone,
            Fact::HqReplaced { hq, by, hex } => {
                if let Some(by) = by {
                    self.hq_mut(*by).place = Place::Gone;
                }
                let hq = self.hq_mut(*hq);
                (hq.place, hq.reduced) = (Place::On(*hex), true);
            }
            Fact::Done { unit } => self.change(*unit, |unit| unit.done = true),
            Fact::Lent { hq, unit } => {
                self.hq_mut(*hq).lent = true;
                if let Some(fight) = &mut self.fight {
                    fight.lent.push((*hq, *unit));
                }
            }
            Fact::MarchBegan { units, hq } => {
                self.march = Some(March {
                    units: units.clone(),
                    hq: *hq,
                    from: None,
                    hex: units.first().and_then(|unit| self.hex_of(*unit)),
                    spent: vec![0; units.len()],
                    entry: Entry::Walk,
                    was_empty: false,
                    overran: false,
                });
            }
            Fact::Moved { units, hq, to, spent, entry } => {
                let was_empty = match setup.rules.switches.mines_where {
                    MinesWhere::EmptyNow => !self.stacks.contains_key(to),
                    MinesWhere::NeverEntered => !self.visited.contains(to),
                };
                for unit in units {
                    self.put(*unit, *to);
                }
                if let Some(hq) = hq {
                    self.hq_mut(*hq).place = Place::On(*to);
                }
                if let Some(march) = &mut self.march {
                    (march.from, march.hex) = (march.hex, Some(*to));
                    (march.spent, march.entry, march.was_empty) = (spent.clone(), *entry, was_empty);
                    march.overran = false;
                }
            }
            Fact::FellBack { unit, hq, to } => {
                self.put(*unit, *to);
                if let Some(hq) = hq {
                    self.hq_mut(*hq).place = Place::On(*to);
                }
            }
            Fact::Overran { .. } => {
                if let Some(march) = &mut self.march {
                    march.overran = true;
                }
            }
            Fact::Stopped { unit } => self.leave_march(*unit),
            Fact::MarchEnded => {
                let units = self.march.take().map(|march| march.units).unwrap_or_default();
                for unit in units {
                    self.change(unit, |unit| unit.done = true);
                }
            }
            Fact::Loaded { carrier, unit } => {
                self.lift(*unit);
                self.change(*unit, |unit| (unit.place, unit.done) = (Place::Aboard(*carrier), true));
                self.spend_load(setup);
            }
            Fact::Unloaded { carrier, unit } => {
                if let Some(hex) = self.hex_of(*carrier) {
                    self.put(*unit, hex);
                }
                self.change(*unit, |unit| unit.done = true);
                self.spend_load(setup);
            }
            Fact::MinesLaid { hex, by } => {
                self.mines.insert(*hex);
                let left = &mut self.mines_in_hand[by.index()];
                *left = left.saturating_sub(1);
            }
            Fact::MinesCleared { unit, hex, cleared, .. } => {
                if *cleared {
                    self.mines.remove(hex);
                }
                self.change(*unit, |unit| unit.done = true);
            }
            Fact::MissionCalled { caller, .. } => self.count_call(*caller),
            Fact::Smoked { hex } => {
                self.smoke.insert(*hex, 2);
            }
            Fact::AssaultBegan { hex, from, attackers } => {
                self.fight = Some(Fight {
                    hex: *hex,
                    from: *from,
                    attackers: attackers.clone(),
                    lent: Vec::new(),
                    settled: None,
                    hits: [0; 2],
                });
            }
            Fact::AssaultRolled { unit, hits, .. } => {
                if let Some(fight) = &mut self.fight {
                    fight.hits[unit.side.index()] += hits;
                }
            }
            Fact::AssaultSettled { stays, .. } => {
                if let Some(fight) = &mut self.fight {
                    fight.settled = Some(*stays);
                }
            }
            Fact::FightEnded => self.fight = None,
            Fact::AirSent { side, hex } => {
                let (side, hex) = (*side, *hex);
                self.strike = Some(Strike { side, hex, flak_hits: 0, accuracy: None, misdirected: false });
            }
            Fact::FlakFired { unit, unsaved, .. } => {
                self.change(*unit, |unit| unit.done = true);
                if let Some(strike) = &mut self.strike {
                    strike.flak_hits += unsaved;
                }
            }
            Fact::AirAccuracy { face } => {
                if let Some(strike) = &mut self.strike {
                    strike.accuracy = Some(*face);
                }
            }
            Fact::AirMisdirected { hex } => {
                if let Some(strike) = &mut self.strike {
                    (strike.hex, strike.misdirected) = (*hex, true);
                }
            }
            Fact::AirEnded { side, back } => {
                self.strike = None;
                match back {
                    AirBack::AtOnce => {
                        self.cup.put(Marker::Aircraft(*side));
                    }
                    AirBack::AtTurnEnd => self.aside.push(Marker::Aircraft(*side)),
                    AirBack::Never => {}
                }
            }
            Fact::SmokeAged => {
                self.smoke =
                    self.smoke.iter().filter(|(_, left)| **left > 1).map(|(hex, _)| (*hex, 1)).collect();
            }
            Fact::TurnEnded => {
                self.impulse = None;
                for unit in self.units.values_mut() {
                    (unit.done, unit.out_of_command) = (false, false);
                }
                for marker in std::mem::take(&mut self.aside) {
                    self.cup.put(marker);
                }
                self.missions = [0, 1].map(|index| setup.forces[index].missions.each_turn);
            }
            Fact::Over { winner } => self.winner = Some(*winner),
            Fact::CommandChecked { .. }
            | Fact::Fired { .. }
            | Fact::HexFired { .. }
            | Fact::PositionHeld { .. }
            | Fact::Saved { .. }
            | Fact::HqRolled { .. }
            | Fact::MinesStruck { .. } => {}
        }
        self.update_goals();
    }

    fn change(&mut self, id: UnitId, change: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.unit_mut(id) {
            change(unit);
        }
    }

    /// Rule: WSR-TRA-1, WSR-TRA-2 (the price.)
    fn spend_load(&mut self, setup: &WsrSetup) {
        if let Some(march) = &mut self.march {
            for spent in &mut march.spent {
                *spent = spent.saturating_add(setup.rules.numbers.load_cost);
            }
        }
    }

    fn count_call(&mut self, caller: Caller) {
        let side = match caller {
            Caller::Unit(unit) => {
                self.change(unit, |unit| unit.calls += 1);
                unit.side
            }
            Caller::Hq(hq) => {
                self.hq_mut(hq).calls += 1;
                hq.side
            }
        };
        let left = &mut self.missions[side.index()];
        *left = left.saturating_sub(1);
    }
}
