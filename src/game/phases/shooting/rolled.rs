//! Shots and dice of a salvo, as facts and prompts show them. Plain data.

use serde::{Deserialize, Serialize};

use crate::rules::ids::{ModelId, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::arcs::Arc;
use crate::rules::odds::Volley;
use crate::rules::salvo::{Manner, ShotNeeds};
use crate::rules::shooting::{Evasion, HitRoll};
use crate::rules::sight::SightState;

/// The dice of one model, what each needs, and why.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AimedShot {
    /// Shooting model.
    pub from: ModelId,
    /// The model that he takes (VIS-6); of a throw at a point the one nearest to it.
    pub at: ModelId,
    /// The weapon's name on the card.
    pub weapon: String,
    /// Manner of fire.
    pub manner: Manner,
    /// Number of dice (SHO-4).
    pub dice: u8,
    /// Faces needed (SHO-3, SHO-5).
    pub needs: ShotNeeds,
    /// The shooter's BS or Th; for blows its WS.
    pub skill: u8,
    /// The target's Ev, part by part; `None` for blows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evasion: Option<Evasion>,
    /// For blows the target's WS (CC-6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy_skill: Option<u8>,
    /// The target's state (VIS-2).
    pub state: SightState,
    /// Arc of the target in which the shooter stands (FAC-5).
    pub arc: Arc,
    /// The piece that gives the target hard cover (SHO-9).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hard_cover: Option<String>,
    /// Facing of the shooter as it fires (FAC-3).
    pub facing: Facing,
    /// The point that he throws at, where he throws (SHO-10).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thrown_at: Option<Place>,
}

impl AimedShot {
    /// Its dice with their chances.
    pub fn volley(&self) -> Volley {
        self.needs.volley(u32::from(self.dice))
    }
}

/// Dice rolled to hit, all alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VolleyRolled {
    /// Face needed by each.
    pub needs: HitRoll,
    /// Owner of each die, in the order of the faces.
    pub by: Vec<ModelId>,
    /// The faces.
    pub faces: Vec<u8>,
    /// For a "6+6": the second faces, one for each six.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<u8>,
    /// Number of hits.
    pub hits: u32,
}

/// A throw that came down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrowRolled {
    /// Thrower.
    pub by: ModelId,
    /// Target point.
    pub aimed: Place,
    /// The dice of its deviation; none if it hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviation: Vec<u8>,
    /// Landing point.
    pub at: Place,
    /// Models hit.
    pub hit: Vec<ModelId>,
}

/// Saves rolled alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveRolled {
    /// The face needed; `None` where no face saves, and nothing is rolled.
    pub needs: Option<u8>,
    /// The model that was hit, where hits are dealt to models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelId>,
    /// Number of saves to make.
    pub of: u32,
    /// The faces.
    pub faces: Vec<u8>,
    /// Number of failed saves.
    pub failed: u32,
}

/// Salvo in the middle of its dice, to explain them to a player who rolls them by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PendingSalvo {
    /// Shooting unit.
    pub unit: UnitId,
    /// The target.
    pub at: UnitId,
    /// Shots of each model, with the faces that they need.
    pub shots: Vec<AimedShot>,
}
