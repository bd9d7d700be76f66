//! Land, counters, markers, cards beside the map.

use super::super::players::setup_of;
use super::super::scene::{Scene, hex};
use super::{counter, every_decision, subject, unit};
use crate::fact::Fact;
use crate::game::Wsr;
use crate::library::scenarios;
use crate::odds::cup_odds;
use crate::order::Marker;
use crate::setup::{Bundle, WsrSetup, varne};
use std::collections::BTreeSet;
use tabletop::game::{Setup, State};
use tabletop::ids::Side;
use tabletop_counters::{Look, OnHexes, Piece};
use tabletop_shell::Hosted;
use tabletop_shell::rules::Book;

/// The scene of a side does not change with what is the other's secret, and its own tells it.
///
/// Rule: WSR-MIN-1.
#[test]
fn a_scene_keeps_the_other_sides_secrets() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B1", "0702")]);
    let seen = |scene: &mut Scene, mines: u8, side: Side| {
        scene.state.play.mines_in_hand[Side::B.index()] = mines;
        Wsr::scene(scene.state.view_for(side))
    };
    assert_eq!(seen(&mut scene, 2, Side::A), seen(&mut scene, 0, Side::A));
    assert_ne!(seen(&mut scene, 2, Side::B), seen(&mut scene, 0, Side::B));
    let own = seen(&mut scene, 2, Side::B);
    let mines = own.standings.iter().find(|standing| standing.title == "Mines").unwrap();
    assert_eq!(mines.lines, ["Kranich: 2 minefields"]);
}

/// Every counter that is not out of the game is shown where it is, and every paragraph that a text names is one of the rulebook.
#[test]
fn scenes_show_everything_and_cite_what_there_is() {
    let book = Book::parse(Wsr::RULES).unwrap();
    let mut cited = BTreeSet::new();
    let mut symbols = BTreeSet::new();
    every_decision(|battle, decision| {
        let view = battle.view_for(decision.player);
        let scene = Wsr::scene(view);
        let units = view.play.units.iter().filter(|(_, unit)| unit.place != crate::play::Place::Gone).count();
        let hqs = view.play.hqs.iter().filter(|(_, hq)| hq.place != crate::play::Place::Gone).count();
        assert_eq!(scene.counters.len(), units + hqs);
        assert!(scene.counters.is_sorted_by_key(|counter| counter.id));
        for counter in &scene.counters {
            assert_eq!(
                counter.hex.or_else(|| Wsr::hex_of(view, counter.aboard?)),
                Wsr::hex_of(view, counter.id)
            );
            assert_eq!(
                counter.hex.is_some(),
                counter.hex.is_some_and(|hex| scene.stack(hex).contains(&counter.id))
            );
            assert!(counter.printed.len() >= 2 && counter.card.len() > 4, "{counter:?}");
            symbols.insert(counter.symbol);
            let printed = counter.printed.iter().map(|printed| &printed.meaning);
            let marks = counter.marks.iter().map(|mark| &mark.meaning);
            cited.extend(printed.chain(marks).chain(&counter.card).cloned());
        }
        let shown: usize = scene.stacks.iter().map(|(_, stack)| stack.len()).sum();
        assert_eq!(shown, scene.counters.iter().filter(|counter| counter.hex.is_some()).count());
        assert!(scene.markers.is_sorted_by_key(|marker| marker.hex));
        cited.extend(scene.markers.into_iter().map(|marker| marker.meaning));
        assert_eq!(scene.standings[0].title, "Goals", "what is fought for comes first");
        assert_eq!(scene.standings[1].title, "The cup");
        assert_eq!(scene.standings[1].sentence, cup_odds(view).sentence);
    });
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let mut rules = BTreeSet::new();
    for text in &cited {
        let named: Vec<&str> = text.split(|c| !is_part(c)).filter(|word| word.starts_with("WSR-")).collect();
        assert!(named.iter().all(|rule| book.find(rule).is_some()), "{text}");
        assert!(!named.is_empty(), "no paragraph: {text}");
        rules.extend(named);
    }
    assert!(rules.len() > 30 && symbols.len() >= 9, "{rules:?} {symbols:?}");
}

/// Counters print the side that lies up, and wear what has happened to them.
///
/// Rule: WSR-BAS-4, WSR-BAS-5, WSR-MRK-1, WSR-MRK-3, WSR-SUP-3, WSR-TRA-3, WSR-HQ-10, WSR-HQ-12.
#[test]
fn counters_print_numbers_and_wear_marks() {
    let placed = [
        ("A1", "0105"),
        ("A4", "0106"),
        ("A6", "0106"),
        ("A-HQ", "0105"),
        ("B3", "0804"),
        ("B8", "0905"),
        ("B2", "1004"),
    ];
    let mut scene = Scene::new(Side::A, &placed);
    let printed = |scene: &Scene, id: &str| {
        counter(scene.view(), id).printed.iter().map(|printed| printed.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!(printed(&scene, "A1"), ["3-8-4", "3-6-5", "2-5", "2/5", "7"]);
    assert_eq!(printed(&scene, "A4"), ["2-2u-6", "3-3-5", "3-4", "3"], "with its rocket launcher");
    assert_eq!(printed(&scene, "B3"), ["1+-1u-6", "3-3u-4", "3-4", "3"], "with its panzerfaust");
    assert_eq!(printed(&scene, "B8"), ["3-5-4", "3-8-5", "1*-6", "1/6", "7"]);
    assert_eq!(printed(&scene, "A-HQ"), ["2", "4"]);
    for fact in [
        Fact::Disrupted { unit: unit("A1") },
        Fact::Reduced { unit: unit("A1") },
        Fact::Done { unit: unit("A1") },
        Fact::OutOfCommand { unit: unit("A1") },
        Fact::HqReduced { hq: "A-HQ".parse().unwrap() },
        Fact::Lent { hq: "A-HQ".parse().unwrap(), unit: unit("A1") },
        Fact::MarchBegan { units: vec![unit("A6")], hq: None },
        Fact::Loaded { carrier: unit("A6"), unit: unit("A4") },
    ] {
        scene.make(fact);
    }
    let signs =
        |id: &str| counter(scene.view(), id).marks.iter().map(|mark| mark.sign.clone()).collect::<Vec<_>>();
    assert_eq!(printed(&scene, "A1"), ["2-8-4", "2-6-5", "1-5", "2/5", "7"]);
    assert_eq!(printed(&scene, "A-HQ"), ["1", "3"]);
    assert_eq!(
        (signs("A1"), signs("A6"), signs("A-HQ")),
        (vec!["D".into(), "OC".into()], vec!["L".into()], vec!["L".into()])
    );
    assert_eq!(signs("B2"), [""; 0], "Good Order needs no mark");
    let (tanks, carried) = (counter(scene.view(), "A1"), counter(scene.view(), "A4"));
    assert!(tanks.is_reduced && tanks.is_spent);
    assert!(
        tanks.card.iter().any(|line| line.contains("Its full side: armour-piercing 3-8-4")),
        "{:?}",
        tanks.card
    );
    assert_eq!((carried.hex, carried.aboard), (None, Some(subject("A6"))));
    assert_eq!(Wsr::hex_of(scene.view(), carried.id), Some(hex("0106")));
}

/// Markers of the map, and the aim of a strike while it is one.
///
/// Rule: WSR-MRK-3, WSR-ART-7, WSR-CAS-1, WSR-SCN-4.
#[test]
fn markers_lie_where_they_are() {
    let mut scene = Scene::new(Side::A, &[("A1", "0105"), ("B4", "0905"), ("B2", "1004")]);
    for fact in [
        Fact::Smoked { hex: hex("0405") },
        Fact::MinesLaid { hex: hex("0205"), by: Side::B },
        Fact::Eliminated { unit: unit("B2") },
        Fact::AirSent { side: Side::A, hex: hex("0905") },
    ] {
        scene.make(fact);
    }
    let at = |scene: &Scene, id: &str| {
        let markers = Wsr::scene(scene.view()).markers.into_iter();
        markers.filter(|marker| marker.hex == hex(id)).map(|marker| marker.piece).collect::<Vec<_>>()
    };
    assert_eq!(at(&scene, "0405"), [Piece::Smoke(1.0)]);
    assert!(matches!(at(&scene, "0404")[..], [Piece::Smoke(density)] if density < 1.0));
    assert_eq!((at(&scene, "0205"), at(&scene, "1004")), (vec![Piece::Mines], vec![Piece::Wreck]));
    assert_eq!(at(&scene, "0905"), [Piece::Position, Piece::Goal(Some(Side::B)), Piece::Aim]);
    let smoke = |scene: &Scene| {
        let markers = Wsr::scene(scene.view()).markers;
        markers.iter().filter(|marker| matches!(marker.piece, Piece::Smoke(_))).count()
    };
    assert_eq!(smoke(&scene), 7, "sight is blocked in all of them");
    scene.make(Fact::SmokeAged);
    assert!(matches!(at(&scene, "0405")[..], [Piece::Smoke(density)] if density < 1.0));
    scene.make(Fact::SmokeAged);
    assert_eq!(smoke(&scene), 0);
    let goals: Vec<String> = Wsr::scene(scene.view())
        .markers
        .into_iter()
        .filter(|marker| matches!(marker.piece, Piece::Goal(_)))
        .map(|marker| marker.meaning)
        .collect();
    assert_eq!(goals[0], "Goal, the church: Kranich holds it (WSR-SCN-4)");
}

/// Rule: WSR-MOV-2, WSR-FIR-12, WSR-LOS-4, WSR-OVR-1.
#[test]
fn every_terrain_has_a_look_and_its_effects_in_words() {
    for level in scenarios() {
        let setup = setup_of(level.id, "book");
        let land = Wsr::land(&setup);
        assert_eq!(land.grounds.len(), setup.level.map.len());
        for hex in setup.level.map.hexes() {
            let (ground, row) = (land.ground(hex).unwrap(), setup.terrain(hex));
            assert_eq!((&ground.name, ground.level), (&row.id, row.level));
            let says = |word: &str| ground.effects.iter().any(|line| line.contains(word));
            assert!(says("(WSR-MOV-2)"));
            assert_eq!(says("Cover:"), row.soft > 0, "{ground:?}");
            assert_eq!(
                says("Blocks sight") || says("blocks sight"),
                row.level + row.obstacle > 0,
                "{ground:?}"
            );
            assert_eq!(says("(WSR-OVR-1)"), row.overrun);
            let road = setup.level.map.neighbours(hex).any(|other| setup.level.map.has_road(hex, other));
            assert_eq!(says("Road:"), road);
        }
        let named: Vec<_> = land.names.iter().map(|(hex, _)| *hex).collect();
        assert!(
            setup.level.goals.iter().all(|goal| named.contains(goal)),
            "{}: every goal has a name",
            level.id
        );
    }
    let of = |id: &str| {
        let setup = setup_of("varne", "book");
        let place = setup.rules.terrain.iter().position(|row| row.id == id).unwrap();
        setup.rules.looks[place]
    };
    let all = ["open", "hill", "cultivated", "rough", "woods", "city"].map(of);
    assert_eq!(all, [Look::Open, Look::Hill, Look::Field, Look::Rough, Look::Woods, Look::Town]);
}

/// A model that does not exist is a fault with its place; files that name none are shown by their numbers, and saves of them still
/// open: the hash of a ruleset is without its models.
#[test]
fn models_of_terrain_are_words_of_the_ruleset() {
    let wrong = Scene::ruleset("look: Hill", "look: Mountain");
    let faults = WsrSetup::from_bundle(wrong).unwrap_err().to_string();
    assert!(faults.contains("Mountain") && faults.contains("book.ron:"), "{faults}");
    let bare = |bundle: &mut Bundle| {
        for look in ["Open", "Hill", "Field", "Rough", "Woods", "Town"] {
            bundle.ruleset.text = bundle.ruleset.text.replace(&format!(", look: {look}"), "");
        }
    };
    let mut bundle = varne();
    let with = WsrSetup::from_bundle(bundle.clone()).unwrap();
    bare(&mut bundle);
    let without = WsrSetup::from_bundle(bundle).unwrap();
    assert_eq!(with.ruleset_hash(), without.ruleset_hash());
    let guessed = [Look::Open, Look::Hill, Look::Field, Look::Rough, Look::Woods, Look::Woods];
    assert_eq!(without.rules.looks, guessed, "a city is told from a wood by its word alone");
}

/// The cards tell what is drawn, and the roll that fate may change.
///
/// Rule: WSR-TURN-1, WSR-TURN-2, WSR-FAT-1.
#[test]
fn cards_beside_the_map_tell_of_the_draw_and_of_open_dice() {
    let card = |scene: &Scene, title: &str| {
        Wsr::scene(scene.view()).standings.into_iter().find(|standing| standing.title == title)
    };
    let mut scene =
        Scene::of(Scene::ruleset("fate: Off", "fate: On"), Side::A, &[("A1", "0105"), ("B2", "0505")]);
    scene.state.play.fate = [2, 1];
    assert_eq!((card(&scene, "The dice"), card(&scene, "The draw")), (None, None));
    scene.make(Fact::Drawn { marker: Marker::EndOfTurn, by: Side::A });
    scene.make(Fact::Drawn { marker: Marker::Aircraft(Side::A), by: Side::B });
    let lines = card(&scene, "The cup").unwrap().lines;
    assert!(lines.contains(&"Drawn this turn: End of Turn".to_owned()), "{lines:?}");
    assert!(lines.contains(&"Alder draws next".to_owned()), "{lines:?}");
    let drawn = card(&scene, "The draw").unwrap().sentence;
    assert_eq!(drawn, "The last marker drawn: aircraft of Alder (WSR-FAT-1)");
    scene.make(Fact::DiceOffered {
        purpose: "saves".to_owned(),
        side: Side::B,
        needed: Some(5),
        faces: vec![4, 6],
    });
    let dice = card(&scene, "The dice").unwrap();
    assert_eq!(dice.sentence, "Kranich has rolled 4, 6 for saves, each needs 5+ (WSR-FAT-1)");
    assert_eq!(dice.lines, ["die 1: 4", "die 2: 6"]);
    let fate = card(&scene, "Fate").unwrap();
    assert_eq!(fate.lines, ["Alder: 2 points", "Kranich: 1 point"]);
}
