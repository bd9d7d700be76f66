//! The keys of chapter 4: a unit's actions, and snap fire.

use super::define::{chapter, switch};

switch! {
    /// Condition for firing at more than one target (ACT-1, ACT-2).
    Splitting {
        /// without a test
        Freely,
        /// by a leadership test for each target after the first, as Advance does
        ByTest,
    }
}

chapter! {
    /// Chapter 4, a unit's own actions.
    ActionRules in actions ("4. Actions") {
        /// How far a unit may move before Open Fire.
        open_fire_move: f64 [0.0, 4.0], TimesMv, ("ACT-1");
        /// Dice of a weapon in Open Fire.
        open_fire_rate: f64 [0.0, 4.0], TimesRate, ("ACT-1");
        /// How Open Fire may be split.
        open_fire_splits: Splitting, Switch, ("ACT-1");
        /// Models may snap fire in Open Fire, with their Aw multiplied.
        open_fire_snap_fire: bool, Switch, ("ACT-1", "RE-2");
        /// Aw of a model that snap fires in Open Fire, for what it may shoot at and
        /// how hard that is to hit.
        open_fire_snap_awareness: f64 [0.0, 10.0], TimesAw, ("ACT-1", "RE-2");
        /// Distance a unit may move in Advance.
        advance_move: f64 [0.0, 4.0], TimesMv, ("ACT-2");
        /// Dice of a weapon in Advance.
        advance_rate: f64 [0.0, 4.0], TimesRate, ("ACT-2");
        /// Dice of a one-handed weapon in Advance.
        advance_one_handed_rate: f64 [0.0, 4.0], TimesRate, ("ACT-2");
        /// On My Target can be chosen.
        on_my_target: bool, Switch, ("ACT-3");
        /// Dice of a weapon in On My Target.
        on_my_target_rate: f64 [0.0, 4.0], TimesRate, ("ACT-3");
        /// Overall length of the teardrop.
        teardrop_length: f64 [0.1, 50.0], Inches, ("ACT-3");
        /// Diameter of the teardrop's large end.
        teardrop_large_end: f64 [0.1, 50.0], Inches, ("ACT-3");
        /// Diameter of the teardrop's small end.
        teardrop_small_end: f64 [0.0, 50.0], Inches, ("ACT-3");
        /// Distance a unit may move At The Double.
        double_move: f64 [0.0, 8.0], TimesMv, ("ACT-4");
        /// Dice of a one-handed weapon after a move At The Double.
        double_one_handed_rate: f64 [0.0, 4.0], TimesRate, ("ACT-4");
        /// Ev added by Get Down against shooting.
        get_down_evasion: u8 [0, 10], Points, ("ACT-5");
        /// To added by Get Down.
        get_down_toughness: u8 [0, 10], Points, ("ACT-5");
    }
}

chapter! {
    /// Chapter 4, snap fire.
    ReactionRules in reactions ("4. Actions: snap fire") {
        /// Units whose last action was Open Fire or Get Down may snap fire once at an enemy
        /// unit doing At The Double.
        snap_fire_at_runners: bool, Switch, ("RE-1");
        /// Dice of a weapon in snap fire.
        snap_rate: f64 [0.0, 4.0], TimesRate, ("RE-2", "ACT-1");
        /// Dice of a one-handed weapon in snap fire.
        snap_one_handed_rate: f64 [0.0, 4.0], TimesRate, ("RE-2");
    }
}

impl ActionRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        open_fire_move: 0.5,
        open_fire_rate: 1.0,
        open_fire_splits: Splitting::Freely,
        open_fire_snap_fire: true,
        open_fire_snap_awareness: 2.0,
        advance_move: 1.0,
        advance_rate: 0.5,
        advance_one_handed_rate: 1.0,
        on_my_target: true,
        on_my_target_rate: 1.0,
        teardrop_length: 8.0,
        teardrop_large_end: 2.75,
        teardrop_small_end: 0.5,
        double_move: 2.0,
        double_one_handed_rate: 0.5,
        get_down_evasion: 1,
        get_down_toughness: 1,
    };
}

impl ReactionRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self { snap_fire_at_runners: true, snap_rate: 0.5, snap_one_handed_rate: 1.0 };
}
