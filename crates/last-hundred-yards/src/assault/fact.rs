//! Facts of an assault: what happened, in the order of the rules.

use serde::{Deserialize, Serialize};
use tabletop::ids::RuleId;
use tabletop_hexes::hex::Hex;

use super::case::Ahead;
use super::progress::Step;
use crate::data::table::{Role, Roles};
use crate::ids::UnitId;

/// A line of an explained sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Line {
    /// Its paragraph.
    pub rule: RuleId,
    /// Its number, with its sign.
    pub value: i8,
    /// In words: "Assault values of US-1 and US-2".
    pub why: String,
}

/// An assault that needs no die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AtOnce {
    /// Towed guns, carriers, FVs and Shocked AFVs by themselves.
    SoftAlone,
    /// LATWs by themselves.
    LatwsAlone,
    /// Only units that are no combat units: Cohesion decides.
    NoCombatUnits,
    /// Only AFVs: anti-tank values decide.
    OnlyAfvs,
}

/// Cause of a loss or a marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// Destroyed without a die.
    AtOnce(AtOnce),
    /// Urban assault.
    Urban,
    /// Destruction of a vehicle.
    Destruction,
    /// Collateral damage.
    Collateral,
    /// A unit of a kind that cannot retreat.
    CannotRetreat,
    /// The only way leads through a prohibited hex or hexside, or there is none.
    NoWay,
    /// A light vehicle forced through forest off the road.
    Forest,
    /// The row's casualty.
    Casualty,
    /// The row disrupts before it checks.
    DisruptFirst,
    /// A check failed next to an enemy.
    RetreatCheck,
    /// The row's Cohesion check failed.
    Check,
    /// The loss check of leaders and FPs.
    LossCheck,
    /// The row's last column.
    Regrouping,
}

/// Check of a unit's Cohesion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Check {
    /// It ended its retreat next to an enemy.
    Retreat,
    /// The row demands it.
    Row,
}

/// Something that happened in an assault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Fact {
    StepBegan { step: Step },
    HeroicRemoved { unit: UnitId },
    Counted { role: Role, units: Vec<UnitId> },
    SettledAtOnce { why: AtOnce },
    SideLot { face: u8 },
    MustRetreat { role: Role, hexes: [u8; 2] },
    Summed { lines: Vec<Line>, drm: i8 },
    Rolled { face: u8, total: i8, row: u8, urban: Option<Roles>, disrupted: Vec<UnitId> },
    LotCast { among: Vec<UnitId>, face: u8, unit: Option<UnitId> },
    BestFound { unit: UnitId, steadfast: bool },
    UrbanLost { role: Role, unit: UnitId },
    TargetChosen { role: Role, vehicle: UnitId },
    VehicleTried { role: Role, vehicle: UnitId, lines: Vec<Line>, face: u8, destroyed: bool },
    Unloaded { unit: UnitId, carrier: UnitId },
    Retreated { unit: UnitId, way: Vec<Hex>, in_motion: bool },
    Checked { unit: UnitId, check: Check, face: u8, cohesion: u8, passed: bool },
    Casualty { unit: UnitId, left: u8, cause: Cause },
    Disrupted { unit: UnitId, cause: Cause },
    Regrouped { unit: UnitId, cause: Cause },
    Eliminated { unit: UnitId, cause: Cause },
    Advanced { unit: UnitId, to: Hex, ahead: Ahead },
    AdvanceEnded,
    SecondEnded { hex: Hex },
    LossChecked { unit: UnitId, face: u8, lost: bool },
    Revealed { unit: UnitId },
    Ended { keeper: Option<Role> },
}

impl AtOnce {
    /// The paragraph.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::SoftAlone => "LHY-IMM-1",
            Self::LatwsAlone => "LHY-IMM-2",
            Self::NoCombatUnits => "LHY-IMM-3",
            Self::OnlyAfvs => "LHY-IMM-4",
        }
    }
}

impl Cause {
    /// The paragraph.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::AtOnce(why) => why.rule(),
            Self::Urban => "LHY-URB-1",
            Self::Destruction => "LHY-VDA-2",
            Self::Collateral => "LHY-VDA-5",
            Self::CannotRetreat => "LHY-RET-2",
            Self::NoWay => "LHY-RET-5",
            Self::Forest => "LHY-RET-4",
            Self::Casualty | Self::Check => "LHY-CAS-1",
            Self::DisruptFirst => "LHY-RES-7",
            Self::RetreatCheck => "LHY-RET-6",
            Self::LossCheck => "LHY-LSC-1",
            Self::Regrouping => "LHY-REG-1",
        }
    }
}
