//! Rows for the chapters: each with its reason.

use tabletop::ids::Side;

use super::scene::{Scene, hex};
use crate::card::Fire;
use crate::chapters::assault::attacker_stays;
use crate::chapters::basics::{Pool, damage, hits, hq_is_hit, needed_face, odd_place, shares};
use crate::chapters::fire::{at_distance, is_concealed};
use crate::chapters::mines::is_cleared;
use crate::chapters::movement::{Pace, cost, plan_step};
use crate::data::ruleset::EngineerEven;
use crate::fact::Fact;
use crate::gate::Mistake;
use crate::order::{Entry, Order, Price};
use crate::setup::varne;

/// Rule: WSR-BAS-1, WSR-BAS-2, WSR-FIR-10.
#[test]
fn pools_count_the_dice_that_reach_their_face() {
    for (faces, face, ignored, expected, why) in [
        (&[5, 2, 6][..], 5, 0, 2, "two of three"),
        (&[], 2, 0, 0, "no dice score nothing"),
        (&[5, 1, 6, 4], 5, 1, 2, "the lowest is ignored, and is no hit"),
        (&[6, 6], 5, 1, 1, "the lowest is ignored, and would be a hit"),
    ] {
        assert_eq!(hits(faces, Pool { dice: faces.len() as u8, face, ignored }), expected, "{why}");
    }
    let scene = Scene::new(Side::A, &[]);
    let numbers = scene.view().setup.rules.numbers;
    assert_eq!([1, 2, 6, 7].map(|face| needed_face(face, &numbers)), [2, 2, 6, 6]);
}

/// Rule: WSR-BAS-9.
#[test]
fn hits_are_shared_and_the_odd_one_goes_by_a_die() {
    assert_eq!(
        [shares(3, 2), shares(4, 2), shares(1, 2), shares(0, 1), shares(2, 0)],
        [[1, 1], [2, 0], [0, 1], [0, 0], [0, 0]]
    );
    assert_eq!([1, 3, 4, 6].map(|face| odd_place(face, 2)), [0, 0, 1, 1], "1 to 3 the upper");
    assert_eq!([1, 2, 3, 4, 5, 6].map(|face| odd_place(face, 3)), [0, 0, 1, 1, 2, 2]);
}

/// Rule: WSR-FIR-14, WSR-BAS-4, WSR-BAS-7.
#[test]
fn hits_disrupt_reduce_and_eliminate() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105")]);
    let id = "A1".parse().unwrap();
    let count = |scene: &Scene, hits| damage(id, &scene.state.play.units[&id], hits).len();
    assert_eq!([0, 1, 2, 3, 4].map(|hits| count(&scene, hits)), [0, 1, 2, 3, 3], "the fourth is lost");
    scene.make(Fact::Disrupted { unit: id });
    assert_eq!(damage(id, &scene.state.play.units[&id], 1), [Fact::Reduced { unit: id }]);
}

/// Rule: WSR-FIR-3, WSR-FIR-4, WSR-FIR-5, WSR-FIR-6.
#[test]
fn range_changes_the_face_or_the_dice() {
    let scene = Scene::new(Side::A, &[]);
    let rules = &scene.view().setup.rules;
    let fire = |power, to_hit, underlined| Fire { power, range: 8, to_hit, underlined, augmented: false };
    for (fire, distance, expected, why) in [
        (fire(3, 4, false), 4, Some([3, 3]), "half the range"),
        (fire(3, 4, false), 5, Some([3, 4]), "in range"),
        (fire(3, 4, false), 9, Some([3, 5]), "extended, by the face"),
        (fire(3, 6, false), 9, Some([2, 6]), "extended, by a die"),
        (fire(1, 6, false), 9, None, "nothing to pay with"),
        (fire(3, 4, false), 17, None, "beyond twice the range"),
        (fire(3, 4, true), 4, Some([3, 4]), "underlined: not reduced"),
        (fire(3, 4, true), 9, None, "underlined: not extended"),
    ] {
        assert_eq!(
            at_distance(fire, distance, Price::Usual, (&rules.numbers, &rules.switches)),
            expected,
            "{why}"
        );
    }
}

/// Rule: WSR-FIR-8, WSR-REC-3.
#[test]
fn concealment_needs_cover_and_nobody_near() {
    for (target, at, enemy, done, expected, why) in [
        ("B3", "0804", ("A1", "0105"), false, true, "in a city, unseen"),
        ("B3", "0804", ("A1", "0105"), true, false, "it has Ops Complete"),
        ("B3", "0804", ("A1", "0704"), false, false, "an enemy next to it"),
        ("B3", "0804", ("A7", "0505"), false, false, "scouts see it"),
        ("B1", "0702", ("A1", "0105"), false, false, "a hill hides nobody"),
        ("B3", "0503", ("A1", "0105"), false, true, "fields hide infantry"),
        ("B1", "0503", ("A1", "0105"), false, false, "but no tanks"),
    ] {
        let mut scene = Scene::new(Side::A, &[(target, at), enemy]);
        let id = target.parse().unwrap();
        if done {
            scene.make(Fact::Done { unit: id });
        }
        let view = scene.view();
        assert_eq!(is_concealed(view.setup, view.play, id, false), expected, "{why}");
        assert!(!is_concealed(view.setup, view.play, id, true), "not while it moves");
    }
}

/// Rule: WSR-MOV-1, WSR-MOV-2, WSR-MOV-4, WSR-BAS-5.
#[test]
fn terrain_and_roads_cost_what_the_table_says() {
    let scene = Scene::new(Side::A, &[]);
    for (unit, from, to, expected, why) in [
        ("A4", "0104", "0103", Some(1), "open on legs"),
        ("A7", "0104", "0103", Some(2), "open on wheels"),
        ("A7", "0405", "0505", Some(1), "along the road"),
        ("A1", "0202", "0302", Some(3), "woods on tracks"),
        ("A7", "0202", "0302", None, "no wheels in woods"),
        ("A4", "0104", "0106", None, "no neighbour"),
    ] {
        let found = cost(scene.view().setup, unit.parse().unwrap(), hex(from), hex(to));
        assert_eq!(found, expected, "{why}");
    }
}

/// Rule: WSR-MOV-3.
#[test]
fn a_unit_without_factors_moves_one_hex_and_no_more() {
    let mut bundle = varne();
    let guns = "name: \"anti-tank guns\", flags: [], going: Leg, moves: ";
    assert!(bundle.forces.text.contains(&format!("{guns}1")));
    bundle.forces.text = bundle.forces.text.replace(&format!("{guns}1"), &format!("{guns}0"));
    let mut scene = Scene::of(bundle, Side::B, &[("B6", "0606")]);
    let unit = "B6".parse().unwrap();
    let step = |scene: &Scene, spent: u8, to| {
        let view = scene.view();
        let from = view.play.hex_of(unit).unwrap();
        let pace = Pace { units: &[unit], spent: &[spent], hq: None, from, to: hex(to), entry: Entry::Walk };
        plan_step(view.setup, view.play, pace)
    };
    let spent = step(&scene, 0, "0605").expect("one hex is always allowed");
    scene.make(Fact::Deployed { unit, hex: hex("0605") });
    assert!(matches!(step(&scene, spent[0], "0604"), Err(Mistake::TooFar { left: 0, .. })), "{spent:?}");
}

/// Rule: WSR-ASL-11.
#[test]
fn the_switches_settle_an_assault() {
    use crate::data::ruleset::{AssaultLoser, AssaultTie, Switches};
    let scene = Scene::new(Side::A, &[]);
    let base = scene.view().setup.rules.switches;
    let letter = Switches { assault_loser: AssaultLoser::Letter, ..base };
    let defender = Switches { assault_tie: AssaultTie::Defender, ..base };
    for (hits, switches, stays) in [
        ([2, 1], base, true),
        ([1, 2], base, false),
        ([1, 1], base, true),
        ([1, 1], defender, false),
        ([2, 1], letter, false),
        ([1, 1], letter, true),
    ] {
        assert_eq!(attacker_stays(hits[0], hits[1], &switches), stays, "{hits:?}");
    }
}

/// Rule: WSR-HQ-7.
#[test]
fn a_headquarters_is_hit_on_a_low_die() {
    let scene = Scene::new(Side::A, &[]);
    let numbers = scene.view().setup.rules.numbers;
    let hit = |loss| (1..=6).filter(|face| hq_is_hit(*face, loss, &numbers)).collect::<Vec<u8>>();
    assert_eq!([hit(false), hit(true)], [vec![1], vec![1, 2, 3]]);
}

/// Rule: WSR-MIN-1, WSR-MIN-2, WSR-MIN-3, WSR-MIN-4, WSR-MIN-5, WSR-MIN-6.
#[test]
fn mines_are_laid_strike_and_are_cleared() {
    for (faces, any, sum) in
        [(&[1, 2][..], true, false), (&[1, 3], false, true), (&[4], true, true), (&[5], false, false)]
    {
        assert_eq!(is_cleared(faces, EngineerEven::Any), any, "{faces:?}");
        assert_eq!(is_cleared(faces, EngineerEven::Sum), sum, "{faces:?}");
    }
    let mut scene = Scene::new(Side::A, &[("A5", "0305"), ("A9", "0405"), ("B3", "0804")]);
    let units = vec!["A5".parse().unwrap()];
    let order = Order::March { units, hq: None, to: hex("0304"), entry: crate::order::Entry::Walk };
    scene.give(Side::A, order, &[]);
    scene.give(Side::B, Order::LayMines, &[5, 3]);
    assert_eq!(scene.shows("A5"), "0304do", "one hit, stopped by it");
    assert_eq!(scene.state.play.mines_in_hand, [0, 1]);
    let clear = Order::Clear { unit: "A9".parse().unwrap(), hex: hex("0304") };
    assert!(scene.refusal(Side::A, &clear).ends_with("[WSR-MIN-4]"), "too far");
    scene.make(Fact::Deployed { unit: "A9".parse().unwrap(), hex: hex("0404") });
    scene.give(Side::A, clear, &[1, 2]);
    assert!(scene.state.play.mines.is_empty());
    assert_eq!(scene.shows("A9"), "0404o");
}

/// Rule: WSR-TRA-1, WSR-TRA-2, WSR-TRA-3.
#[test]
fn a_transport_takes_aboard_and_sets_down() {
    let mut scene = Scene::new(Side::A, &[("A6", "0105"), ("A5", "0105")]);
    scene.state.play.mines_in_hand = [0; 2];
    let carrier = "A6".parse().unwrap();
    scene.give(Side::A, Order::Load { carrier, unit: "A5".parse().unwrap() }, &[]);
    assert_eq!(scene.shows("A5"), "on A6o");
    scene.give(Side::A, Order::GoOn { to: hex("0205"), entry: crate::order::Entry::Walk }, &[]);
    scene.give(Side::A, Order::Unload { carrier }, &[]);
    assert_eq!([scene.shows("A5"), scene.shows("A6")], ["0205o", "0205o"], "3 + 1 + 3 of 7");
}

/// Rule: WSR-ART-7, WSR-TURN-7, WSR-LOS-5.
#[test]
fn smoke_ages_and_goes() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B1", "0405")]);
    let seen = |scene: &Scene| {
        let view = scene.view();
        crate::chapters::basics::sight(view.setup, view.play, hex("0105"), hex("0405")).is_clear()
    };
    let mut found = vec![seen(&scene)];
    scene.make(Fact::Smoked { hex: hex("0205") });
    for _ in 0..2 {
        found.push(seen(&scene));
        scene.make(Fact::SmokeAged);
    }
    found.push(seen(&scene));
    assert_eq!(found, [true, false, false, true]);
}

/// Rule: WSR-IMP-1, WSR-SUP-3, WSR-SUP-4, WSR-FIR-12.
#[test]
fn a_position_takes_the_first_hit_and_support_adds_dice() {
    let scene = Scene::new(Side::A, &[]);
    let left =
        [0, 1, 2].map(|hits| crate::chapters::mines::after_position(&scene.state.play, hex("0905"), hits));
    assert_eq!(left, [0, 0, 1]);
    let fire = |id: &str| {
        let id = id.parse().unwrap();
        let unit = &scene.state.play.units[&id];
        let weapon = crate::order::Weapon::ArmourPiercing;
        crate::chapters::basics::printed_fire(scene.view().setup, id, unit, weapon).unwrap().0
    };
    assert_eq!((fire("A4").power, fire("A4").range), (2, 2), "a rocket launcher");
    assert_eq!((fire("B3").power, fire("B3").augmented), (1, true), "a panzerfaust");
}

/// Rule: WSR-DIS-1, WSR-DIS-2, WSR-DIS-3.
#[test]
fn the_disrupted_keep_away() {
    let mut scene = Scene::new(Side::A, &[("A1", "0405"), ("B1", "0705")]);
    scene.make(Fact::Disrupted { unit: "A1".parse().unwrap() });
    let go = |to| {
        let units = vec!["A1".parse().unwrap()];
        Order::March { units, hq: None, to: hex(to), entry: crate::order::Entry::Walk }
    };
    assert!(scene.refusal(Side::A, &go("0505")).ends_with("too close to B1 [WSR-DIS-2]"));
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::A, go("0305"), &[]);
    assert_eq!(&scene.shows("A1")[..4], "0305");
}
