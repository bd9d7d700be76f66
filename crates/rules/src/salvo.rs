//! Chapter 8: the dice of a salvo: rate of fire, saves, casualties.

use serde::{Deserialize, Serialize};

use super::action::Action;
use super::basics::{compare, whole};
use super::card::{Handling, Weapon};
use super::ids::ModelId;
use super::odds::Volley;
use super::ruleset::{ActionRules, BasicsRules, OutlineRules, ReactionRules, Ruleset, ShootingRules};
use super::shooting::HitRoll;

/// The manner in which a weapon is fired.
///
/// Rule: ACT-1, ACT-2, ACT-3, ACT-4, RE-2, OFB-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manner {
    /// Open Fire, in full (ACT-1).
    OpenFire,
    /// Snap fire in Open Fire, with more Aw (ACT-1).
    SnapInOpenFire,
    /// Before or after the move of an Advance (ACT-2).
    Advance,
    /// On My Target (ACT-3).
    OnMyTarget,
    /// After the run of At The Double (ACT-4).
    AfterRunning,
    /// Snap fire in the enemy's turn (RE-2).
    SnapFire,
    /// Instead of a move, after a failed test to act (OFB-1).
    FallingBack,
    /// A shot in a round of close combat (CC-5).
    CloseFire,
    /// Blows in a round of close combat (CC-6).
    Melee,
}

impl Manner {
    /// The manner in which a unit fires in an action; `None` if the action has no fire.
    ///
    /// Rule: ACT-1, ACT-2, ACT-3, ACT-4 (their fire).
    pub fn of(action: Action) -> Option<Self> {
        match action {
            Action::OpenFire => Some(Self::OpenFire),
            Action::Advance => Some(Self::Advance),
            Action::OnMyTarget => Some(Self::OnMyTarget),
            Action::AtTheDouble => Some(Self::AfterRunning),
            Action::GetDown | Action::FallBack => None,
        }
    }

    /// The paragraph that describes it.
    pub fn rule(self) -> &'static str {
        match self {
            Self::OpenFire | Self::SnapInOpenFire => "ACT-1",
            Self::Advance => "ACT-2",
            Self::OnMyTarget => "ACT-3",
            Self::AfterRunning => "ACT-4",
            Self::SnapFire => "RE-2",
            Self::FallingBack => "OFB-1",
            Self::CloseFire => "CC-5",
            Self::Melee => "CC-6",
        }
    }

    /// The factor by which it multiplies a model's Aw.
    ///
    /// Rule: ACT-1, RE-2.
    pub fn awareness(self, rules: &ActionRules) -> f64 {
        match self {
            Self::SnapInOpenFire => rules.open_fire_snap_awareness,
            _ => 1.0,
        }
    }
}

/// Rules on the number of dice of a weapon.
#[derive(Clone, Copy, Debug)]
pub struct RateRules<'a> {
    /// A unit's own actions.
    pub actions: &'a ActionRules,
    /// Snap fire.
    pub snap: &'a ReactionRules,
    /// Falling back by the outline.
    pub outline: &'a OutlineRules,
}

impl<'a> RateRules<'a> {
    /// Those of a ruleset.
    pub fn of(ruleset: &'a Ruleset) -> Self {
        Self { actions: &ruleset.actions, snap: &ruleset.reactions, outline: &ruleset.outline }
    }
}

/// The share of its rate with which a weapon fires; 0 if it does not fire. Thrown weapons count as
/// one-handed.
///
/// In close combat a ranged weapon has a number of dice of its own; here it only counts as fired.
///
/// Rule: SHO-10, ACT-1, ACT-2, ACT-3, ACT-4, RE-2, OFB-1, CC-5 (not a thrown one).
pub fn rate_share(manner: Manner, handling: Handling, rules: RateRules) -> f64 {
    let RateRules { actions, snap, outline } = rules;
    let [two_handed, one_handed] = match manner {
        Manner::OpenFire => [actions.open_fire_rate; 2],
        Manner::Advance => [actions.advance_rate, actions.advance_one_handed_rate],
        Manner::OnMyTarget => [actions.on_my_target_rate; 2],
        Manner::AfterRunning => [0.0, actions.double_one_handed_rate],
        Manner::SnapInOpenFire => [snap.snap_rate; 2],
        Manner::SnapFire => [snap.snap_rate, snap.snap_one_handed_rate],
        Manner::FallingBack => [outline.fire_rate, outline.fire_one_handed_rate],
        Manner::CloseFire => [1.0; 2],
        Manner::Melee => [0.0; 2],
    };
    match handling {
        Handling::TwoHanded => two_handed,
        Handling::OneHanded => one_handed,
        // On My Target deals all hits to one unit, which a blast could not.
        Handling::Thrown if matches!(manner, Manner::OnMyTarget | Manner::CloseFire) => 0.0,
        Handling::Thrown => one_handed,
        Handling::Melee => 0.0,
    }
}

/// The dice of a weapon, given its full rate and the share with which it fires.
///
/// Rule: SHO-4, BAS-4 (halves of a rate of fire).
fn dice(rate: u8, share: f64, basics: &BasicsRules) -> u8 {
    let dice = whole(f64::from(rate) * share, basics.half_rounding) as u8;
    if share > 0.0 { dice.max(rate.min(basics.least_halved_rate)) } else { 0 }
}

/// Number of dice of a weapon in a manner of firing; 0 if it does not fire.
///
/// Rule: SHO-4, SHO-10, CC-5 (one die with one ranged weapon).
pub fn weapon_dice(weapon: &Weapon, manner: Manner, ruleset: &Ruleset) -> u8 {
    let share = rate_share(manner, weapon.handling, RateRules::of(ruleset));
    match weapon.handling {
        Handling::Thrown if share > 0.0 => ruleset.shooting.throw_dice,
        _ if manner == Manner::CloseFire && share > 0.0 => ruleset.close_combat.shot_dice,
        _ => dice(weapon.rate, share, &ruleset.basics),
    }
}

/// The face that saves a hit on armour; `None` if no face does.
///
/// Rule: SHO-5.
pub fn armour_save(armour: u8, penetration: u8, rules: &ShootingRules) -> Option<u8> {
    save(rules.armour_even_odds, penetration, armour, rules)
}

/// The face with which a model survives a failed armour save; `None` if no face does.
///
/// Rule: SHO-5.
pub fn toughness_test(toughness: u8, strength: u8, rules: &ShootingRules) -> Option<u8> {
    save(rules.toughness_even_odds, strength, toughness, rules)
}

fn save(even_odds: u8, against: u8, by: u8, rules: &ShootingRules) -> Option<u8> {
    let face =
        (i16::from(even_odds) + i16::from(against) - i16::from(by)).max(i16::from(rules.save_best_face));
    (face <= i16::from(rules.save_worst_face)).then_some(face as u8)
}

/// Faces needed by the dice of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ShotNeeds {
    /// To hit (SHO-3).
    pub hit: HitRoll,
    /// To save a hit on armour; `None` if nothing does (SHO-5).
    #[serde(with = "or_more")]
    pub armour: Option<u8>,
    /// To survive a failed armour save; `None` if nothing does (SHO-5).
    #[serde(with = "or_more")]
    pub toughness: Option<u8>,
}

/// A face or higher, as the rulebook writes it: `4+`.
mod or_more {
    use std::borrow::Cow;

    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(face: &Option<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        face.map(|face| format!("{face}+")).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
        let Some(text) = Option::<Cow<'de, str>>::deserialize(deserializer)? else { return Ok(None) };
        let face = text.strip_suffix('+').and_then(|face| face.parse().ok());
        face.map(Some).ok_or_else(|| D::Error::custom(format!("\"{text}\" is no face or more")))
    }
}

impl ShotNeeds {
    /// Some dice with these needs, as chances.
    ///
    /// Rule: SHO-3, SHO-5.
    pub fn volley(self, dice: u32) -> Volley {
        let fails = |face: Option<u8>| face.map_or(1.0, |face| f64::from(face - 1) / 6.0);
        let (fails_save, wounds) = (fails(self.armour), fails(self.toughness));
        Volley { dice, hits: self.hit.chance(), fails_save, wounds }
    }
}

/// A model that a salvo may kill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CasualtyCandidate {
    /// The model.
    pub model: ModelId,
    /// The gap to the nearest model that fires at its unit, inches.
    pub gap: f64,
    /// Wounds it has left.
    pub wounds: u8,
    /// Wounds it has lost.
    pub wounds_lost: u8,
    /// Whether it leads its unit.
    pub rank: Rank,
}

/// A model's place in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rank {
    /// One of many.
    File,
    /// Its leader.
    Leader,
}

/// Sorts the visible models of a unit into the order in which they take wounds: one already wounded first, then the
/// nearest to the shooters, the leader last; of ties, the lower id first.
///
/// Rule: SHO-6, BAS-9 (a wounded model takes the next wound).
pub fn in_order_of_loss(mut seen: Vec<CasualtyCandidate>) -> Vec<CasualtyCandidate> {
    seen.sort_by(|a, b| {
        let wounded = (b.wounds_lost > 0).cmp(&(a.wounds_lost > 0));
        wounded.then(a.rank.cmp(&b.rank)).then(compare(a.gap, b.gap)).then(a.model.cmp(&b.model))
    });
    seen
}

/// Number of models that fall to a number of wounds, in the order of loss, and number of the wounds that the next model takes.
///
/// Rule: SHO-6, BAS-9 (wounds).
pub fn losses(order: &[CasualtyCandidate], wounds: u32) -> (usize, u8) {
    let mut left = wounds;
    for (fallen, candidate) in order.iter().enumerate() {
        if left < u32::from(candidate.wounds) {
            return (fallen, left as u8);
        }
        left -= u32::from(candidate.wounds);
    }
    (order.len(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{Side, UnitId};

    const RULES: &ShootingRules = &ShootingRules::COMBINED;

    /// Rule: SHO-4, BAS-4. Halves go down, but half of one die is one.
    #[test]
    fn rates_are_halved_down_to_one_die_at_least() {
        for (rate, share, expected, reason) in [
            (2, 1.0, 2, "whole"),
            (2, 0.5, 1, "half"),
            (3, 0.5, 1, "half of 3, down"),
            (1, 0.5, 1, "half of 1 stays 1"),
            (0, 0.5, 0, "a weapon that does not fire"),
            (4, 0.0, 0, "an action in which it does not fire"),
        ] {
            assert_eq!(dice(rate, share, &BasicsRules::COMBINED), expected, "{reason}");
        }
        let none = BasicsRules { least_halved_rate: 0, ..BasicsRules::COMBINED };
        assert_eq!(dice(1, 0.5, &none), 0, "the minimum is the ruleset's");
    }

    /// Rule: ACT-1, ACT-2, ACT-3, ACT-4, RE-2, SHO-10.
    #[test]
    fn manners_let_weapons_fire_in_full_in_part_or_not_at_all() {
        use Handling::{Melee, OneHanded, Thrown, TwoHanded};
        use Manner::{Advance, AfterRunning, FallingBack, OnMyTarget, OpenFire, SnapFire, SnapInOpenFire};
        let actions = ActionRules {
            open_fire_rate: 1.0,
            advance_rate: 0.5,
            advance_one_handed_rate: 0.75,
            on_my_target_rate: 0.875,
            double_one_handed_rate: 0.25,
            ..ActionRules::COMBINED
        };
        let snap = ReactionRules { snap_rate: 0.375, snap_one_handed_rate: 0.625, ..ReactionRules::COMBINED };
        let outline =
            OutlineRules { fire_rate: 0.125, fire_one_handed_rate: 0.1875, ..OutlineRules::COMBINED };
        let rules = RateRules { actions: &actions, snap: &snap, outline: &outline };
        for (manner, [two_handed, one_handed]) in [
            (OpenFire, [1.0, 1.0]),
            (SnapInOpenFire, [0.375, 0.375]),
            (Advance, [0.5, 0.75]),
            (OnMyTarget, [0.875, 0.875]),
            (AfterRunning, [0.0, 0.25]),
            (SnapFire, [0.375, 0.625]),
            (FallingBack, [0.125, 0.1875]),
        ] {
            let share = |handling| rate_share(manner, handling, rules);
            let shares = [TwoHanded, OneHanded, Thrown, Melee].map(share);
            let thrown = if manner == OnMyTarget { 0.0 } else { one_handed };
            assert_eq!(shares, [two_handed, one_handed, thrown, 0.0], "{manner:?}");
        }
    }

    /// Rule: ACT-1, RE-2. Aw is doubled only for snap fire in Open Fire.
    #[test]
    fn snap_fire_in_open_fire_sees_farther() {
        for (action, manner) in [
            (Action::OpenFire, Some(Manner::OpenFire)),
            (Action::Advance, Some(Manner::Advance)),
            (Action::OnMyTarget, Some(Manner::OnMyTarget)),
            (Action::AtTheDouble, Some(Manner::AfterRunning)),
            (Action::GetDown, None),
            (Action::FallBack, None),
        ] {
            assert_eq!(Manner::of(action), manner, "{action:?}");
            assert_eq!(manner.map_or(1.0, |manner| manner.awareness(&ActionRules::COMBINED)), 1.0);
        }
        assert_eq!(Manner::SnapFire.awareness(&ActionRules::COMBINED), 1.0);
        assert_eq!(Manner::SnapInOpenFire.awareness(&ActionRules::COMBINED), 2.0);
    }

    /// Rule: SHO-5.
    #[test]
    fn saves_need_4_if_both_are_level() {
        for (armour, penetration, face, reason) in [
            (5, 5, Some(4), "level"),
            (5, 4, Some(3), "one better"),
            (10, 2, Some(2), "never better than 2+"),
            (5, 7, Some(6), "two worse"),
            (5, 8, None, "7 or more is impossible"),
            (0, 10, None, "far beyond"),
        ] {
            assert_eq!(armour_save(armour, penetration, RULES), face, "{reason}");
            assert_eq!(toughness_test(armour, penetration, RULES), face, "{reason}: toughness likewise");
        }
        let hard = ShootingRules { toughness_even_odds: 5, ..*RULES };
        assert_eq!(toughness_test(5, 5, &hard), Some(5), "each has its own even odds");
        assert_eq!(armour_save(5, 5, &hard), Some(4));
    }

    fn candidate(number: u8, gap: f64, rank: Rank, [wounds, lost]: [u8; 2]) -> CasualtyCandidate {
        let model = ModelId { unit: UnitId { side: Side::B, number: 1 }, number };
        CasualtyCandidate { model, gap, wounds, wounds_lost: lost, rank }
    }

    /// Rule: SHO-6, BAS-9.
    #[test]
    fn the_nearest_fall_first_and_the_leader_last() {
        let seen = vec![
            candidate(1, 3.0, Rank::Leader, [1, 0]),
            candidate(2, 9.0, Rank::File, [1, 0]),
            candidate(3, 5.0, Rank::File, [1, 0]),
            candidate(4, 5.0, Rank::File, [1, 0]),
            candidate(5, 20.0, Rank::File, [1, 1]),
        ];
        let order: Vec<u8> = in_order_of_loss(seen).iter().map(|candidate| candidate.model.number).collect();
        assert_eq!(
            order,
            [5, 3, 4, 2, 1],
            "the wounded one, 3 before 4 by id, 2 far away, the leader last though nearest"
        );
    }

    /// Rule: SHO-6, BAS-9. Never more models than were visible.
    #[test]
    fn wounds_gather_on_one_model_until_it_falls() {
        let order = [candidate(1, 1.0, Rank::File, [1, 1]), candidate(2, 2.0, Rank::File, [2, 0])];
        for (wounds, fallen) in [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (3, (2, 0)), (9, (2, 0))] {
            assert_eq!(losses(&order, wounds), fallen, "{wounds} wounds");
        }
        assert_eq!(losses(&[], 4), (0, 0), "no model was visible");
    }
}
