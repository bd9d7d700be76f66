//! The program as a user calls it: what it prints, on which stream, with which
//! exit status.

use std::path::Path;
use std::process::{Command as Process, Output};

use serde_json::Value;
use warstrike::game::engine::command::Command;

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

/// Every line of an orders file that is none is told, with its column, before anything is played.
#[test]
fn a_bad_orders_file_is_told_whole() {
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
    let told = stderr(&output);
    for line in 2..=5 {
        assert!(told.contains(&format!("{orders}:{line}:")), "line {line} is not told in\n{told}");
    }
    assert!(told.contains("A0") && told.contains("no unit id"), "{told}");
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
    let why = "too few faces for the dice: roll-off for the first turn, rolled by A: 1 die, faces there: 0";
    assert!(stderr(&output).contains(why), "{}", stderr(&output));
    for bad in ["0", "7", "1,,2", "x"] {
        assert_eq!(warstrike(&["run", "street", "--dice", bad, "--orders", &orders]).status.code(), Some(2));
    }
}

/// What `run` recorded, `replay` tells again, `--check` confirms, and `run` goes on from.
#[test]
fn a_recorded_game_replays_and_goes_on() {
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
    assert_eq!(warstrike(&["run", &save, "--seed", "1", "--orders", &orders]).status.code(), Some(2));
    let over = warstrike(&["run", "street", "--orders", &orders, "--save", &save]);
    assert_eq!(over.status.code(), Some(2), "a file is not written over unasked");
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

/// A damaged save is told with line and byte; what is whole can be brought to another file, never
/// over the damaged one.
#[test]
fn a_damaged_save_is_told_and_recovered() {
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
    assert_eq!(output.status.code(), Some(2), "the damage is told all the same");
    assert_eq!(warstrike(&["replay", &recovered, "--check"]).status.code(), Some(0));
    assert_eq!(std::fs::read(&save).unwrap().len(), bytes.len() - 5, "the damaged file is as it was");
    assert!(stderr(&warstrike(&["replay", &save, "--recover", &save])).contains("another file"));
}

/// Rule: BAS-1, FAC-1. Edge to edge, and to an objective or a point from the edge.
#[test]
fn show_distance_measures_models_units_objectives_and_points() {
    let duel = root().join("tests/games/duel.ron").display().to_string();
    for (from, to, gap, ahead, reason) in [
        ("A2.1", "-8,-3", 0.5, Some(true), "a point 1 ahead of a base of radius 0.5"),
        ("A2.1", "-8,-6", 1.5, Some(false), "a point behind"),
        ("A2", "A4", 3.123, Some(true), "two units of one model"),
        ("0,0", "3,4", 5.0, None, "two points: nobody looks"),
        ("A2.1", "gate", 3.5, Some(true), "an objective, from the base's edge"),
    ] {
        let output = warstrike(&["show", "distance", &duel, from, to]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!((told["gap"].as_f64().unwrap() - gap).abs() < 0.001, "{reason}: {told}");
        assert_eq!(told.get("ahead").and_then(Value::as_bool), ahead, "{reason}");
    }
    for (from, to) in [("A9", "A1"), ("A1.77", "A1"), ("nowhere", "A1"), ("1e9,0", "A1")] {
        assert_eq!(warstrike(&["show", "distance", &duel, from, to]).status.code(), Some(2), "{from} {to}");
    }
}

/// Every mistake of every file at once; nothing on standard output for those that have one.
#[test]
fn check_tells_files_apart() {
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
fn a_damaged_save_of_any_name_is_told_as_a_save() {
    let (_folder, path) = scratch();
    let save = path.join("game").display().to_string();
    let orders = write(&path, "orders", "");
    warstrike(&["run", "street", "--orders", &orders, "--save", &save]);
    assert_eq!(warstrike(&["check", &save]).status.code(), Some(0));
    let mut bytes = std::fs::read(&save).unwrap();
    bytes[0] = b'#';
    std::fs::write(&save, bytes).unwrap();
    let output = warstrike(&["check", &save]);
    assert!(stderr(&output).contains("no line of a save"), "{}", stderr(&output));
}

/// Undoing at the opening is no disaster: it is told, counted, and the run goes on.
#[test]
fn undoing_nothing_is_told_and_the_run_goes_on() {
    let (_folder, path) = scratch();
    let orders = write(&path, "orders", &format!("\"undo\"\n{GET_DOWN}\n\"redo\"\n"));
    let output = warstrike(&["run", "street", "--seed", "3", "--orders", &orders]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let told = stdout(&output);
    assert!(
        told.contains(r#"{"line":1,"nothing_to":"undo"}"#)
            && told.contains(r#"{"line":3,"nothing_to":"redo"}"#)
    );
    assert!(told.contains("UnitGotDown"));
}

/// A reader that goes away does not stop a game that is recorded, nor hide its refusals.
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
fn rules_are_told_and_compared() {
    let one = warstrike(&["rules", "mov-5"]);
    assert_eq!(one.status.code(), Some(0));
    assert!(stdout(&one).contains("too_close"), "the function that stands for it is named");
    assert!(stdout(&warstrike(&["rules"])).contains("not built yet"));
    assert_eq!(warstrike(&["rules", "MOV-99"]).status.code(), Some(2));
    let diff = warstrike(&["rules", "--diff", "combined", "v0.52"]);
    assert_eq!(diff.status.code(), Some(0));
    assert!(stdout(&diff).contains("actions.on_my_target"));
    assert_eq!(warstrike(&["rules", "--diff", "combined", "no-such"]).status.code(), Some(2));
}

/// Output into a closed pipe ends the program quietly.
#[test]
fn a_reader_that_goes_away_is_no_error() {
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
    let block = text.split("```json").nth(1).unwrap().split("```").next().unwrap();
    let commands: Vec<Command> =
        block.trim().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds = commands.iter().map(|command| std::mem::discriminant(&command.order));
    assert_eq!(
        kinds.collect::<std::collections::HashSet<_>>().len(),
        12,
        "each kind of command has its example"
    );
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
    for tool in ["run", "show", "replay", "check", "rules"] {
        assert!(help.contains(&format!("\n  {tool} ")), "{tool} is missing in\n{help}");
    }
    for tool in ["lab", "demo"] {
        assert!(!help.contains(&format!("\n  {tool} ")), "{tool} is promised");
    }
}
