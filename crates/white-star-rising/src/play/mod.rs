//! All that changes in a battle as plain data, and the one function that changes it.

mod apply;
mod changes;
mod opening;
mod queries;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tabletop::bag::Bag;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::stack::Stack;

use crate::chapters::movement::Pace;
use crate::ids::{HqId, UnitId};
use crate::order::{Entry, Marker};

/// Place of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    Reserve,
    On(Hex),
    Aboard(UnitId),
    Gone,
}

/// State of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    /// Place at the beginning of its last impulse.
    pub began: Option<Hex>,
    pub reduced: bool,
    pub disrupted: bool,
    /// Ops Complete.
    pub done: bool,
    pub out_of_command: bool,
    /// Missions it has called in this impulse.
    pub calls: u8,
}

/// State of an (s)HQ.
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
    /// Hexes it comes from, the last one last.
    pub trail: Vec<Hex>,
    pub hex: Option<Hex>,
    pub spent: Vec<u8>,
    pub entry: Entry,
    /// The hex was empty when it was entered.
    pub was_empty: bool,
    /// The overrun of this hex has been fought.
    pub overran: bool,
    /// Units that were stopped in this hex.
    pub stopped: Vec<UnitId>,
}

impl March {
    /// The hex before.
    pub fn from(&self) -> Option<Hex> {
        self.trail.last().copied()
    }

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
    /// Hexes where a stack has formed that its owner may still order.
    pub formed: BTreeSet<Hex>,
    /// Fate points that are left.
    pub fate: [u8; 2],
    /// A marker that was drawn and may still be sent back.
    pub drawn: Option<Marker>,
    pub pending: Pending,
}

/// Dice of the work under way that fate may change: what is settled, and the roll that is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    pub settled: Vec<Vec<u8>>,
    pub open: Option<OpenRoll>,
}

/// A roll that fate may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenRoll {
    pub purpose: String,
    pub side: Side,
    /// Face that a die needs, if more is better.
    pub needed: Option<u8>,
    pub faces: Vec<u8>,
    /// Players who leave it as it is.
    pub passed: [bool; 2],
}
