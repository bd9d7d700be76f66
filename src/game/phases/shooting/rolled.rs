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
    /// Who fires.
    pub from: ModelId,
    /// The model that he takes (VIS-6); of a throw at a point the one nearest to it.
    pub at: ModelId,
    /// The weapon's name on the card.
    pub weapon: String,
    /// In what manner he fires it.
    pub manner: Manner,
    /// How many dice (SHO-4).
    pub dice: u8,
    /// What they must show (SHO-3, SHO-5).
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
    /// In which arc of the target the shooter stands (FAC-5).
    pub arc: Arc,
    /// The piece that gives the target hard cover (SHO-9).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hard_cover: Option<String>,
    /// Where the shooter looks when he fires (FAC-3).
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
    /// What each needs.
    pub needs: HitRoll,
    /// Whose dice they are, one entry a die, in the order of the faces.
    pub by: Vec<ModelId>,
    /// The faces.
    pub faces: Vec<u8>,
    /// For a "6+6": the second faces, one for each six.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<u8>,
    /// How many hit.
    pub hits: u32,
}

/// A throw that came down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrowRolled {
    /// Who threw.
    pub by: ModelId,
    /// Where he aimed.
    pub aimed: Place,
    /// The dice of its deviation; none if it hit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deviation: Vec<u8>,
    /// Where it came down.
    pub at: Place,
    /// What it hit.
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
    /// How many have to save.
    pub of: u32,
    /// The faces.
    pub faces: Vec<u8>,
    /// How many failed.
    pub failed: u32,
}

/// A salvo in the middle of its dice: what explains them to whoever rolls them by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PendingSalvo {
    /// Who fires.
    pub unit: UnitId,
    /// The target.
    pub at: UnitId,
    /// What each model fires, and what it needs.
    pub shots: Vec<AimedShot>,
}
