//! Chapter 9: blows, who tests first, who has won.
//!
//! `game/phases/close_combat/` plays it; every number comes from the ruleset.

use super::card::{Card, Handling, Weapon};
use super::ids::Side;
use super::movement::allowance::{MoveTerms, SlowGoing, move_allowance, on_difficult_ground};
use super::ruleset::{ChargeBy, CloseCombatRules, CombatTests, Ruleset};
use super::salvo::{ShotNeeds, armour_save, toughness_test};
use super::shooting::HitRoll;

/// Name of the melee weapon of a model that carries none.
pub const BARE_HANDS: &str = "bare hands";

/// Face needed to hit with a blow, given the WS of both.
///
/// Rule: CC-6 (to hit).
pub fn to_strike(own: u8, enemy: u8, rules: &CloseCombatRules) -> HitRoll {
    let face = i16::from(rules.even_odds) + i16::from(enemy) - i16::from(own);
    let worst = i16::from(rules.worst_face.max(rules.best_face));
    HitRoll::Needs(face.clamp(i16::from(rules.best_face), worst) as u8)
}

/// Whether an attacker has moved into contact in the first round.
///
/// Rule: CC-6 (+1 in the first round).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charge {
    /// It has.
    Charges,
    /// It has not, or the first round is over.
    No,
}

/// Whether an attacker that comes into contact by a move in a round, 0 before the first, charges.
///
/// Rule: CC-6 (attackers that moved into contact).
pub fn charge(by: CombatMove, round: u8, rules: &CloseCombatRules) -> Charge {
    match (by, rules.charge_by) {
        (CombatMove::AttackerConsolidation, ChargeBy::BothMoves)
        | (CombatMove::ClosingIn, ChargeBy::BothMoves | ChargeBy::ClosingIn)
            if round <= 1 =>
        {
            Charge::Charges
        }
        (CombatMove::AttackerConsolidation | CombatMove::ClosingIn | CombatMove::WinnerConsolidation, _) => {
            Charge::No
        }
    }
}

/// Melee weapon of a model, or its bare hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeleeWeapon {
    /// Its name on the card, or [`BARE_HANDS`].
    pub name: String,
    /// Attacks in a round, without a charge.
    pub attacks: u8,
    /// Added to the face that saves on armour.
    pub penetration: u8,
    /// Str with the weapon's bonus.
    pub strength: u8,
}

impl MeleeWeapon {
    /// A weapon of a card, if it is for melee.
    fn of(card: &Card, weapon: &Weapon) -> Option<Self> {
        (weapon.handling == Handling::Melee).then(|| Self {
            name: weapon.name.clone(),
            attacks: weapon.rate,
            penetration: weapon.penetration,
            strength: card.characteristics.strength.saturating_add(weapon.strength),
        })
    }

    /// Everything that the model with this number may fight with; its bare hands if it carries nothing.
    ///
    /// Rule: CC-6 (attacks, penetration, strength).
    pub fn carried(card: &Card, number: u8, rules: &CloseCombatRules) -> Vec<Self> {
        let carried: Vec<Self> = card.carried(number).filter_map(|weapon| Self::of(card, weapon)).collect();
        if !carried.is_empty() {
            return carried;
        }
        vec![Self {
            name: BARE_HANDS.to_owned(),
            attacks: rules.default_attacks,
            penetration: rules.default_penetration,
            strength: card.characteristics.strength,
        }]
    }

    /// Its attacks in a round.
    ///
    /// Rule: CC-6 (attacks).
    pub fn dice(&self, charge: Charge, rules: &CloseCombatRules) -> u8 {
        match charge {
            Charge::Charges => self.attacks.saturating_add(rules.charge_attacks),
            Charge::No => self.attacks,
        }
    }

    /// Faces needed by its blows against a unit of this card; `toughness` is its To with everything that its posture adds.
    ///
    /// Rule: CC-6 (to hit, saves as SHO-5).
    pub fn needs(&self, own_skill: u8, target: &Card, toughness: u8, ruleset: &Ruleset) -> ShotNeeds {
        let shooting = &ruleset.shooting;
        ShotNeeds {
            hit: to_strike(own_skill, target.characteristics.weapon_skill, &ruleset.close_combat),
            armour: armour_save(target.characteristics.armour, self.penetration, shooting),
            toughness: toughness_test(toughness, self.strength, shooting),
        }
    }
}

/// The side that took more hits in a round, given the hits that A and B took; if level, the attacker.
///
/// Rule: CC-7 (the side that took more hits), CC-8 (in the sixth).
pub fn side_hit_more([a, b]: [u32; 2], attacker: Side) -> Side {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Side::A,
        std::cmp::Ordering::Less => Side::B,
        std::cmp::Ordering::Equal => attacker,
    }
}

/// The sides that test after a round, in order.
///
/// Rule: CC-7 (tests, and the switch `combat-tests`).
pub fn sides_to_test(hits: [u32; 2], attacker: Side, rules: &CloseCombatRules) -> Vec<Side> {
    let first = side_hit_more(hits, attacker);
    match rules.combat_tests {
        CombatTests::Both => vec![first, first.other()],
        CombatTests::Loser => vec![first],
    }
}

/// The winner of a combat: the side that has units left in it, if the other has none.
///
/// Rule: CC-9 (the winner).
pub fn winner(units_left: [usize; 2]) -> Option<Side> {
    match units_left.map(|units| units > 0) {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}

/// A move that close combat gives a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum CombatMove {
    /// Before the first round. Rule: CC-4.
    AttackerConsolidation,
    /// At the start of a round. Rule: CC-5.
    ClosingIn,
    /// After the combat. Rule: CC-9.
    WinnerConsolidation,
}

impl CombatMove {
    /// The terms of its paths for a unit's Mv.
    ///
    /// Rule: CC-4 (slow going does not bar, difficult going halves), CC-5 (½ Mv), CC-9 (½ Mv).
    pub fn terms(self, movement: u8, ruleset: &Ruleset) -> MoveTerms {
        let rules = &ruleset.close_combat;
        let (share, rule) = match self {
            Self::AttackerConsolidation => (rules.consolidation_move, "CC-4"),
            Self::ClosingIn => (rules.closing_move, "CC-5"),
            Self::WinnerConsolidation => (rules.winner_move, "CC-9"),
        };
        let allowance = move_allowance(movement, share, &ruleset.basics);
        let on_difficult = on_difficult_ground(allowance, &ruleset.movement, &ruleset.basics);
        MoveTerms { allowance, on_difficult, slow: SlowGoing::Allowed, rule }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Bearers;
    use crate::measures::Thou;

    const RULES: &CloseCombatRules = &CloseCombatRules::COMBINED;

    /// Rule: CC-6 (to hit).
    #[test]
    fn a_blow_needs_4_and_the_difference_of_weapon_skills() {
        for (own, enemy, face, reason) in [
            (5, 5, 4, "as good as each other"),
            (7, 5, 2, "two better"),
            (9, 5, 2, "never better than 2+"),
            (5, 7, 6, "two worse"),
            (3, 9, 6, "never worse than 6+: no second six as in shooting"),
        ] {
            assert_eq!(to_strike(own, enemy, RULES), HitRoll::Needs(face), "{reason}");
        }
        let hard = CloseCombatRules { even_odds: 5, best_face: 3, worst_face: 5, ..*RULES };
        for (own, enemy, face) in [(5, 5, 5), (9, 5, 3), (5, 9, 5)] {
            assert_eq!(to_strike(own, enemy, &hard), HitRoll::Needs(face), "faces are the ruleset's");
        }
    }

    fn blade(rate: u8, penetration: u8, strength: u8) -> Weapon {
        let (name, bearers) = ("Blade".to_owned(), Bearers::Only(vec![1]));
        Weapon { name, range: Thou(0), rate, penetration, strength, handling: Handling::Melee, bearers }
    }

    /// Rule: CC-6 (attacks, penetration, strength).
    #[test]
    fn a_model_fights_with_what_it_carries_or_its_bare_hands() {
        let card = Card { weapons: vec![blade(2, 6, 1)], ..Card::of_tests() };
        let carried = MeleeWeapon::carried(&card, 1, RULES);
        let expected = MeleeWeapon { name: "Blade".to_owned(), attacks: 2, penetration: 6, strength: 6 };
        assert_eq!(carried, [expected], "Str 5 and a bonus of 1");
        let bare = MeleeWeapon::carried(&card, 2, RULES);
        let expected = MeleeWeapon { name: BARE_HANDS.to_owned(), attacks: 1, penetration: 5, strength: 5 };
        assert_eq!(bare, [expected], "model 2 carries no blade");
        assert_eq!(bare[0].dice(Charge::Charges, RULES), 2, "one more for a charge");
        assert_eq!(bare[0].dice(Charge::No, RULES), 1);
    }

    /// Rule: CC-7 (the side that took more hits).
    #[test]
    fn the_side_that_took_more_hits_tests_first() {
        for (hits, attacker, expected, reason) in [
            ([3, 1], Side::B, [Side::A, Side::B], "A took more"),
            ([1, 3], Side::B, [Side::B, Side::A], "B took more"),
            ([2, 2], Side::B, [Side::B, Side::A], "level: the attacker"),
            ([0, 0], Side::A, [Side::A, Side::B], "no hits at all: the attacker"),
        ] {
            assert_eq!(sides_to_test(hits, attacker, RULES), expected, "{reason}");
        }
        let loser = CloseCombatRules { combat_tests: CombatTests::Loser, ..*RULES };
        assert_eq!(sides_to_test([1, 3], Side::A, &loser), [Side::B], "only the side that took more hits");
    }

    /// Rule: CC-9 (the winner).
    #[test]
    fn who_is_left_alone_has_won() {
        for (left, expected) in
            [([2, 0], Some(Side::A)), ([0, 1], Some(Side::B)), ([1, 1], None), ([0, 0], None)]
        {
            assert_eq!(winner(left), expected, "{left:?}");
        }
    }
}
