//! The keys of chapter 8: rolls to hit, saving throws, hard cover, thrown weapons.

use super::define::{chapter, switch};

switch! {
    /// Shot of a model that has none of a target in view, if another of its unit has some of it (SHO-2).
    BlindShots {
        /// none: the target is Concealed, not Hidden
        NoShot,
        /// one as if the target were Hidden
        AsHidden,
    }
}

chapter! {
    /// Chapter 8.
    ShootingRules in shooting ("8. Shooting") {
        /// Face needed to hit if Ev equals BS.
        even_odds: u8 [1, 12], Face, ("SHO-3");
        /// The best face to hit.
        best_face: u8 [1, 6], Face, ("SHO-3");
        /// The worst face that one die can hit with; a shot that needs more needs
        /// a six and another six.
        worst_face: u8 [1, 6], Face, ("SHO-3");
        /// Face needed to save if Ar equals the weapon's penetration.
        armour_even_odds: u8 [1, 12], Face, ("SHO-5");
        /// Face needed to survive if To equals the weapon's strength.
        toughness_even_odds: u8 [1, 12], Face, ("SHO-5");
        /// The best face to save or survive.
        save_best_face: u8 [1, 6], Face, ("SHO-5");
        /// The worst face that can save or survive; beyond it the roll is impossible.
        save_worst_face: u8 [1, 6], Face, ("SHO-5");
        /// Shot of a model that has none of a target in view, if another of its unit has some of it.
        blind_shots: BlindShots, Switch, ("SHO-2", "VIS-2") ruling "SHO-2.1" before Choice("NoShot");
        /// To added by hard cover.
        hard_cover_toughness: u8 [0, 10], Points, ("SHO-9");
        /// Dice of a throw.
        throw_dice: u8 [1, 10], Dice, ("SHO-10");
        /// Face needed to hit a point with a throw.
        throw_at_point: u8 [1, 6], Face, ("SHO-10");
        /// Distance that a missed throw deviates for each pip of its die.
        deviation_for_pip: f64 [0.0, 10.0], Inches, ("SHO-10");
        /// Angle between neighbouring directions of a deviation.
        deviation_turn: f64 [0.0, 10.0], Degrees, ("SHO-10");
        /// Distance from the centre of a throw within which a base is hit.
        blast_radius: f64 [0.0, 50.0], Inches, ("SHO-10");
        /// Hits of a throw on each model in its blast.
        blast_hits: u8 [1, 10], Hits, ("SHO-10");
    }
}

impl ShootingRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        even_odds: 4,
        best_face: 2,
        worst_face: 6,
        armour_even_odds: 4,
        toughness_even_odds: 4,
        save_best_face: 2,
        save_worst_face: 6,
        blind_shots: BlindShots::NoShot,
        hard_cover_toughness: 1,
        throw_dice: 1,
        throw_at_point: 4,
        deviation_for_pip: 0.5,
        deviation_turn: 10.0,
        blast_radius: 1.5,
        blast_hits: 1,
    };
}
