//! The same order under other readings.

use super::super::scene::{Scene, hex};
use super::{OPERATIONS, every_decision, unit};
use crate::fact::Fact;
use crate::game::Wsr;
use crate::gate::judge;
use crate::odds::fire_order;
use crate::order::Choice;
use crate::order::{Order, Price, Weapon};
use std::collections::BTreeSet;
use tabletop::agenda::Decision;
use tabletop::ids::Side;
use tabletop_counters::OnHexes;

fn names_of(scene: &Scene, order: &Order) -> Vec<(String, Option<String>)> {
    let decision = Decision { player: Side::A, choice: OPERATIONS };
    assert!(matches!(judge(scene.view(), Side::A, order, OPERATIONS), Some(Ok(()))), "{order:?}");
    let readings = Wsr::readings(scene.view(), decision, order);
    readings.into_iter().map(|reading| (reading.name, reading.foresight.map(|found| found.label))).collect()
}

/// A fire led by a headquarters hangs on one addition alone, one without it and in the open on none.
///
/// Rule: WSR-ADD-2, WSR-FIR-5.
#[test]
fn readings_of_a_fire() {
    let scene = Scene::new(Side::A, &[("A1", "0405"), ("A-HQ", "0405"), ("B6", "0706"), ("B7", "0507")]);
    let fire = |at: &str, lead| fire_order(scene.view(), unit("A1"), unit(at), lead);
    assert_eq!(names_of(&scene, &fire("B6", None)), []);
    let hq = "A-HQ".parse().unwrap();
    assert_eq!(names_of(&scene, &fire("B6", Some(hq))), [], "three hits of five dice are as good as five");
    let led = names_of(&scene, &fire("B7", Some(hq)));
    let [(name, Some(label))] = &led[..] else { panic!("{led:?}") };
    assert_eq!(
        name,
        "Leadership augments firepower, as many of the lowest dice ignored: the addition is played (WSR-ADD-2)"
    );
    // In the woods the fourth hit makes up for a save.
    assert!(label.starts_with("harmed "), "{label}");
    // Where the additions are played, the other reading is the book's.
    let mut bundle = Scene::ruleset("add_2: Off", "add_2: On");
    bundle.ruleset.text = bundle.ruleset.text.replace("extended: Order", "extended: Choice");
    let scene = Scene::of(bundle, Side::A, &[("A4", "0105"), ("A-HQ", "0105"), ("B6", "0505")]);
    let price = Price::Firepower;
    let weapon = Weapon::HighExplosive;
    let order = Order::Fire { unit: unit("A4"), target: unit("B6"), weapon, lead: None, price };
    let found = names_of(&scene, &order);
    assert_eq!(
        found,
        [(
            "Extended fire costs To Hit; firepower only where To Hit cannot be worsened (WSR-FIR-5)"
                .to_owned(),
            None
        )],
        "the price may not be picked there"
    );
}

/// An assault on equal terms hangs most on who goes back; a refusal is the greatest difference.
///
/// Rule: WSR-ASL-11, WSR-ADD-1.
#[test]
fn readings_of_an_assault() {
    let mut scene = Scene::new(Side::A, &[("A4", "0506"), ("B5", "0605")]);
    let entry = crate::order::Entry::Assault;
    let assault = |to: &str| Order::March { units: vec![unit("A4")], hq: None, to: hex(to), entry };
    let found = names_of(&scene, &assault("0605"));
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"On equal hits the defender stays (WSR-ASL-11)"), "{found:?}");
    assert!(
        found.iter().all(|(_, label)| label.as_ref().is_some_and(|label| label.starts_with("taken "))),
        "{found:?}"
    );
    // Infantry that began its impulse elsewhere may not close in on armour in the open where the addition is played.
    scene = Scene::new(Side::A, &[("A4", "0506"), ("B1", "0605")]);
    scene.state.play.units.get_mut(&unit("A4")).unwrap().began = Some(hex("0105"));
    let found = names_of(&scene, &assault("0605"));
    let (name, label) = &found[0];
    assert!(name.ends_with("the addition is played (WSR-ADD-1)") && label.is_none(), "{found:?}");
    assert!(found.len() > 1 && found[1..].iter().all(|(_, label)| label.is_some()), "{found:?}");
}

/// Readings differ the most first, in a battle of every scenario, and each is named in the words of a ruling.
#[test]
fn readings_are_sorted_and_named() {
    let mut all = BTreeSet::new();
    every_decision(|battle, decision| {
        let view = battle.view();
        for offer in Wsr::offers(view, decision).into_iter().take(40) {
            let Some(here) = Wsr::foresight(view, decision, &offer.order) else {
                assert_eq!(Wsr::readings(view, decision, &offer.order), []);
                continue;
            };
            let readings = Wsr::readings(view, decision, &offer.order);
            let refused = readings.iter().take_while(|reading| reading.foresight.is_none()).count();
            for reading in &readings[refused..] {
                let there = reading.foresight.as_ref().unwrap();
                assert!(here.chances != there.chances || here.outcomes != there.outcomes, "{reading:?}");
            }
            all.extend(readings.into_iter().map(|reading| reading.name));
        }
    });
    assert!(all.iter().all(|name| name.contains("(WSR-")), "{all:?}");
    assert!(all.len() > 8, "{all:?}");
}

/// Switches of flak and of engineers change what they are asked for.
///
/// Rule: WSR-CAS-5, WSR-MIN-5.
#[test]
fn readings_of_flak_and_of_clearing_mines() {
    let mut scene = Scene::new(Side::A, &[("A9", "0105"), ("B1", "0702"), ("B8", "1005")]);
    scene.state.play.mines.insert(hex("0205"));
    let found = names_of(&scene, &Order::Clear { unit: unit("A9"), hex: hex("0205") });
    let sum = "With two dice the mines are cleared if their sum is even (WSR-MIN-5)";
    assert_eq!(found, [(sum.to_owned(), Some("cleared 50 %".to_owned()))]);
    scene.make(Fact::AirSent { side: Side::A, hex: hex("0702") });
    let decision = Decision { player: Side::B, choice: Choice::Flak };
    let readings = Wsr::readings(scene.view(), decision, &Order::FlakFire { unit: unit("B8") });
    let names: Vec<&str> = readings.iter().map(|reading| reading.name.as_str()).collect();
    assert_eq!(names, ["A disrupted aircraft strikes all the same (WSR-CAS-5)"]);
}

/// A ruleset with a switch turned shares the sights of its map: nothing is worked out again for a question.
#[test]
fn other_readings_share_the_sights_of_the_map() {
    let scene = Scene::new(Side::A, &[]);
    let setup = scene.view().setup;
    let turned = setup.clone();
    assert!(std::sync::Arc::ptr_eq(&setup.sights, &turned.sights));
    let switches = setup.rules.switches;
    let others = switches.others();
    assert_eq!(others.len(), switches.values().len(), "each has two readings");
    for (name, other) in others {
        let differs: Vec<&str> = switches
            .values()
            .into_iter()
            .zip(other.values())
            .filter(|(one, other)| one.word != other.word)
            .map(|(one, _)| one.name)
            .collect();
        assert_eq!(differs, [name], "one switch alone is turned");
    }
}
