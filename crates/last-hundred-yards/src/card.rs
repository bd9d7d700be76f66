//! Values of units as they are printed.

use crate::ids::UnitId;

/// Nationality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nation {
    American,
    German,
    Japanese,
    Russian,
}

/// Kind of a unit.
///
/// Rule: LHY-TRM-1, LHY-TRM-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Squad,
    /// Infantry section.
    Section,
    MachineGun,
    TowedGun,
    /// Armoured fighting vehicle.
    Afv,
    HalfTrack,
    Carrier,
    /// Soft or light fighting vehicle.
    Fv,
    Leader,
    /// Light anti-tank weapon.
    Latw,
    Flamethrower,
    /// Fortified position.
    Fortified,
}

/// Means by which a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Going {
    Foot,
    Tracked,
    Wheeled,
}

/// A unit's values.
///
/// Rule: LHY-FRM-2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub id: UnitId,
    pub name: String,
    pub kind: Kind,
    pub nation: Nation,
    pub formation: String,
    pub platoon: String,
    /// 0 of leaders, LATWs and FTs.
    pub steps: u8,
    /// None of half-tracks and carriers.
    pub cohesion: Option<u8>,
    /// Assault value, full and reduced.
    pub av: [u8; 2],
    /// Small-arms value, full and reduced.
    pub sav: Option<[u8; 2]>,
    /// Anti-tank value.
    pub atv: Option<u8>,
    /// Maneuver points; 0 of what cannot move.
    pub mp: u8,
    pub going: Going,
    pub elite: bool,
}

impl Nation {
    /// Casualties take the place of Disruption.
    ///
    /// Rule: LHY-STA-7, LHY-RES-3.
    pub fn is_steadfast(self) -> bool {
        matches!(self, Self::Japanese | Self::Russian)
    }

    /// "German".
    pub fn adjective(self) -> &'static str {
        match self {
            Self::American => "American",
            Self::German => "German",
            Self::Japanese => "Japanese",
            Self::Russian => "Russian",
        }
    }
}

impl Kind {
    /// Combat units: squads, sections, machine guns, towed guns and AFVs.
    ///
    /// Rule: LHY-TRM-3.
    pub fn is_combat(self) -> bool {
        matches!(self, Self::Squad | Self::Section | Self::MachineGun | Self::TowedGun | Self::Afv)
    }

    /// Vehicles of any kind.
    pub fn is_vehicle(self) -> bool {
        matches!(self, Self::Afv | Self::HalfTrack | Self::Carrier | Self::Fv)
    }

    /// Soft and light vehicles; a carrier counts as one.
    ///
    /// Rule: LHY-TRM-1.
    pub fn is_light_vehicle(self) -> bool {
        matches!(self, Self::HalfTrack | Self::Carrier | Self::Fv)
    }

    /// Units on foot: no vehicle, and no fortified position.
    pub fn is_foot(self) -> bool {
        !self.is_vehicle() && self != Self::Fortified
    }
}

impl Card {
    /// Assault value with so many steps left.
    pub fn av_with(&self, steps: u8) -> u8 {
        self.av[usize::from(self.is_reduced(steps))]
    }

    /// Small-arms value with so many steps left.
    pub fn sav_with(&self, steps: u8) -> Option<u8> {
        self.sav.map(|sav| sav[usize::from(self.is_reduced(steps))])
    }

    /// The reduced side lies up with so many steps left.
    pub fn is_reduced(&self, steps: u8) -> bool {
        steps < self.steps
    }
}
