//! Data of close combat: orders, steps, choices, facts, reasons. Plain data.

use serde::{Deserialize, Serialize};

pub use super::reasons::{Mistake, Reason};
use crate::game::phases::moving::kinds::ModelMove;
use crate::game::phases::orders::orders;
use crate::game::phases::shooting::kinds::{AimedShot, FireAt, Shooter};
use crate::rules::close_combat::CombatMove;
use crate::rules::ids::{ModelId, Side, UnitId};
use crate::rules::ruleset::{CloseCombatRules, DefenceCounts};

orders! {
    /// A unit snap fires at one that has started close combat with it. Rule: CC-3.
    DefensiveFire(DefensiveFire),
    /// A unit moves in a close combat, or stays. Rule: CC-4, CC-5, CC-9.
    MoveInCombat(MoveInCombat),
    /// A unit's models strike and fire in a round of close combat. Rule: CC-5, CC-6.
    Fight(Fight),
    /// A unit tests before the others of its side. Rule: CC-7.
    TestInCombat(TestInCombat),
    /// A unit leaves a combat that has lasted too long, before the others of its side. Rule: CC-8.
    BreakOff(BreakOff),
}

/// Fire at a unit that has started close combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefensiveFire {
    /// The unit that fires.
    pub unit: UnitId,
    /// Its target.
    pub at: UnitId,
    /// Shooters of the unit; all that may fire, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Vec<Shooter>>,
}

impl Order {
    /// The unit that makes defensive fire, and its fire, if that is what is ordered.
    pub fn defensive_fire(&self) -> Option<(UnitId, FireAt)> {
        match self {
            Self::DefensiveFire(order) => Some((order.unit, FireAt { at: order.at, by: order.by.clone() })),
            Self::MoveInCombat(_) | Self::Fight(_) | Self::TestInCombat(_) | Self::BreakOff(_) => None,
        }
    }

    /// The move, if one is ordered.
    pub(super) fn combat_move(&self) -> Option<&MoveInCombat> {
        match self {
            Self::MoveInCombat(order) => Some(order),
            Self::DefensiveFire(_) | Self::Fight(_) | Self::TestInCombat(_) | Self::BreakOff(_) => None,
        }
    }
}

/// A unit's move in a close combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveInCombat {
    /// The unit.
    pub unit: UnitId,
    /// Models that move or turn; the others stay as they are.
    pub moves: Vec<ModelMove>,
}

/// Part of a unit's models in a round of close combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fight {
    /// The unit.
    pub unit: UnitId,
    /// Parts of single models; the others strike at the nearest unit, or fire, with the weapon that wounds most on average.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Fighter>,
}

/// Part of one model in a round of close combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    /// The model.
    pub model: ModelId,
    /// The unit that it strikes or fires at; nobody, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<UnitId>,
    /// The weapon by its name on the card; what wounds most on average, if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<String>,
}

/// The unit that tests next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestInCombat {
    /// The unit.
    pub unit: UnitId,
}

/// The unit that leaves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreakOff {
    /// The unit.
    pub unit: UnitId,
}

/// All that one unit does to another in a round: one salvo.
///
/// Rule: BAS-8 (melee and shots at one unit are one salvo).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeclaredSalvo {
    /// The unit that strikes.
    pub unit: UnitId,
    /// The target.
    pub at: UnitId,
    /// Its blows and shots.
    pub shots: Vec<AimedShot>,
}

/// A step of close combat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Find out who is in close combat at the end of the Action phase. Rule: CC-1.
    StartCombats,
    /// Ask for defensive fire, if anyone can make it. Rule: CC-3.
    OfferDefensiveFire,
    /// Find out again as the Close-Combat phase begins, and fight every combat. Rule: CC-1, TURN-5.
    JoinCombats,
    /// Ask how a unit moves, if it can. Rule: CC-4, CC-5, CC-9.
    OfferCombatMove {
        /// The unit.
        unit: UnitId,
        /// One of the three moves.
        by: CombatMove,
        /// The round of the combat; 0 before the first.
        round: u8,
    },
    /// A round begins. Rule: CC-5.
    BeginRound {
        /// The combat.
        combat: u8,
        /// From 1.
        round: u8,
    },
    /// The next unit says which enemies its models strike; when all have, the salvos follow. Rule: CC-5 (both sides at once).
    Declare {
        /// Units that have not said so yet, the next last.
        waiting: Vec<UnitId>,
        /// Declared salvos.
        declared: Vec<DeclaredSalvo>,
    },
    /// A salvo is rolled. Rule: CC-6.
    CombatSalvo(DeclaredSalvo),
    /// A round ends. Rule: CC-7.
    EndRound {
        /// The combat.
        combat: u8,
        /// The round.
        round: u8,
        /// Hits that A and B took in it.
        hits: [u32; 2],
        /// The last model of every unit that was wiped out in it.
        last_models: Vec<ModelId>,
    },
    /// The suppressed units of a side test. Rule: CC-7.
    Tests {
        /// The combat.
        combat: u8,
        /// The side.
        side: Side,
    },
    /// The enemies of a unit that failed its test, or was wiped out, take heart. Rule: CC-7, NRV-3, SUP-5, CC-10.
    TakeHeart {
        /// The combat.
        combat: u8,
        /// The models of the unit, standing or fallen, near which enemies do.
        near: Vec<ModelId>,
    },
    /// Another round, or the end. Rule: CC-8.
    FinishRound {
        /// The combat.
        combat: u8,
        /// The round.
        round: u8,
        /// Hits that A and B took in it.
        hits: [u32; 2],
    },
    /// A combat ends. Rule: CC-8, CC-9.
    EndCombat {
        /// The combat.
        combat: u8,
        /// Rounds that were fought.
        rounds: u8,
    },
    /// The units of the side that took more hits in the longest combat leave it. Rule: CC-8.
    BreakOff {
        /// The combat.
        combat: u8,
        /// The side.
        side: Side,
    },
}

/// Choices of a player in close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// Make defensive fire with a unit, or hold fire. Rule: CC-3.
    DefensiveFire,
    /// Move a unit. Rule: CC-4, CC-5, CC-9.
    Move {
        /// The unit.
        unit: UnitId,
        /// One of the three moves.
        by: CombatMove,
        /// The round of the combat; 0 before the first.
        round: u8,
    },
    /// Say which enemies the models of a unit strike. Rule: CC-6.
    Fight {
        /// The unit.
        unit: UnitId,
    },
    /// Say which unit tests next. Rule: CC-7.
    Test {
        /// The combat.
        combat: u8,
    },
    /// Say which unit leaves next. Rule: CC-8.
    BreakOff {
        /// The combat.
        combat: u8,
    },
}

impl Choice {
    /// Whether a player may answer by holding fire.
    ///
    /// Rule: CC-3 (may make defensive fire).
    pub fn asks_for_fire(self) -> bool {
        self == Self::DefensiveFire
    }
}

/// Reason for leaving a close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeftFor {
    /// It failed its test. Rule: CC-7.
    FailedTest,
    /// The combat lasted too long, and its side took more hits in the last round. Rule: CC-8.
    LongCombat,
}

/// Two models by which their units are in close combat.
///
/// Rule: CC-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Link {
    /// Of the active player.
    pub attacker: ModelId,
    /// Of the opponent.
    pub defender: ModelId,
}

/// Snap fire at runners left to a unit after defensive fire.
///
/// Rule: CC-3, RE-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SnapFireLeft {
    /// Nothing: it counts as that.
    #[default]
    UsedUp,
    /// All of it.
    Kept,
}

impl SnapFireLeft {
    /// Snap fire left after defensive fire by the ruleset.
    pub(super) fn by(rules: &CloseCombatRules) -> Self {
        match rules.defence_counts {
            DefenceCounts::AsSnapFire | DefenceCounts::EachUsesUp => Self::UsedUp,
            DefenceCounts::Apart => Self::Kept,
        }
    }

    fn is_used_up(&self) -> bool {
        *self == Self::UsedUp
    }
}

/// Something that happened in close combat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// Units are in close combat at the end of the Action phase. Rule: CC-1.
    CombatStarted {
        /// Its number in this turn.
        combat: u8,
        /// Units of the active player.
        attackers: Vec<UnitId>,
        /// Units of the opponent.
        defenders: Vec<UnitId>,
        /// The nearest models of every two units that are linked.
        links: Vec<Link>,
    },
    /// A unit makes defensive fire. Rule: CC-3.
    UnitDefended {
        /// The unit.
        unit: UnitId,
        /// The target.
        at: UnitId,
        /// Snap fire at runners left to it after this. Rule: CC-3, RE-1.
        #[serde(default, skip_serializing_if = "SnapFireLeft::is_used_up")]
        snap_fire: SnapFireLeft,
    },
    /// A unit wanted to make defensive fire and failed its test. Rule: CC-3.
    DefenceFailed {
        /// The unit.
        unit: UnitId,
    },
    /// A combat is fought, as its phase begins. Rule: CC-1, TURN-5.
    CombatJoined {
        /// Its number in this turn.
        combat: u8,
        /// Units of the active player.
        attackers: Vec<UnitId>,
        /// Units of the opponent.
        defenders: Vec<UnitId>,
        /// The nearest models of every two units that are linked.
        links: Vec<Link>,
    },
    /// No enemy is near these units any more: they are in no combat. Rule: CC-1.
    CombatLapsed {
        /// The units.
        units: Vec<UnitId>,
    },
    /// An attacker moved into contact in the first round. Rule: CC-6.
    ModelCharged {
        /// The model.
        model: ModelId,
    },
    /// A round began. Rule: CC-5.
    CombatRoundBegan {
        /// The combat.
        combat: u8,
        /// From 1.
        round: u8,
        /// The models that take part.
        fighters: Vec<ModelId>,
    },
    /// A round ended. Rule: CC-7.
    CombatRoundEnded {
        /// The combat.
        combat: u8,
        /// The round.
        round: u8,
        /// Hits that A and B took in it.
        hits: [u32; 2],
        /// The side that tests first.
        tests_first: Side,
    },
    /// A unit left the combat; it falls back or routs. Rule: CC-7, CC-8.
    UnitLeftCombat {
        /// The unit.
        unit: UnitId,
        /// Reason for leaving.
        why: LeftFor,
    },
    /// A combat ended. Rule: CC-8, CC-9.
    CombatEnded {
        /// Its number in this turn.
        combat: u8,
        /// Rounds that were fought.
        rounds: u8,
        /// The side that is left in it, if the other is not.
        winner: Option<Side>,
    },
}
