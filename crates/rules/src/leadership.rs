//! Chapter 3: hit-dice, nerve markers, leadership tests; and the suppression markers of ACT-7.

use serde::{Deserialize, Serialize};

use super::card::{Card, SpecialRule};
use super::ruleset::{LeadershipRules, NerveFromHits, OutlineRules, Ruleset, SalvoBesideHits, Suppression};

/// Effect of enemy fire on a unit's will.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Morale {
    /// Hits shown by its hit-die, or both its dice; 0 for none.
    pub hit_die: u8,
    /// Its nerve markers.
    pub nerve_markers: u8,
    /// Its suppression markers, in rulesets where hits leave these instead of a hit-die (ACT-7).
    pub suppression_markers: u8,
}

impl Morale {
    /// Whether the unit is suppressed: it has a hit-die or is marked.
    ///
    /// Rule: SUP-2, ACT-7 (marked).
    pub fn suppressed(self) -> bool {
        self.hit_die > 0 || self.suppression_markers > 0
    }

    /// The opening morale of a unit for which a level file says this. If hits leave suppression markers, a hit-die counts
    /// as the markers of one salvo, and there are no nerve markers; if not, each suppression marker counts as a hit.
    ///
    /// Rule: SUP-1 (in level files), ACT-7 (in level files), NRV-3 (no markers by other rules).
    pub fn at_opening(self, card: &Card, rules: WillRules) -> Self {
        let none = Self::default();
        match rules.leadership.suppression {
            Suppression::Markers => {
                let left = if self.hit_die > 0 { rules.outline.markers_for_salvo } else { 0 };
                Self { suppression_markers: self.suppression_markers.max(left), ..none }
            }
            Suppression::HitDie => {
                let hits = self.suppression_markers.min(max_hits(card, rules.leadership));
                Self { hit_die: self.hit_die.max(hits), nerve_markers: self.nerve_markers, ..none }
            }
        }
    }

    /// Its nerve markers after it drops some; never below 0.
    ///
    /// Rule: NRV-3 (Get Down's marker, the Starting phase's).
    pub fn markers_after(self, dropped: u8) -> u8 {
        self.nerve_markers.saturating_sub(dropped)
    }

    /// Its current Nv, given the Nv it started with.
    ///
    /// Rule: LD-2, BAS-4.
    pub fn nerve(self, start: u8) -> u8 {
        start.saturating_sub(self.nerve_markers)
    }
}

/// Rules on the effect of fire on a unit's will.
#[derive(Clone, Copy, Debug)]
pub struct WillRules<'a> {
    /// Hit-dice and nerve markers.
    pub leadership: &'a LeadershipRules,
    /// The markers of the outline.
    pub outline: &'a OutlineRules,
}

impl<'a> WillRules<'a> {
    /// Those of a ruleset.
    pub fn of(ruleset: &'a Ruleset) -> Self {
        Self { leadership: &ruleset.leadership, outline: &ruleset.outline }
    }
}

/// Whether a unit still has its leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leadership {
    /// It has.
    Led,
    /// The leader has been lost.
    Leaderless,
}

/// The dice of a leadership test, given a unit's Ld.
///
/// Rule: LD-1, LD-3, BAS-4.
pub fn test_dice(start: u8, led: Leadership, rules: &LeadershipRules) -> u8 {
    match led {
        Leadership::Led => start,
        Leadership::Leaderless => start.saturating_sub(rules.leaderless_loss),
    }
}

/// Whether a leadership test with these faces is passed: at least one is no higher than Nv.
///
/// Rule: LD-1, LD-3, BAS-3 (Pass-One).
pub fn is_passed(faces: &[u8], nerve: u8) -> bool {
    faces.iter().any(|face| *face <= nerve)
}

/// Highest face with which one die passes a marked unit's test to act, given the Nv it tests with.
///
/// Rule: ACT-7 (each marker after the first), BAS-4.
pub fn nerve_to_act(nerve: u8, markers: u8, rules: &OutlineRules) -> u8 {
    let counted = markers.saturating_sub(rules.markers_without_loss);
    nerve.saturating_sub(counted.saturating_mul(rules.nerve_lost_to_marker))
}

/// Number of suppression markers that a test to act with these faces removes; a failed test removes none.
///
/// Rule: ACT-7 (each die at or under that Nv removes a marker).
pub fn markers_shaken_off(faces: &[u8], nerve: u8, markers: u8) -> u8 {
    let good = faces.iter().filter(|face| **face <= nerve).count();
    markers.min(u8::try_from(good).unwrap_or(u8::MAX))
}

/// The chance that a leadership test is passed.
///
/// Rule: LD-1, LD-3.
pub fn chance_to_pass(dice: u8, nerve: u8) -> f64 {
    let fails = 1.0 - f64::from(nerve.min(6)) / 6.0;
    1.0 - (0..dice).fold(1.0, |all, _| all * fails)
}

/// Result of a salvo at a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Salvo {
    /// Hits scored, whether or not they harm.
    pub hits: u32,
    /// Saving throws on armour that failed.
    pub failed_saves: u32,
}

/// Effect of a salvo on a unit's will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// Its morale afterwards.
    pub after: Morale,
    /// Nerve markers for being hit: NRV-1.
    pub markers_for_hits: u8,
    /// Nerve markers for failed saves: NRV-2.
    pub markers_for_saves: u8,
}

/// The most hits that a unit's hit-die, or both its dice, can show. At that number it is shaken.
///
/// Rule: SUP-3.
pub fn max_hits(card: &Card, rules: &LeadershipRules) -> u8 {
    if is_steadfast(card, rules) { rules.steadfast_shaken_at } else { rules.shaken_at }
}

/// Whether a unit is shaken. In rulesets where big salvos give nerve markers, none ever is.
///
/// Rule: SUP-3, NRV-1.
pub fn is_shaken(morale: Morale, card: &Card, rules: &LeadershipRules) -> bool {
    rules.nerve_from_hits != NerveFromHits::BigSalvos && morale.hit_die >= max_hits(card, rules)
}

fn is_steadfast(card: &Card, rules: &LeadershipRules) -> bool {
    rules.steadfast && card.has(SpecialRule::Steadfast)
}

/// Applies an enemy salvo to a unit's hit-die and nerve markers, or to its suppression markers. A unit never has more nerve markers than
/// its starting Nv; if there is no room for all, those for hits come first.
///
/// Rule: SUP-1 (counting), SUP-3, NRV-1, NRV-2, LD-2, SHO-7, ACT-7 (a salvo with a hit).
pub fn struck(before: Morale, salvo: Salvo, card: &Card, rules: WillRules) -> Struck {
    let unmoved = Struck { after: before, markers_for_hits: 0, markers_for_saves: 0 };
    if salvo.hits == 0 {
        return unmoved;
    }
    let WillRules { leadership: rules, outline } = rules;
    if rules.suppression == Suppression::Markers {
        let suppression_markers = before.suppression_markers.saturating_add(outline.markers_for_salvo);
        return Struck { after: Morale { suppression_markers, ..before }, ..unmoved };
    }
    let max_hits = max_hits(card, rules);
    let shown = u32::from(before.hit_die) + salvo.hits;
    let hit_die = shown.min(u32::from(max_hits).max(u32::from(before.hit_die)));
    let times = match rules.nerve_from_hits {
        NerveFromHits::NewSalvos => u32::from(is_shaken(before, card, rules)),
        NerveFromHits::EveryHit => shown - hit_die + beside_hits(before, card, rules),
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
        ..before
    };
    Struck { after, markers_for_hits, markers_for_saves }
}

/// The part of a salvo that has already struck a unit, because a blast aimed at another unit hit it first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Begun {
    /// The unit's morale before any of it.
    pub before: Morale,
    /// The salvo so far.
    pub salvo: Salvo,
}

/// Applies the rest of a salvo to a unit that a part of it has already struck. Both parts are one salvo, so markers already given are not
/// given again.
///
/// Rule: BAS-8 (at most one from each enemy unit), NRV-1, NRV-2, ACT-7 (one marker a salvo).
pub fn struck_by_the_rest(begun: Begun, rest: Salvo, card: &Card, rules: WillRules) -> Struck {
    let given = struck(begun.before, begun.salvo, card, rules);
    let whole = struck(begun.before, begun.salvo.and(rest), card, rules);
    Struck {
        after: whole.after,
        markers_for_hits: whole.markers_for_hits.saturating_sub(given.markers_for_hits),
        markers_for_saves: whole.markers_for_saves.saturating_sub(given.markers_for_saves),
    }
}

impl Salvo {
    /// Both salvos as one.
    pub fn and(self, other: Self) -> Self {
        Self { hits: self.hits + other.hits, failed_saves: self.failed_saves + other.failed_saves }
    }
}

/// Number of times a salvo gives markers besides those for each of its hits.
///
/// Rule: NRV-1 (each new enemy salvo).
fn beside_hits(before: Morale, card: &Card, rules: &LeadershipRules) -> u32 {
    match rules.salvo_beside_hits {
        SalvoBesideHits::Nothing => 0,
        SalvoBesideHits::Marker => u32::from(is_shaken(before, card, rules)),
    }
}

/// Number of hits that make a salvo at a unit a big one.
///
/// Rule: NRV-1.
fn big_salvo(card: &Card, rules: &LeadershipRules) -> u8 {
    if is_steadfast(card, rules) { rules.steadfast_big_salvo } else { rules.big_salvo }
}

#[cfg(test)]
mod tests;
