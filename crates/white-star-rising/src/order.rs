//! Orders, decisions and steps.

use std::fmt;

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::ids::{HqId, UnitId};

/// One of a unit's fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Weapon {
    ArmourPiercing,
    HighExplosive,
    /// Blue firepower.
    Flak,
}

/// Payment for extended range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Price {
    /// As the rules have it: with the To Hit, or with firepower where that cannot be paid.
    #[default]
    Usual,
    /// With firepower, where the firer may pick.
    Firepower,
}

impl Price {
    fn is_usual(&self) -> bool {
        *self == Self::Usual
    }
}

/// Way of entering a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Entry {
    Walk,
    Assault,
    Overrun,
}

/// Caller of a mission, or eyes of a mortar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Caller {
    Unit(UnitId),
    Hq(HqId),
}

impl Caller {
    pub(crate) fn side(self) -> Side {
        match self {
            Self::Unit(unit) => unit.side,
            Self::Hq(hq) => hq.side,
        }
    }
}

impl fmt::Display for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit(unit) => unit.fmt(f),
            Self::Hq(hq) => hq.fmt(f),
        }
    }
}

/// Kind of fire mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Mission {
    HighExplosive,
    Smoke,
}

/// Choice of a player.
#[allow(missing_docs, reason = "the fields are named by what they hold")]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Sets a unit up.
    Deploy { unit: UnitId, hex: Hex },
    /// Sets a headquarters up.
    DeployHq { hq: HqId, hex: Hex },
    /// Fires at a unit, perhaps with a headquarters' leadership.
    Fire {
        unit: UnitId,
        target: UnitId,
        weapon: Weapon,
        lead: Option<HqId>,
        #[serde(default, skip_serializing_if = "Price::is_usual")]
        price: Price,
    },
    /// A mortar fires at a hex; somebody else sees it where it does not.
    Bombard { unit: UnitId, hex: Hex, spotter: Option<Caller>, lead: Option<HqId> },
    /// A unit or stack begins to move.
    March { units: Vec<UnitId>, hq: Option<HqId>, to: Hex, entry: Entry },
    /// It goes on.
    GoOn { to: Hex, entry: Entry },
    /// It stops.
    Stop,
    /// A transport takes a unit aboard.
    Load { carrier: UnitId, unit: UnitId },
    /// A transport sets its unit down.
    Unload { carrier: UnitId },
    /// Tries to clear mines.
    Clear { unit: UnitId, hex: Hex },
    /// Calls artillery.
    Call { caller: Caller, hex: Hex, mission: Mission },
    /// Lends leadership to a unit of a fight.
    Lend { unit: UnitId },
    /// Keeps it.
    KeepLeadership,
    /// Retreats.
    Retreat { to: Hex },
    /// Lays mines where the enemy has entered.
    LayMines,
    /// Keeps them.
    KeepMines,
    /// Fires no opportunity fire.
    HoldFire,
    /// Aims an aircraft.
    AirStrike { hex: Hex },
    /// A flak unit fires at the aircraft.
    FlakFire { unit: UnitId },
    /// Moves a wrong strike.
    Misdirect { hex: Hex },
    /// Brings a unit to the top of a stack that has formed.
    Raise { unit: UnitId },
    /// Leaves a stack in its order.
    KeepOrder,
    /// A lost HQ comes back in a hex.
    ReplaceHq { hex: Hex },
    /// Fate: rolls one of the dice again.
    Reroll { die: u8 },
    /// Fate: turns one of the dice up or down by one, to a face.
    TurnDie { die: u8, face: u8 },
    /// Leaves the dice as they are.
    KeepDice,
    /// Fate: sends a marker back to the cup.
    ReturnMarker,
    /// Lets a marker be used.
    KeepMarker,
    /// Fate: takes Out of Command off the units of a hex.
    RestoreCommand { hex: Hex },
    /// Fate: takes Ops Complete off a unit.
    Refresh { unit: UnitId },
    /// Ends the impulse.
    Done,
}

/// Options of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Choice {
    SetUp,
    Operations,
    GoOn,
    Mines,
    Opportunity,
    Lend,
    Retreat { unit: UnitId },
    AirTarget,
    Flak,
    Misdirect,
    Arrange { hex: Hex },
    ReplaceHq,
    Fate,
    Return { marker: Marker },
}

/// A marker of the cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Marker {
    Formation(Side),
    Aircraft(Side),
    EndOfTurn,
}

/// Something that still has to happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    SetUp,
    Draw,
    Play(Marker),
    CheckCommand(Side),
    Rally(Side),
    Operate(Side),
    EndTurn,
    ReplaceHq(Side),
    FinishTurn,
    AskReturn {
        left: Vec<Side>,
    },
    AskFate,
    MineStrike,
    /// Mines strike who has fallen back into their hex.
    MinesAt {
        hex: Hex,
        side: Side,
    },
    AskArrange {
        hex: Hex,
        side: Side,
    },
    AskMines,
    AskOpportunity,
    AfterEntry,
    AskLend(Side),
    RollAssault,
    /// The attackers go back there if they lose.
    SettleAssault {
        back: Hex,
    },
    RetreatNext {
        left: Vec<UnitId>,
    },
    EndFight,
    RollOverrun,
    StrikeHex {
        hex: Hex,
        by: Side,
    },
    AskFlak,
    AirAttack,
}
