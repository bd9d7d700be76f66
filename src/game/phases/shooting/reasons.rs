//! Reasons to refuse fire.

use crate::game::engine::reason::reasons;
use crate::rules::ids::{ModelId, UnitId};

reasons! { Reason, Mistake, words(about, value, limit);
    /// The target is on the same side.
    NotAnEnemy => NotAnEnemy { of: UnitId }: "BAS-8", "{about} is on the same side as {of}";
    /// A unit is a target twice in one action.
    TargetTwice => TargetTwice: "BAS-8", "{about} is a target twice: a unit fires only one salvo at each enemy unit";
    /// The model does not carry the weapon.
    WeaponNotCarried =>
        NoFirearm: "SHO-8", "{about} does not carry a firearm";
        WeaponNotCarried { weapon: String }: "SHO-8", "{about} does not carry \"{weapon}\"";
        NothingToThrow: "SHO-10", "{about} carries nothing to throw";
    /// The weapon cannot be fired in this action.
    WeaponNotFired =>
        NothingFired { rule: &'static str }: *rule, "{about} cannot fire what it carries in this action";
        WeaponNotFired { weapon: String, rule: &'static str }: *rule, "{about} cannot fire \"{weapon}\" in this action";
        NotThrown { weapon: String }: "SHO-10", "{about} cannot throw \"{weapon}\"";
    /// The target is beyond the weapon's range.
    OutOfRange =>
        OutOfRange { at: ModelId }:
            "SHO-2", "{about} cannot reach {at}, {value:.2}\" away: the weapon's range is {limit}\"";
        OutOfThrow { at: ModelId }: "SHO-10", "{about} cannot reach {at}, {value:.2}\" away: its Th is {limit}\"";
        ThrowTooFar: "SHO-10", "{about} cannot throw {value:.2}\" far: its Th is {limit}\"";
    /// The target cannot be seen.
    NotSeen =>
        NotSeen { at: ModelId }: "SHO-2", "{about} cannot see {at}";
        SeenByNone { of: UnitId }: "ACT-3", "none of the firing models of {of} can see {about}";
        PointNotSeen: "SHO-10", "{about} cannot see that point";
    /// The target is in cover beyond the shooter's Aw.
    BeyondAwareness => BeyondAwareness { at: ModelId }:
        "VIS-4", "{about} may not fire at {at}, which is in cover {value:.2}\" away: its Aw is {limit}\"";
    /// The shooter may not turn far enough.
    OutOfArc =>
        OutOfArc { at: ModelId, rule: &'static str }: *rule, "{about} may not turn far enough to fire at {at}";
        PointOutOfArc { rule: &'static str }: *rule, "{about} may not turn far enough to throw at that point";
    /// No model of the unit can fire at the target.
    NobodyCanFire =>
        NobodyCanFire { at: UnitId }: "SHO-2", "no model of {about} can fire at {at}";
        NobodyElseCanFire { at: UnitId }: "SHO-2", "none of the other models of {about} can fire at {at}";
    /// The unit, or the model, may not snap fire.
    MayNotSnapFire =>
        OnlyInOpenFire: "ACT-1", "{about} may snap fire instead of firing in full only in Open Fire";
        NotInOpenFire: "ACT-1", "under this ruleset {about} may not snap fire in Open Fire";
        NotAtRunners: "RE-1", "under this ruleset no unit may snap fire at runners";
        NoSnapFirer: "RE-1", "{about} has no models on the table";
        SuppressedSnapFirer: "RE-1", "{about} is suppressed";
        NotPrepared: "RE-1", "the last action of {about} was neither Open Fire nor Get Down";
        HasSnapFired: "RE-1", "{about} has already snap fired since its last action";
    /// A run has to be announced before its paths are chosen, as enemies may snap fire at it.
    NotAnnounced => NotAnnounced { enemy: UnitId }:
        "RE-1", "{about} must announce its run first: {enemy} may snap fire before {about} moves";
}
