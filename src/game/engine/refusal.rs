//! Why a command was not accepted: the rule, what was measured, and where.

use std::fmt;

use serde::Serialize;

use crate::rules::ids::{ModelId, RuleId, UnitId};

/// Defines the reasons and the list of all of them, so that none can be forgotten.
macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident,)*) => {
        /// Every reason a command can be refused for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Reason {
            $($(#[$doc])* $reason,)*
        }

        impl Reason {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$reason,)*];
        }
    };
}

reasons! {
    /// The other player decides now.
    NotYourDecision,
    /// The battle waits for another kind of choice.
    NotNow,
    /// The battle is over.
    BattleOver,
    /// No such unit in this level.
    UnknownUnit,
    /// No such model in this unit.
    UnknownModel,
    /// The unit is the opponent's.
    NotYourUnit,
    /// A model is named that is not of the unit.
    ModelOfAnotherUnit,
    /// A model is named twice.
    ModelTwice,
    /// The model is not on the table.
    ModelNotOnTable,
    /// None of the unit's models is on the table.
    UnitNotOnTable,
    /// The unit has acted in this turn.
    AlreadyActed,
    /// The unit is suppressed.
    Suppressed,
    /// Units of the player have not acted yet.
    UnitsYetToAct,
    /// A path is longer than the action allows.
    TooFar,
    /// A path has too many corners.
    TooManyCorners,
    /// A path or a place names a height at which nothing bears.
    NoFooting,
    /// A path leads over slow ground that bars the action.
    SlowGoing,
    /// A model would end on another.
    EndsOnModel,
    /// A base would end partly off the table.
    OffTable,
    /// A base would end on a wall or an obstacle.
    EndsOnObstacle,
    /// A path comes closer to an enemy than it may.
    TooCloseToEnemy,
    /// A path goes over ground no model may touch.
    ImpassableGround,
    /// The unit would not keep together.
    OutOfCoherency,
    /// A model that ran would look back to where its leader began.
    LooksBack,
    /// A model may not turn now.
    MayNotTurn,
    /// The unit has been deployed.
    AlreadyDeployed,
    /// A model is not given a place.
    ModelNotPlaced,
    /// A base would not lie wholly in the deployment zone.
    OutsideZone,
    /// Another unit must be placed before this one.
    PlacedLast,
    /// A unit has too few models left to stay and fire: it has to move.
    MustFallBack,
    /// A unit that falls back fires or moves, not both.
    FiresOrMoves,
    /// The rules say where a model goes; nobody chooses.
    PathNotChosen,
    /// A model is lost whatever its player would have it do.
    NothingToChoose,
    /// A model would end nearer than it has to go.
    TooNear,
    /// The rules in use do not know the action.
    ActionBarred,
    /// Another unit is in the middle of its action.
    ActionUnfinished,
    /// A run has to be announced before its paths are chosen.
    NotAnnounced,
    /// A unit that fires first moves afterwards, when it is asked.
    MovesAfterFire,
    /// Only a suppressed unit falls back.
    NotSuppressed,
    /// Fire at one's own side.
    NotAnEnemy,
    /// A unit is fired at twice in one action.
    TargetTwice,
    /// The model does not carry the weapon.
    WeaponNotCarried,
    /// The weapon does not fire in this action.
    WeaponNotFired,
    /// The target is beyond the weapon's range.
    OutOfRange,
    /// The target cannot be seen.
    NotSeen,
    /// The target is in cover beyond the shooter's Aw.
    BeyondAwareness,
    /// The shooter may not turn so far.
    OutOfArc,
    /// No model of the unit can fire at the target.
    NobodyCanFire,
    /// The unit, or the model, may not snap fire.
    MayNotSnapFire,
}

/// A command that was not accepted. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// The kind of mistake.
    pub reason: Reason,
    /// The paragraph of the rulebook that forbids it.
    pub rule: RuleId,
    /// In words, for the player.
    pub text: String,
    /// What was measured and what the limit is, where lengths are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<Measured>,
    /// The spot on the table, inches.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// The unit it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitId>,
    /// The model it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelId>,
}

/// A point over the table in a refusal, inches to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot(pub [f64; 2]);

/// A measured length and the limit it was held against, inches to a thousandth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// What was measured.
    pub value: f64,
    /// What is allowed.
    pub limit: f64,
}

/// Inches as refusals show them.
fn thousandths(inches: f64) -> f64 {
    (inches * 1000.0).round() / 1000.0
}

impl Serialize for Spot {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.map(thousandths).serialize(serializer)
    }
}

impl Serialize for Measured {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut fields = serializer.serialize_struct("Measured", 2)?;
        fields.serialize_field("value", &thousandths(self.value))?;
        fields.serialize_field("limit", &thousandths(self.limit))?;
        fields.end()
    }
}

impl Refusal {
    /// A refusal that names neither length nor place.
    pub fn new(reason: Reason, rule: &'static str, text: impl Into<String>) -> Self {
        Self {
            reason,
            rule: RuleId(rule),
            text: text.into(),
            measured: None,
            at: None,
            unit: None,
            model: None,
        }
    }

    /// Adds the unit it is about.
    pub fn of_unit(mut self, unit: UnitId) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Adds the model it is about, and its unit.
    pub fn of_model(mut self, model: ModelId) -> Self {
        self.unit = Some(model.unit);
        self.model = Some(model);
        self
    }

    /// Adds what was measured and the limit, inches.
    pub fn measured(mut self, value: f64, limit: f64) -> Self {
        self.measured = Some(Measured { value, limit });
        self
    }

    /// Adds the spot on the table, inches.
    pub fn at(mut self, spot: [f64; 2]) -> Self {
        self.at = Some(Spot(spot));
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}
