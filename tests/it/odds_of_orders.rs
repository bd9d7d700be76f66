//! What the fire of an order may do: split fire, before the tests for it are held, and throws after a move.

use std::sync::Arc;

use warstrike::game::engine::components::Pose;
use warstrike::game::engine::play::{DiceChoice, Match};
use warstrike::game::engine::view::View;
use warstrike::game::leadership::test_terms;
use warstrike::game::phases::shooting::kinds::FireMode;
use warstrike::game::phases::shooting::kinds::{FireAt, Shooter};
use warstrike::game::phases::shooting::odds::{Found, Odds, odds_of_fire};
use warstrike::level::setup::Setup;
use warstrike::rules::ids::{ModelId, UnitId};
use warstrike::rules::measures::{Facing, Place};
use warstrike::rules::odds::mean;
use warstrike::rules::salvo::Manner;

use super::level_files::bundle;

/// A game of A1 against some units on a table of 96 by 96, with pieces; rifles are `rifles` to a unit.
fn game(rifles: usize, terrain: &str, units: [&str; 2]) -> Match {
    let text = format!(
        r#"Level(name: "t", table: (width: 96.0, depth: 96.0), mission: Drill, terrain: [{terrain}], forces: (
            A: (name: "a", units: [{}]), B: (name: "b", units: [{}]),
        ), opening: InPlay(round: 1, side: A, first: A, phase: Action))"#,
        units[0], units[1]
    );
    let mut bundle = bundle(&text);
    for card in &mut bundle.cards {
        if card.name.contains("laansguard-rifles") {
            card.text = card.text.replace("models: 10", &format!("models: {rifles}"));
        }
    }
    let setup = Arc::new(Setup::from_bundle(bundle).unwrap_or_else(|faults| panic!("{faults}")));
    Match::start(setup, DiceChoice::Seed(1)).unwrap()
}

/// A unit of a card of which models stand at some places, and the others are lost.
fn unit(id: &str, card: &str, models: usize, facing: f64, places: &[[f64; 2]]) -> String {
    let stands = places.iter().map(|[x, y]| format!("(at: ({x:?}, {y:?}), facing: {facing:?})"));
    let lost = (places.len()..models).map(|_| "Lost".to_owned());
    let models: Vec<String> = stands.chain(lost).collect();
    format!(r#"(id: "{id}", card: "{card}", models: [{}]), "#, models.join(", "))
}

fn id(text: &str) -> UnitId {
    text.parse().unwrap()
}

fn by(models: impl IntoIterator<Item = u8>) -> Option<Vec<Shooter>> {
    Some(models.into_iter().map(|number| Shooter::of(id("A1").model(number))).collect())
}

fn told(view: View, stance: &[(ModelId, Pose)], fire: &[FireAt]) -> Vec<(UnitId, Odds)> {
    let mode = FireMode::of(view.unit(id("A1")).unwrap(), Manner::Advance);
    odds_of_fire(view, stance, id("A1"), fire, mode).unwrap()
}

/// The odds of some models of A1 at one target; `None` if one of them cannot fire at it.
fn alone(view: View, at: UnitId, by: Option<Vec<Shooter>>) -> Option<Odds> {
    let mode = FireMode::of(view.unit(id("A1")).unwrap(), Manner::Advance);
    Some(odds_of_fire(view, &[], id("A1"), &[FireAt { at, by }], mode).ok()?.remove(0).1)
}

/// All numbers of odds in a row: lists up to ten values.
fn numbers(odds: &Odds) -> Vec<f64> {
    let lists = [&odds.hits, &odds.lost, &odds.will.markers];
    let values =
        lists.into_iter().flat_map(|list| (0..10).map(|at| list.get(at).copied().unwrap_or_default()));
    let single = [odds.leader_lost, odds.will.suppressed, odds.will.shaken, odds.stays_suppressed];
    values.chain(single).collect()
}

/// Odds at B1 if each of some models joins others unless it passes a test, from every outcome of the tests.
fn enumerated(view: View, always: &[Shooter], tested: &[u8]) -> Vec<f64> {
    let terms = test_terms(view, view.unit(id("A1")).unwrap());
    let can: Vec<bool> = tested.iter().map(|one| alone(view, id("B1"), by([*one])).is_some()).collect();
    let mut sum: Vec<f64> = Vec::new();
    for fails in 0..1_u32 << tested.len() {
        let failed: Vec<usize> = (0..tested.len()).filter(|index| fails >> index & 1 == 1).collect();
        let passes = |index: &usize| !failed.contains(index);
        let each =
            (0..tested.len()).map(|index| if passes(&index) { terms.chance() } else { 1.0 - terms.chance() });
        let chance: f64 = each.product();
        let join = failed.into_iter().filter(|index| can[*index]).map(|index| tested[index]);
        let fire = always.iter().cloned().chain(by(join).unwrap()).collect();
        let values = numbers(&alone(view, id("B1"), Some(fire)).unwrap());
        sum.resize(values.len(), 0.0);
        sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += chance * value);
    }
    sum
}

fn same(found: &[f64], expected: &[f64], within: f64) {
    assert_eq!(found.len(), expected.len());
    for (index, (a, b)) in found.iter().zip(expected).enumerate() {
        assert!((a - b).abs() <= within, "number {index}: {a}, not {b}");
    }
}

/// A1.1 fires at B1, A1.2 to A1.5 at others. Walls let each see other models of B1; A1.5 sees none of them.
fn walled() -> Match {
    let rifles = [[-8.0, 0.0], [-3.0, 0.0], [2.0, 0.0], [7.0, 0.0], [30.0, 0.0]];
    let rifles = unit("A1", "laansguard-rifles", 10, 90.0, &rifles);
    let at = |id: &str, places: &[[f64; 2]]| unit(id, "laansguard-rifles", 10, 270.0, places);
    let targets = at("B1", &[[6.0, 9.0], [-8.0, 9.0], [-3.0, 9.0], [2.0, 9.0]])
        + &at("B2", &[[-3.0, 16.0]])
        + &at("B3", &[[2.0, 16.0]])
        + &at("B4", &[[7.0, 16.0]])
        + &at("B5", &[[30.0, 9.0]]);
    let wall = |id: &str, x: f64| {
        format!(r#"(id: "{id}", kind: Linear, at: ({x:?}, 6.0), size: (0.5, 9.0, 4.0)), "#)
    };
    let walls = wall("a", -5.5) + &wall("b", -0.5) + &wall("c", 4.5) + &wall("d", 20.0);
    game(10, &walls, [&rifles, &targets])
}

/// Rule: ACT-2, SHO-6, LD-1. The sixteen outcomes of four tests, each by itself an order without tests.
#[test]
fn odds_of_split_fire_are_those_of_all_outcomes_of_its_tests() {
    let game = walled();
    let view = game.battle().view();
    let order = |models: &[u8]| alone(view, id("B1"), by(models.iter().copied())).unwrap().order;
    assert!(order(&[1]).len() < order(&[1, 2]).len() && order(&[1, 2]).len() < order(&[1, 2, 4]).len());
    assert!(alone(view, id("B1"), by([5])).is_none(), "one cannot join");
    let mut fire = vec![FireAt { at: id("B1"), by: by([1]) }];
    fire.extend(
        [(2, 2), (3, 3), (4, 4), (5, 5)]
            .map(|(target, model)| FireAt { at: id(&format!("B{target}")), by: by([model]) }),
    );
    let found = told(view, &[], &fire);
    assert!(found.iter().all(|(_, odds)| odds.found == Found::Exactly));
    same(&numbers(&found[0].1), &enumerated(view, &by([1]).unwrap(), &[2, 3, 4, 5]), 1e-12);
    // What is fired at another target is fired with the chance of its own test.
    let terms = test_terms(view, view.unit(id("A1")).unwrap());
    let other = alone(view, id("B2"), by([2])).unwrap();
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a}, not {b}");
    close(mean(&found[1].1.hits), terms.chance() * mean(&other.hits));
    close(found[1].1.will.suppressed, terms.chance() * other.will.suppressed);
    close(found[1].1.hits.iter().sum(), 1.0);
}

/// Rule: ACT-2, SHO-10. With a throw in the first salvo the tests are rolled with it: within six times the stated error
/// of what the outcomes come to, which are sampled themselves.
#[test]
fn a_throw_at_the_first_target_is_sampled_with_the_tests() {
    let game = walled();
    let view = game.battle().view();
    let thrown = Shooter {
        weapon: Some("Grenade".into()),
        throw_at: Some(Place::from_inches(-8.0, 5.5, 0.0).unwrap()),
        ..Shooter::of(id("A1").model(1))
    };
    let fire = [
        FireAt { at: id("B1"), by: Some(vec![thrown.clone()]) },
        FireAt { at: id("B2"), by: by([2]) },
        FireAt { at: id("B4"), by: by([4]) },
    ];
    let found = told(view, &[], &fire).remove(0).1;
    let Found::Sampled { error, .. } = found.found else { panic!("{:?}", found.found) };
    same(&numbers(&found), &enumerated(view, &[thrown], &[2, 4]), 6.0 * error);
}

/// Rule: ACT-2, SHO-3. Twenty at twenty targets: 524,288 outcomes of nineteen tests. The mean of the hits at the first is
/// the sum of the means of each who may join, times the chance of it.
#[test]
fn twenty_may_split_their_fire() {
    let places: Vec<[f64; 2]> = (0..20).map(|index| [f64::from(index) * 2.0 - 19.0, 0.0]).collect();
    let rifles = unit("A1", "laansguard-rifles", 20, 90.0, &places);
    let targets: Vec<String> = places
        .iter()
        .enumerate()
        .map(|(index, [x, _])| unit(&format!("B{}", index + 1), "laansguard-rifles", 20, 270.0, &[[*x, 9.0]]))
        .collect();
    let game = game(20, "", [&rifles, &targets.concat()]);
    let view = game.battle().view();
    let fire: Vec<FireAt> =
        (1..=20).map(|number| FireAt { at: id(&format!("B{number}")), by: by([number]) }).collect();
    let found = told(view, &[], &fire);
    assert!(found.iter().all(|(_, odds)| odds.found == Found::Exactly));
    let terms = test_terms(view, view.unit(id("A1")).unwrap());
    let hits = |number: u8| alone(view, id("B1"), by([number])).map_or(0.0, |odds| mean(&odds.hits));
    let expected = hits(1) + (2..=20).map(hits).sum::<f64>() * (1.0 - terms.chance());
    assert!(expected > hits(1) + 0.5, "many may join: {expected}");
    assert!((mean(&found[0].1.hits) - expected).abs() < 1e-9, "{expected}");
    assert!((found[0].1.lost.iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

/// A throw at a gun that has lost one of two wounds, and whose armour is 5 before and 4 behind it: the thrower comes from
/// behind it to before it. The odds are those of a thrower who stands there already.
///
/// Rule: SHO-10, SHO-5, FAC-5.
#[test]
fn a_throw_after_a_move_comes_from_where_the_thrower_is_then() {
    let guns = r#"(id: "B1", card: "heavy-weapon-team", models: [
        (at: (0.0, 6.0), facing: 270.0, wounds_lost: 1), Lost, Lost,
    ]), "#;
    let rifles = |at: [f64; 2]| unit("A1", "laansguard-rifles", 10, 90.0, &[at]);
    let fire = |y: f64| {
        let throw_at = Some(Place::from_inches(0.0, y, 0.0).unwrap());
        let weapon = Some("Grenade".into());
        [FireAt {
            at: id("B1"),
            by: Some(vec![Shooter { weapon, throw_at, ..Shooter::of(id("A1").model(1)) }]),
        }]
    };
    let (behind, before) =
        (game(10, "", [&rifles([0.0, 11.0]), guns]), game(10, "", [&rifles([0.0, 1.0]), guns]));
    let pose =
        Pose { at: Place::from_inches(0.0, 1.0, 0.0).unwrap(), facing: Facing::from_degrees(90.0).unwrap() };
    let moved = told(behind.battle().view(), &[(id("A1").model(1), pose)], &fire(5.0)).remove(0).1;
    let there = told(before.battle().view(), &[], &fire(5.0)).remove(0).1;
    assert_eq!(moved, there);
    let unmoved = told(behind.battle().view(), &[], &fire(7.0)).remove(0).1;
    assert!(mean(&unmoved.lost) > mean(&moved.lost) + 0.02, "from behind it would harm more");
}
