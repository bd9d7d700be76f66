//! Chapter 8: what a shot needs to hit, and what bars it.
//!
//! `game/` rolls the dice, `table/` measures lengths; every number comes from the ruleset.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::basics::Allowance;
use super::ruleset::ShootingRules;
use super::sight::{Mutual, SightState, state_allows_fire};

/// Face needed to hit with a shot; easier rolls compare as less.
///
/// Rule: SHO-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HitRoll {
    /// This face or a higher one.
    Needs(u8),
    /// A "6+6": a six, and then another six.
    TwoSixes,
}

impl HitRoll {
    /// The chance that a shot hits.
    ///
    /// Rule: SHO-3.
    pub fn chance(self) -> f64 {
        match self {
            Self::Needs(face) => f64::from(7 - face) / 6.0,
            Self::TwoSixes => 1.0 / 36.0,
        }
    }
}

/// Finds what the die of a shot must show.
///
/// No shot needs less than the best face; one that would need more than the worst face needs a
/// "6+6". `evasion` is the target's with all modifiers, `skill` the shooter's BS.
///
/// Rule: SHO-3.
pub fn to_hit(skill: u8, evasion: u8, rules: &ShootingRules) -> HitRoll {
    let face = (u16::from(rules.even_odds) + u16::from(evasion)).saturating_sub(u16::from(skill));
    match u8::try_from(face) {
        Ok(face) if face <= rules.worst_face => HitRoll::Needs(face.max(rules.best_face)),
        _ => HitRoll::TwoSixes,
    }
}

/// A target's Ev against one shot, by its parts; points.
///
/// Rule: SHO-3, BAS-4 (added).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Evasion {
    /// From its card, in front or in the flank (FAC-5).
    pub card: u8,
    /// Added by state and distance (VIS-5).
    pub sight: u8,
    /// Added by its posture (ACT-5, OFB-2).
    pub posture: u8,
    /// Taken away by running or standing on pavement, if the ruleset says so (VIS-5).
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub pavement: u8,
}

fn is_nothing(points: &u8) -> bool {
    *points == 0
}

impl Evasion {
    /// The sum.
    pub fn total(self) -> u8 {
        let more = self.card.saturating_add(self.sight).saturating_add(self.posture);
        more.saturating_sub(self.pavement)
    }
}

/// Why a model may not fire at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Barred {
    /// No weapon of the shooter reaches that far (SHO-2).
    OutOfRange,
    /// The shooter cannot see it, and it is not Hidden at a known place (SHO-2).
    NotSeen,
    /// It is Concealed or Hidden beyond the shooter's Aw (VIS-4).
    BeyondAwareness,
}

/// Circumstances that decide whether one model may fire at another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// Between the bases, inches (BAS-1).
    pub gap: f64,
    /// Range of the shooter's weapon, inches; `None` without one.
    pub range: Option<f64>,
    /// Whether the two can see each other (VIS-1).
    pub mutual: Mutual,
    /// The target's state for the shooter's unit (VIS-2).
    pub state: SightState,
    /// The shooter's Aw against it, inches (VIS-3).
    pub awareness: f64,
}

/// Finds what bars a shot; `None` if nothing does. The forward arc does not matter, because models may turn before they fire (FAC-3).
///
/// Rule: SHO-2, VIS-4, BAS-10.
pub fn barred(aim: &Aim, allowance: Allowance) -> Option<Barred> {
    if !aim.range.is_some_and(|range| allowance.at_most(aim.gap, range)) {
        Some(Barred::OutOfRange)
    } else if aim.mutual == Mutual::Closed && aim.state != SightState::Hidden {
        Some(Barred::NotSeen)
    } else if !state_allows_fire(aim.state, aim.gap, aim.awareness, allowance) {
        Some(Barred::BeyondAwareness)
    } else {
        None
    }
}

/// Text formats write `4+` or `6+6`.
impl Serialize for HitRoll {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HitRoll {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        if text == Self::TwoSixes.to_string() {
            return Ok(Self::TwoSixes);
        }
        let face = text.strip_suffix('+').and_then(|face| face.parse().ok());
        face.map(Self::Needs).ok_or_else(|| serde::de::Error::custom(format!("\"{text}\" is no roll to hit")))
    }
}

impl fmt::Display for HitRoll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Needs(face) => write!(f, "{face}+"),
            Self::TwoSixes => f.write_str("6+6"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use HitRoll::{Needs, TwoSixes};

    const RULES: &ShootingRules = &ShootingRules::COMBINED;

    /// Rule: SHO-3.
    #[test]
    fn the_number_needed_is_4_and_ev_less_bs() {
        for (skill, evasion, expected, reason) in [
            (6, 6, Needs(4), "as good as each other"),
            (6, 5, Needs(3), "a slow target"),
            (5, 6, Needs(5), "a poor shot"),
            (6, 8, Needs(6), "concealed: one six is enough"),
            (6, 9, TwoSixes, "7 or more"),
            (0, 255, TwoSixes, "far more"),
            (6, 4, Needs(2), "the best face"),
            (6, 3, Needs(2), "never better"),
            (10, 0, Needs(2), "not even if the number would be negative"),
        ] {
            assert_eq!(to_hit(skill, evasion, RULES), expected, "{reason}");
        }
        let hard = ShootingRules { worst_face: 5, best_face: 3, even_odds: 5, ..*RULES };
        for (skill, evasion, expected, reason) in [
            (6, 6, Needs(5), "other even odds, just the worst face"),
            (6, 7, TwoSixes, "beyond it"),
            (6, 3, Needs(3), "another best face"),
        ] {
            assert_eq!(to_hit(skill, evasion, &hard), expected, "{reason}");
        }
    }

    /// Rule: SHO-3. Harder rolls compare as greater, and are written as players say them.
    #[test]
    fn rolls_compare_by_difficulty() {
        let rolls = [Needs(2), Needs(5), Needs(6), TwoSixes];
        assert!(rolls.is_sorted());
        assert_eq!(rolls.map(|roll| (roll.chance() * 36.0).round()), [30.0, 12.0, 6.0, 1.0]);
        assert_eq!(rolls.map(|roll| roll.to_string()), ["2+", "5+", "6+", "6+6"]);
    }

    /// Rule: SHO-3, BAS-4.
    #[test]
    fn evasion_is_the_sum_of_its_parts() {
        assert_eq!(Evasion { card: 6, sight: 3, posture: 1, pavement: 0 }.total(), 10);
        assert_eq!(Evasion { card: 6, sight: 3, posture: 0, pavement: 1 }.total(), 8);
        assert_eq!(Evasion { card: 0, sight: 0, posture: 0, pavement: 1 }.total(), 0, "never below 0");
        assert_eq!(Evasion { card: 200, sight: 100, posture: 1, pavement: 0 }.total(), u8::MAX);
    }

    /// Rule: SHO-2, VIS-4, BAS-10.
    #[test]
    fn shots_are_barred_by_range_sight_or_awareness() {
        use Barred::{BeyondAwareness, NotSeen, OutOfRange};
        use Mutual::{Closed, Open};
        use SightState::{Clear, Concealed, Hidden, Obscured};
        for (gap, range, mutual, state, expected, reason) in [
            (24.0, Some(24.0), Open, Clear, None, "at exactly its range"),
            (24.005, Some(24.0), Open, Clear, None, "within the allowance of 0.005"),
            (24.01, Some(24.0), Open, Clear, Some(OutOfRange), "beyond its range"),
            (1.0, None, Open, Clear, Some(OutOfRange), "without a weapon to fire"),
            (20.0, Some(24.0), Open, Obscured, None, "obscured, however far"),
            (12.0, Some(24.0), Open, Concealed, None, "concealed at Aw"),
            (12.01, Some(24.0), Open, Concealed, Some(BeyondAwareness), "concealed beyond Aw"),
            (12.0, Some(24.0), Closed, Hidden, None, "hidden at Aw: at a known place"),
            (12.01, Some(24.0), Closed, Hidden, Some(BeyondAwareness), "hidden beyond Aw"),
            (12.0, Some(24.0), Closed, Concealed, Some(NotSeen), "seen by another model of the unit only"),
            (12.01, Some(12.0), Closed, Concealed, Some(OutOfRange), "range comes first"),
        ] {
            let aim = Aim { gap, range, mutual, state, awareness: 12.0 };
            assert_eq!(barred(&aim, Allowance(0.005)), expected, "{reason}");
        }
    }
}
