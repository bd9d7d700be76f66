//! An assault as it is put to the rules: who fights, on what ground, and what the land around it answers.

use serde::{Deserialize, Serialize};
use tabletop_hexes::hex::Hex;

use super::ways::KnownWays;
use crate::card::Card;
use crate::data::ruleset::{Ruleset, Terrain};
use crate::data::table::Role;
use crate::ids::UnitId;
use crate::state::State;

/// The hexside by which an attacker comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Entry {
    /// The hex it comes from.
    pub from: Hex,
    /// It enters uphill.
    pub uphill: bool,
    /// It crosses a wall.
    pub wall: bool,
}

/// A unit that takes part, with what stays the same during the assault.
#[derive(Clone, Copy, Debug)]
pub struct Fighter<'a> {
    /// Its values.
    pub card: &'a Card,
    /// Its side of the assault.
    pub role: Role,
    /// Entry of an attacker; `None` of a defender.
    pub entry: Option<Entry>,
}

/// State of a fighter, which changes during the assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// Steps and markers.
    pub state: State,
    /// The hex it is in; `None` once it is removed.
    pub at: Option<Hex>,
    /// The vehicle that it rides on or in.
    pub aboard: Option<UnitId>,
    /// It has advanced this turn.
    pub advanced: bool,
}

/// The ground of the assault hex.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Its terrain.
    pub terrain: &'a Terrain,
    /// The defenders lie in improved positions.
    pub improved: bool,
    /// It is cover terrain (by hex, hexside or improved position), or lies next to a hex of it.
    pub near_cover: bool,
}

/// Circumstances that the rules ask about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// It is night.
    pub night: bool,
    /// The scenario is later than September 1943.
    pub after_september_1943: bool,
    /// The attackers are activated together.
    pub coordinated: bool,
    /// The asker sees that concealed defenders are there, but not who: the sum is incomplete.
    pub hidden: bool,
}

/// Enemies or friends of the fighters in a hex, fighters left out.
pub type Others<'a> = Vec<(&'a Card, State)>;

/// Hexes ahead of a unit that may advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ahead {
    /// No enemy.
    Free,
    /// Enemies: a second assault.
    Enemies,
    /// Enemies under an assault of its own side that is still to come, which it reinforces.
    Reinforces,
}

/// Answers of the land around the assault. Units that take part in it are left out of every answer.
pub trait Land {
    /// Neighbours of a hex on the map, clockwise from the top.
    fn neighbours(&self, hex: Hex) -> Vec<Hex>;
    /// Terrain of a hex.
    fn terrain(&self, hex: Hex) -> &Terrain;
    /// Cost of a step in half maneuver points; `None` if hex or hexside is prohibited to the unit.
    fn cost(&self, card: &Card, from: Hex, to: Hex) -> Option<u8>;
    /// A wall lies between two neighbours.
    fn has_wall(&self, from: Hex, to: Hex) -> bool;
    /// A road runs between two neighbours.
    fn has_road(&self, from: Hex, to: Hex) -> bool;
    /// Units of one side of the assault in a hex.
    fn others(&self, hex: Hex, role: Role) -> Others<'_>;
    /// Attackers of an assault on a hex by this side that is declared and still to come.
    fn declared(&self, hex: Hex, role: Role) -> Others<'_>;
    /// Ways of retreats that were found before, for who asks often; a game need not keep any.
    fn known_ways(&self) -> Option<&KnownWays> {
        None
    }
}

/// An assault with all that does not change while it is resolved.
pub struct Case<'a> {
    /// Numbers, switches and the table.
    pub rules: &'a Ruleset,
    /// The assault hex.
    pub hex: Hex,
    /// Its ground.
    pub site: Site<'a>,
    /// Other circumstances.
    pub circumstances: Circumstances,
    /// Attackers, then defenders, each by id.
    pub fighters: Vec<Fighter<'a>>,
    /// The land around.
    pub land: &'a dyn Land,
}

impl<'a> Case<'a> {
    /// The place of a unit among the fighters.
    pub fn index(&self, unit: UnitId) -> Option<usize> {
        self.fighters.iter().position(|fighter| fighter.card.id == unit)
    }

    /// Puts fighters and their conditions in the order of the rules: attackers before defenders, by id.
    ///
    /// Rule: LHY-RES-6.
    pub fn ordered(mut all: Vec<(Fighter<'a>, Condition)>) -> (Vec<Fighter<'a>>, Vec<Condition>) {
        all.sort_by_key(|(fighter, _)| (fighter.role != Role::Attacker, fighter.card.id));
        all.into_iter().unzip()
    }
}
