//! Data of shooting: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
pub use super::rolled::{AimedShot, PendingSalvo, SaveRolled, ThrowRolled, VolleyRolled};
use crate::game::phases::orders::orders;
use crate::rules::ids::{ModelId, UnitId};
use crate::rules::leadership::Begun;
use crate::rules::measures::Place;
use crate::rules::movement::arcs::Turning;
use crate::rules::salvo::Manner;

orders! {
    /// Fires at what lies round one enemy model. Rule: ACT-3.
    OnMyTarget(OnMyTarget),
    /// A unit that has run fires its one-handed weapons. Rule: ACT-4.
    FireAfterRunning(FireAfterRunning),
    /// A unit fires in the enemy's turn. Rule: RE-1.
    SnapFire(SnapFire),
    /// The player does not fire, though asked. Rule: RE-1.
    HoldFire,
}

/// Fires at what lies round one enemy model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnMyTarget {
    /// The unit.
    pub unit: UnitId,
    /// The enemy model on which the teardrop's large end lies.
    pub at: ModelId,
    /// Shooters; all that may fire, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Shooter>>,
}

/// The fire of a unit that has run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireAfterRunning {
    /// The unit.
    pub unit: UnitId,
    /// The target; it may not split its fire.
    pub fire: FireAt,
}

/// Fire in the enemy's turn, at the unit about which the player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapFire {
    /// The unit that fires.
    pub unit: UnitId,
    /// Shooters of the unit; all that may fire, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Shooter>>,
}

/// A salvo: at whom, and who fires.
///
/// Rule: BAS-8, SHO-1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireAt {
    /// The unit fired at.
    pub at: UnitId,
    /// Shooters; if left out, all that may fire and are not named for another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Shooter>>,
}

/// A model that fires.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shooter {
    /// The model.
    pub model: ModelId,
    /// The weapon, by its name on the card; the firearm that wounds most on average, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
    /// In full, or snap fire.
    #[serde(default)]
    pub fires: Fires,
    /// The point that a thrown weapon is thrown at; at the model that VIS-6 finds, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw_at: Option<Place>,
}

impl Shooter {
    /// A model that fires in full what wounds most.
    pub fn of(model: ModelId) -> Self {
        Self { model, weapon: None, fires: Fires::InFull, throw_at: None }
    }
}

/// Fire of a model in Open Fire.
///
/// Rule: ACT-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fires {
    /// With the whole rate of the action.
    #[default]
    InFull,
    /// At half rate and with doubled Aw.
    Snap,
}

/// Fire mode of a unit.
///
/// It holds whatever depends on the unit's action before its order: it is settled when the order is checked and travels with the steps,
/// because when the dice roll, the order has changed the unit's last action and posture already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireMode {
    /// Manner of fire.
    pub manner: Manner,
    /// Turns that its models may make before they fire.
    pub turning: Turning,
}

/// A step of shooting.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// The leadership tests for targets after the first, where fire is split by tests; then a salvo
    /// at each.
    DivideFire {
        /// The unit that fires.
        unit: UnitId,
        /// Its targets, each with the models that fire at it.
        fire: Vec<FireAt>,
        /// Fire mode.
        mode: FireMode,
    },
    /// A salvo.
    Salvo {
        /// The unit that fires.
        unit: UnitId,
        /// Its target, and the models that fire.
        fire: FireAt,
        /// Fire mode.
        mode: FireMode,
        /// Units that the unit's fire has struck in this action already, and the effect.
        begun: Vec<(UnitId, Begun)>,
    },
    /// Fire at what lies round one model.
    SalvoAtModel {
        /// The unit that fires.
        unit: UnitId,
        /// The model.
        at: ModelId,
        /// The models that fire; every one that may, if `None`.
        by: Option<Vec<Shooter>>,
    },
    /// Ask the enemy of a unit that runs whether to snap fire, if any unit may.
    OfferSnapFire {
        /// The unit that runs.
        at: UnitId,
        /// Before or after its move.
        moment: Moment,
    },
    /// Ask whether a unit that has run fires, if any of its models can.
    OfferFire {
        /// The unit.
        unit: UnitId,
        /// Turns that its models may make.
        turning: Turning,
    },
}

/// Choices of a player while units fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Snap fire at a unit that runs, or hold fire. Rule: RE-1.
    SnapFire {
        /// The unit that runs.
        at: UnitId,
        /// Before or after its move.
        moment: Moment,
    },
    /// Fire one-handed weapons after a run, or hold fire. Rule: ACT-4.
    FireAfterRunning {
        /// The unit.
        unit: UnitId,
        /// Turns that its models may make (FAC-4).
        turning: Turning,
    },
}

/// Moment in a run.
///
/// Rule: RE-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// It is announced; nobody has moved.
    BeforeMove,
    /// All have moved and turned.
    AfterMove,
}

/// Something that happened in shooting.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// A unit fired in the enemy's turn. Rule: RE-1.
    UnitSnapFired {
        /// The unit.
        unit: UnitId,
        /// The target.
        at: UnitId,
        /// Before or after its move.
        moment: Moment,
    },
    /// A unit fired at another: every shot with what it needed, every die. Rule: SHO-1.
    SalvoFired {
        /// The unit that fired.
        unit: UnitId,
        /// Its target.
        at: UnitId,
        /// Manner of fire.
        manner: Manner,
        /// Shots of each model.
        shots: Vec<AimedShot>,
        /// The dice to hit.
        volleys: Vec<VolleyRolled>,
        /// Landing points of throws.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        throws: Vec<ThrowRolled>,
    },
    /// Hits were saved on armour, or failed saves tested on toughness. Rule: SHO-5.
    SavesRolled {
        /// The unit that was hit.
        unit: UnitId,
        /// Kind of save.
        on: Save,
        /// The dice.
        rolls: Vec<SaveRolled>,
    },
}

/// Kind of save against a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Save {
    /// Armour: the saving throw of NRV-2.
    Armour,
    /// Toughness, after armour failed.
    Toughness,
}
