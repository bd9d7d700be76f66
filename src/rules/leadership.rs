//! Chapter 3: hit-dice, nerve markers, leadership tests.

use serde::{Deserialize, Serialize};

use super::card::{Card, SpecialRule};
use super::ruleset::{LeadershipRules, NerveFromHits, Suppression};

/// What fire has done to a unit's will.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Morale {
    /// Hits shown by its hit-die, or both its dice; 0 for none.
    pub hit_die: u8,
    /// Its nerve markers.
    pub nerve_markers: u8,
}

impl Morale {
    /// Whether the unit is suppressed.
    ///
    /// Rule: SUP-2.
    pub fn suppressed(self) -> bool {
        self.hit_die > 0
    }

    /// Its nerve markers after `dropped` of them go; never below none.
    ///
    /// Rule: NRV-3 (Get Down's marker, the Starting phase's).
    pub fn markers_after(self, dropped: u8) -> u8 {
        self.nerve_markers.saturating_sub(dropped)
    }

    /// Its Nv now, of what it started with.
    ///
    /// Rule: LD-2, BAS-4.
    pub fn nerve(self, start: u8) -> u8 {
        start.saturating_sub(self.nerve_markers)
    }
}

/// Whether the leader of a unit is with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leadership {
    /// He is.
    Led,
    /// He has been lost.
    Leaderless,
}

/// The dice of a leadership test, of a unit's Ld.
///
/// Rule: LD-1, LD-3, BAS-4.
pub fn test_dice(start: u8, led: Leadership, rules: &LeadershipRules) -> u8 {
    match led {
        Leadership::Led => start,
        Leadership::Leaderless => start.saturating_sub(rules.leaderless_loss),
    }
}

/// Whether a leadership test of these faces is passed: any is no higher than Nv. Without dice none is.
///
/// Rule: LD-1, LD-3, BAS-3 (Pass-One).
pub fn is_passed(faces: &[u8], nerve: u8) -> bool {
    faces.iter().any(|face| *face <= nerve)
}

/// The chance that a leadership test is passed.
///
/// Rule: LD-1, LD-3.
pub fn chance_to_pass(dice: u8, nerve: u8) -> f64 {
    let fails = 1.0 - f64::from(nerve.min(6)) / 6.0;
    1.0 - (0..dice).fold(1.0, |all, _| all * fails)
}

/// What a salvo was to the unit that received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Salvo {
    /// Hits scored, harm or not.
    pub hits: u32,
    /// Saving throws on armour that failed.
    pub failed_saves: u32,
}

/// What a salvo did to a unit's will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// Its morale afterwards.
    pub after: Morale,
    /// Nerve markers for being hit: NRV-1.
    pub markers_for_hits: u8,
    /// Nerve markers for failed saves: NRV-2.
    pub markers_for_saves: u8,
}

/// How many hits a unit's hit-die, or both of them, can show. It is shaken there.
///
/// Rule: SUP-3.
pub fn most_hits(card: &Card, rules: &LeadershipRules) -> u8 {
    if is_steadfast(card, rules) { rules.steadfast_shaken_at } else { rules.shaken_at }
}

/// Whether a unit is shaken. Where big salvos give nerve markers, none ever is.
///
/// Rule: SUP-3, NRV-1.
pub fn is_shaken(morale: Morale, card: &Card, rules: &LeadershipRules) -> bool {
    rules.nerve_from_hits != NerveFromHits::BigSalvos && morale.hit_die >= most_hits(card, rules)
}

fn is_steadfast(card: &Card, rules: &LeadershipRules) -> bool {
    rules.steadfast && card.has(SpecialRule::Steadfast)
}

/// What an enemy salvo does to a unit's hit-die and nerve markers. A unit has no more markers than
/// its Nv at the start; of what is more than that, what it got for hits counts first.
///
/// Where hits leave markers in place of a hit-die (ACT-7), nothing happens here.
///
/// Rule: SUP-1 (counting), SUP-3, NRV-1, NRV-2, LD-2, SHO-7.
pub fn struck(before: Morale, salvo: Salvo, card: &Card, rules: &LeadershipRules) -> Struck {
    if salvo.hits == 0 || rules.suppression == Suppression::Markers {
        return Struck { after: before, markers_for_hits: 0, markers_for_saves: 0 };
    }
    let most = most_hits(card, rules);
    let shown = u32::from(before.hit_die) + salvo.hits;
    let hit_die = shown.min(u32::from(most).max(u32::from(before.hit_die)));
    let times = match rules.nerve_from_hits {
        NerveFromHits::NewSalvos => u32::from(is_shaken(before, card, rules)),
        NerveFromHits::EveryHit => shown - hit_die,
        NerveFromHits::BigSalvos => u32::from(salvo.hits >= u32::from(big_salvo(card, rules))),
    };
    let room = card.characteristics.nerve.saturating_sub(before.nerve_markers);
    let markers = |times: u32, each: u8, room: u8| (times * u32::from(each)).min(u32::from(room)) as u8;
    let markers_for_hits = markers(times, rules.markers_for_hits, room);
    let failed = u32::from(salvo.failed_saves > 0);
    let markers_for_saves = markers(failed, rules.markers_for_failed_saves, room - markers_for_hits);
    let after = Morale {
        hit_die: hit_die as u8,
        nerve_markers: before.nerve_markers + markers_for_hits + markers_for_saves,
    };
    Struck { after, markers_for_hits, markers_for_saves }
}

/// The part of a salvo that has already struck a unit, where a blast meant for another came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Begun {
    /// The unit's morale before any of it.
    pub before: Morale,
    /// What it was so far.
    pub salvo: Salvo,
}

/// What the rest of a salvo does to a unit that some of it has already struck: all of it together is one
/// salvo, so what it has given is not given again.
///
/// Rule: BAS-8 (at most one from each enemy unit), NRV-1, NRV-2.
pub fn struck_by_the_rest(begun: Begun, rest: Salvo, card: &Card, rules: &LeadershipRules) -> Struck {
    let given = struck(begun.before, begun.salvo, card, rules);
    let whole = struck(begun.before, begun.salvo.and(rest), card, rules);
    Struck {
        after: whole.after,
        markers_for_hits: whole.markers_for_hits.saturating_sub(given.markers_for_hits),
        markers_for_saves: whole.markers_for_saves.saturating_sub(given.markers_for_saves),
    }
}

impl Salvo {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self { hits: self.hits + other.hits, failed_saves: self.failed_saves + other.failed_saves }
    }
}

/// Hits that make a salvo at a unit a big one.
///
/// Rule: NRV-1.
fn big_salvo(card: &Card, rules: &LeadershipRules) -> u8 {
    if is_steadfast(card, rules) { rules.steadfast_big_salvo } else { rules.big_salvo }
}

#[cfg(test)]
mod tests;
