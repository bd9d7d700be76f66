//! The keys of chapter 3: leadership, suppression, nerve.

use super::define::{chapter, switch};

switch! {
    /// Effect of enemy hits on a unit (SUP-1, ACT-7).
    Suppression {
        /// hits accumulate on a hit-die and nerve markers lower Nv: SUP and NRV
        HitDie,
        /// a salvo with a hit leaves a suppression marker: ACT-7 instead of SUP and NRV
        Markers,
    }
}

switch! {
    /// Hits or salvos that give a unit nerve markers (NRV-1).
    NerveFromHits {
        /// each new enemy salvo that hits a unit already shaken
        NewSalvos,
        /// each hit past the number that makes the unit shaken, though its hit-die stops there
        EveryHit,
        /// each enemy salvo of many hits; no unit is ever shaken
        BigSalvos,
    }
}

switch! {
    /// Whether an Inspiring officer inspires while its unit is suppressed (LD-4).
    SuppressedOfficer {
        /// it does
        Inspires,
        /// suppression silences it
        Silent,
    }
}

switch! {
    /// Models of an Inspiring unit that inspire (LD-4).
    WhoInspires {
        /// its leader, while it stands
        Leader,
        /// every model of it
        EveryModel,
    }
}

switch! {
    /// Model to which the distance of an Inspiring officer is measured (LD-4).
    InspiresTo {
        /// the nearest model of the unit
        NearestModel,
        /// the leader of the unit, while it stands
        Leader,
    }
}

switch! {
    /// Order in which the units of a side test to recover (TURN-4).
    RecoveryOrder {
        /// the order of their numbers
        Numbers,
        /// the order that their player chooses
        Player,
    }
}

switch! {
    /// Markers for a new salvo at a shaken unit, where each hit past the number that shakes a unit gives a marker (NRV-1).
    SalvoBesideHits {
        /// nothing beside those for its hits
        Nothing,
        /// a marker as well
        Marker,
    }
}

chapter! {
    /// Chapter 3.
    LeadershipRules in leadership ("3. Leadership, suppression, nerve") {
        /// Ld lost by a unit without its leader.
        leaderless_loss: u8 [0, 10], Dice, ("LD-3");
        /// Distance from an inspiring officer or hero within which a unit may use its Nv.
        inspiring_range: f64 [0.0, 100.0], Inches, ("LD-4");
        /// Whether an Inspiring officer inspires while its unit is suppressed.
        suppressed_officer: SuppressedOfficer, Switch, ("LD-4") ruling "LD-4.2" before Choice("Inspires");
        /// Models of an Inspiring unit that inspire.
        who_inspires: WhoInspires, Switch, ("LD-4") ruling "LD-4.2" before Choice("Leader");
        /// Model to which the distance of an Inspiring officer is measured.
        inspires_to: InspiresTo, Switch, ("LD-4") ruling "LD-4.3" before Choice("NearestModel");
        /// Effect of enemy hits on a unit.
        suppression: Suppression, Switch, ("SUP-1", "SUP-2", "SUP-4", "ACT-7");
        /// Each suppressed unit tests leadership in the enemy's Reaction phase and
        /// recovers if it passes.
        recovery_test: bool, Switch, ("TURN-4", "SUP-5");
        /// Order in which the units of a side test to recover.
        recovery_order: RecoveryOrder, Switch, ("TURN-4") ruling "TURN-4.1" before Choice("Numbers");
        /// Hits at which the hit-die stops and the unit is shaken.
        shaken_at: u8 [1, 100], Hits, ("SUP-3", "NRV-1");
        /// The special rule Steadfast makes a unit harder to shake.
        steadfast: bool, Switch, ("SUP-3");
        /// Hits at which the hit-dice of a steadfast unit stop and it is shaken.
        steadfast_shaken_at: u8 [1, 100], Hits, ("SUP-3", "NRV-1");
        /// Hits or salvos that give a unit nerve markers.
        nerve_from_hits: NerveFromHits, Switch, ("NRV-1");
        /// Markers for a new salvo at a shaken unit, where each hit past the number that shakes a unit gives a marker.
        salvo_beside_hits: SalvoBesideHits, Switch, ("NRV-1") ruling "NRV-1.1" before Choice("Nothing");
        /// Nerve markers for each hit or salvo that counts for them.
        markers_for_hits: u8 [0, 10], Markers, ("NRV-1");
        /// Hits that make a salvo big; matters only where big salvos give nerve markers.
        big_salvo: u8 [1, 100], Hits, ("NRV-1");
        /// Hits that make a salvo at a steadfast unit big; matters only where big salvos
        /// give nerve markers.
        steadfast_big_salvo: u8 [1, 100], Hits, ("NRV-1");
        /// Nerve markers for a salvo against which at least one saving throw fails.
        markers_for_failed_saves: u8 [0, 10], Markers, ("NRV-2");
        /// Nerve markers that an unsuppressed unit drops in its own Starting phase.
        markers_dropped_in_starting: u8 [0, 10], Markers, ("TURN-2", "NRV-3");
        /// Nerve markers that Get Down drops.
        markers_dropped_by_get_down: u8 [0, 10], Markers, ("ACT-5", "NRV-3");
        /// Nerve markers that a completed Fall Back move or rout drops.
        markers_dropped_by_falling_back: u8 [0, 10], Markers, ("FB-6", "NRV-3");
    }
}

impl LeadershipRules {
    /// The numbers of `combined`, for tests that read no file; a test of `level` compares them with the file.
    pub const COMBINED: Self = Self {
        leaderless_loss: 1,
        inspiring_range: 6.0,
        suppressed_officer: SuppressedOfficer::Inspires,
        who_inspires: WhoInspires::Leader,
        inspires_to: InspiresTo::NearestModel,
        suppression: Suppression::HitDie,
        recovery_test: true,
        recovery_order: RecoveryOrder::Numbers,
        shaken_at: 6,
        steadfast: true,
        steadfast_shaken_at: 12,
        nerve_from_hits: NerveFromHits::NewSalvos,
        salvo_beside_hits: SalvoBesideHits::Nothing,
        markers_for_hits: 1,
        big_salvo: 3,
        steadfast_big_salvo: 6,
        markers_for_failed_saves: 1,
        markers_dropped_in_starting: 1,
        markers_dropped_by_get_down: 1,
        markers_dropped_by_falling_back: 1,
    };
}
