//! Questions about a battle.

use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use super::{Arrow, Place, Play, Unit};
use crate::card::Card;
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

    /// It is carried.
    pub fn is_aboard(&self, id: UnitId) -> bool {
        self.units.get(&id).is_some_and(|unit| matches!(unit.place, Place::Aboard(_)))
    }

    /// Units that a carrier has aboard, by id.
    pub fn riders(&self, carrier: UnitId) -> Vec<UnitId> {
        let aboard = self.units.iter().filter(|(_, unit)| unit.place == Place::Aboard(carrier));
        aboard.map(|(id, _)| *id).collect()
    }

    /// Units of a side with their cards, by id, wherever they are.
    pub fn of_side<'a>(
        &'a self,
        setup: &'a LhySetup,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, &'a Unit, &'a Card)> {
        let all = self.units.iter().zip(&setup.cards).filter(move |(_, (owner, _))| *owner == side);
        all.map(|((id, unit), (_, card))| (*id, unit, card))
    }

    /// Units of a side in a hex that no other carries, with their cards, by id.
    pub fn at<'a>(
        &'a self,
        setup: &'a LhySetup,
        hex: Hex,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, &'a Unit, &'a Card)> {
        self.of_side(setup, side).filter(move |(_, unit, _)| unit.place == Place::On(hex))
    }

    /// The same, their names alone.
    pub fn in_hex(&self, setup: &LhySetup, hex: Hex, side: Side) -> Vec<UnitId> {
        self.at(setup, hex, side).map(|(id, ..)| id).collect()
    }

    /// A side has units in a hex. Concealment does not hide this.
    pub fn has_units(&self, setup: &LhySetup, hex: Hex, side: Side) -> bool {
        self.at(setup, hex, side).next().is_some()
    }

    /// Units of a side on the map that no other carries, by id.
    pub fn on_map<'a>(
        &'a self,
        setup: &'a LhySetup,
        side: Side,
    ) -> impl Iterator<Item = (UnitId, &'a Unit, Hex)> {
        self.of_side(setup, side).filter_map(|(id, unit, _)| match unit.place {
            Place::On(hex) => Some((id, unit, hex)),
            Place::Reserve | Place::Aboard(_) | Place::Gone => None,
        })
    }

    /// Hexes in which a side has units, in order.
    pub fn hexes_of(&self, setup: &LhySetup, side: Side) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self.on_map(setup, side).map(|(_, _, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// A side has units left, wherever they are.
    pub fn is_alive(&self, setup: &LhySetup, side: Side) -> bool {
        self.of_side(setup, side).any(|(_, unit, _)| unit.place != Place::Gone)
    }

    /// The arrow at a hex.
    pub fn arrow(&self, hex: Hex) -> Option<&Arrow> {
        self.arrows.iter().find(|arrow| arrow.hex == hex)
    }

    /// A unit is part of an assault that is declared.
    pub fn assaults(&self, unit: UnitId) -> bool {
        self.arrows.iter().any(|arrow| arrow.attackers.iter().any(|(attacker, _)| *attacker == unit))
    }
}
