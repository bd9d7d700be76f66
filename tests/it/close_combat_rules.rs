//! Close combat in numbers: what blows need, how far its moves go, who is in it.

use warstrike::game::phases::close_combat::groups::groups;
use warstrike::rules::close_combat::{Charge, CombatMove, MeleeWeapon};
use warstrike::rules::movement::allowance::{MoveTerms, SlowGoing};
use warstrike::rules::shooting::HitRoll;

use super::refusals::game;
use super::support::setup;

/// Rule: CC-6 (needs 4 + enemy WS - own WS, saves as SHO-5, +1 in the first round), ACT-5 (+1 To).
#[test]
fn what_blows_need_follows_from_both_cards() {
    let setup = setup("duel");
    let (ruleset, rifles) = (&setup.ruleset, setup.unit("B1".parse().unwrap()).unwrap());
    let target = setup.card(rifles);
    let at = target.characteristics;
    let knife = MeleeWeapon {
        name: "Knife".to_owned(),
        attacks: 2,
        penetration: at.armour + 1,
        strength: at.toughness,
    };
    for (skill, toughness, hit, saves, reason) in [
        (at.weapon_skill, at.toughness, 4, [Some(5), Some(4)], "level, a weapon one better than Ar"),
        (at.weapon_skill + 1, at.toughness + 1, 3, [Some(5), Some(3)], "one better, at one who is down"),
        (at.weapon_skill - 1, at.toughness, 5, [Some(5), Some(4)], "one worse"),
    ] {
        let needs = knife.needs(skill, target, toughness, ruleset);
        assert_eq!(needs.hit, HitRoll::Needs(hit), "{reason}");
        assert_eq!([needs.armour, needs.toughness], saves, "{reason}");
    }
    let dice = [Charge::No, Charge::Charges].map(|charge| knife.dice(charge, &ruleset.close_combat));
    assert_eq!(dice, [2, 3], "a charge is one attack more");
}

/// Rule: CC-4 (slow going does not bar, difficult going halves), CC-5 (half Mv), CC-9 (half Mv), BAS-4 (halves).
#[test]
fn the_moves_of_a_combat_have_half_of_mv() {
    let ruleset = &setup("duel").ruleset;
    for (by, rule) in [
        (CombatMove::AttackerConsolidation, "CC-4"),
        (CombatMove::ClosingIn, "CC-5"),
        (CombatMove::WinnerConsolidation, "CC-9"),
    ] {
        for (movement, allowance, on_difficult) in
            [(6, 3.0, 1.0), (7, 3.0, 1.0), (4, 2.0, 1.0), (1, 0.0, 0.0)]
        {
            let expected = MoveTerms { allowance, on_difficult, slow: SlowGoing::Allowed, rule };
            assert_eq!(by.terms(movement, ruleset), expected, "{by:?}, Mv {movement}");
        }
    }
}

/// Rule: CC-1 (linked directly or through others, not drawn in).
#[test]
fn who_is_linked_with_whom() {
    for (level, combats) in [
        ("fights/charge", vec!["A1 | B1"]),
        ("fights/chain", vec!["A1 A2 | B1 B2", "A4 | B3"]),
        ("fights/wiped-out", vec!["A1 | B1"]),
        ("fights/lapses", vec!["A1 | B1 B2"]),
        ("fights/apart", vec!["A1 | B1 B2"]),
        ("melee", vec![]),
    ] {
        let game = game(level, None, &[]);
        let list = |units: &[warstrike::rules::ids::UnitId]| {
            units.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let found = groups(game.battle().view());
        let found: Vec<String> = found
            .iter()
            .map(|group| format!("{} | {}", list(&group.attackers), list(&group.defenders)))
            .collect();
        assert_eq!(found, combats, "{level}");
    }
}
