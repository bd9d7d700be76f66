//! The keys of chapter 9: participants of a close combat, its moves, rounds and end.

use super::define::{chapter, switch};

switch! {
    /// Units that may make defensive fire (CC-3).
    DefensiveFire {
        /// every unsuppressed unit with which an enemy has started close combat
        Unsuppressed,
        /// of those, only units whose last action was Open Fire or, by a leadership test, Get Down; never at a target on the unit's flank
        Prepared,
    }
}

switch! {
    /// Units that test leadership after a round of close combat (CC-7).
    CombatTests {
        /// the suppressed units of both sides, those of the side that took more hits first
        Both,
        /// only those of the side that took more hits
        Loser,
    }
}

switch! {
    /// Whether defensive fire and snap fire at runners use each other up (CC-3).
    DefenceCounts {
        /// defensive fire counts as snap fire; a unit that has snap fired at runners may still make it
        AsSnapFire,
        /// each uses up the other
        EachUsesUp,
        /// neither uses up the other
        Apart,
    }
}

switch! {
    /// Moves by which an attacker earns the extra attack for moving into contact (CC-6).
    ChargeBy {
        /// by the attacker's consolidation and by closing in during the first round
        BothMoves,
        /// by closing in during the first round alone
        ClosingIn,
    }
}

chapter! {
    /// Chapter 9.
    CloseCombatRules in close_combat ("9. Close combat") {
        /// Distance within which enemy models are in close combat, take part and can be hit.
        reach: f64 [0.0, 50.0], Inches, ("CC-1", "CC-5", "CC-8");
        /// Length of a way that links two models that do not see each other.
        linking_path: f64 [0.0, 50.0], Inches, ("CC-1");
        /// Units that may make defensive fire.
        defensive_fire: DefensiveFire, Switch, ("CC-3", "TURN-4");
        /// Whether defensive fire and snap fire at runners use each other up.
        defence_counts: DefenceCounts, Switch, ("CC-3", "RE-1") ruling "CC-3.1" before Choice("AsSnapFire");
        /// Distance that attackers may consolidate before the first round.
        consolidation_move: f64 [0.0, 4.0], TimesMv, ("CC-4");
        /// Distance that models may close in at the start of a round.
        closing_move: f64 [0.0, 4.0], TimesMv, ("CC-5");
        /// Distance to an enemy within which a model fights hand to hand.
        fighting_distance: f64 [0.0, 50.0], Inches, ("CC-5");
        /// Dice that a model shoots in a round in which it does not fight hand to hand.
        shot_dice: u8 [0, 10], Dice, ("CC-5");
        /// Attacks of a model if its melee weapon gives none.
        default_attacks: u8 [0, 20], Attacks, ("CC-6");
        /// Attacks added in the first round for attackers that moved into contact.
        charge_attacks: u8 [0, 10], Attacks, ("CC-6");
        /// Moves by which an attacker earns the extra attack for moving into contact.
        charge_by: ChargeBy, Switch, ("CC-6") ruling "CC-6.1" before Choice("BothMoves");
        /// Face needed to hit where both WS are equal.
        even_odds: u8 [1, 12], Face, ("CC-6");
        /// The best face to hit.
        best_face: u8 [1, 6], Face, ("CC-6");
        /// The worst face ever needed.
        worst_face: u8 [1, 6], Face, ("CC-6");
        /// Penetration of a melee weapon if its card gives none.
        default_penetration: u8 [0, 10], Points, ("CC-6");
        /// Units that test leadership after a round.
        combat_tests: CombatTests, Switch, ("CC-7");
        /// Nerve markers that a unit drops when an enemy near it fails its test; suppression markers, if it is not in the combat.
        markers_dropped_by_victory: u8 [0, 10], Markers, ("CC-7", "NRV-3", "CC-10");
        /// Distance to that enemy within which the unit counts as near; its hit-die is cleared as well.
        victory_range: f64 [0.0, 100.0], Inches, ("CC-7", "NRV-3", "SUP-5");
        /// Rounds after which one side must leave the combat.
        longest_combat: u8 [1, 99], Rounds, ("CC-8");
        /// Distance that the winner's models may move.
        winner_move: f64 [0.0, 4.0], TimesMv, ("CC-9");
        /// The gap that they must end with to enemies outside the combat.
        winner_gap: f64 [0.0, 50.0], Inches, ("CC-9");
    }
}

impl CloseCombatRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        reach: 6.0,
        linking_path: 6.0,
        defensive_fire: DefensiveFire::Unsuppressed,
        defence_counts: DefenceCounts::AsSnapFire,
        consolidation_move: 0.5,
        closing_move: 0.5,
        fighting_distance: 1.0,
        shot_dice: 1,
        default_attacks: 1,
        charge_attacks: 1,
        charge_by: ChargeBy::BothMoves,
        even_odds: 4,
        best_face: 2,
        worst_face: 6,
        default_penetration: 5,
        combat_tests: CombatTests::Both,
        markers_dropped_by_victory: 1,
        victory_range: 6.0,
        longest_combat: 6,
        winner_move: 0.5,
        winner_gap: 6.0,
    };
}
