//! The keys of chapter 6: falling back and routing, and their replacement in the
//! outline of 2012.

use super::define::{chapter, switch};

switch! {
    /// Procedure for a unit forced to fall back (FB-1, OFB-1).
    FallBackProcedure {
        /// it goes to the nearest safe position or routs: FB and ROU
        SafePosition,
        /// it fires, crawls, stays or runs for cover or its table edge: OFB
        Outline,
    }
}

switch! {
    /// Best view that an enemy may have of a safe position (FB-2).
    SafeFrom {
        /// no enemy sees the leader there better than Obscured
        Obscured,
        /// no enemy sees the leader there better than Concealed
        Concealed,
    }
}

switch! {
    /// Followers that end in coherency (FB-5).
    Followers {
        /// as many as possible, even if some are then farther from the leader than they could be
        AsMany,
        /// each in turn takes the end nearest to the leader's, even if a later one is left apart by that
        EachInTurn,
    }
}

switch! {
    /// Direction from which clockwise is counted in the last of the ties (FB-4).
    ClockwiseFrom {
        /// the direction straight away from the enemy nearest to where the leader stands
        AwayFromEnemy,
        /// the way the leader faces
        Facing,
    }
}

switch! {
    /// Enemies that a model saw when its rout began (ROU-1).
    RoutSaw {
        /// every enemy that it can see, at any distance and whichever way it faced
        Anywhere,
        /// only those in its forward arc
        InArc,
    }
}

switch! {
    /// Models with which the first model of a rout that is not lost must end in coherency (ROU-2).
    FirstInRout {
        /// with nobody
        Alone,
        /// with the leader: if that is lost, all the others are
        WithLeader,
    }
}

switch! {
    /// Whether the leader may take the only place where another model of its unit can end (FB-4).
    OnlyPlace {
        /// it leaves the place free
        LeftFree,
        /// it may take the place, and the other model is lost
        Taken,
    }
}

chapter! {
    /// Chapter 6.
    FallingBackRules in falling_back ("6. Falling back and routing") {
        /// Procedure for a unit forced to fall back.
        procedure: FallBackProcedure, Switch, ("FB-1", "ROU-1", "OFB-1", "ACT-6");
        /// Minimum distance that a model must fall back.
        least_move: f64 [0.0, 8.0], TimesMv, ("FB-2", "FB-4", "FB-5");
        /// Maximum distance that a model may fall back.
        most_move: f64 [0.0, 8.0], TimesMv, ("FB-2", "FB-4", "FB-5");
        /// Distance that a safe position can be moved in any direction and still be safe.
        steadiness: f64 [0.0, 1.0], Inches, ("FB-2");
        /// How clearly an enemy may see a safe position at most.
        safe_from: SafeFrom, Switch, ("FB-2") before Choice("Obscured");
        /// Direction from which clockwise is counted in the last of the ties.
        clockwise_from: ClockwiseFrom, Switch, ("FB-4") ruling "FB-4.3" before Choice("AwayFromEnemy");
        /// Whether the leader may take the only place where another model of its unit can end.
        only_place: OnlyPlace, Switch, ("FB-4") ruling "FB-4.5" before Choice("LeftFree");
        /// Which of the others end in coherency.
        followers: Followers, Switch, ("FB-5") ruling "FB-5.1" before Choice("AsMany");
        /// Distance that a model routs.
        rout_move: f64 [0.0, 8.0], TimesMv, ("ROU-1");
        /// Enemies that a model saw when its rout began.
        rout_saw: RoutSaw, Switch, ("ROU-1") ruling "ROU-1.2" before Choice("Anywhere");
        /// Models with which the first model of a rout that is not lost must end in coherency.
        first_in_rout: FirstInRout, Switch, ("ROU-2") ruling "ROU-2.1" before Choice("Alone");
        /// Maximum angle by which the heading of a rout may turn aside if the straight line leads to no legal end.
        rout_turn: f64 [0.0, 180.0], Degrees, ("ROU-3");
        /// Maximum distance that a model may rout if no heading leads to a legal end.
        rout_longest_move: f64 [0.0, 12.0], TimesMv, ("ROU-3");
    }
}

chapter! {
    /// The outline of 2012: ACT-7 and the end of chapter 6.
    OutlineRules in outline ("6. Falling back: the outline of 2012") {
        /// Suppression markers that a salvo with a hit leaves.
        markers_for_salvo: u8 [0, 10], Markers, ("ACT-7");
        /// Suppression markers that do not lower Nv in the test to act.
        markers_without_loss: u8 [0, 10], Markers, ("ACT-7");
        /// Nv lost in the test to act for each further suppression marker.
        nerve_lost_to_marker: u8 [0, 10], Points, ("ACT-7");
        /// Distance that a unit over half strength that falls back may move instead of firing.
        crawl: f64 [0.0, 4.0], TimesMv, ("OFB-1");
        /// Dice of a weapon of a unit over half strength that fires instead of moving.
        fire_rate: f64 [0.0, 4.0], TimesRate, ("OFB-1");
        /// Dice of its one-handed weapons.
        fire_one_handed_rate: f64 [0.0, 4.0], TimesRate, ("OFB-1");
        /// Ev gained by a unit that stays in cover.
        stay_evasion: u8 [0, 10], Points, ("OFB-2");
        /// To gained by a unit that stays in cover.
        stay_toughness: u8 [0, 10], Points, ("OFB-2");
        /// Distance that a unit may run for cover or its edge.
        run: f64 [0.0, 8.0], TimesMv, ("OFB-3");
        /// The path length of a model beyond which enemies may snap fire at its running unit.
        snap_fire_beyond: f64 [0.0, 8.0], TimesMv, ("OFB-4");
        /// Share of its starting models above which a unit that left over its edge
        /// does not count as destroyed.
        escaped_above: u8 [0, 100], Percent, ("OFB-6");
    }
}

impl OutlineRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        markers_for_salvo: 1,
        markers_without_loss: 1,
        nerve_lost_to_marker: 1,
        crawl: 0.5,
        fire_rate: 0.5,
        fire_one_handed_rate: 1.0,
        stay_evasion: 1,
        stay_toughness: 1,
        run: 2.0,
        snap_fire_beyond: 1.0,
        escaped_above: 25,
    };
}
