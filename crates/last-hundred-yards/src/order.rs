//! Orders, decisions and steps.

use serde::{Deserialize, Serialize};
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::assault::machine::{Answer, ChoiceKind};
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
    /// Goes in with an assault that was declared.
    PressHome,
    /// Lets attackers on foot try to stay out of an assault that was declared.
    Feint,
    /// Units that count in an assault.
    Count { units: Vec<UnitId> },
    /// The vehicle that is to be destroyed.
    Target { vehicle: UnitId },
    /// Hex to which a unit retreats.
    Retreat { to: Hex },
    /// Advances after an assault.
    Advance { unit: UnitId, to: Hex },
    /// Advances no more.
    Stay,
    /// Ends the actions of a platoon, or reactions.
    Done,
}

impl Order {
    /// The order as an answer in an assault.
    pub fn answer(&self) -> Option<Answer> {
        Some(match self {
            Self::Count { units } => Answer::Count(units.clone()),
            Self::Target { vehicle } => Answer::Target(*vehicle),
            Self::Retreat { to } => Answer::Retreat(*to),
            Self::Advance { unit, to } => Answer::Advance(*unit, *to),
            Self::Stay => Answer::Stay,
            Self::Deploy { .. }
            | Self::Activate { .. }
            | Self::EndActivations
            | Self::Maneuver { .. }
            | Self::Fire { .. }
            | Self::Recover { .. }
            | Self::Withdraw { .. }
            | Self::Assault { .. }
            | Self::PressHome
            | Self::Feint
            | Self::Done => return None,
        })
    }

    /// An answer in an assault as an order.
    pub fn of_answer(answer: Answer) -> Self {
        match answer {
            Answer::Count(units) => Self::Count { units },
            Answer::Target(vehicle) => Self::Target { vehicle },
            Answer::Retreat(to) => Self::Retreat { to },
            Answer::Advance(unit, to) => Self::Advance { unit, to },
            Answer::Stay => Self::Stay,
        }
    }
}

/// Options of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Choice {
    SetUp,
    Activate,
    Act,
    React,
    InAssault { kind: ChoiceKind },
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
    Fight,
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
