//! The files that ship: all load, and hold what they promise.

use warstrike::game::narration::words;
use warstrike::level::data_folder::{check_file, load_level};
use warstrike::level::generator::{STRESS_SEED, StressSize, stress_level, stress_level_of};
use warstrike::level::scenario::{MissionKind, ModelStart, Objective, Opening};
use warstrike::level::setup::Setup;
use warstrike::rules::card::SpecialRule;
use warstrike::rules::ids::Side;
use warstrike::rules::measures::Thou;
use warstrike::table::piece::Kind;

use super::{data, project, shipped_text};

fn load(name: &str) -> Setup {
    load_level(name, &data(), None).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn every_shipped_file_is_without_fault() {
    let folders = [("levels", data().levels()), ("assets/cards", data().cards())];
    let rulesets = [("assets/rulesets", data().rulesets())];
    let mut paths = vec!["assets/judgement.ron".to_owned()];
    for (folder, names) in folders.into_iter().chain(rulesets) {
        assert!(names.len() >= 4, "only {names:?} in {folder}");
        paths.extend(names.iter().map(|name| format!("{folder}/{name}.ron")));
    }
    for path in paths {
        check_file(&project(&path), &data()).unwrap_or_else(|faults| panic!("{path}\n{faults}"));
    }
}

#[test]
fn a_level_is_found_by_name_and_by_path() {
    let path = project("levels/street.ron");
    let by_path = load_level(path.to_str().unwrap(), &data(), None).unwrap();
    assert_eq!(by_path.level, load("street").level);
    assert_eq!(load("street").bundle.level.name, "levels/street.ron");
}

#[test]
fn a_level_loads_again_from_its_texts_alone() {
    for name in data().levels() {
        let setup = load(&name);
        let again = Setup::from_bundle(setup.bundle.clone()).unwrap();
        assert_eq!(again.level, setup.level, "{name}");
        assert_eq!(again.cards, setup.cards, "{name}");
        assert_eq!(again.ruleset, setup.ruleset, "{name}");
    }
}

#[test]
fn another_ruleset_can_be_played_than_the_levels_own() {
    let setup = load_level("street", &data(), Some("v0.52")).unwrap();
    assert_eq!((setup.ruleset.name.as_str(), setup.level.ruleset.as_str()), ("v0.52", "combined"));
    let faults = load_level("street", &data(), Some("v0.53")).unwrap_err().to_string();
    assert!(
        faults.contains("no ruleset \"v0.53\"") && faults.contains("expected: a path, or v0.52"),
        "{faults}"
    );
}

/// Words for colours, and the side that is painted so.
const COLOURS: [(&str, Option<Side>); 14] = [
    ("blue", Some(Side::A)),
    ("azure", Some(Side::A)),
    ("orange", Some(Side::B)),
    ("amber", Some(Side::B)),
    ("red", None),
    ("green", None),
    ("grey", None),
    ("gray", None),
    ("yellow", None),
    ("white", None),
    ("black", None),
    ("brown", None),
    ("purple", None),
    ("crimson", None),
];

/// A "Red column" that is painted blue misleads whoever reads of it.
#[test]
fn no_force_or_unit_is_called_after_a_colour_that_it_does_not_have() {
    for name in data().levels() {
        let setup = load(&name);
        for side in Side::BOTH {
            let own = setup.units().filter(|unit| unit.id.side == side).map(|unit| unit.name.as_str());
            for called in own.chain([setup.force_name(side)]) {
                let words = called.to_lowercase();
                let wrong = COLOURS.iter().find(|(colour, of)| {
                    words.split(|letter: char| !letter.is_alphabetic()).any(|word| word == *colour)
                        && *of != Some(side)
                });
                assert_eq!(wrong, None, "{name}: {called} of side {side}");
            }
        }
    }
}

/// Players read the names of objectives, never their ids.
#[test]
fn objectives_of_shipped_levels_read_as_names() {
    for name in data().levels() {
        let setup = load(&name);
        for objective in &setup.level.objectives {
            let [in_text, on_table] = [words::objective, words::objective_on_table]
                .map(|name: fn(&Setup, &str) -> String| name(&setup, &objective.id));
            assert!(in_text.starts_with("the ") && !in_text.contains(['-', '"', '_']), "{name}: {in_text}");
            assert!(on_table.starts_with(char::is_uppercase) && on_table.len() <= 30, "{name}: {on_table}");
        }
    }
}

/// Rule: MIS-7 (the size to balance for).
#[test]
fn the_crossroads_has_every_kind_of_terrain_and_two_full_forces() {
    let setup = load("crossroads");
    let has = |is: fn(&Kind) -> bool| setup.level.terrain.pieces.iter().any(|piece| is(&piece.kind));
    type IsKind = fn(&Kind) -> bool;
    let kinds: [(&str, IsKind); 10] = [
        ("hill", |kind| matches!(kind, Kind::Hill { steps } if steps.len() > 1)),
        ("wood", |kind| matches!(kind, Kind::Wood { .. })),
        ("ruin", |kind| matches!(kind, Kind::Ruin { walls, .. } if !walls.is_empty())),
        ("bog", |kind| matches!(kind, Kind::Bog)),
        ("field", |kind| matches!(kind, Kind::Field { .. })),
        ("linear", |kind| matches!(kind, Kind::Linear { .. })),
        ("point", |kind| matches!(kind, Kind::Point { .. })),
        ("structure", |kind| matches!(kind, Kind::Structure { levels, .. } if levels.len() > 1)),
        ("ground", |kind| matches!(kind, Kind::Ground)),
        ("pavement", |kind| matches!(kind, Kind::Pavement)),
    ];
    for (name, is) in kinds {
        assert!(has(is), "no {name}");
    }
    for side in Side::BOTH {
        let units = &setup.level.forces[side.index()].units;
        let points: u16 = units.iter().map(|unit| setup.card(unit).points).sum();
        let models: usize = units.iter().map(|unit| unit.models.len()).sum();
        assert!((4..=8).contains(&units.len()) && (12..=50).contains(&models), "{side}: {models}");
        assert!((950..=1000).contains(&points), "{side}: {points} points");
        assert!(units.iter().all(|unit| unit.waits()), "{side}");
    }
    assert_eq!(setup.level.objectives.len(), 3);
}

/// Rule: HIL-3. Each hill of the crossroads bears a farm: a house with its roof on the hilltop, a wall on the step below, and
/// a field across the edge between.
#[test]
fn the_farms_of_the_crossroads_stand_on_their_hills() {
    let terrain = load("crossroads").level.terrain;
    let index = |id: &str| terrain.pieces.iter().position(|piece| piece.id == id).unwrap();
    for side in ["west", "east"] {
        for (piece, expected) in
            [("farm", &[2000][..]), ("farm-wall", &[1000]), ("farm-field", &[1000, 2000])]
        {
            let parts = terrain.footprint_parts(index(&format!("{side}-{piece}")));
            let mut grounds: Vec<i32> = parts.iter().map(|(_, ground)| ground.0).collect();
            grounds.sort_unstable();
            grounds.dedup();
            assert_eq!(grounds, expected, "{side} {piece}");
        }
        let [low, high] = terrain.pieces[index(&format!("{side}-farm"))].footprint.bounds();
        let middle = [0, 1].map(|axis| (low[axis] + high[axis]) / 2.0);
        assert_eq!(terrain.heights_at(middle), [Thou(2000), Thou(4500)], "{side} roof");
    }
}

/// The tables that are ready to play: each mission once, twice two forces that differ and once two alike.
///
/// Rule: MIS-1 (default table), MIS-7 (the size to balance for).
#[test]
fn three_tables_are_ready_to_play() {
    use MissionKind::{BrokenArrow, MeetingEngagement, Skirmish};
    for (name, mission, alike) in [
        ("watermill", MeetingEngagement, false),
        ("crash-site", BrokenArrow, true),
        ("chapel", Skirmish, false),
    ] {
        let setup = load(name);
        assert_eq!(setup.level.mission.kind, mission, "{name}");
        assert_eq!(setup.level.table.width.inches(), setup.ruleset.mission.table_width, "{name}");
        assert_eq!(setup.level.table.depth.inches(), setup.ruleset.mission.table_depth, "{name}");
        let cards = Side::BOTH.map(|side| {
            let units = &setup.level.forces[side.index()].units;
            assert!(units.iter().all(|unit| unit.waits()), "{name}: side {side}");
            let points: u16 = units.iter().map(|unit| setup.card(unit).points).sum();
            assert_eq!(points, 1000, "{name}: side {side}");
            units.iter().map(|unit| setup.card(unit).id.clone()).collect::<Vec<_>>()
        });
        assert_eq!(cards[0] == cards[1], alike, "{name}");
        let checked = check_file(&project(&format!("levels/{name}.ron")), &data()).unwrap().to_string();
        assert!(!checked.contains("warning"), "{checked}");
    }
}

/// Whoever picks an edge, the table is the same: each piece has a twin of its kind, turned half round.
#[test]
fn neither_edge_of_the_tables_that_are_ready_to_play_is_the_better() {
    let turned = |[low, high]: [[f64; 2]; 2]| [high.map(|inches| -inches), low.map(|inches| -inches)];
    let far = |[a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]| {
        let pairs = a.iter().chain(&b).zip(c.iter().chain(&d));
        pairs.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
    };
    for name in ["watermill", "crash-site", "chapel", "crossroads"] {
        let setup = load(name);
        let pieces = &setup.level.terrain.pieces;
        for piece in pieces.iter() {
            let twin = pieces.iter().find(|other| {
                std::mem::discriminant(&other.kind) == std::mem::discriminant(&piece.kind)
                    && other.going == piece.going
                    && far(other.footprint.bounds(), turned(piece.footprint.bounds())) < 0.002
            });
            assert!(twin.is_some(), "{name}: {} has no twin", piece.id);
        }
        for objective in &setup.level.objectives {
            let [x, y] = objective.at.ground();
            let twin = |other: &Objective| other.at.ground() == [-x, -y];
            assert!(setup.level.objectives.iter().any(twin), "{name}: {} has no twin", objective.id);
        }
    }
}

/// Rule: MIS-7. Not a fault, but worth a word.
#[test]
fn forces_of_an_unusual_size_are_told() {
    for (level, warnings) in [("street", 2), ("crossroads", 0), ("watermill", 0), ("movement-gallery", 0)] {
        let checked = check_file(&project(&format!("levels/{level}.ron")), &data()).unwrap().to_string();
        assert_eq!(checked.matches("warning: side").count(), warnings, "{checked}");
    }
}

/// Rule: MIS-1.
#[test]
fn zones_default_to_those_of_the_ruleset() {
    let [south, north] = load("crossroads").level.zones.map(|zone| zone.area.bounds());
    assert_eq!(south, [[-36.0, -24.0], [36.0, -12.0]]);
    assert_eq!(north, [[-36.0, 12.0], [36.0, 24.0]]);
}

#[test]
fn the_mid_battle_holds_what_a_battle_leaves_behind() {
    let setup = load("mid-battle");
    assert!(matches!(setup.level.opening, Opening::InPlay { round: 4, side: Side::A, .. }));
    let unit = |id: &str| setup.unit(id.parse().unwrap()).unwrap();
    let lost = |id| unit(id).models.iter().filter(|&&model| model == ModelStart::Lost).count();
    assert_eq!((lost("A1"), lost("A5"), lost("B1")), (4, 6, 2));
    assert_eq!((unit("A2").hit_die, unit("A2").nerve_markers, unit("A2").leader), (3, 2, 2));
    // A lost leader is the first that was lost.
    assert_eq!((unit("B1").hit_die, unit("B1").leader), (12, 1));
    assert!(matches!(unit("A4").models[0], ModelStart::Standing { wounds_lost: 1, .. }));
}

#[test]
fn cards_have_what_the_rulebook_and_their_comments_say() {
    let setup = load("crossroads");
    let card = |id: &str| setup.cards.iter().find(|card| card.id == id).unwrap();
    let rifles = &card("laansguard-rifles").characteristics;
    let known = [rifles.awareness, rifles.leadership, rifles.nerve, rifles.ballistic_skill, rifles.evasion];
    assert_eq!(known, [12, 2, 3, 6, 6]);
    assert_eq!(card("knights").characteristics.awareness, 18);
    assert!(card("knights").has(SpecialRule::Steadfast));
    assert!(card("officer").has(SpecialRule::Inspiring));
    assert!(card("heavy-weapon-team").has(SpecialRule::LimitedVision));
    assert!(card("scouts").has(SpecialRule::Leaper));
    assert_eq!(card("scouts").spread(), Some(4.0));
    // In the flank as in front where the card is silent, else as it says.
    assert_eq!((card("scouts").flank_evasion, card("scouts").flank_armour), (7, 3));
    assert_eq!((card("heavy-weapon-team").flank_evasion, card("heavy-weapon-team").flank_armour), (4, 4));
}

#[test]
fn the_stress_level_is_what_its_generator_draws() {
    let text = shipped_text("levels/stress.ron").text.replace("\r\n", "\n");
    assert!(text.contains(&format!("from seed {STRESS_SEED}:")));
    assert!(
        text == stress_level(STRESS_SEED),
        "levels/stress.ron is not up to date: cargo run --example stress_level > levels/stress.ron"
    );
    let setup = load("stress");
    let models: usize = setup.units().map(|unit| unit.models.len()).sum();
    assert_eq!((setup.level.terrain.pieces.len(), models), (100, 200));
}

/// Whatever the seed, the level loads.
#[test]
fn other_seeds_give_levels_too() {
    let drawn: Vec<String> = (0..40).map(stress_level).collect();
    assert_ne!(drawn[0], drawn[1]);
    for text in &drawn {
        let faults = super::faults_of(text);
        assert!(faults.is_empty(), "{faults:?}\n{text}");
    }
}

/// Every size the benchmarks measure on loads as well.
#[test]
fn larger_and_smaller_tables_are_levels_too() {
    for (rows, units) in [(1, 10), (3, 10), (30, 10), (10, 1), (10, 3), (10, 20)] {
        let text = stress_level_of(StressSize { rows, units }, STRESS_SEED);
        let setup = Setup::from_bundle(super::bundle(&text)).unwrap_or_else(|faults| panic!("{faults}"));
        let models: usize = setup.units().map(|unit| unit.models.len()).sum();
        let expected = (10 * usize::from(rows), 20 * usize::from(units));
        assert_eq!((setup.level.terrain.pieces.len(), models), expected);
    }
}

/// Models of a unit start coherent, with a way open before them.
///
/// Rule: COH-1.
#[test]
fn units_that_stand_ready_stand_together() {
    for name in ["street", "stress"] {
        let setup = load(name);
        for unit in setup.units() {
            let card = setup.card(unit);
            let reach = card.spread().unwrap_or(2.0) + card.base.diameter.inches();
            let places: Vec<_> = unit
                .models
                .iter()
                .filter_map(|model| match model {
                    ModelStart::Standing { at, .. } => Some(*at),
                    _ => None,
                })
                .collect();
            assert_eq!(places.len(), usize::from(card.models), "{name} {}", unit.id);
            for (index, place) in places.iter().enumerate().skip(1) {
                let near = places[..index].iter().any(|other| place.ground_distance(*other) <= reach);
                assert!(near, "{name}: {} is alone", unit.id.model(index as u8 + 1));
                assert_eq!(place.z, Thou(0), "{name}: {} stands on a hill", unit.id);
            }
        }
    }
}
