//! Close combat in numbers: what blows need, how far its moves go, who is in it.

use warstrike::game::dispatch::answers;
use warstrike::game::engine::command::{Command, Order};
use warstrike::game::phases::close_combat::declare::options;
use warstrike::game::phases::close_combat::groups::groups;
use warstrike::game::phases::close_combat::kinds::Order as CombatOrder;
use warstrike::rules::close_combat::{Charge, CombatMove, MeleeWeapon};
use warstrike::rules::movement::allowance::{MoveTerms, SlowGoing};
use warstrike::rules::shooting::HitRoll;

use super::refusals::{game, played};
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
        ("fights/doorway", vec!["A1 | B1"]),
        ("fights/stair", vec!["A1 | B1"]),
        ("fights/rout", vec!["A1 | B1", "A2 | B2 B3"]),
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

/// Of `whom`: A1.1 has B1 alone in reach, A1.2 B1 and B2, A1.3 whichever it can see. "Strike B2 with every model that can" names
/// those that can, and the battle accepts each answer.
///
/// Rule: CC-5, CC-6 (its player's choice).
#[test]
fn all_who_can_strike_a_unit_are_those_who_can() {
    let stays = r#"{"unit":"A1","moves":[]}"#;
    let lines = [
        "A EndPhase".to_owned(),
        "B HoldFire".to_owned(),
        format!("A MoveInCombat {stays}"),
        format!("A MoveInCombat {stays}"),
        r#"B MoveInCombat {"unit":"B1","moves":[]}"#.to_owned(),
        r#"B MoveInCombat {"unit":"B2","moves":[]}"#.to_owned(),
    ];
    let game = played(game("fights/whom", None, &[]), &lines.each_ref().map(String::as_str));
    let decision = game.battle().decision().unwrap();
    let mut found = Vec::new();
    for answer in answers(game.battle().view(), decision) {
        let command = Command { player: decision.player, order: answer.order.clone() };
        assert_eq!(game.battle().check(&command), Ok(()), "{}", answer.text);
        let Order::CloseCombat(CombatOrder::Fight(fight)) = answer.order else { panic!("{}", answer.text) };
        let by: Vec<String> =
            fight.by.iter().map(|one| format!("{} {}", one.model, one.at.unwrap())).collect();
        found.push(by);
    }
    let expected: [&[&str]; 3] = [&[], &["A1.1 B1", "A1.2 B1"], &["A1.2 B2"]];
    assert_eq!(found, expected);
}

/// Of `doorway`: A1.2 goes up to the wall, half an inch and a tenth from B1.2 behind it. The way by the door is longer than an inch, but short enough to link them.
///
/// Rule: CC-5 (models within 1 of an enemy fight), CC-1.
#[test]
fn linked_models_strike_through_a_wall() {
    let lines = [
        "A EndPhase",
        "B HoldFire",
        r#"A MoveInCombat {"unit":"A1","moves":[{"model":"A1.2","path":[[3,-4.6]],"facing":90}]}"#,
    ];
    let game = played(game("fights/doorway", None, &[]), &lines);
    let view = game.battle().view();
    let options = options(view, view.unit("A1".parse().unwrap()).unwrap());
    let weapons: Vec<String> = options
        .iter()
        .flat_map(|own| &own.shots)
        .map(|shot| format!("{} {} {}", shot.from, shot.weapon, shot.at))
        .collect();
    assert_eq!(weapons, ["A1.1 Rifle B1.1", "A1.2 Bayonet B1.2"]);
}
