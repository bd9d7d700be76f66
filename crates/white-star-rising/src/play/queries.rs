//! Questions about a battle.

use std::collections::BTreeSet;

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;
use tabletop_hexes::stack::Stack;

use super::{Place, Play, Unit};
use crate::ids::{HqId, UnitId};

impl Play {
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

    /// Number of units of a side in a hex.
    pub fn count(&self, hex: Hex, side: Side) -> usize {
        self.stacks.get(&hex).map_or(0, |stack| stack.iter().filter(|unit| unit.side == side).count())
    }

    /// A side has units in a hex.
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
}
