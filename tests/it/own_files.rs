//! A path wherever a name is taken, files of one's own found by their names, and what is said where one is missing or wrong.

use std::path::Path;
use std::process::{Command as Process, Output};

use serde_json::Value;

use super::kill::PROGRAM;
use super::support::{game, root, scratch};

/// Runs the program in a folder, with a home of its own.
fn at(folder: &Path, args: &[&str]) -> Output {
    let home = folder.join("home");
    let mut program = Process::new(PROGRAM);
    program.arg("--data").arg(root()).args(args).current_dir(folder).env("XDG_DATA_HOME", home);
    program.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The output of a call that succeeds.
fn good(folder: &Path, args: &[&str]) -> String {
    let output = at(folder, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The words of a call with a bad file or a bad name.
fn bad(folder: &Path, args: &[&str]) -> String {
    let output = at(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stderr));
    text(&output.stderr)
}

fn put(folder: &Path, file: &str, content: &str) {
    let path = folder.join(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, content).unwrap();
}

fn ruleset(name: &str, on: &str, set: &str) -> String {
    format!("Ruleset(name: \"{name}\", about: \"x\", on: \"{on}\", set: ({set}))")
}

const RUN: [&str; 2] = ["--orders", "/dev/null"];

/// What `new` begins is accepted, found by its name, and never takes the place of anything.
#[test]
fn new_files_are_accepted_and_found_by_their_names() {
    let (_kept, folder) = scratch();
    for (what, name) in
        [("level", "village"), ("card", "foresters"), ("ruleset", "rulesets/mine"), ("style", "bold")]
    {
        let said = good(&folder, &["new", what, name]);
        assert!(said.contains(&format!("{name}.ron: a {what}")), "{said}");
        assert!(!said.contains("warning"), "{said}");
        let name = name.rsplit('/').next().unwrap();
        assert!(good(&folder, &["check", name]).contains(&format!("a {what}")));
    }
    assert!(bad(&folder, &["new", "ruleset", "rulesets/mine"]).contains("there is such a file already"));
    assert!(bad(&folder, &["new", "card", "knights"]).contains("there is a shipped card \"knights\""));
    assert!(bad(&folder, &["new", "card", "My Card"]).contains("lower-case letters"));
    let lines = good(&folder, &[&["run", "village", "--ruleset", "mine"][..], &RUN].concat());
    assert!(lines.contains("\"state\""), "{lines}");
    assert!(
        good(&folder, &["rules", "--diff", "combined", "mine"]).contains("combined and mine are the same")
    );
    let advice = good(&folder, &["advise", "street", "--style", "bold", "--say"]);
    assert!(!advice.is_empty());
}

/// A ruleset by its path and by its name; its `on` lies beside it, wherever the level is.
#[test]
fn rulesets_are_taken_by_path_and_by_name() {
    let (_kept, folder) = scratch();
    put(&folder, "rulesets/mine.ron", &ruleset("mine", "my-base", "leadership: (shaken_at: 8)"));
    put(&folder, "rulesets/my-base.ron", &ruleset("my-base", "combined", "turn: (rounds: 3)"));
    put(&folder, "far/away.ron", &ruleset("away", "near", "leadership: (shaken_at: 7)"));
    put(&folder, "far/near.ron", &ruleset("near", "combined", "turn: (rounds: 2)"));
    for (named, differ) in [("mine", "8 hits"), ("rulesets/mine.ron", "8 hits"), ("far/away.ron", "7 hits")] {
        let said = good(&folder, &["rules", "--diff", "combined", named]);
        assert!(said.contains(differ) && said.contains("differ in 2 points"), "{named}: {said}");
        let end = [&["run", "crash-site", "--end-state", "--ruleset", named][..], &RUN].concat();
        good(&folder, &end);
    }
}

/// What is wrong is said of the file that has it, and of no other.
#[test]
fn faults_name_the_file_that_has_them() {
    let (_kept, folder) = scratch();
    put(&folder, "wrong.ron", &ruleset("wrong", "combined", "leadership: (shaken_att: 8)"));
    put(&folder, "strict.ron", &ruleset("strict", "combined", "leadership: (shaken_at: 2)"));
    std::fs::create_dir(folder.join("shelf")).unwrap();
    let by = |ruleset: &str| bad(&folder, &[&["run", "mid-battle", "--ruleset", ruleset][..], &RUN].concat());
    for (asked, begins, part) in [
        ("nobody", "there is no ruleset \"nobody\"", "expected: a path, or one of"),
        ("./none.ron", "./none.ron:1:1: this file cannot be read", "a file that exists"),
        ("./shelf", "./shelf:1:1: this is a folder", "expected: a file"),
        ("shelf", "there is no ruleset \"shelf\"", "expected: a path"),
        ("wrong.ron", "wrong.ron:1:", "there is no field `shaken_att`"),
        ("wrong", "./wrong.ron:1:", "there is no field `shaken_att`"),
    ] {
        let said = by(asked);
        assert!(said.starts_with(begins) && said.contains(part), "{asked}: {said}");
        assert!(!said.contains("levels/mid-battle.ron:"), "{asked}: {said}");
        assert_eq!(said.trim().lines().count(), 1, "{asked}: {said}");
    }
    // Told before the first die is rolled: the level does not go with the ruleset, though it is right by its own.
    let said = by("strict.ron");
    assert!(said.contains("levels/mid-battle.ron:51:") && said.contains("from 0 to 2 hits"), "{said}");
    assert!(
        said.contains("strict.ron:1:1: \"The farm, fourth round\" cannot be played by this ruleset"),
        "{said}"
    );
    assert!(said.contains("by its own, combined, it can"), "{said}");
    for (args, part) in [
        (&["run", "shelf", "--orders", "-"][..], "there is no level \"shelf\" in ., or the shipped ones"),
        (&["run", "./shelf", "--orders", "-"], "./shelf:1:1: this is a folder"),
        (&["replay", "shelf"], "shelf: this is a folder; expected: a save"),
        (&["advise", "street", "--style", "shelf"], "there is no style \"shelf\""),
        (&["check", "shelf", "nobody"], "there is no level, card, ruleset or style \"nobody\""),
        (&["rules", "--diff", "combined", "nobody"], "there is no ruleset \"nobody\""),
    ] {
        let said = bad(&folder, args);
        assert!(
            said.replace("., ./levels", ".,").replace("in . or", "in ., or").contains(part),
            "{args:?}: {said}"
        );
    }
}

/// A card beside the level that has a shipped name is told of, once, and so is a ruleset.
#[test]
fn a_card_in_place_of_a_shipped_one_is_told_of() {
    let (_kept, folder) = scratch();
    good(&folder, &["new", "level", "village"]);
    let rifles = std::fs::read_to_string(root().join("assets/cards/laansguard-rifles.ron")).unwrap();
    put(&folder, "cards/laansguard-rifles.ron", &rifles.replace("models: 10", "models: 9"));
    let run = at(&folder, &[&["run", "village"][..], &RUN].concat());
    let said = text(&run.stderr);
    let notice = "./cards/laansguard-rifles.ron takes the place of the shipped card laansguard-rifles.";
    assert_eq!(said.matches(notice).count(), 1, "{said}");
    let checked = good(&folder, &["check", "village"]);
    let notice = "  card beside it: ./cards/laansguard-rifles.ron, 150 points, in place of the shipped one\n";
    assert_eq!(checked.matches(notice).count(), 1, "{checked}");
    // Where nothing is replaced nothing is said.
    assert_eq!(text(&at(&folder, &[&["run", "street"][..], &RUN].concat()).stderr), "");
}

/// A save in the folder of saves is found by its name; a level of that name comes first.
#[test]
fn saves_are_found_by_their_names() {
    let (_kept, folder) = scratch();
    let saves = folder.join("home/warstrike/saves");
    std::fs::create_dir_all(&saves).unwrap();
    let bytes = game("street", 3).save_bytes().unwrap();
    for name in ["evening", "chapel"] {
        std::fs::write(saves.join(format!("{name}.jsonl")), &bytes).unwrap();
    }
    assert!(good(&folder, &["replay", "evening", "--check"]).contains("\"entries\":1"));
    assert!(good(&folder, &["check", "evening"]).contains("a save of 0 commands"));
    assert!(good(&folder, &["advise", "evening", "--style", "quick", "--say"]).contains("A"));
    let chapel = good(&folder, &[&["run", "chapel", "--say"][..], &RUN].concat());
    assert!(!chapel.contains("LaansGuard patrol"), "{chapel}");
    assert!(bad(&folder, &["replay", "morning"]).contains("morning"));
}

/// A moment of a save: asked about, as a level, by another ruleset.
#[test]
fn a_moment_of_a_save_can_be_asked_about_and_taken_out() {
    let (_kept, folder) = scratch();
    put(
        &folder,
        "rulesets/short-run.ron",
        &ruleset("short-run", "combined", "falling_back: (most_move: 1.2)"),
    );
    let played = ["run", "mid-battle", "--computer", "A=swift", "--computer", "B=swift", "--seed", "5"];
    good(&folder, &[&played[..], &["--save", "game.jsonl"]].concat());
    let lines = good(&folder, &["replay", "game.jsonl"]);
    let facts = |entry: usize| {
        let of = |line: &&str| line.starts_with(&format!("{{\"entry\":{entry},\"fact\""));
        lines.lines().filter(of).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(!facts(3).is_empty());
    // The entry that is not there, and what is no save.
    let said = bad(&folder, &["show", "fallback", "game.jsonl", "A", "--at", "9999"]);
    assert!(said.contains("there is no entry 9999; expected: 0, the opening, to "), "{said}");
    assert!(bad(&folder, &["show", "fallback", "street", "A", "--at", "1"]).contains("this is none"));
    assert!(
        bad(&folder, &["level", "game.jsonl", "--at", "9999", "--out", "x.ron"]).contains("no entry 9999")
    );
    let said = bad(&folder, &["advise", "game.jsonl", "--at", "6,5"]);
    assert!(said.contains("expected the number of an entry"), "{said}");
    // As a level it stands as it stood.
    let written = good(&folder, &["level", "game.jsonl", "--at", "0", "--out", "moment.ron"]);
    assert!(written.contains("moment.ron: a level, \"The farm, fourth round, round 4\""), "{written}");
    assert!(
        bad(&folder, &["level", "game.jsonl", "--at", "0", "--out", "moment.ron"]).contains("--overwrite")
    );
    let end = |args: &[&str]| -> Value {
        let printed = good(&folder, &[&["run"], args, &RUN[..], &["--end-state"]].concat());
        let mut end: Value = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
        let end = end["end_state"].as_object_mut().unwrap();
        for of_dice in ["dice", "state"] {
            assert!(end.remove(of_dice).is_some());
        }
        Value::Object(end.clone())
    };
    assert_eq!(end(&["moment.ron"]), end(&["game.jsonl", "--at", "0"]));
    assert_ne!(end(&["game.jsonl"]), end(&["game.jsonl", "--at", "0"]));
    // What if.
    let what_if =
        at(&folder, &["show", "fallback", "game.jsonl", "B", "--at", "0", "--ruleset", "short-run"]);
    assert!(
        text(&what_if.stderr).starts_with("What if: game.jsonl after entry 0"),
        "{}",
        text(&what_if.stderr)
    );
    let compared = good(&folder, &["show", "fallback", "mid-battle", "--ruleset", "combined,short-run"]);
    let compared: Value = serde_json::from_str(&compared).unwrap();
    assert_eq!(compared["rulesets"], serde_json::json!(["combined", "short-run"]));
    let differ = compared["differ"].as_array().unwrap();
    assert!(!differ.is_empty());
    for unit in differ {
        assert!(unit["by"][0]["limits"] != unit["by"][1]["limits"], "{unit}");
        assert!(unit["by"].as_array().unwrap().iter().all(|by| by.get("starts").is_none()), "{unit}");
    }
    let same = good(&folder, &["show", "fallback", "mid-battle", "--ruleset", "combined,combined"]);
    let same: Value = serde_json::from_str(&same).unwrap();
    assert!(same["differ"].as_array().unwrap().is_empty() && !same["same"].as_array().unwrap().is_empty());
}

/// Cards and rulesets of a save that lie nowhere else go with the level; what is there stays.
#[test]
fn a_moment_brings_its_own_cards_and_rulesets() {
    let (_kept, folder) = scratch();
    put(&folder, "there/rulesets/mine.ron", &ruleset("mine", "combined", "leadership: (shaken_at: 8)"));
    let rifles = std::fs::read_to_string(root().join("assets/cards/laansguard-rifles.ron")).unwrap();
    put(&folder, "there/cards/laansguard-rifles.ron", &format!("// Mine.\n{rifles}"));
    std::fs::copy(root().join("levels/street.ron"), folder.join("there/street.ron")).unwrap();
    let save = ["run", "there/street.ron", "--ruleset", "mine", "--save", "game.jsonl"];
    good(&folder, &[&save[..], &RUN].concat());
    std::fs::create_dir(folder.join("here")).unwrap();
    let written = good(&folder, &["level", "game.jsonl", "--out", "here/moment.ron"]);
    for file in ["here/cards/laansguard-rifles.ron", "here/rulesets/mine.ron"] {
        assert!(written.contains(&format!("{file}: written beside it")), "{written}");
        assert!(folder.join(file).is_file());
    }
    put(&folder, "here/rulesets/mine.ron", &ruleset("mine", "combined", "leadership: (shaken_at: 9)"));
    let again = ["level", "game.jsonl", "--out", "here/other.ron"];
    assert!(bad(&folder, &again).contains("the save has another file of that name"));
    assert!(!folder.join("here/other.ron").exists());
}

/// Two rulesets side by side: units of which both say the same, those of which only followers differ, and what each says of the others.
#[test]
fn two_rulesets_are_compared_in_sentences() {
    let (_kept, folder) = scratch();
    let short = "Ruleset(name: \"short\", about: \"Shorter.\", on: \"combined\", set: (falling_back: (most_move: 1.0)))";
    put(&folder, "short.ron", short);
    let compared = |of: &str| {
        good(&folder, &["show", "--say", "fallback", "mid-battle", of, "--ruleset", "combined,short.ron"])
    };
    assert_eq!(compared("A4"), "The same by combined and short: LaansGuard officer (A4).\n");
    let followers = "but for where other models than the leader end: First rifles (A1).\n";
    assert_eq!(compared("A1"), format!("The same by combined and short, {followers}"));
    let second = compared("A2");
    let by = |name: &str, end: &str| {
        let block = second.split("By ").find(|block| block.starts_with(&format!("{name}:"))).unwrap();
        assert!(block.contains(&format!("Its leader A2.2 ends at ({end})")), "{second}");
    };
    by("combined", "11.968, -10.111");
    by("short", "11.955, -10.094");
}

/// A mark that the battle does not have is answered with those it has; a unit in reserve is not "unknown".
#[test]
fn a_mark_that_is_not_there_names_those_that_are() {
    let (_kept, folder) = scratch();
    good(&folder, &["new", "level", "village"]);
    for (args, says) in [
        (
            &["show", "distance", "mid-battle", "hill", "B1"][..],
            "there is no objective hill in this battle; expected: barn-door, corner, or a unit, a model or a point, as in A1, A1.3 or 6,-3",
        ),
        (&["show", "move", "village", "A1", "0,0"], "A1 is not on the table"),
        (&["show", "move", "village", "A9", "0,0"], "there is no A9 in this battle"),
    ] {
        assert_eq!(bad(&folder, args).trim_end(), says);
    }
}
