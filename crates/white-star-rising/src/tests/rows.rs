//! Further rows: refusals with their paragraphs, headquarters, assaults, flak, files.

use tabletop::game::Setup;
use tabletop::ids::Side;

use super::scene::{Scene, hex};
use crate::chapters::command::{checking_hexes, commanders, is_in_range};
use crate::chapters::fire::{Moment, Shot, plan_fire};
use crate::chapters::{assault, overrun};
use crate::fact::Fact;
use crate::order::{Entry, Order, Price, Weapon};
use crate::play::Place;
use crate::setup::{WsrSetup, varne};

fn march(units: &[&str], hq: Option<&str>, to: &str, entry: Entry) -> Order {
    let units = units.iter().map(|unit| unit.parse().unwrap()).collect();
    Order::March { units, hq: hq.map(|hq| hq.parse().unwrap()), to: hex(to), entry }
}

/// Rule: WSR-ASL-1, WSR-ASL-2, WSR-BAS-8, WSR-HQ-2, WSR-HQ-3, WSR-FIR-2, WSR-BAS-6, WSR-MOV-4, WSR-OVR-1.
#[test]
fn what_is_not_allowed_names_its_paragraph() {
    let placed = [
        ("A6", "0105"),
        ("A8", "0203"),
        ("A1", "0204"),
        ("A2", "0204"),
        ("A3", "0106"),
        ("A-HQ", "0204"),
        ("A5", "0106"),
        ("A-S1", "0106"),
        ("B3", "0205"),
        ("B1", "0104"),
    ];
    let scene = Scene::new(Side::A, &placed);
    let fire = |unit: &str, target: &str, weapon| Order::Fire {
        unit: unit.parse().unwrap(),
        target: target.parse().unwrap(),
        weapon,
        lead: None,
        price: Price::Usual,
    };
    for (order, rule, why) in [
        (march(&["A6"], None, "0205", Entry::Assault), "ASL-1", "a star"),
        (march(&["A8"], None, "0104", Entry::Assault), "ASL-1", "no factor at all"),
        (march(&["A6"], None, "0205", Entry::Walk), "MOV-4", "an enemy is there"),
        (march(&["A6"], None, "0205", Entry::Overrun), "OVR-1", "no AFV that may assault"),
        (march(&["A1"], None, "0104", Entry::Overrun), "OVR-1", "a hard target"),
        (march(&["A8"], None, "0204", Entry::Walk), "BAS-8", "two are there, and no way on"),
        (fire("A1", "B3", Weapon::ArmourPiercing), "FIR-2", "soft"),
        (fire("A1", "B1", Weapon::HighExplosive), "FIR-2", "hard"),
    ] {
        let words = scene.refusal(Side::A, &order);
        assert!(words.ends_with(&format!("[WSR-{rule}]")), "{why}: {words}");
    }
    let scene = Scene::new(Side::A, &[("A8", "0202"), ("A-HQ", "0202"), ("A5", "0302"), ("A-S1", "0302")]);
    let words = scene.refusal(Side::A, &march(&["A8"], Some("A-HQ"), "0302", Entry::Walk));
    assert!(words.ends_with("[WSR-HQ-3]"), "{words}");
}

/// Rule: WSR-HQ-4, WSR-REC-1, WSR-CMD-3, WSR-CMD-4.
#[test]
fn command_reaches_through_a_sub_headquarters() {
    for (hq, sub, unit, at, expected, why) in [
        ("0105", "0905", "A5", "1005", true, "the sub lies at twice the range"),
        ("0105", "1005", "A5", "1005", false, "and no farther"),
        ("0105", "0105", "A7", "0905", true, "recon at twice the range"),
        ("0105", "0105", "A5", "0605", false, "infantry not"),
    ] {
        let placed = [("A1", hq), ("A-HQ", hq), ("A4", sub), ("A-S1", sub), (unit, at)];
        let scene = Scene::new(Side::A, &placed);
        let view = scene.view();
        let all = commanders(view.setup, view.play, Side::A);
        assert_eq!(is_in_range(view.setup, &all, unit.parse().unwrap(), hex(at)), expected, "{why}");
    }
    let scene = Scene::new(Side::A, &[("A1", "0105"), ("A4", "0205"), ("A-S1", "0205")]);
    let view = scene.view();
    assert_eq!(checking_hexes(view.setup, view.play, Side::A).len(), 2, "without an HQ every hex checks");
}

/// Rule: WSR-ASL-4, WSR-DIS-4, WSR-OVR-3, WSR-OVR-4.
#[test]
fn the_disrupted_fight_at_six() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B3", "0205")]);
    let (own, enemy) = ("A1".parse().unwrap(), "B3".parse().unwrap());
    let faces = |scene: &Scene| {
        let view = scene.view();
        let fought = assault::dice_of(view.setup, view.play, enemy, &[own], hex("0205"), 0).unwrap();
        let overrun = overrun::defence(view.setup, view.play, enemy).unwrap();
        [fought, overrun].map(|dice| dice.pool(&view.setup.rules.numbers).face)
    };
    assert_eq!(faces(&scene), [3, 4], "infantry closes in on armour; not in an overrun");
    scene.make(Fact::Disrupted { unit: enemy });
    assert_eq!(faces(&scene), [6, 6]);
}

/// Rule: WSR-AA-2, WSR-AA-3.
#[test]
fn flak_fires_at_armour_at_six() {
    let scene = Scene::new(Side::B, &[("B8", "0105"), ("A1", "0605"), ("A4", "0605")]);
    let view = scene.view();
    let plan = |target: &str, weapon| {
        let (unit, target) = ("B8".parse().unwrap(), target.parse().unwrap());
        let shot = Shot { unit, target, weapon, lead: None, price: Price::Usual };
        let plan = plan_fire(view.setup, view.play, Moment::OwnImpulse, shot);
        plan.map(|plan| plan.hit.pool(&view.setup.rules.numbers)).map(|pool| (pool.dice, pool.face))
    };
    assert_eq!(plan("A1", Weapon::Flak), Ok((3, 6)));
    assert!(plan("A4", Weapon::Flak).is_err(), "soft targets as printed");
    assert_eq!(plan("A4", Weapon::HighExplosive), Ok((3, 4)));
}

/// Rule: WSR-HQ-6, WSR-HQ-8, WSR-HQ-9, WSR-HQ-12, WSR-TURN-7.
#[test]
fn a_lost_headquarters_takes_the_place_of_its_sub() {
    for (placed, expected, why) in [
        (&[("A1", "0105"), ("A4", "0205"), ("A-S1", "0205")][..], Some("0205"), "its sub"),
        (&[("A1", "0105"), ("A4", "0205")], Some("0105"), "a tank platoon"),
        (&[("A4", "0205")], None, "nobody of its kind"),
    ] {
        let mut scene = Scene::new(Side::A, placed);
        scene.state.agenda.push(crate::order::Step::EndTurn);
        scene.run();
        let hq = &scene.state.play.hqs[&"A-HQ".parse().unwrap()];
        let place = expected.map_or(Place::Gone, |at| Place::On(hex(at)));
        assert_eq!((hq.place, hq.reduced), (place, expected.is_some()), "{why}");
        assert_eq!(scene.state.play.hqs[&"A-S1".parse().unwrap()].place, Place::Gone, "{why}");
    }
    let mut scene =
        Scene::new(Side::B, &[("B1", "0105"), ("B-HQ", "0105"), ("A5", "0405"), ("A-S1", "0405")]);
    let order = Order::Fire {
        unit: "B1".parse().unwrap(),
        target: "A5".parse().unwrap(),
        weapon: Weapon::HighExplosive,
        lead: None,
        price: Price::Usual,
    };
    scene.give(Side::B, order, &[6, 6, 6]);
    assert_eq!(scene.shows("A5"), "gone");
    assert_eq!(scene.state.play.hq_in(hex("0405"), Side::A), None, "it goes with its last unit");
}

/// Rule: WSR-MOV-3, WSR-MIN-6, WSR-SUP-1, WSR-SUP-2, WSR-MTR-6.
#[test]
fn a_unit_may_always_move_one_hex() {
    let mut scene = Scene::new(Side::B, &[("B6", "0202"), ("B7", "0105"), ("A1", "1205")]);
    scene.state.play.mines_in_hand = [0; 2];
    scene.give(Side::B, march(&["B6"], None, "0302", Entry::Walk), &[]);
    assert_eq!(&scene.shows("B6")[..4], "0302", "2 of 1");
    let far = Order::Bombard { unit: "B7".parse().unwrap(), hex: hex("1205"), spotter: None, lead: None };
    assert!(scene.refusal(Side::B, &far).ends_with("[WSR-FIR-4]"), "11 of 10, and no extended range");
    let mut bundle = varne();
    bundle.forces.text = bundle.forces.text.replacen("flags: [Infantry]", "flags: []", 1);
    let faults = WsrSetup::from_bundle(bundle).unwrap_err().to_string();
    assert!(faults.contains("two-formations.ron:18:13: a support weapon belongs to infantry"), "{faults}");
}

/// Rule: WSR-BAS-8.
#[test]
fn all_faults_of_a_level_are_found_at_once() {
    let mut bundle = varne();
    bundle.level.text = bundle
        .level
        .text
        .replace("(\"B4\", \"0905\")", "(\"B4\", \"0804\"), (\"B9\", \"0804\")")
        .replace("(\"B5\", \"0606\")", "(\"B5\", \"1310\")");
    let faults = WsrSetup::from_bundle(bundle).unwrap_err();
    assert_eq!(faults.0.len(), 2, "{faults}");
    assert!(faults.to_string().contains("hex 1310 is not on the map"), "{faults}");
    assert!(faults.to_string().contains("no force has B9"), "{faults}");
}

/// A name is of a hex of the map, and a level needs none.
#[test]
fn hexes_have_names_of_the_level() {
    let mut bundle = varne();
    bundle.level.text =
        bundle.level.text.replace("(\"0804\", \"the church\")", "(\"1310\", \"the church\"), (\"0804\", 7)");
    let faults = WsrSetup::from_bundle(bundle).unwrap_err();
    assert_eq!(faults.0.len(), 2, "{faults}");
    assert!(faults.to_string().contains("hex 1310 is not on the map"), "{faults}");
    let mut bundle = varne();
    let names = bundle.level.text.lines().find(|line| line.trim().starts_with("names:")).unwrap().to_owned();
    bundle.level.text = bundle.level.text.replace(&names, "");
    assert_eq!(WsrSetup::from_bundle(bundle).unwrap().level.names, []);
}
