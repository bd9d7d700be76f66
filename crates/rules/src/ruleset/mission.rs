//! The keys of chapter 10: tables, objectives, reserves, morale, victory.

use super::define::{chapter, switch};

switch! {
    /// Units that a side places last (MIS-2).
    PlacedLast {
        /// those whose card has the role command; officers and heroes are placed among the others
        Command,
        /// officers and heroes as well
        Leaders,
    }
}

switch! {
    /// Side that has finished first where a side has nothing to place (MIS-2).
    NothingToPlace {
        /// that side, if the other has something
        FinishesFirst,
        /// nobody
        Nobody,
    }
}

switch! {
    /// Resolution of a level roll-off for the attack (MIS-2).
    LevelRollOff {
        /// both roll again, each time with what is added
        RolledAgain,
        /// the player to whose roll something is added wins it
        GoesToBonus,
    }
}

switch! {
    /// Leaders on which a force may test its morale (MIS-5).
    ForceLeaders {
        /// those on the table and in reserve
        WithReserves,
        /// only those on the table
        OnTable,
    }
}

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
        /// Minimum distance of an objective from the table's edges.
        objective_edge_gap: f64 [0.0, 100.0], Inches, ("MIS-2");
        /// Minimum distance of an objective from other objectives.
        objective_gap: f64 [0.0, 100.0], Inches, ("MIS-2");
        /// Added to the roll for the attack by the player who finished deploying first.
        first_finished_bonus: u8 [0, 6], Points, ("MIS-2");
        /// Side that has finished first where a side has nothing to place.
        nothing_to_place: NothingToPlace, Switch, ("MIS-2") ruling "MIS-2.2" before Choice("FinishesFirst");
        /// Resolution of a level roll-off for the attack.
        level_roll_off: LevelRollOff, Switch, ("MIS-2") ruling "MIS-2.3" before Choice("RolledAgain");
        /// Units that a side places last.
        placed_last: PlacedLast, Switch, ("MIS-2", "MIS-8") ruling "MIS-2.1" before Choice("Command");
        /// First turns in which the attacker's units may neither Open Fire nor call
        /// On My Target.
        barred_turns: u8 [0, 99], Turns, ("MIS-2", "MIS-8");
        /// First round in which holding an objective in the enemy zone wins a Meeting Engagement.
        victory_from_round: u8 [1, 99], Rounds, ("MIS-2");
        /// Objectives that each player places in Broken Arrow.
        broken_arrow_objectives: u8 [0, 20], Pieces, ("MIS-3");
        /// Point obstacles that each player may place in Broken Arrow.
        broken_arrow_obstacles: u8 [0, 20], Pieces, ("MIS-3");
        /// Minimum distance of such an obstacle from objectives and terrain.
        obstacle_gap: f64 [0.0, 100.0], Inches, ("MIS-3");
        /// Radius of the debris field round the table's middle, where the level has no piece of that name.
        debris_radius: f64 [1.0, 100.0], Inches, ("MIS-3");
        /// Smallest radius of such an obstacle.
        obstacle_min_radius: f64 [0.1, 10.0], Inches, ("MIS-3");
        /// Largest radius of such an obstacle.
        obstacle_max_radius: f64 [0.1, 10.0], Inches, ("MIS-3");
        /// Greatest height of such an obstacle.
        obstacle_max_height: f64 [0.1, 10.0], Inches, ("MIS-3");
        /// Share of the units, rounded down, that deploys; the others are reserves.
        deployed_share: u8 [0, 100], Percent, ("MIS-3");
        /// Dice that a reserve unit rolls for each round begun.
        reserve_dice: u8 [0, 10], Dice, ("MIS-3");
        /// Face needed for a reserve unit to enter.
        reserve_face: u8 [1, 6], Face, ("MIS-3");
        /// Distance from its long edge within which the models of a reserve unit enter.
        reserve_depth: f64 [0.0, 50.0], Inches, ("MIS-3");
        /// Distance from an enemy model within which no model of a reserve unit may enter.
        reserve_enemy_distance: f64 [0.0, 50.0], Inches, ("MIS-3") before Number(0.0);
        /// Distance within which a unit holds an objective, or an enemy denies it.
        holding_distance: f64 [0.0, 50.0], Inches, ("MIS-4");
        /// Share of its units below which a force tests its morale.
        morale_under: u8 [0, 100], Percent, ("MIS-5");
        /// Leaders on which a force may test its morale.
        force_leaders: ForceLeaders, Switch, ("MIS-5") ruling "MIS-5.1" before Choice("WithReserves");
        /// Share of their points that reserves count for if they never arrive.
        absent_reserve_worth: u8 [0, 100], Percent, ("MIS-6");
        /// Fewest units of a force of the size to balance for.
        force_min_units: u8 [0, 64], Units, ("MIS-7");
        /// Most units of a force of the size to balance for.
        force_max_units: u8 [0, 64], Units, ("MIS-7");
        /// Fewest models of a force of the size to balance for.
        force_min_models: u8 [0, 255], Models, ("MIS-7");
        /// Most models of a force of the size to balance for.
        force_max_models: u8 [0, 255], Models, ("MIS-7");
        /// Most points of a force of the size to balance for.
        force_max_points: f64 [0.0, 1000000.0], Points, ("MIS-7") before Number(1000000.0);
    }
}

impl MissionRules {
    /// The shipped ruleset `combined`.
    pub const COMBINED: Self = Self {
        table_width: 72.0,
        table_depth: 48.0,
        deployment_depth: 12.0,
        objectives_each: 2,
        objective_edge_gap: 6.0,
        objective_gap: 6.0,
        first_finished_bonus: 1,
        nothing_to_place: NothingToPlace::FinishesFirst,
        level_roll_off: LevelRollOff::RolledAgain,
        placed_last: PlacedLast::Command,
        barred_turns: 1,
        victory_from_round: 2,
        broken_arrow_objectives: 1,
        broken_arrow_obstacles: 3,
        obstacle_gap: 4.0,
        debris_radius: 9.0,
        obstacle_min_radius: 0.5,
        obstacle_max_radius: 1.5,
        obstacle_max_height: 2.0,
        deployed_share: 50,
        reserve_dice: 1,
        reserve_face: 5,
        reserve_depth: 2.0,
        reserve_enemy_distance: 2.0,
        holding_distance: 3.0,
        morale_under: 50,
        force_leaders: ForceLeaders::WithReserves,
        absent_reserve_worth: 0,
        force_min_units: 4,
        force_max_units: 8,
        force_min_models: 12,
        force_max_models: 50,
        force_max_points: 1000.0,
    };
}
