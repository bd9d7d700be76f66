//! Orders, decisions and steps.

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::ids::UnitId;

/// Choice of a player.
#[allow(missing_docs, reason = "the fields are named by what they hold")]
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Sets a unit up.
    Deploy { unit: UnitId, hex: Hex },
    /// Activates a platoon, or two of the Russians together.
    Activate { platoons: Vec<String> },
    /// Activates no more platoons.
    EndActivations,
    /// Moves a unit by its cheapest way.
    Maneuver { unit: UnitId, to: Hex },
    /// Fires small arms at a hex.
    Fire { unit: UnitId, hex: Hex },
    /// Tries to recover a Disrupted unit, or all that is Regrouping in its hex.
    Recover { unit: UnitId },
    /// Goes back.
    Withdraw { unit: UnitId, to: Hex },
    /// Declares an assault from the neighbouring hex before, or reinforces one.
    Assault { units: Vec<UnitId>, hex: Hex, from: Hex },
    /// Ends the actions of a platoon, or reactions.
    Done,
}

/// Options of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Choice {
    SetUp,
    Activate,
    Act,
    React,
}

/// Something that still has to happen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Step {
    SetUp,
    BeginTurn,
    EndShock(Side),
    AskActivate,
    AskAct,
    BeginReactions,
    AskReact,
    ResolveShot,
    NextAssault,
    JudgeGoals,
    LapseTime,
}

/// Way in which a unit moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Way {
    Maneuver,
    Withdraw,
    /// To the hex before one that is assaulted.
    Approach,
}
