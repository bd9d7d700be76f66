//! `show path`, `show reach`, `show move`, `show sight`, `show exposure`: what they print, what they refuse, and that
//! what they plan can be played.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command as Process, Output, Stdio};

use serde_json::Value;

use super::kill::PROGRAM;
use super::support::{root, scratch};

fn warstrike(args: &[&str]) -> Output {
    Process::new(PROGRAM).arg("--data").arg(root()).args(args).output().unwrap()
}

fn shown(args: &[&str]) -> Value {
    let output = warstrike(&[&["show"], args].concat());
    let answer = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {answer}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// Rule: MOV-1, GO-2, GO-3. The path, its length, what it crosses and why it is refused.
#[test]
fn show_path_gives_the_path_and_what_it_crosses() {
    for (model, to, action, way, length, over, refused, reason) in [
        ("A14.1", "40,28", "advance", "no difficult ground", 6.0, &[][..], None, "along the road"),
        ("A14.1", "40,28", "open-fire", "too long", 6.0, &[], Some("TooFar"), "more than half of Mv"),
        (
            "A17.1",
            "-24.5,14",
            "advance",
            "round difficult ground",
            3.638,
            &[],
            None,
            "2.136 to the corner of the rubble and 1.5 along it, clear of it",
        ),
        ("A15.1", "-40,13", "advance", "no difficult ground", 4.0, &["go-2-mire"], None, "into the mire"),
        ("A15.1", "-40,13", "at-the-double", "barred", 4.0, &["go-2-mire"], Some("SlowGoing"), "not running"),
        (
            "A17.1",
            "-26.5,13.5",
            "advance",
            "through difficult ground",
            1.75,
            &["go-3-rubble"],
            None,
            "half of 5",
        ),
        (
            "A17.1",
            "-26.5,15",
            "advance",
            "too long",
            3.25,
            &["go-3-rubble"],
            Some("TooFar"),
            "more than that",
        ),
        (
            "A3.1",
            "-36,28,3",
            "advance",
            "through difficult ground",
            1.5,
            &["mov-1-loft"],
            None,
            "to the loft",
        ),
        ("A19.1", "-8,14", "advance", "barred", 5.0, &[], Some("ImpassableGround"), "into the pond"),
        ("A8.1", "4,35", "advance", "barred", 8.0, &[], Some("TooFar"), "over the table's edge"),
    ] {
        let answer = shown(&["path", "movement-gallery", model, to, "--action", action]);
        assert_eq!(answer["way"], way, "{reason}: {answer}");
        assert!((answer["length"].as_f64().unwrap() - length).abs() < 0.001, "{reason}: {answer}");
        let legs = answer["legs"].as_array().unwrap();
        let crossed = legs.iter().flat_map(|leg| leg["over"].as_array().unwrap());
        let pieces: Vec<&str> = crossed.map(|one| one["piece"].as_str().unwrap()).collect();
        assert!(over.iter().all(|piece| pieces.contains(piece)), "{reason}: {answer}");
        assert_eq!(answer["refused"]["reason"].as_str(), refused, "{reason}: {answer}");
        assert_eq!(answer["path"].as_array().unwrap().len(), legs.len(), "{reason}: {answer}");
    }
}

/// Rule: ACT-1 (how far), ACT-2 (how far), ACT-4 (how far), GO-3. Areas by the way that leads to them.
#[test]
fn show_reach_gives_areas_by_path_and_floor() {
    let corners = |area: &Value| -> Vec<[f64; 2]> {
        serde_json::from_value::<Vec<Vec<Vec<[f64; 2]>>>>(area["polygons"].clone()).unwrap().concat().concat()
    };
    for (action, limit, halved) in
        [("advance", 6.0, 3.0), ("at-the-double", 12.0, 6.0), ("open-fire", 3.0, 1.0)]
    {
        let answer = shown(&["reach", "movement-gallery", "A47.1", "--action", action]);
        assert_eq!(answer["model"], "A47.1");
        let areas = answer["areas"].as_array().unwrap();
        let [x, y] = [-41.5, -12.0];
        for area in areas {
            let through = area["way"] == "through difficult ground";
            let allowance = if through { halved } else { limit };
            assert_eq!(area["allowance"].as_f64(), Some(allowance), "{action}: {}", area["way"]);
            let farthest = corners(area)
                .iter()
                .map(|at| ((at[0] - x) * (at[0] - x) + (at[1] - y) * (at[1] - y)).sqrt())
                .fold(0.0, f64::max);
            assert!(farthest < allowance + 0.01, "{action}: {farthest} by {}", area["way"]);
        }
        let floors: Vec<f64> = areas.iter().filter_map(|area| area["floor"].as_f64()).collect();
        assert!(
            floors.contains(&3.0) && floors.contains(&5.5),
            "{action}: its floor and the roof: {floors:?}"
        );
    }
}

/// Rule: VIS-1, VIS-2, VIS-3, VIS-4, VIS-5. Pairs, their states, and the reasons.
#[test]
fn show_sight_gives_the_state_of_every_pair_and_why() {
    for (from, to, state, alone, evasion, why, piece, reason) in [
        ("A2.1", "B1.5", "Clear", "Clear", 1, None, None, "in the open, beyond Aw"),
        ("A2.1", "B1.4", "Obscured", "Obscured", 2, Some("PartlyInView"), Some("wreck"), "behind a wreck"),
        ("A2.1", "B1.9", "Concealed", "Concealed", 3, Some("HalfInView"), Some("wreck"), "deeper behind it"),
        ("A2.1", "B1.3", "Hidden", "Hidden", 4, Some("NothingInView"), Some("wreck"), "wholly behind it"),
        (
            "A1.1",
            "B1.1",
            "Concealed",
            "Hidden",
            3,
            Some("NothingInView"),
            Some("south-ruin"),
            "hidden from this model, but not from all of its unit",
        ),
    ] {
        let answer = shown(&["sight", "street", from, to]);
        let pair = &answer["pairs"][0];
        assert_eq!(answer["pairs"].as_array().unwrap().len(), 1, "{reason}");
        assert_eq!((&pair["state"], &pair["alone"]), (&state.into(), &alone.into()), "{reason}: {pair}");
        assert_eq!(pair["shot"]["sight_evasion"], evasion, "{reason}: {pair}");
        assert_eq!(pair["state_allows_fire"], matches!(state, "Clear" | "Obscured"), "{reason}: {pair}");
        let first = &pair["reasons"][0];
        assert_eq!((first["why"].as_str(), first["piece"].as_str()), (why, piece), "{reason}: {pair}");
        let back = shown(&["sight", "street", to, from]);
        assert_eq!(pair["can_see"], back["pairs"][0]["can_see"], "{reason}, the other way");
    }
    let answer = shown(&["sight", "street", "A1", "B2"]);
    let ids = |end: &str| -> Vec<String> {
        let pairs = answer["pairs"].as_array().unwrap();
        pairs.iter().map(|pair| pair[end].as_str().unwrap().to_owned()).collect()
    };
    let [mut from, mut to] = ["from", "to"].map(ids);
    assert_eq!(from.len(), answer["pairs"].as_array().unwrap().len());
    from.dedup();
    to.sort();
    to.dedup();
    assert_eq!((from.len(), to.len()), (10, 6), "all pairs, grouped by observer");
    let all = shown(&["sight", "street", "A", "B"]);
    assert_eq!(all["pairs"].as_array().unwrap().len(), 21 * 16, "whole sides");
    let own = shown(&["sight", "street", "A1", "A1"]);
    assert_eq!(own["pairs"].as_array().unwrap().len(), 10 * 9, "no model observes itself");
}

/// Rule: VIS-6, SHO-2, SHO-3, FAC-5, ACT-5. What a shot needs and why; the target of each shooter.
#[test]
fn show_sight_gives_what_a_shot_needs_and_each_shooters_target() {
    let gallery = "sight-gallery";
    for (level, from, to, needs, parts, arc, barred, reason) in [
        (gallery, "A61.1", "B61.1", "5+", [6, 1, 0], "Forward", None, "in a bog"),
        (gallery, "A61.1", "B61.2", "4+", [6, 0, 0], "Forward", None, "in the open"),
        (gallery, "A62.1", "B62.1", "3+", [5, 0, 0], "Forward", None, "a slow gun"),
        (gallery, "A62.1", "B62.2", "2+", [4, 0, 0], "Flank", None, "slower in the flank"),
        (
            gallery,
            "A64.1",
            "B64.2",
            "4+",
            [6, 0, 0],
            "Forward",
            Some("OutOfRange"),
            "beyond a pistol's range",
        ),
        (gallery, "A43.1", "B43.1", "6+6", [6, 3, 0], "Forward", Some("OutOfRange"), "beyond range and Aw"),
        (
            gallery,
            "A37.1",
            "B37.1",
            "6+",
            [6, 2, 0],
            "Forward",
            Some("NotSeen"),
            "seen only by another of its unit",
        ),
        (
            gallery,
            "A44.1",
            "B44.1",
            "6+6",
            [6, 3, 0],
            "Forward",
            Some("OutOfRange"),
            "hidden: a six and a six",
        ),
        ("mid-battle", "B1.2", "A3.1", "6+6", [7, 3, 1], "Forward", Some("OutOfRange"), "hidden, and down"),
    ] {
        let answer = shown(&["sight", level, from, to]);
        let shot = &answer["pairs"][0]["shot"];
        assert_eq!((&shot["needs"], &shot["arc"]), (&needs.into(), &arc.into()), "{reason}: {shot}");
        let keys = ["card_evasion", "sight_evasion", "posture_evasion"];
        assert_eq!(keys.map(|key| shot[key].as_u64().unwrap()), parts, "{reason}: {shot}");
        assert_eq!(shot["evasion"], parts.iter().sum::<u64>(), "{reason}: {shot}");
        assert_eq!((shot["skill"].as_u64(), shot["barred"].as_str()), (Some(6), barred), "{reason}");
        assert!(answer.get("takes").is_none(), "{reason}: no choice where one model is named");
    }
    for (from, to, taken, reason) in [
        ("A61", "B61", &[("A61.1", Some("B61.2"), Some("4+"))][..], "one in the open"),
        ("A37", "B37", &[("A37.1", None, None), ("A37.2", None, None)], "not seen, and out of range"),
        ("B37", "A37", &[("B37.1", Some("A37.1"), Some("6+6"))], "hidden, but at a known place"),
        ("A37", "A38", &[], "a friend"),
    ] {
        let answer = shown(&["sight", "sight-gallery", from, to]);
        let takes = answer["takes"].as_array().unwrap();
        let found: Vec<_> = takes
            .iter()
            .map(|choice| (choice["from"].as_str().unwrap(), choice["to"].as_str(), choice["needs"].as_str()))
            .collect();
        assert_eq!(found, taken, "{reason}");
    }
}

/// Rule: VIS-1. From the side: what the line meets is what the pair says of it.
#[test]
fn show_sight_gives_the_profile_of_a_line() {
    let answer = shown(&["sight", "street", "A2.1", "B1", "--profile"]);
    let mut blocked = 0;
    for pair in answer["pairs"].as_array().unwrap() {
        let profile = &pair["profile"];
        let [length, line] =
            [&profile["length"], &pair["line"]["length"]].map(|value| value.as_f64().unwrap());
        assert!(length <= line + 0.001, "over the table a line is shorter: {pair}");
        assert_eq!(profile["rays"].as_array().unwrap().len(), 3, "{pair}");
        let middle = &profile["rays"][1]["blocked"];
        assert_eq!(middle["piece"], pair["line"]["blocked"]["piece"], "{pair}");
        if let Some(after) = middle["after"].as_f64() {
            let along = pair["line"]["blocked"]["after"].as_f64().unwrap();
            assert!((after / length - along / line).abs() < 1e-3, "{pair}");
            let cuts = profile["cuts"].as_array().unwrap();
            let met = cuts.iter().any(|cut| {
                let [from, to] = [&cut["from"], &cut["to"]].map(|value| value.as_f64().unwrap());
                cut["piece"] == middle["piece"] && (from - 0.001..=to + 0.001).contains(&after)
            });
            assert!(met, "the blocker is among what is cut: {pair}");
            blocked += 1;
        }
    }
    assert!(blocked > 2, "{answer}");
    let plain = shown(&["sight", "street", "A2.1", "B1.4"]);
    assert!(plain["pairs"][0].get("profile").is_none(), "only where it is asked for");
}

/// A planned move, played by `run`: the exit status and what it printed.
fn play(level: &str, answer: &Value) -> (Option<i32>, String) {
    let mut run = Process::new(PROGRAM)
        .args(["--data", &root().display().to_string(), "run", level, "--seed", "3", "--orders", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(run.stdin.take().unwrap(), "{}", answer["command"]).unwrap();
    let output = run.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// Rule: COH-1, COH-3, FAC-4. What is planned is accepted when it is played.
#[test]
fn what_show_move_plans_can_be_played() {
    for (level, args, kept, reason) in [
        ("street", &["A1", "-8,-8"][..], "formation", "straight ahead"),
        ("street", &["A1", "-8,-8", "--turn", "-30"], "formation", "wheeling"),
        ("street", &["A2", "8,-2", "--action", "at-the-double"], "leader's place", "beyond a hedge"),
        ("mid-battle", &["A1", "-11,0", "--action", "open-fire"], "formation", "a little nearer"),
        ("movement-gallery", &["A55", "--restore-coherency"], "leader's place", "a split unit"),
        ("movement-gallery", &["A53", "7,-14,3"], "formation", "up a level"),
    ] {
        let answer = shown(&[&["move", level][..], args, &["--seed", "3"]].concat());
        assert_eq!(answer["kept"], kept, "{reason}: {answer}");
        let (status, printed) = play(level, &answer);
        assert_eq!(status, Some(0), "{reason}: {answer}\n{printed}");
        assert!(printed.contains("\"UnitActed\""), "{reason}: {printed}");
    }
}

/// Status 1: the question is good, the answer no. A unit that cannot come together has no such move.
#[test]
fn show_move_fails_if_there_is_none() {
    let split = ["show", "move", "movement-gallery", "A55", "--restore-coherency", "--action", "open-fire"];
    let output = warstrike(&split);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("no legal move was found for A55"));
}

/// Status 2, nothing on standard output, and words for it.
#[test]
fn bad_arguments_of_show_are_reported() {
    let duel = root().join("tests/games/duel.ron").display().to_string();
    let duel = duel.as_str();
    for (args, word, reason) in [
        (&["path", duel, "A2.1", "NaN,0"][..], "not a valid length", "not a number"),
        (&["path", duel, "A2.1", "0,inf"], "not a valid length", "infinite"),
        (&["path", duel, "A2.1", "1e30,0"], "not a valid length", "too far for any table"),
        (&["path", duel, "A2.1", "gate"], "not a point", "an objective"),
        (&["path", duel, "A2.1", "A1"], "not a point", "a unit"),
        (&["path", duel, "A2.1", ""], "not a point", "nothing"),
        (&["path", duel, "A2.1"], "required", "no place"),
        (&["path", duel, "A1.77", "0,0"], "A1.77", "no such model"),
        (&["path", duel, "A9.1", "0,0"], "A9.1", "no such unit"),
        (&["path", duel, "A6.1", "0,0"], "A6.1", "a lost model"),
        (&["path", duel, "A1", "0,0"], "A1", "a unit for a model"),
        (&["path", duel, "A2.1", "0,0", "--action", "get-down"], "get-down", "no move in it"),
        (&["path", "no-such-level", "A2.1", "0,0"], "no-such-level", "no such level"),
        (&["path", "crossroads", "A2.1", "0,0"], "A2.1", "a model that waits"),
        (&["reach", duel, "A1.77"], "A1.77", "no such model"),
        (&["reach", duel, "A6.1"], "A6.1", "a lost model"),
        (&["reach", "crossroads", "A1.1"], "A1.1", "a model that waits"),
        (&["move", duel, "A6", "0,0"], "A6", "a unit wholly lost"),
        (&["move", duel, "A77", "0,0"], "A77", "no such unit"),
        (&["move", duel, "A1"], "required", "no place and no --restore-coherency"),
        (&["move", duel, "A1", "0,0", "--restore-coherency"], "--restore-coherency", "both"),
        (&["move", duel, "A1", "NaN,0"], "not a valid length", "not a number"),
        (&["move", duel, "A1", "0,0", "--turn", "NaN"], "turn", "no angle"),
        (&["move", duel, "A1", "0,0", "--turn", "1e30"], "turn", "too far round"),
        (&["move", "crossroads", "A1", "0,0"], "A1", "a unit that waits"),
        (&["sight", duel, "A1.77", "B1"], "A1.77", "no such model"),
        (&["sight", duel, "A1", "B77"], "B77", "no such unit"),
        (&["sight", duel, "A6.1", "B1"], "not on the table", "a lost model"),
        (&["sight", duel, "gate", "B1"], "not a model, unit or side", "an objective"),
        (&["sight", duel, "A1", "0,0"], "not a model, unit or side", "a point"),
        (&["sight", "crossroads", "A1", "B1"], "not on the table", "units that wait"),
        (&["sight", "crossroads", "A", "B"], "A is not on the table", "sides that wait"),
        (&["exposure", duel], "--by", "no observers"),
        (&["exposure", duel, "--by", "A77"], "A77", "no such unit"),
        (&["exposure", duel, "--by", "A1.77"], "A1.77", "no such model"),
        (&["exposure", duel, "--by", "A6"], "not on the table", "a unit wholly lost"),
        (&["exposure", duel, "--by", "gate"], "no models of gate", "an objective"),
        (&["exposure", duel, "--by", "gate", "--like", "B1.1"], "not a model, unit or side", "the same"),
        (&["exposure", "crossroads", "--by", "A"], "no models of A", "a side that waits"),
        (&["exposure", duel, "--by", "A", "--like", "B77.1"], "B77.1", "like nobody"),
        (&["exposure", duel, "--by", "A", "--cell", "0"], "0 is not a valid cell size", "cells without size"),
        (&["exposure", duel, "--by", "A", "--cell", "-1"], "-1 is not a valid cell size", "less than none"),
        (&["exposure", duel, "--by", "A", "--cell", "NaN"], "NaN is not a valid cell size", "not a number"),
        (&["exposure", duel, "--by", "A", "--cell", "wide"], "wide is not a number", "not a number either"),
        (
            &["exposure", duel, "--by", "A", "--cell", "1e30"],
            "not a valid cell size",
            "larger than any table",
        ),
        (&["exposure", duel, "--by", "A", "--cell", "0.001"], "too small", "too many cells"),
        (&["exposure", duel, "--by", "A", "--height", "inf"], "not a valid length", "no height"),
        (&["exposure", duel, "--by", "A", "--at", "gate"], "not a point", "an objective for a point"),
        (&["exposure", duel, "--by", "A", "--spacing", "1"], "--after-advance", "a spacing of nothing"),
        (&["exposure", duel, "--by", "A", "--after-advance", "--spacing", "0"], "is too small", "none"),
        (
            &["exposure", duel, "--by", "A", "--after-advance", "--cell", "0.1", "--spacing", "1"],
            "too many",
            "too fine",
        ),
        (&["fallback", duel, "A77"], "A77", "no such unit"),
        (&["fallback", duel, "A6"], "A6 is not on the table", "a unit wholly lost"),
        (&["fallback", duel, "A1.1"], "not a unit or side", "a model"),
        (&["fallback", duel, "0,0"], "not a unit or side", "a point"),
        (&["fallback", duel, "A1", "--occasion", "sunday"], "sunday", "no such occasion"),
        (&["fallback", "crossroads", "A"], "A is not on the table", "a side that waits"),
        (&["exposure", "no-such-level", "--by", "A"], "no-such-level", "no such level"),
    ] {
        let output = warstrike(&[&["show"], args].concat());
        let answer = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{reason}: {answer}");
        assert!(output.stdout.is_empty(), "{reason}");
        assert!(answer.contains(word), "{reason}: {answer}");
    }
}

/// Rule: VIS-1, VIS-4. A cell of the map agrees with the answer for that place alone, and with its pairs.
#[test]
fn show_exposure_says_for_every_place_which_models_see_it() {
    let map = shown(&["exposure", "street", "--by", "B1", "--cell", "2"]);
    let [columns, rows] = ["columns", "rows"].map(|name| map[name].as_u64().unwrap() as usize);
    let low: [f64; 2] = serde_json::from_value(map["low"].clone()).unwrap();
    let cell = |name: &str, column: usize, row: usize| map[name][row][column].clone();
    assert_eq!((&map["like"], &map["observers"]), (&"A1.1".into(), &map["viewpoints"]));
    let mut letters = String::new();
    for (column, row) in [(0, 0), (columns / 2, rows / 3), (columns / 3, rows / 2), (columns - 1, rows - 1)] {
        let at = [low[0] + 2.0 * column as f64 + 1.0, low[1] + 2.0 * row as f64 + 1.0];
        let at = format!("{},{}", at[0], at[1]);
        let answer = shown(&["exposure", "street", "--by", "B1", "--at", &at]);
        let place = &answer["places"][0];
        for name in ["in_view", "seen_by", "shot_by"] {
            assert_eq!(cell(name, column, row), place[name], "{name} at {at}: {place}");
        }
        let letter = map["states"][row].as_str().unwrap().chars().nth(column).unwrap();
        assert_eq!(letter.is_uppercase(), place["room"] == true, "{at}: {place}");
        let state = place["state"].as_str().unwrap();
        let expected = if state == "Concealed" { 'N' } else { state.chars().next().unwrap() };
        assert_eq!(letter.to_ascii_uppercase(), expected, "{at}: {place}");
        assert_eq!(place["observations"].as_array().unwrap().len(), 10, "{at}");
        letters.push(letter);
    }
    assert!(letters.chars().any(|letter| letter != 'H'), "{letters}");
    // Where a model stands, as `show sight` has it.
    let there = shown(&["exposure", "street", "--by", "B1", "--like", "A2.1", "--at", "4,-9.75"]);
    let sight = shown(&["sight", "street", "B1", "A2.1"]);
    for (look, pair) in
        there["places"][0]["observations"].as_array().unwrap().iter().zip(sight["pairs"].as_array().unwrap())
    {
        assert_eq!((&look["by"], &look["state"]), (&pair["from"], &pair["alone"]), "{there}");
        assert_eq!(look["in_view"], pair["in_view"], "{there}");
    }
}

/// Rule: FB-1, FB-2, ROU-1. The prediction is what is played, in fall back and rout; a side is all its units.
#[test]
fn a_retreat_is_played_as_show_fallback_predicts() {
    for (level, unit, reason) in
        [("fall-back", "A1", "a fall back"), ("open-field", "A2", "a rout with losses")]
    {
        let level = root().join("tests/games").join(format!("{level}.ron")).display().to_string();
        let answer = shown(&["fallback", &level, unit]);
        let retreat = &answer["retreats"][0];
        let (_folder, path) = scratch();
        let orders = path.join("orders");
        let order = format!(r#"{{"player":"A","order":{{"FallBack":{{"unit":"{unit}"}}}}}}"#);
        std::fs::write(&orders, order).unwrap();
        let output = warstrike(&["run", &level, "--orders", &orders.display().to_string()]);
        let lines = String::from_utf8(output.stdout).unwrap();
        let facts: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["fact"].take()).collect();
        let outcome = retreat["outcome"].as_object().unwrap().values().next().unwrap();
        for model_retreat in outcome["retreats"].as_array().unwrap() {
            let of = |kind: &str| {
                let mine =
                    facts.iter().map(|fact| &fact[kind]).find(|fact| fact["model"] == model_retreat["model"]);
                mine.cloned().unwrap_or_default()
            };
            let path = of("ModelMoved")["path"].as_array().map_or(Vec::new(), |path| path[1..].to_vec());
            assert_eq!(&Value::from(path), &model_retreat["path"], "{reason}: {model_retreat}");
            assert_eq!(
                of("ModelLost")["why"],
                model_retreat["end"]["Lost"]["why"],
                "{reason}: {model_retreat}"
            );
        }
        let forced = facts.iter().find_map(|fact| fact.get("FallBackForced")).unwrap();
        assert_eq!(forced["strength"], retreat["strength"], "{reason}");
    }
    let everyone = shown(&["fallback", "mid-battle"]);
    let of = |side: &str| shown(&["fallback", "mid-battle", side])["retreats"].as_array().unwrap().clone();
    assert_eq!(
        everyone["retreats"].as_array(),
        Some(&[of("A"), of("B")].concat()),
        "nobody named: everybody"
    );
    let mid_battle = shown(&["fallback", "mid-battle", "A", "--occasion", "close-combat"]);
    let retreats = mid_battle["retreats"].as_array().unwrap();
    assert!(retreats.len() > 1 && retreats.iter().all(|one| one["forced"] != "MoveOrFire"), "{mid_battle}");
}

/// No path leads to points off the table.
#[test]
fn points_off_the_table_are_barred() {
    for at in ["999,0", "-1000,1000", "48,35,5"] {
        let answer = shown(&["path", "movement-gallery", "A14.1", at]);
        assert_eq!(answer["way"], "barred", "{at}: {answer}");
        assert!(!answer["refused"].is_null(), "{at}: {answer}");
    }
    let answer = shown(&["move", "movement-gallery", "A4", "999,999"]);
    assert_eq!(answer["kept"], "direction");
}

/// The examples of the written reference are what is printed; an ellipsis stands for anything.
#[test]
fn the_reference_of_show_holds() {
    let text = std::fs::read_to_string(root().join("docs/show.md")).unwrap();
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let mut examples = BTreeSet::new();
    for block in text.split("```sh\n").skip(1) {
        let (line, rest) = block.split_once("\n```").unwrap();
        let args = line.strip_prefix("warstrike ").unwrap().split_whitespace();
        let args: Vec<&str> = args.map(|arg| arg.trim_matches('\'')).collect();
        let output = warstrike(&args);
        assert_eq!(output.status.code(), Some(0), "{line}");
        let printed = squeezed(&String::from_utf8(output.stdout).unwrap());
        let example = rest.split_once("```json\n").unwrap().1.split("```").next().unwrap();
        let mut left = printed.as_str();
        for part in squeezed(example).split('…') {
            let at = left.find(part).unwrap_or_else(|| panic!("{line}: no {part} in\n{printed}"));
            left = &left[at + part.len()..];
        }
        assert!(example.starts_with('{') && left.is_empty(), "{line}: {left}");
        examples.insert(args[1].to_owned());
    }
    // The sentences of the reference, too.
    let (commands, said) = text.split_once("```console\n").unwrap().1.split_once("```\n\n```text\n").unwrap();
    let said = said.split("```").next().unwrap();
    let printed = commands.lines().map(|line| {
        let args: Vec<&str> = line.strip_prefix("warstrike ").unwrap().split_whitespace().collect();
        String::from_utf8(warstrike(&args).stdout).unwrap()
    });
    assert_eq!(printed.collect::<Vec<_>>().join("\n"), said);
    let help = String::from_utf8(warstrike(&["show", "--help"]).stdout).unwrap();
    let listed = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let is_tool = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = listed.lines().filter(is_tool).filter_map(|line| line.split_whitespace().next());
    let tools: BTreeSet<String> = names.filter(|name| *name != "help").map(str::to_owned).collect();
    assert!(examples.is_subset(&tools) && examples.len() >= 8, "{examples:?}");
    for tool in &tools {
        assert!(text.contains(&format!("show {tool}")), "{tool} is explained nowhere");
    }
    let first = text.split_once("`warstrike show ").unwrap().1.split_once(' ').unwrap().0;
    let named: BTreeSet<String> = first.split('|').map(str::to_owned).collect();
    assert_eq!(named, tools, "the first line names each");
}

/// Rule: BAS-3. The golden game of nerves, saved: the reference's example. B's dice: five coins, 1, 5, 10 of 32 with none,
/// one, two; one die of a third and two of a sixth, 50, 45, 12 of 108 with none, one, two; two that cannot succeed. Up to two
/// successes together: (16·50 + 6·45 + 1·12) / 3456.
#[test]
fn the_luck_of_a_save_is_that_of_the_reference() {
    let (_folder, path) = scratch();
    let save = path.join("nerves.jsonl").display().to_string();
    let (level, orders) = ("tests/games/nerves.ron", "tests/games/nerves.orders");
    let [level, orders] = [level, orders].map(|file| root().join(file).display().to_string());
    let faces = "3,6,3,2,4,3,1,2,6,5,6,6,6";
    warstrike(&["run", &level, "--orders", &orders, "--dice", faces, "--save", &save]);
    let answer = shown(&["luck", &save]);
    let text = std::fs::read_to_string(root().join("docs/show.md")).unwrap();
    let luck = text.split("## Luck").nth(1).unwrap();
    let example = luck.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    assert_eq!(answer, serde_json::from_str::<Value>(example).unwrap());
    assert_eq!(answer["sides"][1]["no_better"], 0.313_079, "541 of 1728");
    // Of a level only its opening's dice: a roll-off, which is no luck.
    let answer = shown(&["luck", "street", "--dice", "2,5"]);
    assert_eq!(answer["sides"][0]["faces"], serde_json::json!([0, 1, 0, 0, 0, 0]));
    assert_eq!((&answer["sides"][0]["dice"], &answer["sides"][0]["deviations"]), (&0.into(), &Value::Null));
}
