//! The ground of a level.

use tabletop_hexes::hex::{Hex, Hexside};
use tabletop_hexes::map::HexMap;

/// Ground of a level; it never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Land {
    /// Hexes and roads.
    pub map: HexMap,
    /// Ground of each hex, in the order of [`HexMap::hexes`].
    pub grounds: Vec<Ground>,
    /// Walls and hedges, in the order of their sides.
    pub boundaries: Vec<Boundary>,
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

/// A wall or hedge along the side between two hexes.
#[derive(Clone, Debug, PartialEq)]
pub struct Boundary {
    /// The side.
    pub side: Hexside,
    /// Its model.
    pub look: BoundaryLook,
    /// Name and effect: "Wall: −1 to assaults across it (LHY-DRM-6)".
    pub text: String,
}

/// Models of boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BoundaryLook {
    Wall,
    Hedge,
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
    /// A farmhouse and its barns.
    Farm,
    Hill,
    Water,
}

impl Land {
    /// Ground of a hex; `None` off the map.
    pub fn ground(&self, hex: Hex) -> Option<&Ground> {
        self.grounds.get(self.map.index(hex)?)
    }

    /// Walls and hedges round a hex, each with the hex beyond it.
    pub fn boundaries_of(&self, hex: Hex) -> impl Iterator<Item = (&Boundary, Hex)> {
        self.boundaries.iter().filter_map(move |boundary| {
            let [one, other] = boundary.side.hexes();
            let beyond = if one == hex { Some(other) } else { (other == hex).then_some(one) };
            beyond.map(|beyond| (boundary, beyond))
        })
    }
}
