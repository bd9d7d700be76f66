//! The keys of chapter 10: tables, objectives, reserves, morale, victory.

use super::define::chapter;

chapter! {
    /// Chapter 10.
    MissionRules in mission ("10. Missions") {
        /// Width of a table if its level gives none.
        table_width: f64 [12.0, 240.0], Inches, ("MIS-1");
        /// Depth of a table if its level gives none.
        table_depth: f64 [12.0, 240.0], Inches, ("MIS-1");
        /// Depth of a deployment zone from the long edge.
        deployment_depth: f64 [1.0, 120.0], Inches, ("MIS-1");
        /// Objectives that each player places in a Meeting Engagement.
        objectives_each: u8 [0, 20], Pieces, ("MIS-2");
        /// How far from the table's edges an objective must be placed.
        objective_edge_gap: f64 [0.0, 100.0], Inches, ("MIS-2");
        /// How far from other objectives an objective must be placed.
        objective_gap: f64 [0.0, 100.0], Inches, ("MIS-2");
        /// Added to the roll for the attack by the player who finished deploying first.
        first_finished_bonus: u8 [0, 6], Points, ("MIS-2");
        /// First turns in which the attacker's units may neither Open Fire nor call
        /// On My Target.
        barred_turns: u8 [0, 99], Turns, ("MIS-2", "MIS-8");
        /// Objectives that each player places in Broken Arrow.
        broken_arrow_objectives: u8 [0, 20], Pieces, ("MIS-3");
        /// Point obstacles that each player may place in Broken Arrow.
        broken_arrow_obstacles: u8 [0, 20], Pieces, ("MIS-3");
        /// How far from objectives and terrain such an obstacle must be placed.
        obstacle_gap: f64 [0.0, 100.0], Inches, ("MIS-3");
        /// Share of the units, rounded down, that deploys; the others are reserves.
        deployed_share: u8 [0, 100], Percent, ("MIS-3");
        /// Dice that a reserve unit rolls for each round begun.
        reserve_dice: u8 [0, 10], Dice, ("MIS-3");
        /// Face needed for a reserve unit to enter.
        reserve_face: u8 [1, 6], Face, ("MIS-3");
        /// How near a unit must be to hold an objective, or an enemy to deny it.
        holding_distance: f64 [0.0, 50.0], Inches, ("MIS-4");
        /// Share of its units below which a force tests its morale.
        morale_under: u8 [0, 100], Percent, ("MIS-5");
        /// Share of their points that reserves count if they never arrived.
        absent_reserve_worth: u8 [0, 100], Percent, ("MIS-6");
    }
}
