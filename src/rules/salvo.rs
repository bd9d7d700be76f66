//! Chapter 8: what becomes of a salvo's dice: rate of fire, saves, who falls.

use super::action::Action;
use super::basics::whole;
use super::card::Handling;
use super::ids::ModelId;
use super::ruleset::{ActionRules, BasicsRules, ShootingRules};

/// The share of its rate that a weapon fires with in an action, or `None` for an action in which
/// nobody fires.
///
/// Rule: ACT-1 (rate of fire), ACT-2 (rates of fire), ACT-3 (rate of fire), ACT-4 (rates of fire).
pub fn rate_share(action: Action, handling: Handling, rules: &ActionRules) -> Option<f64> {
    let [two_handed, one_handed] = match action {
        Action::OpenFire => [rules.open_fire_rate; 2],
        Action::Advance => [rules.advance_rate, rules.advance_one_handed_rate],
        Action::OnMyTarget => [rules.on_my_target_rate; 2],
        Action::AtTheDouble => [0.0, rules.double_one_handed_rate],
        Action::GetDown | Action::FallBack => return None,
    };
    Some(match handling {
        Handling::TwoHanded => two_handed,
        Handling::OneHanded => one_handed,
        Handling::Melee | Handling::Thrown => 0.0,
    })
}

/// Dice that a weapon fires with, of its whole rate.
///
/// Rule: SHO-4 (how many; no order fires yet), BAS-4 (halves of a rate of fire).
pub fn dice(rate: u8, share: f64, basics: &BasicsRules) -> u8 {
    let dice = whole(f64::from(rate) * share, basics.half_rounding) as u8;
    if share > 0.0 { dice.max(rate.min(basics.least_halved_rate)) } else { 0 }
}

/// The face that saves a hit on armour; `None` where no face does.
///
/// Rule: SHO-5 (what is needed; no order fires yet).
pub fn armour_save(armour: u8, penetration: u8, rules: &ShootingRules) -> Option<u8> {
    save(rules.armour_even_odds, penetration, armour, rules)
}

/// The face with which a model stands whose armour failed; `None` where no face does.
///
/// Rule: SHO-5 (what is needed; no order fires yet).
pub fn toughness_test(toughness: u8, strength: u8, rules: &ShootingRules) -> Option<u8> {
    save(rules.toughness_even_odds, strength, toughness, rules)
}

fn save(even_odds: u8, against: u8, by: u8, rules: &ShootingRules) -> Option<u8> {
    let face =
        (i16::from(even_odds) + i16::from(against) - i16::from(by)).max(i16::from(rules.save_best_face));
    (face <= i16::from(rules.save_worst_face)).then_some(face as u8)
}

/// A model that a salvo may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Which.
    pub model: ModelId,
    /// How far it is from the nearest model that fires at its unit, base to base, inches.
    pub gap: f64,
    /// Wounds it has left.
    pub wounds: u8,
    /// Wounds it has lost.
    pub wounds_lost: u8,
    /// Whether it leads its unit.
    pub rank: Rank,
}

/// A model's place in its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// One of many.
    File,
    /// Its leader.
    Leader,
}

/// Puts the models of a unit that were seen in the order in which they take wounds: one already
/// wounded first, then the nearest to those who fire, the leader last; of two as near the lower id.
///
/// Rule: SHO-6 (in what order; no order fires yet), BAS-9 (a wounded model takes the next wound).
pub fn in_order_of_loss(mut seen: Vec<Mark>) -> Vec<Mark> {
    seen.sort_by(|a, b| {
        let wounded = (b.wounds_lost > 0).cmp(&(a.wounds_lost > 0));
        wounded.then(a.rank.cmp(&b.rank)).then(a.gap.total_cmp(&b.gap)).then(a.model.cmp(&b.model))
    });
    seen
}

/// How many models of an order of loss fall to so many wounds, and how many wounds the next one
/// keeps of them.
///
/// Rule: SHO-6 (how many; no order fires yet), BAS-9 (wounds).
pub fn losses(order: &[Mark], wounds: u32) -> (usize, u8) {
    let mut left = wounds;
    for (nth, mark) in order.iter().enumerate() {
        if left < u32::from(mark.wounds) {
            return (nth, left as u8);
        }
        left -= u32::from(mark.wounds);
    }
    (order.len(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ids::{Side, UnitId};

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
            (4, 0.0, 0, "an action that lets it not fire"),
        ] {
            assert_eq!(dice(rate, share, &BasicsRules::COMBINED), expected, "{reason}");
        }
        let none = BasicsRules { least_halved_rate: 0, ..BasicsRules::COMBINED };
        assert_eq!(dice(1, 0.5, &none), 0, "the least is the ruleset's");
    }

    /// Rule: ACT-1, ACT-2, ACT-3, ACT-4.
    #[test]
    fn actions_let_weapons_fire_in_whole_in_half_or_not() {
        use Handling::{Melee, OneHanded, Thrown, TwoHanded};
        let rules = ActionRules {
            open_fire_rate: 1.0,
            advance_rate: 0.5,
            advance_one_handed_rate: 0.75,
            on_my_target_rate: 0.875,
            double_one_handed_rate: 0.25,
            ..ActionRules::COMBINED
        };
        for (action, handling, share) in [
            (Action::OpenFire, TwoHanded, Some(1.0)),
            (Action::OpenFire, OneHanded, Some(1.0)),
            (Action::Advance, TwoHanded, Some(0.5)),
            (Action::Advance, OneHanded, Some(0.75)),
            (Action::OnMyTarget, TwoHanded, Some(0.875)),
            (Action::AtTheDouble, TwoHanded, Some(0.0)),
            (Action::AtTheDouble, OneHanded, Some(0.25)),
            (Action::OpenFire, Melee, Some(0.0)),
            (Action::OpenFire, Thrown, Some(0.0)),
            (Action::GetDown, OneHanded, None),
            (Action::FallBack, OneHanded, None),
        ] {
            assert_eq!(rate_share(action, handling, &rules), share, "{action:?}, {handling:?}");
        }
    }

    /// Rule: SHO-5.
    #[test]
    fn saves_need_four_where_both_are_level() {
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

    fn mark(number: u8, gap: f64, rank: Rank, [wounds, lost]: [u8; 2]) -> Mark {
        let model = ModelId { unit: UnitId { side: Side::B, number: 1 }, number };
        Mark { model, gap, wounds, wounds_lost: lost, rank }
    }

    /// Rule: SHO-6, BAS-9.
    #[test]
    fn the_nearest_fall_first_and_the_leader_last() {
        let seen = vec![
            mark(1, 3.0, Rank::Leader, [1, 0]),
            mark(2, 9.0, Rank::File, [1, 0]),
            mark(3, 5.0, Rank::File, [1, 0]),
            mark(4, 5.0, Rank::File, [1, 0]),
            mark(5, 20.0, Rank::File, [1, 1]),
        ];
        let order: Vec<u8> = in_order_of_loss(seen).iter().map(|mark| mark.model.number).collect();
        assert_eq!(
            order,
            [5, 3, 4, 2, 1],
            "the wounded, 3 before 4 by id, 2 far off, the leader though nearest"
        );
    }

    /// Rule: SHO-6, BAS-9. Never more than were seen.
    #[test]
    fn wounds_gather_on_one_model_until_it_falls() {
        let order = [mark(1, 1.0, Rank::File, [1, 1]), mark(2, 2.0, Rank::File, [2, 0])];
        for (wounds, fallen) in [(0, (0, 0)), (1, (1, 0)), (2, (1, 1)), (3, (2, 0)), (9, (2, 0))] {
            assert_eq!(losses(&order, wounds), fallen, "{wounds} wounds");
        }
        assert_eq!(losses(&[], 4), (0, 0), "nobody was seen");
    }
}
