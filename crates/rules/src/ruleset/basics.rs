//! The keys of chapters 1 and 2: lengths, halves, models, strength, the length of a game.

use super::define::{chapter, switch};

switch! {
    /// Rounding of halves that are not whole numbers (BAS-4).
    Rounding {
        /// down to the next whole number
        Down,
        /// up to the next whole number
        Up,
    }
}

chapter! {
    /// Chapter 1.
    BasicsRules in basics ("1. Basics") {
        /// Diameter of a model's base if its card gives none.
        base_diameter: f64 [0.1, 20.0], Inches, ("BAS-2");
        /// Height of a model if its card gives none.
        model_height: f64 [0.1, 20.0], Inches, ("BAS-2");
        /// Height of a model's eyes if its card gives none.
        eye_height: f64 [0.1, 20.0], Inches, ("BAS-2");
        /// Rounding of halves of a characteristic, an allowance or a rate of fire.
        half_rounding: Rounding, Switch, ("BAS-4", "GO-3");
        /// The minimum of a halved rate of fire.
        least_halved_rate: u8 [0, 10], Dice, ("BAS-4");
        /// Share of its starting models at or below which a unit is weakened: it
        /// has no choice when it falls back.
        weakened_at: u8 [0, 100], Percent, ("BAS-6", "FB-1", "OFB-1", "OFB-2");
        /// Share of its starting models below which a unit that must fall back is
        /// destroyed.
        finished_under: u8 [0, 100], Percent, ("BAS-6", "FB-1", "OFB-2", "OFB-7");
        /// Wounds of a model if its card gives none.
        default_wounds: u8 [1, 50], Wounds, ("BAS-9");
        /// Tolerance in the mover's favour when a length is compared with a limit.
        allowance: f64 [0.0, 0.1], Inches, ("BAS-10");
        /// Margin by which paths and places found by the program stay clear of every limit.
        clearance: f64 [0.0, 0.1], Inches, ("BAS-10");
    }
}

chapter! {
    /// Chapter 2.
    TurnRules in turn ("2. Turn") {
        /// Rounds of a game if its mission gives no number.
        rounds: u8 [1, 99], Rounds, ("TURN-6");
    }
}

impl BasicsRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        base_diameter: 1.0,
        model_height: 1.25,
        eye_height: 1.1,
        half_rounding: Rounding::Down,
        least_halved_rate: 1,
        weakened_at: 50,
        finished_under: 25,
        default_wounds: 1,
        allowance: 0.005,
        clearance: 0.002,
    };
}
