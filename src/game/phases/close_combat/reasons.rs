//! Reasons to refuse an order of close combat.

use crate::game::engine::reason::reasons;
use crate::rules::ids::{ModelId, UnitId};

reasons! { Reason, Mistake, words(about, value, limit);
    /// The unit may not make defensive fire, or not at this target.
    MayNotDefend =>
        NoDefender: "CC-3", "{about} has no model on the table";
        NotAttacked: "CC-3", "no enemy has started close combat with {about}";
        SuppressedDefender: "SUP-4", "{about} is suppressed";
        HasDefended: "CC-3", "{about} has already had its chance of defensive fire this turn";
        HasSnapFired: "CC-3", "{about} has snap fired since its last action, which uses up its defensive fire";
        NotPrepared: "CC-3", "the last action of {about} was neither Open Fire nor Get Down";
        NoAttacker { of: UnitId }: "CC-3", "{about} has not started close combat with {of}";
    /// A model that takes no part in this round would close in or strike.
    TakesNoPart => TakesNoPart: "CC-5", "{about} takes no part in this round";
    /// A model in contact would close in.
    InContact => InContact { enemy: ModelId }: "CC-5", "{about} is in contact with {enemy}";
    /// A model would end no nearer to an enemy.
    NotNearer =>
        NotNearer: "CC-4", "{about} would end no nearer to any enemy in the combat";
        NotNearerToNearest { enemy: ModelId }: "CC-5", "{about} would end no nearer to {enemy}, its nearest enemy";
    /// A model of the winner would end too near to an enemy.
    TooNearToEnemy => TooNearToEnemy { enemy: ModelId }: "CC-9", "{about} would end within {limit} of {enemy}";
    /// A model would strike at a unit that is too far away, or fire while an enemy is near.
    CannotStrike =>
        CannotStrike { at: UnitId }: "CC-5", "{about} can neither strike nor fire at {at}";
        CannotStrikeWith { at: UnitId, weapon: String }:
            "CC-5", "{about} can neither strike nor fire at {at} with \"{weapon}\"";
    /// The unit has no test to take now.
    NoTestToTake => NoTestToTake: "CC-7", "{about} has no test to take in this combat";
    /// A unit would leave a combat that it is not in.
    NotInTheCombat => NotInTheCombat: "CC-8", "{about} is not in this combat";
}
