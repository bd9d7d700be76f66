//! The print on counters.

use crate::ids::UnitId;

/// Fire: firepower, range, To Hit.
///
/// Rule: WSR-BAS-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    pub power: u8,
    pub range: u8,
    pub to_hit: u8,
    /// Its range is underlined.
    pub underlined: bool,
    /// Its firepower has a "+".
    pub augmented: bool,
}

/// Assault factor and To Hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assault {
    pub factor: u8,
    pub to_hit: u8,
    /// It may not start an assault.
    pub starred: bool,
}

/// Armour factor and Save Number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Armour {
    pub factor: u8,
    pub save: u8,
}

/// One side of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Face {
    pub ap: Option<Fire>,
    pub he: Option<Fire>,
    /// The blue firepower.
    pub flak: Option<Fire>,
    pub assault: Option<Assault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    Leg,
    Wheeled,
    Tracked,
}

/// Kinds that rules name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    Hard,
    Afv,
    Infantry,
    Recon,
    Engineer,
    Transport,
    Mortar,
    Flak,
}

/// A support weapon of a platoon: printed with it, so never reassigned, and lost with it.
///
/// Rule: WSR-SUP-1, WSR-SUP-2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    pub name: String,
    pub ap: u8,
    pub range: u8,
    pub augments: bool,
}

/// A unit's counter.
///
/// Rule: WSR-BAS-4, WSR-BAS-5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub id: UnitId,
    pub name: String,
    pub flags: Vec<Flag>,
    pub going: Going,
    pub moves: u8,
    pub armour: Option<Armour>,
    pub full: Face,
    pub reduced: Face,
    pub support: Option<Support>,
}

impl Card {
    pub fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Rule: WSR-BAS-6.
    pub fn is_hard(&self) -> bool {
        self.is(Flag::Hard)
    }
}
