//! The ground of a level.

use tabletop_hexes::hex::Hex;
use tabletop_hexes::map::HexMap;

/// Ground of a level; it never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Hexes and roads.
    pub map: HexMap,
    /// Ground of each hex, in the order of [`HexMap::hexes`].
    pub grounds: Vec<Ground>,
    /// Hexes with a name, such as goals: "the farm".
    pub names: Vec<(Hex, String)>,
}

/// Ground of a hex.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Its model.
    pub look: Look,
    /// To players: "woods".
    pub name: String,
    /// Height, in levels.
    pub level: u8,
    /// Effects, a line each: "Cover: +2 save dice (WSR-FIR-12)".
    pub effects: Vec<String>,
}

/// Models of terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Look {
    Open,
    Field,
    Rough,
    Woods,
    Town,
    Hill,
    Water,
}

impl Land {
    /// Ground of a hex; `None` off the map.
    pub fn ground(&self, hex: Hex) -> Option<&Ground> {
        self.grounds.get(self.map.index(hex)?)
    }
}
