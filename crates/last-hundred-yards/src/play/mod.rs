//! All that changes in a battle as plain data, and the one function that changes it.

mod apply;
mod fight;
mod opening;
mod queries;
mod units;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::ids::UnitId;
use crate::state::State;
pub use fight::Fight;
pub use units::Units;

/// Place of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    Reserve,
    On(Hex),
    Aboard(UnitId),
    Gone,
}

/// A unit in play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Unit {
    pub place: Place,
    pub state: State,
    /// It has had its action this turn.
    pub acted: bool,
    /// It has moved this turn.
    pub moved: bool,
    /// It has advanced this turn.
    pub advanced: bool,
}

/// Fire that is declared and not resolved yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    pub unit: UnitId,
    pub from: Hex,
    pub hex: Hex,
    pub sav: u8,
    pub regrouping: bool,
}

/// An assault that is declared: the arrow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrow {
    pub by: Side,
    pub hex: Hex,
    /// Attackers, each with the hex before.
    pub attackers: Vec<(UnitId, Hex)>,
    /// Platoons that were activated together when it was declared.
    pub together: Vec<String>,
    #[serde(default)]
    pub feint: Feint,
}

/// State of the question whether an assault is a feint.
///
/// Rule: LHY-ASB-5.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Feint {
    /// Not settled.
    #[default]
    Open,
    /// These stay out, and may withdraw.
    Out(Vec<UnitId>),
    /// Settled.
    Over,
}

/// The battle as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    pub turn: u8,
    /// Minutes that have lapsed.
    pub minutes: u8,
    pub units: Units,
    /// Side that has the initiative, or had it last.
    pub active: Side,
    /// Platoons that act now.
    pub acting: Vec<String>,
    /// Platoons of the active side that have been activated this turn.
    pub activated: BTreeSet<String>,
    /// Hexes in which the active side has done something this turn.
    pub noticed: BTreeSet<Hex>,
    pub shots: Vec<Shot>,
    pub arrows: Vec<Arrow>,
    /// Assaults under way, a second one after the first that led to it.
    pub fights: Vec<Fight>,
    pub winner: Option<Side>,
}
