//! Terrain pieces as the rules see them, independent of any file format.
//!
//! Every kind of terrain in the rulebook is a variant here. A piece's footprint is already in the table's
//! coordinates; so are its parts (walls, steps, floors).

use serde::{Deserialize, Serialize};

use super::shape::Shape;
use warstrike_rules::measures::Thou;
pub use warstrike_rules::movement::going::Going;

/// A piece of terrain on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its id in the level file, unique there.
    pub id: String,
    /// Its outline, seen from above.
    pub footprint: Shape,
    /// Kind of terrain, with its own measures.
    pub kind: Kind,
    /// The going that the level gives it, in place of its kind's.
    pub going: Option<Going>,
    /// The flag of GO-6.
    pub danger: Danger,
}

/// Whether a piece is dangerous ground.
///
/// Rule: GO-6 (the flag; it matters in OFB-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Danger {
    /// Ordinary ground.
    #[default]
    None,
    /// Dangerous ground.
    Dangerous,
}

/// Kind of a piece of terrain. Heights of a hill are inches over the table top, all others over the ground (HIL-3).
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A hill of one or more steps, the lowest first; the first step's outline is the footprint.
    Hill {
        /// From the lowest to the highest.
        steps: Vec<Step>,
    },
    /// Trees over a base.
    Wood {
        /// Height of its trees.
        height: Thou,
    },
    /// A ruin: broken walls on a base.
    Ruin {
        /// Height of its highest wall.
        height: Thou,
        /// Standing walls; may be none.
        walls: Vec<Wall>,
    },
    /// Bog.
    Bog,
    /// Standing crops or the like.
    Field {
        /// Height of what grows there.
        height: Thou,
    },
    /// A wall, hedge or fence.
    Linear {
        /// Over the ground.
        height: Thou,
    },
    /// A rock, a crate, a wreck.
    Point {
        /// Over the ground.
        height: Thou,
    },
    /// A building, whole or ruined.
    Structure {
        /// From the ground level up.
        levels: Vec<Level>,
        /// Whether it stands on a base (STR-4).
        foundation: Foundation,
        /// Whether there is a roof over the highest level.
        roof: Roof,
    },
    /// Open ground that only looks different, or ground with a going of its own.
    Ground,
    /// A paved road or square: clear ground, on which rules may make models easier to hit.
    Pavement,
}

/// A step of a hill.
///
/// Rule: HIL-1, HIL-2.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its outline.
    pub outline: Shape,
    /// Height of its top over the table.
    pub top: Thou,
}

/// A level of a structure: a floor and the walls that stand on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Height of its floor over the ground.
    pub floor: Thou,
    /// The outline of its floor; `None`: all of the footprint.
    pub outline: Option<Shape>,
    /// Walls standing on it.
    pub walls: Vec<Wall>,
}

/// A vertical wall between two points of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Wall {
    /// Over the table, inches.
    pub from: [f64; 2],
    /// Over the table, inches.
    pub to: [f64; 2],
    /// Over its level's floor.
    pub height: Thou,
    /// Thickness, half of it on either side of the line between its ends.
    pub thickness: Thou,
    /// Doors, windows and holes in it.
    pub openings: Vec<Opening>,
}

/// A hole in a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Door, window or hole.
    pub kind: OpeningKind,
    /// From the wall's first end to the opening's middle, along the wall.
    pub along: Thou,
    /// Along the wall.
    pub width: Thou,
    /// Its lower edge over the level's floor.
    pub sill: Thou,
    /// Its upper edge over the level's floor.
    pub top: Thou,
}

/// Kind of opening in a wall. All three let models through (STR-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OpeningKind {
    /// A door.
    Door,
    /// A window.
    Window,
    /// A breach in the wall.
    Hole,
}

/// Whether a structure stands on a base.
///
/// Rule: STR-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Foundation {
    /// It has a base: its ground level is area terrain.
    Base,
    /// It has none: its ground level is clear.
    #[default]
    None,
}

/// Whether a structure has a roof to stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Roof {
    /// Flat, at the top of the highest walls.
    #[default]
    Flat,
    /// Open to the sky.
    Open,
}

impl Kind {
    /// The height of the piece over its ground, inches; of a hill over the table.
    pub fn height(&self) -> f64 {
        match self {
            Self::Hill { steps } => steps.iter().map(|step| step.top).max(),
            Self::Wood { height }
            | Self::Ruin { height, .. }
            | Self::Field { height }
            | Self::Linear { height }
            | Self::Point { height } => Some(*height),
            Self::Structure { levels, .. } => levels.iter().map(Level::top).max(),
            Self::Bog | Self::Ground | Self::Pavement => None,
        }
        .map_or(0.0, Thou::inches)
    }
}

impl Level {
    /// Height of its highest wall's top over the ground; of its floor if it has no wall.
    pub fn top(&self) -> Thou {
        let wall = self.walls.iter().map(|wall| wall.height.0).max().unwrap_or(0);
        Thou(self.floor.0 + wall)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::{hill, house};

    #[test]
    fn the_height_of_a_piece_is_that_of_its_highest_part() {
        let height = Thou(2500);
        for (kind, expected, reason) in [
            (hill().kind, 2.0, "a hill's top"),
            (house().kind, 3.0, "a house's walls, as high as its upper floor"),
            (Kind::Wood { height }, 2.5, "trees"),
            (Kind::Linear { height }, 2.5, "an obstacle"),
            (Kind::Bog, 0.0, "nothing"),
        ] {
            assert_eq!(kind.height(), expected, "{reason}");
        }
    }
}
