//! Questions about a battle.

use std::collections::BTreeSet;

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::{Arrow, Place, Play, Unit};
use crate::ids::UnitId;
use crate::setup::LhySetup;
use crate::state::State;

impl Play {
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(&id)
    }

    /// The state of a unit; that of none where there is no such unit.
    pub fn state(&self, id: UnitId) -> State {
        self.units.get(&id).map(|unit| unit.state).unwrap_or_default()
    }

    /// The hex of a unit on the map, its carrier's if it is aboard.
    pub fn hex_of(&self, id: UnitId) -> Option<Hex> {
        match self.units.get(&id)?.place {
            Place::On(hex) => Some(hex),
            Place::Aboard(carrier) => match self.units.get(&carrier)?.place {
                Place::On(hex) => Some(hex),
                Place::Reserve | Place::Aboard(_) | Place::Gone => None,
            },
            Place::Reserve | Place::Gone => None,
        }
    }

    /// Whether it is carried.
    pub fn is_aboard(&self, id: UnitId) -> bool {
        self.units.get(&id).is_some_and(|unit| matches!(unit.place, Place::Aboard(_)))
    }

    /// Units that a carrier has aboard, by id.
    pub fn riders(&self, carrier: UnitId) -> Vec<UnitId> {
        let aboard = self.units.iter().filter(|(_, unit)| unit.place == Place::Aboard(carrier));
        aboard.map(|(id, _)| *id).collect()
    }

    /// Units of a side in a hex that no other carries, by id.
    pub fn in_hex(&self, setup: &LhySetup, hex: Hex, side: Side) -> Vec<UnitId> {
        let here = self.units.iter().filter(|(_, unit)| unit.place == Place::On(hex));
        here.map(|(id, _)| *id).filter(|id| setup.side(*id) == side).collect()
    }

    /// Whether a side has units in a hex. Concealment does not hide this.
    pub fn has_units(&self, setup: &LhySetup, hex: Hex, side: Side) -> bool {
        self.units.iter().any(|(id, unit)| unit.place == Place::On(hex) && setup.side(*id) == side)
    }

    /// Units of a side on the map that no other carries, by id.
    pub fn on_map<'a>(
        &'a self,
        setup: &'a LhySetup,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, &'a Unit, Hex)> {
        let own = self.units.iter().filter(move |(id, _)| setup.side(**id) == side);
        own.filter_map(|(id, unit)| match unit.place {
            Place::On(hex) => Some((*id, unit, hex)),
            Place::Reserve | Place::Aboard(_) | Place::Gone => None,
        })
    }

    /// Hexes in which a side has units.
    pub fn hexes_of(&self, setup: &LhySetup, side: Side) -> BTreeSet<Hex> {
        self.on_map(setup, side).map(|(_, _, hex)| hex).collect()
    }

    /// Whether a side has units left, wherever they are.
    pub fn is_alive(&self, setup: &LhySetup, side: Side) -> bool {
        self.units.iter().any(|(id, unit)| setup.side(*id) == side && unit.place != Place::Gone)
    }

    /// The arrow at a hex.
    pub fn arrow(&self, hex: Hex) -> Option<&Arrow> {
        self.arrows.iter().find(|arrow| arrow.hex == hex)
    }

    /// Whether a unit is part of an assault that is declared.
    pub fn assaults(&self, unit: UnitId) -> bool {
        self.arrows.iter().any(|arrow| arrow.attackers.iter().any(|(attacker, _)| *attacker == unit))
    }
}
