//! What a player may ask for: one complete choice, as it is logged and replayed.

use serde::{Deserialize, Serialize};

use crate::rules::action::Action;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};

/// One choice of one player.
///
/// In orders files and saves it is one JSON object a line, for example
/// `{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    /// Who chooses.
    pub player: Side,
    /// What.
    pub order: Order,
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order {
    /// Places a waiting unit in its zone. Rule: MIS-1.
    DeployUnit(DeployUnit),
    /// Moves a unit by the Advance action, and fires. Rule: ACT-2.
    AdvanceUnit(AdvanceUnit),
    /// Says that a unit will run, before its paths are chosen. Rule: RE-1.
    AnnounceDouble(AnnounceDouble),
    /// Moves a unit by the At The Double action. Rule: ACT-4.
    AtTheDouble(AtTheDouble),
    /// Opens fire, adjusting its places before. Rule: ACT-1.
    OpenFire(OpenFire),
    /// Fires at what lies round one enemy model. Rule: ACT-3.
    OnMyTarget(OnMyTarget),
    /// A unit takes cover where it is. Rule: ACT-5.
    GetDown(GetDown),
    /// A suppressed unit is activated: it has to fall back. Rule: SUP-4, FB-1.
    FallBack(FallBack),
    /// A unit that has run fires its one-handed weapons. Rule: ACT-4.
    FireAfterRunning(FireAfterRunning),
    /// A unit fires in the enemy's turn. Rule: RE-1.
    SnapFire(SnapFire),
    /// Does not fire, though he was asked. Rule: RE-1.
    HoldFire,
    /// The active player has no more to do in this phase. Rule: TURN-3.
    EndPhase,
}

/// Places a waiting unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeployUnit {
    /// The unit.
    pub unit: UnitId,
    /// A place for each of its models.
    pub models: Vec<ModelPlace>,
}

/// Where a model is placed and where it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelPlace {
    /// The model.
    pub model: ModelId,
    /// Centre of its base.
    pub at: Place,
    /// Where it looks.
    pub facing: Facing,
}

/// Moves a unit by the Advance action, and fires before or after.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvanceUnit {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: Vec<ModelMove>,
    /// A salvo at each of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fire: Vec<FireAt>,
    /// What comes first.
    #[serde(default)]
    pub sequence: Sequence,
}

/// Whether an Advance moves or fires first.
///
/// Rule: ACT-2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sequence {
    /// Moves, then fires.
    #[default]
    MoveFirst,
    /// Fires, then moves: the order names no moves, they are asked for when the smoke has cleared.
    FireFirst,
}

/// Says that a unit will run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnounceDouble {
    /// The unit.
    pub unit: UnitId,
}

/// Moves a unit by the At The Double action. It must have been announced if an enemy might snap fire
/// before it moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtTheDouble {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: Vec<ModelMove>,
}

/// Opens fire.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenFire {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn before they fire; the others stay as they are.
    pub moves: Vec<ModelMove>,
    /// A salvo at each of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fire: Vec<FireAt>,
}

/// Fires at what lies round one enemy model.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnMyTarget {
    /// The unit.
    pub unit: UnitId,
    /// The enemy model on which the teardrop's large end lies.
    pub at: ModelId,
    /// Who fires; everyone who may, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Shooter>>,
}

/// A suppressed unit is activated: it falls back, or its player lets it stay and fire where he may.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallBack {
    /// The unit.
    pub unit: UnitId,
    /// Snap fire at one unit in place of the move. Rule: FB-1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fire: Option<FireAt>,
    /// Models that end elsewhere than by default, or look elsewhere; an empty path is the default one.
    /// Rule: FB-5, FAC-2.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<ModelMove>,
}

impl FallBack {
    /// The move as the rules give it, nothing chosen.
    pub fn of(unit: UnitId) -> Self {
        Self { unit, fire: None, moves: Vec::new() }
    }
}

/// The fire of a unit that has run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireAfterRunning {
    /// The unit.
    pub unit: UnitId,
    /// At whom; it may not split its fire.
    pub fire: FireAt,
}

/// Fire in the enemy's turn, at the unit about which the player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SnapFire {
    /// The unit that fires.
    pub unit: UnitId,
    /// Who of it fires; everyone who may, if left out.
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
    /// Who fires; if left out everyone who may and is not named for another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Shooter>>,
}

/// A model that fires.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shooter {
    /// The model.
    pub model: ModelId,
    /// The weapon, by its name on the card; the firearm that wounds most in the mean, if left out.
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
    /// One who fires in full what wounds most.
    pub fn of(model: ModelId) -> Self {
        Self { model, weapon: None, fires: Fires::InFull, throw_at: None }
    }
}

/// How a model fires in Open Fire.
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

impl Order {
    /// The action with which an order moves a unit, the unit, and the moves; `None` for
    /// orders that move nobody along a path.
    pub fn unit_move(&self) -> Option<UnitMove<'_>> {
        let (action, unit, moves) = match self {
            Self::AdvanceUnit(AdvanceUnit { unit, moves, .. }) => (Action::Advance, unit, moves),
            Self::AtTheDouble(AtTheDouble { unit, moves }) => (Action::AtTheDouble, unit, moves),
            Self::OpenFire(OpenFire { unit, moves, .. }) => (Action::OpenFire, unit, moves),
            _ => return None,
        };
        Some(UnitMove { action, unit: *unit, moves })
    }

    /// The unit that an order activates, or lets act further; `None` where it is none's.
    pub fn acting(&self) -> Option<UnitId> {
        match self {
            Self::AdvanceUnit(order) => Some(order.unit),
            Self::AnnounceDouble(order) => Some(order.unit),
            Self::AtTheDouble(order) => Some(order.unit),
            Self::OpenFire(order) => Some(order.unit),
            Self::OnMyTarget(order) => Some(order.unit),
            Self::GetDown(order) => Some(order.unit),
            Self::FallBack(order) => Some(order.unit),
            Self::FireAfterRunning(order) => Some(order.unit),
            Self::DeployUnit(_) | Self::SnapFire(_) | Self::HoldFire | Self::EndPhase => None,
        }
    }

    /// The order that moves a unit by an action and fires at nobody; `None` for actions that move
    /// nobody.
    pub fn of_move(action: Action, unit: UnitId, moves: Vec<ModelMove>) -> Option<Self> {
        match action {
            Action::Advance => {
                let sequence = Sequence::MoveFirst;
                Some(Self::AdvanceUnit(AdvanceUnit { unit, moves, fire: Vec::new(), sequence }))
            }
            Action::AtTheDouble => Some(Self::AtTheDouble(AtTheDouble { unit, moves })),
            Action::OpenFire => Some(Self::OpenFire(OpenFire { unit, moves, fire: Vec::new() })),
            Action::OnMyTarget | Action::GetDown | Action::FallBack => None,
        }
    }
}

/// What orders that move a unit have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitMove<'a> {
    /// By which action.
    pub action: Action,
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: &'a [ModelMove],
}

/// A model's path and where it looks at the end.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelMove {
    /// The model.
    pub model: ModelId,
    /// The corners of its path after its present place, the last one its new
    /// place; empty for one that only turns.
    pub path: Vec<Place>,
    /// Where it looks afterwards.
    pub facing: Facing,
}

/// A unit takes cover where it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetDown {
    /// The unit.
    pub unit: UnitId,
    /// Models that turn; the others keep their facing.
    pub turns: Vec<ModelTurn>,
}

/// Where a model looks afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelTurn {
    /// The model.
    pub model: ModelId,
    /// Where it looks.
    pub facing: Facing,
}
