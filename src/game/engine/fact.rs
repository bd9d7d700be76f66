//! What happened, in the past tense: complete enough to apply, to animate and
//! to tell.

use bevy::prelude::Resource;
use serde::Serialize;

use crate::game::engine::agenda::Moment;
use crate::game::engine::command::ModelPlace;
use crate::game::phases::fall_back::retreat::{Edge, LostFor, RoutHeading, SafePosition};
use crate::game::phases::shooting::aim::AimedShot;
use crate::game::phases::shooting::salvo::{SaveRolled, ThrowRolled, VolleyRolled};
use crate::rules::action::Action;
use crate::rules::basics::Strength;
use crate::rules::falling_back::{Counts, Forced};
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::measures::{Facing, Place};
use crate::rules::movement::going::Going;
use crate::rules::salvo::{Manner, Rank};
use crate::rules::turn::Turn;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Fact {
    /// Both players rolled a die until one was higher. Rule: MIS-2 (rolling off).
    RollOffHeld {
        /// What for.
        purpose: RollOff,
        /// The faces of A and B, roll by roll; all but the last were level.
        rolls: Vec<[u8; 2]>,
        /// Who won.
        winner: Side,
    },
    /// A unit was placed. Rule: MIS-1.
    UnitDeployed {
        /// The unit.
        unit: UnitId,
        /// Each of its models.
        models: Vec<ModelPlace>,
    },
    /// Another phase began; with it, perhaps, another turn and another round.
    /// Rule: TURN-1.
    PhaseBegan {
        /// From this moment on.
        turn: Turn,
    },
    /// The last round ended. Rule: TURN-6.
    BattleEnded {
        /// Rounds played.
        rounds: u8,
    },
    /// A unit began its action. Rule: TURN-3.
    UnitActivated {
        /// The unit.
        unit: UnitId,
        /// The action.
        action: Action,
    },
    /// A model moved. Rule: MOV-1.
    ModelMoved {
        /// The model.
        model: ModelId,
        /// Its place before, then the corners of its path.
        path: Vec<Place>,
        /// Length of the path, inches, to the nearest thousandth.
        length: Length,
        /// The hardest ground on it.
        going: Going,
    },
    /// A model turned. Rule: FAC-2.
    ModelTurned {
        /// The model.
        model: ModelId,
        /// Where it looks now.
        facing: Facing,
    },
    /// A unit got down. Rule: ACT-5.
    UnitGotDown {
        /// The unit.
        unit: UnitId,
    },
    /// A unit lost nerve markers. Rule: NRV-3.
    NerveMarkersDropped {
        /// The unit.
        unit: UnitId,
        /// How many it lost.
        dropped: u8,
        /// How many it keeps.
        left: u8,
    },
    /// A unit tested leadership. Rule: LD-1.
    LeadershipTested {
        /// The unit.
        unit: UnitId,
        /// What for.
        purpose: TestedFor,
        /// The faces, in the order in which they were rolled.
        faces: Vec<u8>,
        /// What one of them must not exceed.
        nerve: u8,
        /// The Inspiring officer or hero whose Nv that is, if it is not the unit's own (LD-4).
        #[serde(skip_serializing_if = "Option::is_none")]
        inspired_by: Option<ModelId>,
        /// Whether one was no higher.
        passed: bool,
    },
    /// A unit lost its hit-die, or both. Rule: SUP-5.
    HitDieRemoved {
        /// The unit.
        unit: UnitId,
        /// The hits it showed.
        hits: u8,
    },
    /// A unit fired in the enemy's turn. Rule: RE-1.
    UnitSnapFired {
        /// The unit.
        unit: UnitId,
        /// At whom.
        at: UnitId,
        /// Before or after its move.
        moment: Moment,
    },
    /// A unit fired at another: every shot with what it needed, every die. Rule: SHO-1.
    SalvoFired {
        /// Who fired.
        unit: UnitId,
        /// At whom.
        at: UnitId,
        /// In what manner.
        manner: Manner,
        /// What each model fired.
        shots: Vec<AimedShot>,
        /// The dice to hit.
        volleys: Vec<VolleyRolled>,
        /// Where throws came down.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        throws: Vec<ThrowRolled>,
    },
    /// Hits that changed neither hit-die nor markers: on friends, or where there is no more to give.
    /// Rule: SHO-7.
    HitsTaken {
        /// The unit.
        unit: UnitId,
        /// How many.
        hits: u32,
    },
    /// A unit's hit-die shows more. Rule: SUP-1.
    HitDieRaised {
        /// The unit.
        unit: UnitId,
        /// Hits of the salvo.
        hits: u32,
        /// What the die, or both dice, show now.
        shows: u8,
        /// Whether the unit is shaken (SUP-3).
        shaken: bool,
    },
    /// A salvo with a hit left suppression markers. Rule: ACT-7 (markers).
    SuppressionMarkersGained {
        /// The unit.
        unit: UnitId,
        /// Hits of the salvo.
        hits: u32,
        /// How many it got.
        gained: u8,
        /// How many it has now.
        now: u8,
    },
    /// A unit shook suppression markers off. Rule: ACT-7 (each die removes a marker).
    SuppressionMarkersRemoved {
        /// The unit.
        unit: UnitId,
        /// How many.
        removed: u8,
        /// How many it keeps.
        left: u8,
    },
    /// Hits were saved on armour, or failed saves tested on toughness. Rule: SHO-5.
    SavesRolled {
        /// The unit that was hit.
        unit: UnitId,
        /// On what.
        on: Save,
        /// The dice.
        rolls: Vec<SaveRolled>,
    },
    /// A model was wounded and stands. Rule: BAS-9.
    ModelWounded {
        /// The model.
        model: ModelId,
        /// All wounds it has lost.
        wounds_lost: u8,
    },
    /// A model fell. Rule: SHO-6, FB-1, ROU-2.
    ModelLost {
        /// The model.
        model: ModelId,
        /// Whether it led its unit (LD-3).
        rank: Rank,
        /// Why, if it was not lost to fire.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<LostFor>,
    },
    /// The last model of a unit fell.
    UnitWipedOut {
        /// The unit.
        unit: UnitId,
    },
    /// A unit got nerve markers. Rule: NRV-1, NRV-2.
    NerveMarkersGained {
        /// The unit.
        unit: UnitId,
        /// How many.
        gained: u8,
        /// How many it has now.
        now: u8,
        /// What for.
        reason: NerveFor,
    },
    /// A unit was forced to fall back. Rule: FB-1, OFB-1, OFB-2, OFB-7.
    FallBackForced {
        /// The unit.
        unit: UnitId,
        /// What was left of it.
        strength: Strength,
        /// What that forced it to.
        forced: Forced,
        /// Where it goes; its moves and losses follow.
        goes: Goes,
    },
    /// A unit left the table over its own edge. Rule: OFB-6.
    UnitLeftTable {
        /// The unit.
        unit: UnitId,
        /// What was left of it.
        strength: Strength,
        /// Whether that counts as destroyed.
        counts: Counts,
    },
    /// A unit finished its action. Rule: TURN-3.
    UnitActed {
        /// The unit.
        unit: UnitId,
    },
}

/// A measured length in a fact: inches, shown to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(pub f64);

impl Serialize for Length {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Nothing is 0, and never -0.
        ((self.0 * 1000.0).round() / 1000.0 + 0.0).serialize(serializer)
    }
}

/// Where a unit goes that is forced to fall back.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Goes {
    /// Nowhere: it is destroyed. Rule: FB-1, OFB-7.
    Nowhere,
    /// It stays: its player chose to fire. Rule: FB-1, RE-2, OFB-1.
    Stays {
        /// At whom.
        at: UnitId,
    },
    /// A little, or not at all, in place of firing: its player chose. Rule: OFB-1.
    Crawls,
    /// It stays in cover and gains by it: no enemy within its Aw sees it better than Concealed. Rule: OFB-2.
    StaysInCover,
    /// Toward a safe position. Rule: FB-2, FB-4.
    ToSafePosition {
        /// Who leads it there.
        leader: ModelId,
        /// Which, and why it is safe.
        haven: SafePosition,
    },
    /// To cover, or as far toward it as it may. Rule: OFB-3.
    ToCover {
        /// Who leads it there.
        leader: ModelId,
        /// Which, and from whom it is covered.
        haven: SafePosition,
    },
    /// There is no cover: toward its own edge. Rule: OFB-3.
    ToEdge {
        /// Who leads it there.
        leader: ModelId,
        /// Where.
        edge: Edge,
    },
    /// It routs. Rule: ROU-1.
    Routs {
        /// Who leads.
        leader: ModelId,
        /// From whom each model flees, and where to, in the order in which they go.
        flights: Vec<ModelFlight>,
    },
}

/// From whom a model of a rout flees, and where to.
///
/// Rule: ROU-1, ROU-3.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelFlight {
    /// The model.
    pub model: ModelId,
    /// Its flight.
    #[serde(flatten)]
    pub flight: RoutHeading,
}

/// What a roll-off decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum RollOff {
    /// Who places the first unit.
    FirstPlacing,
    /// Who has the first turn.
    FirstTurn,
}

/// What a leadership test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, serde::Deserialize)]
pub enum TestedFor {
    /// Whether a suppressed unit loses its hit-die. Rule: TURN-4.
    Recovery,
    /// Whether a marked unit carries its order out. Rule: ACT-7.
    Acting,
    /// Whether some of a unit fire at a second target. Rule: ACT-2.
    Splitting {
        /// The target.
        at: UnitId,
    },
}

/// What a hit is saved on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Save {
    /// Armour: the saving throw of NRV-2.
    Armour,
    /// Toughness, after armour failed.
    Toughness,
}

/// What a unit got nerve markers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum NerveFor {
    /// For being hit. Rule: NRV-1.
    Hits,
    /// For a failed saving throw. Rule: NRV-2.
    FailedSave,
}

/// Facts pushed in this step and not yet applied.
#[derive(Resource, Debug, Default)]
pub struct Facts {
    pending: Vec<Fact>,
}

impl Facts {
    /// Says that something happened; `apply_facts` makes it so.
    pub fn push(&mut self, fact: Fact) {
        self.pending.push(fact);
    }

    /// Says that several things happened, in order.
    pub fn extend(&mut self, facts: impl IntoIterator<Item = Fact>) {
        self.pending.extend(facts);
    }

    /// What waits to be applied, in order; leaves none.
    pub(in crate::game) fn take(&mut self) -> Vec<Fact> {
        std::mem::take(&mut self.pending)
    }
}
