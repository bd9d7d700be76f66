//! Facts: what happened, and who may know.

use serde::{Deserialize, Serialize};
use tabletop::audience::Audience;
use tabletop::ids::Side;
use tabletop_hexes::hex::Hex;

use crate::ids::UnitId;
use crate::order::Way;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Fact {
    Deployed {
        unit: UnitId,
        hex: Hex,
    },
    TurnBegan {
        turn: u8,
    },
    InitiativeRolled {
        faces: [u8; 2],
        totals: [u8; 2],
        active: Side,
    },
    InitiativeForfeited {
        by: Side,
        active: Side,
    },
    ShockRolled {
        unit: UnitId,
        face: u8,
        ended: bool,
    },
    Activated {
        side: Side,
        platoons: Vec<String>,
    },
    ActivationsEnded {
        side: Side,
    },
    Moved {
        unit: UnitId,
        path: Vec<Hex>,
        way: Way,
    },
    Unloaded {
        unit: UnitId,
        hex: Hex,
    },
    Fired {
        unit: UnitId,
        from: Hex,
        hex: Hex,
        sav: u8,
        regrouping: bool,
    },
    RecoveryRolled {
        unit: UnitId,
        face: u8,
        total: i8,
        limit: u8,
        outcome: Recovery,
    },
    Regrouped {
        unit: UnitId,
    },
    BecameHeroic {
        unit: UnitId,
    },
    Acted {
        unit: UnitId,
    },
    /// It may act again.
    Rallied {
        unit: UnitId,
    },
    Revealed {
        unit: UnitId,
    },
    AssaultDeclared {
        by: Side,
        hex: Hex,
        from: Hex,
        units: Vec<UnitId>,
    },
    AssaultReinforced {
        by: Side,
        hex: Hex,
        from: Hex,
        units: Vec<UnitId>,
    },
    AssaultDropped {
        hex: Hex,
    },
    /// Attackers on foot try to stay out.
    FeintRolled {
        hex: Hex,
        units: Vec<UnitId>,
        face: u8,
        limit: u8,
        passed: bool,
    },
    /// There is nothing more to say about a feint: the others go in, or all who stay out stay where they are.
    FeintSettled {
        hex: Hex,
    },
    AssaultBegan {
        by: Side,
        hex: Hex,
        attackers: Vec<(UnitId, Hex)>,
        defenders: Vec<UnitId>,
        coordinated: bool,
    },
    /// Something in the assault that is under way.
    Assault {
        fact: crate::assault::fact::Fact,
    },
    AssaultOver {
        hex: Hex,
    },
    ReactionsBegan {
        side: Side,
    },
    ShotResolved {
        unit: UnitId,
        hex: Hex,
        face: u8,
        total: i8,
    },
    /// Nobody was there any more.
    ShotWasted {
        hex: Hex,
    },
    ShotEnded,
    /// The best target, by lot.
    Picked {
        unit: UnitId,
        face: u8,
    },
    CohesionChecked {
        unit: UnitId,
        face: u8,
        limit: u8,
        passed: bool,
    },
    Disrupted {
        unit: UnitId,
    },
    Reduced {
        unit: UnitId,
        left: u8,
    },
    Eliminated {
        unit: UnitId,
    },
    GoalsTaken {
        by: Side,
    },
    TimeLapsed {
        face: u8,
        minutes: u8,
        total: u8,
    },
    Over {
        winner: Side,
    },
    /// Known to a side alone.
    Secret {
        of: Side,
        fact: Box<Fact>,
    },
    /// All that a side learns of what is concealed from it.
    Hint {
        to: Side,
        hint: Hint,
    },
}

/// Result of a recovery die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Recovery {
    Failed,
    Recovered,
    Rallied,
}

/// Something that concealed units did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Hint {
    Moved { from: Hex, to: Hex },
    Fired { from: Hex, hex: Hex },
    ShotResolved { hex: Hex },
    Acted { hex: Hex },
}

impl Fact {
    /// Players who may know of it.
    ///
    /// Rule: LHY-STA-5 (what concealment hides.)
    pub fn audience(&self) -> Audience {
        match self {
            Self::Secret { of, .. } => Audience::Only(*of),
            Self::Hint { to, .. } => Audience::Only(*to),
            Self::Deployed { .. }
            | Self::TurnBegan { .. }
            | Self::InitiativeRolled { .. }
            | Self::InitiativeForfeited { .. }
            | Self::ShockRolled { .. }
            | Self::Activated { .. }
            | Self::ActivationsEnded { .. }
            | Self::Moved { .. }
            | Self::Unloaded { .. }
            | Self::Fired { .. }
            | Self::RecoveryRolled { .. }
            | Self::Regrouped { .. }
            | Self::BecameHeroic { .. }
            | Self::Acted { .. }
            | Self::Rallied { .. }
            | Self::Revealed { .. }
            | Self::AssaultDeclared { .. }
            | Self::AssaultReinforced { .. }
            | Self::AssaultDropped { .. }
            | Self::FeintRolled { .. }
            | Self::FeintSettled { .. }
            | Self::AssaultBegan { .. }
            | Self::Assault { .. }
            | Self::AssaultOver { .. }
            | Self::ReactionsBegan { .. }
            | Self::ShotResolved { .. }
            | Self::ShotWasted { .. }
            | Self::ShotEnded
            | Self::Picked { .. }
            | Self::CohesionChecked { .. }
            | Self::Disrupted { .. }
            | Self::Reduced { .. }
            | Self::Eliminated { .. }
            | Self::GoalsTaken { .. }
            | Self::TimeLapsed { .. }
            | Self::Over { .. } => Audience::Everybody,
        }
    }

    /// The fact itself, whoever knows of it.
    pub fn bare(&self) -> &Self {
        match self {
            Self::Secret { fact, .. } => fact,
            fact => fact,
        }
    }
}
