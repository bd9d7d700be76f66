//! The keys of chapter 5: gaps, going, obstacles, openings, coherency, leapers.

use super::define::{chapter, switch};

switch! {
    /// Models that an opening in a wall lets through (STR-1).
    Openings {
        /// every model, however wide its base and however low the opening or high its sill
        Any,
        /// only one whose base is no wider than the opening, and which is no taller than it
        Fitting,
    }
}

chapter! {
    /// Chapter 5.
    MovementRules in movement ("5. Movement") {
        /// Minimum gap to an enemy model in the Action phase.
        enemy_gap: f64 [0.0, 20.0], Inches, ("MOV-5", "GO-5", "FB-3");
        /// Share of a move's allowance left if its path crosses difficult ground.
        difficult_share: f64 [0.0, 1.0], Times, ("GO-3", "FB-3", "ROU-1");
        /// Height up to which an obstacle is slow.
        low_obstacle: f64 [0.0, 50.0], Inches, ("OBS-1", "OBS-2");
        /// Height from which an obstacle is impassable; below it and over low it is
        /// slow and difficult.
        high_obstacle: f64 [0.0, 50.0], Inches, ("OBS-3", "OBS-2");
        /// Models that an opening in a wall lets through.
        openings: Openings, Switch, ("STR-1") ruling "STR-1.1" before Choice("Any");
        /// Minimum distance of the centre of a base inside the edge of a floor or roof; at 0 it may be outside by what any length may
        /// exceed its limit.
        edge_margin: f64 [0.0, 1.0], Inches, ("STR-5") before Number(0.0);
        /// Distance from a model of its unit that has already moved within which a model must end.
        coherency: f64 [0.0, 50.0], Inches, ("COH-1");
        /// Height up to which an obstacle is clear to a leaper.
        leaper_clear_obstacle: f64 [0.0, 50.0], Inches, ("SPR-1");
        /// Height from which an obstacle is slow and difficult to a leaper; below it
        /// and over clear it is slow.
        leaper_difficult_obstacle: f64 [0.0, 50.0], Inches, ("SPR-1");
        /// Height from which an obstacle is impassable to a leaper.
        leaper_high_obstacle: f64 [0.0, 50.0], Inches, ("SPR-1");
    }
}

impl MovementRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        enemy_gap: 2.0,
        difficult_share: 0.5,
        low_obstacle: 2.0,
        high_obstacle: 4.0,
        openings: Openings::Any,
        edge_margin: 0.05,
        coherency: 2.0,
        leaper_clear_obstacle: 2.0,
        leaper_difficult_obstacle: 4.0,
        leaper_high_obstacle: 6.0,
    };
}
