//! The program as a user calls it: what it prints, on which stream, with which
//! exit status.

use std::path::Path;
use std::process::{Command as Process, Output};

use serde_json::Value;
use warstrike::game::engine::command::{Command, Order};

use super::kill::PROGRAM;
use super::support::{root, scratch};

fn warstrike(args: &[&str]) -> Output {
    Process::new(PROGRAM).arg("--data").arg(root()).args(args).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

const GET_DOWN: &str = r#"{"player":"A","order":{"GetDown":{"unit":"A1","turns":[]}}}"#;
/// In the level `nerves`: then B's suppressed units test.
const FALL_BACK: &str = r#"{"player":"A","order":{"FallBack":{"unit":"A2"}}}"#;
const END_PHASE: &str = r#"{"player":"A","order":"EndPhase"}"#;
const WRONG_PLAYER: &str = r#"{"player":"B","order":"EndPhase"}"#;

/// Status 0 where all was accepted, 1 where something was refused; `--strict` stops there.
#[test]
fn run_goes_on_after_a_refusal_unless_it_is_strict() {
    let (_folder, path) = scratch();
    let good = write(&path, "good", &format!("// a comment\n\n{GET_DOWN}\n"));
    let mixed = write(&path, "mixed", &format!("{WRONG_PLAYER}\n{GET_DOWN}\n"));
    for (orders, strict, status, accepted, refused) in
        [(&good, false, 0, 1, 0), (&mixed, false, 1, 1, 1), (&mixed, true, 1, 0, 1)]
    {
        let mut args = vec!["run", "street", "--seed", "3", "--orders", orders];
        args.extend(strict.then_some("--strict"));
        let output = warstrike(&args);
        assert_eq!(output.status.code(), Some(status), "{}", stderr(&output));
        let text = stdout(&output);
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.iter().filter(|line| line.get("state").is_some()).count(), accepted + 1);
        assert_eq!(lines.iter().filter(|line| line.get("refused").is_some()).count(), refused);
    }
}

/// A save is played on by its own ruleset; by another, or with other dice, it is told that it was never played so.
#[test]
fn a_save_by_another_ruleset_is_what_if() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl");
    let bytes = super::support::game("street", 3).save_bytes().unwrap();
    std::fs::write(&save, bytes).unwrap();
    let save = save.display().to_string();
    let orders = write(&path, "orders", GET_DOWN);
    let none = write(&path, "none", "");
    for (other, told) in [
        (
            ["--ruleset", "v0.52"],
            r#"{"save":"game.jsonl","entry":0,"was":"combined","ruleset":"v0.52","seed":3}"#,
        ),
        (
            ["--seed", "9"],
            r#"{"save":"game.jsonl","entry":0,"was":"combined","ruleset":"combined","seed":9}"#,
        ),
    ] {
        let output = warstrike(&[&["run", &save, "--orders", &none][..], &other].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stdout(&output).lines().next().unwrap(), format!("{{\"what_if\":{told}}}"));
        let said = warstrike(&[&["run", &save, "--orders", &none, "--say"][..], &other].concat());
        assert!(stdout(&said).starts_with("What if: game.jsonl after entry 0"), "{}", stdout(&said));
    }
    let own = warstrike(&["run", &save, "--orders", &orders]);
    assert_eq!(own.status.code(), Some(0), "{}", stderr(&own));
    assert!(!stdout(&own).contains("what_if"));
}

/// Every line of an orders file that is not an order is reported, with its column, before anything is played.
#[test]
fn every_bad_line_of_an_orders_file_is_reported() {
    let (_folder, path) = scratch();
    let orders = write(
        &path,
        "orders",
        &format!(
            "{GET_DOWN}\n{{\"player\":\"C\"}}\nnonsense\n\"again\"\n{{\"player\":\"A\",\"order\":{{\"GetDown\":{{\"unit\":\"A0\",\"turns\":[]}}}}}}\n"
        ),
    );
    let output = warstrike(&["run", "street", "--orders", &orders]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "");
    let message = stderr(&output);
    for line in 2..=5 {
        assert!(message.contains(&format!("{orders}:{line}:")), "line {line} is not reported in\n{message}");
    }
    assert!(message.contains("A0") && message.contains("not a unit id"), "{message}");
}

/// Numbers JSON has no word for, or that no table is large enough for, are refused where they stand.
#[test]
fn absurd_numbers_in_commands_are_refused() {
    let (_folder, path) = scratch();
    for number in ["1e30", "-1001", "NaN", "null", "\"1\""] {
        let order = format!(
            r#"{{"player":"A","order":{{"AdvanceUnit":{{"unit":"A1","moves":[{{"model":"A1.1","path":[[{number},0]],"facing":0}}]}}}}}}"#
        );
        let output = warstrike(&["run", "street", "--orders", &write(&path, "orders", &order)]);
        assert_eq!(output.status.code(), Some(2), "{number}: {}", stderr(&output));
        assert!(stderr(&output).contains(":1:"), "{number}: {}", stderr(&output));
    }
}

#[test]
fn scripted_dice_are_rolled_in_order_and_running_out_is_an_error() {
    let (_folder, path) = scratch();
    let orders = write(&path, "orders", "");
    let output = warstrike(&["run", "street", "--dice", "2,2,6,1", "--orders", &orders]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(r#""rolls":[[2,2],[6,1]],"winner":"A""#), "{}", stdout(&output));
    let output = warstrike(&["run", "street", "--dice", "2,2", "--orders", &orders]);
    assert_eq!(output.status.code(), Some(2));
    let why = "too few faces were given: roll-off for the first turn, rolled by A: 1 die, faces given: 0";
    assert!(stderr(&output).contains(why), "{}", stderr(&output));
    for bad in ["0", "7", "1,,2", "x"] {
        assert_eq!(warstrike(&["run", "street", "--dice", bad, "--orders", &orders]).status.code(), Some(2));
    }
}

/// Scripted faces come first, then the seed's dice; what is left over is reported, and with `--strict`
/// a failure; `--dice none` rolls nothing.
#[test]
fn a_seed_continues_scripted_dice_and_unused_faces_are_reported() {
    let (_folder, path) = scratch();
    let orders = write(&path, "orders", "");
    let run = |args: &[&str]| {
        let output = warstrike(&[&["run", "street", "--orders", &orders][..], args].concat());
        (output.status.code(), stdout(&output), stderr(&output))
    };
    // Two ties by the script, then the third and fourth pairs of the seed: 2,5 | 3,1 of 3,1,4,2,2,5,3,1.
    let (status, printed, errors) = run(&["--dice", "4,4,3,3", "--seed", "1"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(printed.contains(r#""rolls":[[4,4],[3,3],[2,5]],"winner":"B""#), "{printed}");
    let (status, printed, _) = run(&["--dice", "4", "--seed", "1"]);
    assert_eq!(status, Some(0));
    assert!(printed.contains(r#""rolls":[[4,1]]"#), "the seed's first die counts as drawn: {printed}");
    let left = "faces of --dice not used: 3,5";
    let (status, _, errors) = run(&["--dice", "6,1,3,5"]);
    assert_eq!((status, errors.trim()), (Some(0), left));
    let (status, _, errors) = run(&["--dice", "6,1,3,5", "--seed", "2", "--strict"]);
    assert_eq!((status, errors.trim()), (Some(1), left));
    let (status, printed, errors) = run(&["--dice", "none"]);
    assert_eq!((status, printed.as_str()), (Some(2), ""));
    let why = "--dice none forbids rolling, but dice are needed: roll-off for the first turn, rolled by A";
    assert!(errors.contains(why), "{errors}");
    // A battle in play opens without dice; the first command that needs some ends the run.
    let nerves = root().join("tests/games/nerves.ron").display().to_string();
    let orders = write(&path, "end", &format!("{GET_DOWN}\n{FALL_BACK}\n{END_PHASE}\n"));
    let output = warstrike(&["run", &nerves, "--orders", &orders, "--dice", "none"]);
    assert_eq!(output.status.code(), Some(2));
    let why =
        "line 3: --dice none forbids rolling, but dice are needed: leadership test to recover, rolled by B1";
    assert!(stderr(&output).contains(why), "{}", stderr(&output));
}

/// A save of such a game replays: entries with scripted faces as fed, the others re-rolled.
#[test]
fn a_game_of_scripted_and_seeded_dice_can_be_checked() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let nerves = root().join("tests/games/nerves.ron").display().to_string();
    let down = r#"{"player":"B","order":{"GetDown":{"unit":"B4","turns":[]}}}"#;
    let orders = write(&path, "orders", &format!("{GET_DOWN}\n{FALL_BACK}\n{END_PHASE}\n{down}\n"));
    let args = ["run", &nerves, "--orders", &orders, "--dice", "3", "--seed", "5", "--save", &save];
    assert_eq!(warstrike(&args).status.code(), Some(0));
    let output = warstrike(&["replay", &save, "--check"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["entries"], &report["fed"]), (&5.into(), &4.into()), "the last took none: {report}");
}

/// `--end-state` prints everything that changes in a battle, after all facts, also after a refusal.
#[test]
fn the_end_state_has_every_unit_model_die_and_marker() {
    let (_folder, path) = scratch();
    let orders = write(&path, "orders", &format!("{GET_DOWN}\n{WRONG_PLAYER}\n"));
    let run = |level: &str, orders: &str| -> (Option<i32>, Value) {
        let output = warstrike(&["run", level, "--seed", "3", "--strict", "--orders", orders, "--end-state"]);
        let text = stdout(&output);
        let mut last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        (output.status.code(), last["end_state"].take())
    };
    let (status, end) = run("street", &orders);
    assert_eq!(status, Some(1), "the second command is refused");
    assert_eq!((&end["turn"]["round"], &end["turn"]["phase"]), (&1.into(), &"Action".into()));
    assert_eq!(end["decides"], serde_json::json!({"player": "A", "choice": "Act"}));
    assert_eq!(end["dice"]["seed"], "3");
    let units = end["units"].as_array().unwrap();
    let unit = |units: &[Value], id: &str| units.iter().find(|unit| unit["id"] == id).unwrap().clone();
    let a1 = unit(units, "A1");
    assert_eq!(
        (&a1["posture"], &a1["last_action"], &a1["acted"]),
        (&"Down".into(), &"GetDown".into(), &true.into())
    );
    assert_eq!(a1["models"].as_array().unwrap().len(), 10);
    let none = write(&path, "none", "");
    let (status, end) = run("mid-battle", &none);
    assert_eq!(status, Some(0));
    let units = end["units"].as_array().unwrap();
    // As the level file has them.
    let a2 = unit(units, "A2");
    assert_eq!(
        (&a2["hit_die"], &a2["nerve_markers"], &a2["suppressed"]),
        (&3.into(), &2.into(), &true.into())
    );
    let a1 = unit(units, "A1");
    let lost: Vec<&Value> =
        a1["models"].as_array().unwrap().iter().filter(|model| model["fate"] == "Lost").collect();
    assert!(lost.len() == 4 && lost.iter().all(|model| model["at"].is_null()), "{a1}");
    let a4 = unit(units, "A4");
    let model = &a4["models"][0];
    assert_eq!((&model["fate"], &model["wounds_lost"]), (&"Standing".into(), &1.into()));
    assert!(model["at"].is_array() && model["facing"].is_number(), "{model}");
}

/// Cards and rulesets may lie beside the level, itself or in folders of their own, and come before the shipped ones.
#[test]
fn cards_and_rulesets_are_found_beside_the_level() {
    let (_folder, path) = scratch();
    for folder in ["cards", "rulesets"] {
        std::fs::create_dir(path.join(folder)).unwrap();
    }
    let officer = std::fs::read_to_string(root().join("assets/cards/officer.ron")).unwrap();
    let named = |name: &str| officer.replacen("LaansGuard officer", name, 1);
    write(&path, "reeve.ron", &named("Beside"));
    write(&path, "cards/bailiff.ron", &named("In cards"));
    write(&path, "cards/officer.ron", &named("Before the shipped one"));
    // A level of a card's name is no card.
    write(&path, "bailiff.ron", "Level(");
    let ruleset = |name: &str, on: &str| {
        format!("Ruleset(name: \"{name}\", about: \"x\", on: \"{on}\", set: (turn: (rounds: 3)))")
    };
    write(&path, "rulesets/mine.ron", &ruleset("mine", "base-of-mine"));
    write(&path, "base-of-mine.ron", &ruleset("base-of-mine", "v0.52"));
    let unit = |number: usize, card: &str| {
        let x = 4 * number;
        format!("(id: \"A{number}\", card: \"{card}\", models: [(at: ({x}.0, 0.0), facing: 0.0)]),")
    };
    let units = |last: &str| -> String {
        let cards = ["reeve", "bailiff", "officer", last];
        (1..).zip(cards).map(|(number, card)| unit(number, card)).collect()
    };
    let level = |last: &str, ruleset: &str| {
        format!(
            "Level(name: \"Beside\", table: (width: 48, depth: 36), ruleset: \"{ruleset}\",
             opening: InPlay(side: A, first: A), forces: (A: (units: [{}])))",
            units(last)
        )
    };
    let good = write(&path, "good.ron", &level("officer", "mine"));
    let orders = write(&path, "orders", "");
    let output = warstrike(&["run", &good, "--orders", &orders, "--end-state"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let end = &end["end_state"];
    let names: Vec<&str> =
        end["units"].as_array().unwrap().iter().map(|unit| unit["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Beside", "In cards", "Before the shipped one", "Before the shipped one"]);
    assert_eq!(end["rounds"], 3, "by the ruleset in rulesets/, on one beside the level");
    assert_eq!(warstrike(&["check", &good]).status.code(), Some(0));
    let by = warstrike(&["run", &good, "--orders", &orders, "--ruleset", "base-of-mine"]);
    assert_eq!(by.status.code(), Some(0), "{}", stderr(&by));
    // What is missing, and where it was looked for.
    let bad = write(&path, "bad.ron", &level("reave", "minne"));
    let errors = stderr(&warstrike(&["check", &bad]));
    let folder = path.display();
    for (kind, name, expected) in
        [("card", "reave", "reeve (one of bailiff, "), ("ruleset", "minne", "mine (one of ")]
    {
        let looked = format!("{folder}, {folder}/{kind}s or assets/{kind}s");
        let what = format!("there is no {kind} \"{name}\" in {looked}; expected: {expected}");
        assert!(errors.contains(&what), "{what}\n{errors}");
    }
    let errors = stderr(&warstrike(&["run", &good, "--orders", &orders, "--ruleset", "nime"]));
    assert!(errors.contains(&format!("there is no ruleset \"nime\" in {folder}")), "{errors}");
    // The name of a file, never a path.
    let outside = write(&path, "outside.ron", &level("officer", "../rulesets/mine"));
    assert!(stderr(&warstrike(&["check", &outside])).contains("there is no ruleset \"../rulesets/mine\""));
}

/// A build without the window says so where the window is asked for.
#[cfg(not(feature = "gui"))]
#[test]
fn a_build_without_the_window_says_so() {
    for args in
        [&["play"][..], &["play", "street", "--seed", "3"], &["play", "--help"], &["picture", "street"]]
    {
        let output = warstrike(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(stdout(&output), "");
        let errors = stderr(&output);
        assert!(errors.contains("this build has none") && errors.contains("cargo build"), "{errors}");
    }
}

/// `replay` prints what `run` recorded, `--check` confirms it, and `run` continues it.
#[test]
fn a_recorded_game_can_be_replayed_and_continued() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let orders = write(&path, "orders", &format!("{GET_DOWN}\n"));
    let played = warstrike(&["run", "street", "--seed", "3", "--orders", &orders, "--save", &save]);
    let replayed = warstrike(&["replay", &save]);
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
    let facts = |output: &Output| -> Vec<String> {
        stdout(output).lines().filter(|line| line.contains("\"fact\"")).map(str::to_owned).collect()
    };
    assert_eq!(facts(&played), facts(&replayed));
    let report: Value = serde_json::from_slice(&warstrike(&["replay", &save, "--check"]).stdout).unwrap();
    assert_eq!((&report["entries"], &report["fed"]), (&2.into(), &0.into()));
    let again = warstrike(&["run", &save, "--orders", &orders]);
    assert_eq!(again.status.code(), Some(1), "A1 has acted already");
    assert!(stdout(&again).contains("AlreadyActed"));
    let what_if = warstrike(&["run", &save, "--seed", "1", "--orders", &orders]);
    assert!(stdout(&what_if).starts_with("{\"what_if\":") && stdout(&what_if).contains("AlreadyActed"));
    let over = warstrike(&["run", "street", "--orders", &orders, "--save", &save]);
    assert_eq!(over.status.code(), Some(2), "a file is not overwritten unasked");
    assert!(stderr(&over).contains("--overwrite"));
    assert_eq!(warstrike(&["replay", &save, "--check"]).status.code(), Some(0));
    let scripted = path.join("scripted.jsonl").display().to_string();
    warstrike(&["run", "street", "--dice", "6,1", "--orders", &orders, "--save", &scripted]);
    let report: Value = serde_json::from_slice(&warstrike(&["replay", &scripted, "--check"]).stdout).unwrap();
    assert_eq!(
        (&report["entries"], &report["fed"]),
        (&2.into(), &2.into()),
        "nothing of it can be re-rolled"
    );
}

/// A damaged save is reported with line and byte; its intact part can be written to another file, never
/// over the damaged one.
#[test]
fn a_damaged_save_is_reported_and_recovered() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let orders = write(&path, "orders", &format!("{GET_DOWN}\n"));
    warstrike(&["run", "street", "--seed", "3", "--orders", &orders, "--save", &save]);
    let bytes = std::fs::read(&save).unwrap();
    std::fs::write(&save, &bytes[..bytes.len() - 5]).unwrap();
    let recovered = path.join("recovered.jsonl").display().to_string();
    for tool in
        [&["replay", &save, "--check"][..], &["check", &save], &["show", "distance", &save, "A1", "B1"]]
    {
        let output = warstrike(tool);
        assert_eq!(output.status.code(), Some(2), "{tool:?}");
        assert!(stderr(&output).contains("line 3"), "{tool:?}: {}", stderr(&output));
    }
    let output = warstrike(&["replay", &save, "--recover", &recovered]);
    assert_eq!(output.status.code(), Some(2), "the damage is still reported");
    assert_eq!(warstrike(&["replay", &recovered, "--check"]).status.code(), Some(0));
    assert_eq!(std::fs::read(&save).unwrap().len(), bytes.len() - 5, "the damaged file is as it was");
    assert!(stderr(&warstrike(&["replay", &save, "--recover", &save])).contains("different file"));
}

/// Rule: BAS-1, FAC-1. Edge to edge, and to an objective or a point from the edge.
#[test]
fn show_distance_measures_models_units_objectives_and_points() {
    let duel = root().join("tests/games/duel.ron").display().to_string();
    for (from, to, gap, ahead, reason) in [
        ("A2.1", "-8,-3", 0.5, Some(true), "a point 1 ahead of a base of radius 0.5"),
        ("A2.1", "-8,-6", 1.5, Some(false), "a point behind"),
        ("A2", "A4", 3.123, Some(true), "two units of one model"),
        ("0,0", "3,4", 5.0, None, "two points have no facing"),
        ("A2.1", "gate", 3.5, Some(true), "an objective, from the base's edge"),
    ] {
        let output = warstrike(&["show", "distance", &duel, from, to]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let message: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!((message["gap"].as_f64().unwrap() - gap).abs() < 0.001, "{reason}: {message}");
        assert_eq!(message.get("ahead").and_then(Value::as_bool), ahead, "{reason}");
    }
    for (from, to) in [("A9", "A1"), ("A1.77", "A1"), ("nowhere", "A1"), ("1e9,0", "A1")] {
        assert_eq!(warstrike(&["show", "distance", &duel, from, to]).status.code(), Some(2), "{from} {to}");
    }
}

/// Every mistake of every file at once; nothing on standard output for those that have one.
#[test]
fn check_reports_each_file() {
    let (_folder, path) = scratch();
    let bad = write(&path, "bad.ron", "Level(name: 7)");
    let good = root().join("levels/street.ron").display().to_string();
    let output = warstrike(&["check", &good, &bad]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stdout(&output).contains("street.ron: a level") && !stdout(&output).contains("bad.ron"));
    assert!(stderr(&output).contains("bad.ron:1:"), "{}", stderr(&output));
    assert_eq!(warstrike(&["check", &good]).status.code(), Some(0));
    assert_eq!(warstrike(&["check", "no-such-file.ron"]).status.code(), Some(2));
    assert_eq!(warstrike(&["check"]).status.code(), Some(2));
}

/// A save that has lost its first byte and its ending is still known for what it is.
#[test]
fn a_damaged_save_of_any_name_is_reported_as_a_save() {
    let (_folder, path) = scratch();
    let save = path.join("game").display().to_string();
    let orders = write(&path, "orders", "");
    warstrike(&["run", "street", "--orders", &orders, "--save", &save]);
    assert_eq!(warstrike(&["check", &save]).status.code(), Some(0));
    let mut bytes = std::fs::read(&save).unwrap();
    bytes[0] = b'#';
    std::fs::write(&save, bytes).unwrap();
    let output = warstrike(&["check", &save]);
    assert!(stderr(&output).contains("not a line of a save"), "{}", stderr(&output));
}

/// Undoing at the opening is reported and counted, and the run goes on.
#[test]
fn undoing_nothing_is_reported_and_the_run_goes_on() {
    let (_folder, path) = scratch();
    let orders = write(&path, "orders", &format!("\"undo\"\n{GET_DOWN}\n\"redo\"\n"));
    let output = warstrike(&["run", "street", "--seed", "3", "--orders", &orders]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let message = stdout(&output);
    assert!(
        message.contains(r#"{"line":1,"nothing_to":"undo"}"#)
            && message.contains(r#"{"line":3,"nothing_to":"redo"}"#)
    );
    assert!(message.contains("UnitGotDown"));
}

/// A reader that closes its end does not stop a game that is recorded, nor hide its refusals.
#[test]
fn a_run_without_a_reader_is_played_to_its_end() {
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let lines = format!("{WRONG_PLAYER}\n").repeat(3000) + GET_DOWN;
    let orders = write(&path, "orders", &lines);
    let run = format!(
        "\"{PROGRAM}\" --data \"{}\" run street --seed 3 --orders \"{orders}\" --save \"{save}\" | head -n 1; exit ${{PIPESTATUS[0]}}",
        root().display()
    );
    let output = Process::new("bash").args(["-c", &run]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&warstrike(&["replay", &save, "--check"]).stdout).unwrap();
    assert_eq!(report["entries"], 2);
}

#[test]
fn rules_are_listed_and_compared() {
    let one = warstrike(&["rules", "mov-5"]);
    assert_eq!(one.status.code(), Some(0));
    assert!(stdout(&one).contains("too_close"), "the function that stands for it is named");
    assert!(stdout(&warstrike(&["rules"])).contains("not built yet"));
    assert_eq!(warstrike(&["rules", "MOV-99"]).status.code(), Some(2));
    let rulings = warstrike(&["rules", "--rulings"]);
    assert_eq!(rulings.status.code(), Some(0));
    assert!(stdout(&rulings).contains("\nFB-4  Where the leader ends\n   1  "), "{}", stdout(&rulings));
    let json: Value = serde_json::from_slice(&warstrike(&["rules", "--rulings", "--json"]).stdout).unwrap();
    assert_eq!(
        json["chapters"][0]["paragraphs"][0]["rulings"][0]["instead_of"].as_str().map(str::is_empty),
        Some(false)
    );
    for with in [&["FB-4"][..], &["--diff", "combined", "v0.52"]] {
        let output = warstrike(&[&["rules", "--rulings"], with].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
    let numbers = |args: &[&str]| {
        let output = warstrike(&[&["rules"], args].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    for (args, expected) in [
        // The keys of a paragraph with their values, by `combined` and by another ruleset.
        (&["SUP-3"][..], "\nNumbers   leadership.shaken_at, 6 hits: Hits at which the hit-die stops"),
        (&["ACT-1", "--ruleset", "v0.52"], "actions.open_fire_move, 0 × Mv (combined: 0.5 × Mv): How far"),
        // A key: what it is, where it belongs, and who reads it.
        (
            &["leadership.shaken_at"],
            "\nValue     6 hits\nUnit      hits\nMay be    a whole number from 1 to 100\n",
        ),
        (&["leadership.shaken_at"], "\nRules     SUP-3  Shaken\n"),
        (&["leadership.shaken_at"], "  rules::leadership::max_hits  crates/rules/src/leadership.rs\n"),
        (&["shaken_at"], "leadership.shaken_at  (chapter 3. Leadership, suppression, nerve)\n"),
        // A word stands in paragraphs and keys, whether it is a term or not.
        (&["shaken"], "\nFound in  SUP-3  Shaken\n"),
        (&["shaken"], "          leadership.steadfast_shaken_at, 12 hits: "),
        (&["salvo"], "leadership.big_salvo, 3 hits: "),
    ] {
        let text = numbers(args);
        assert!(text.contains(expected), "{args:?}: {expected} in\n{text}");
    }
    assert!(!numbers(&["SUP-3"]).contains("combined: "), "told once where nothing else is asked for");
    let json: Value = serde_json::from_str(&numbers(&["leadership.shaken_at", "--json"])).unwrap();
    assert_eq!((&json["value"], &json["paragraphs"][0]["id"]), (&6.into(), &"SUP-3".into()));
    let diff = warstrike(&["rules", "--diff", "combined", "v0.52"]);
    assert_eq!(diff.status.code(), Some(0));
    assert!(stdout(&diff).contains("actions.on_my_target"));
    assert_eq!(warstrike(&["rules", "--diff", "combined", "no-such"]).status.code(), Some(2));
}

/// A word of the rulebook is answered with its sentence and its paragraph, in any form; a misspelt one with the nearest.
#[test]
fn words_of_the_rulebook_are_explained() {
    for (words, title, says, reason) in [
        (&["suppressed"][..], "suppressed\n", "SUP-2  Suppressed", "a word"),
        (&["Suppression"], "suppressed\n", "SUP-2  Suppressed", "another form"),
        (&["on", "my", "target"], "On My Target\n", "ACT-3  On My Target", "several words"),
        (&["hit-dice"], "hit-die\n", "SUP-1  Hit-die", "with a hyphen it is no id"),
        (&["Ld"], "leadership (Ld)\n", "LD-1  Leadership test", "an abbreviation"),
    ] {
        let output = warstrike(&[&["rules"], words].concat());
        assert_eq!(output.status.code(), Some(0), "{reason}: {}", stderr(&output));
        assert!(stdout(&output).starts_with(title), "{reason}: {}", stdout(&output));
        assert!(stdout(&output).contains(says), "{reason}: {}", stdout(&output));
        assert_eq!(stderr(&output), "", "{reason}");
    }
    let misspelt = warstrike(&["rules", "supressed"]);
    assert_eq!(misspelt.status.code(), Some(0));
    assert_eq!(stderr(&misspelt), "the rulebook has no word \"supressed\"; this is the nearest:\n");
    assert!(stdout(&misspelt).starts_with("suppressed\n"));
    let unknown = warstrike(&["rules", "zeppelin"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).contains("the rulebook has no zeppelin"), "{}", stderr(&unknown));
    let json: Value = serde_json::from_slice(&warstrike(&["rules", "shaken", "--json"]).stdout).unwrap();
    assert_eq!((&json["term"]["name"], &json["term"]["rule"]), (&"shaken".into(), &"SUP-3".into()));
    let checked = warstrike(&["check", &root().join("assets/glossary.ron").display().to_string()]);
    assert!(
        stdout(&checked).contains("the words of the rulebook"),
        "{}{}",
        stdout(&checked),
        stderr(&checked)
    );
    let both = warstrike(&["rules", "shaken", "--rulings"]);
    assert_eq!(both.status.code(), Some(2));
}

/// Output into a closed pipe ends the program quietly.
#[test]
fn a_closed_reader_is_not_an_error() {
    let run =
        format!("\"{PROGRAM}\" --data \"{}\" rules | head -c 10; exit ${{PIPESTATUS[0]}}", root().display());
    let output = Process::new("bash").args(["-c", &run]).output().unwrap();
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
}

/// The commands of the written reference are commands.
#[test]
fn the_reference_of_orders_holds() {
    let text = std::fs::read_to_string(root().join("docs/orders-format.md")).unwrap();
    let blocks = text.split("```json").skip(1).take(2).map(|block| block.split("```").next().unwrap().trim());
    let commands: Vec<Command> =
        blocks.flat_map(str::lines).map(|line| serde_json::from_str(line).unwrap()).collect();
    let kind = |command: &Command| match serde_json::to_value(&command.order).unwrap() {
        Value::String(name) => name,
        order => order.as_object().unwrap().keys().next().unwrap().clone(),
    };
    let kinds = commands.iter().map(kind);
    assert_eq!(
        kinds.collect::<std::collections::HashSet<_>>().len(),
        Order::NAMES.len(),
        "each kind of command has its example"
    );
}

/// The example program of `docs/scripting.md` plays a round; skipped where there is no Python.
#[test]
fn the_scripting_example_plays() {
    if Process::new("python3").arg("--version").output().is_err() {
        warstrike::standard_error::tell("skipped: there is no python3");
        return;
    }
    let output = Process::new("python3")
        .arg(root().join("docs/scripting/skirmish.py"))
        .args(["--program", PROGRAM, "--rounds", "1"])
        .env("WARSTRIKE_DATA", root())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let printed = stdout(&output);
    assert!(printed.contains("salvos, models lost: "), "{printed}");
    assert_eq!(printed.lines().count(), 1 + 5, "a summary, and a line for each unit: {printed}");
}

/// The command of the README is accepted.
#[test]
fn the_readme_shows_a_command_that_is_accepted() {
    let (_folder, path) = scratch();
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let order = text.split("```json").nth(1).unwrap().split("```").next().unwrap().trim();
    let output = warstrike(&["run", "street", "--seed", "3", "--orders", &write(&path, "orders", order)]);
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

/// What is not built is not promised.
#[test]
fn help_names_only_what_is_there() {
    let help = stdout(&warstrike(&["--help"]));
    let names = |tool: &str| help.contains(&format!("\n  {tool} "));
    for tool in ["run", "show", "replay", "check", "rules", "lab"] {
        assert!(names(tool), "{tool} is missing in\n{help}");
    }
    // What draws is there only with the window.
    for tool in ["demo", "film", "picture"] {
        assert_eq!(names(tool), cfg!(feature = "gui"), "{tool} in\n{help}");
    }
    assert!(!names("host"), "host is promised");
}

/// A game in sentences: what happened, why an order is refused, what is asked next; a save says the same.
#[test]
fn run_and_replay_say_what_happened() {
    let (_folder, path) = scratch();
    let orders = write(&path, "orders", &format!("{GET_DOWN}\n{GET_DOWN}\n"));
    let save = path.join("game.save").display().to_string();
    let said = warstrike(&["run", "street", "--orders", &orders, "--say", "--dice", "6,1", "--save", &save]);
    let text = stdout(&said);
    for sentence in ["get down.", "not allowed (TURN-3)", "has already acted", "choose a unit."] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    assert!(!text.contains('{'), "sentences are no JSON: {text}");
    let replayed = stdout(&warstrike(&["replay", &save, "--say"]));
    let count = |text: &str| text.lines().filter(|line| line.contains("get down.")).count();
    assert_eq!((count(&text), count(&replayed)), (1, 1), "{replayed}");
    assert!(replayed.trim_end().ends_with("choose a unit."), "{replayed}");
}

/// The computer plays both sides to the end, and the commands it gave replay to the same hashes; it advises; bad arguments
/// are refused.
#[test]
fn the_computer_plays_and_advises() {
    let level = root().join("tests/games/patrol.ron").display().to_string();
    let (_folder, path) = scratch();
    let save = path.join("game.jsonl").display().to_string();
    let both = ["run", &level, "--seed", "5", "--computer", "A=quick", "--computer", "B=aggressive"];
    let played = warstrike(&[&both[..], &["--save", &save]].concat());
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let lines: Vec<Value> = stdout(&played).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.iter().any(|line| line.pointer("/computer/why").is_some_and(|why| why != "")));
    assert!(lines.last().unwrap()["decides"].is_null(), "it is over");
    let checked = warstrike(&["replay", &save, "--check"]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));

    let spoken = stdout(&warstrike(&[&both[..], &["--say"]].concat()));
    assert!(spoken.contains("The battle is over.") && spoken.contains("(A1 "), "{spoken}");

    let advice = warstrike(&["advise", "street", "--style", "cautious"]);
    let advice: Value = serde_json::from_slice(&advice.stdout).unwrap();
    assert_eq!(advice["command"]["player"], "A");
    assert!(!advice["alternatives"].as_array().unwrap().is_empty());

    for (args, why) in [
        (["run", "street", "--computer", "C=quick"], "as in B=cautious"),
        (["run", "street", "--computer", "A=quik"], "quick"),
    ] {
        let refused = warstrike(&args);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(why), "{}", stderr(&refused));
    }
}
